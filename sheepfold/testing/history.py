"""What clients remember of games over the network, held against the log: nothing lost, nothing doubled, nothing seen
that was never written.

A client notes everything it sends, is answered and is shown (`Memory`). At the end the log of each table is read, as
the server keeps it, and `faults` says in sentences what does not fit; none, if all is well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sheepfold.core.errors import SheepfoldError
from sheepfold.core.match import Match

WrittenEntry = Mapping[str, Any]
"""An entry of a table's log, as JSON."""


@dataclass(frozen=True)
class Shown:
    """A state that a client was shown: how long the table's log and the game's were, and what the client could read."""

    seq: int
    length: int
    log: tuple[str, ...]


@dataclass
class Memory:
    """What one client, in one chair, has sent and heard, over all its connections in the order in which it came."""

    table: str
    seat: int
    sent: dict[str, str] = field(default_factory=dict[str, str])
    """Actions, by the ids of their commands."""
    acknowledged: dict[str, int] = field(default_factory=dict[str, int])
    """In which entry each stands, as the server said."""
    refused: dict[str, str] = field(default_factory=dict[str, str])
    """Why not, for what was refused and never acknowledged."""
    shown: list[Shown] = field(default_factory=list[Shown])


class Fault(str):
    """What does not fit, in a sentence, and what kind of fault it is (one of `KINDS`)."""

    kind: str

    def __new__(cls, kind: str, sentence: str) -> Fault:
        fault = super().__new__(cls, sentence)
        fault.kind = kind
        return fault


KINDS = ("lost", "doubled", "out of order", "secret", "untrue")
"""Acknowledged and not there; there twice; shown in another order; seen by who may not; otherwise not as written."""

IN_DOUBT = ("not saved", "not read", "fault", "busy", "too many")
"""Refusals after which a command may still have been done: the server could not know, or says nothing about it."""


def faults(memories: Iterable[Memory], logs: Mapping[str, Sequence[WrittenEntry]]) -> list[Fault]:
    """All that does not fit."""
    by_table: dict[str, list[Memory]] = {}
    for memory in memories:
        by_table.setdefault(memory.table, []).append(memory)
    return [fault for table, seated in by_table.items() for fault in _of_table(table, seated, logs.get(table, ()))]


def _of_table(table: str, memories: list[Memory], log: Sequence[WrittenEntry]) -> list[Fault]:
    if not log:
        return [Fault("lost", f"{table}: the log is gone.")]
    found = [*_doubled(log), *_unasked(memories, log)]
    for memory in memories:
        found += _lost(memory, log)
        found += _out_of_order(memory, log)
    found += _not_as_written(memories, log)
    return [Fault(fault.kind, f"{table}: {fault}") for fault in found]


def _key(memory: Memory, command: str) -> str:
    """A command's id as the log has it: ids count for one chair and one kind of command."""
    return f"{memory.seat}:play:{command}"


def _doubled(log: Sequence[WrittenEntry]) -> list[Fault]:
    times = Counter(entry["id"] for entry in log if entry.get("id"))
    return [
        Fault("doubled", f"the command {name} stands in the log {count} times.")
        for name, count in times.items()
        if count > 1
    ]


def _unasked(memories: list[Memory], log: Sequence[WrittenEntry]) -> list[Fault]:
    """Entries that a person is said to have made, and nobody asked for."""
    sent = {_key(memory, name): action for memory in memories for name, action in memory.sent.items()}
    return [
        Fault("untrue", f"entry {seq} is an action that nobody sent: {entry['action']}.")
        for seq, entry in enumerate(log)
        if entry["e"] == "played"
        and entry.get("by", "person") in ("person", "program")
        and sent.get(entry.get("id", "")) != entry["action"]
    ]


def _lost(memory: Memory, log: Sequence[WrittenEntry]) -> list[Fault]:
    found: list[Fault] = []
    for name, seq in memory.acknowledged.items():
        entry: WrittenEntry = log[seq] if 0 <= seq < len(log) else {}
        if entry.get("id") != _key(memory, name) or entry.get("seat") != memory.seat:
            found.append(Fault("lost", f"seat {memory.seat} was told that {name} is entry {seq}, and it is not."))
        elif entry.get("action") != memory.sent[name]:
            said = f"seat {memory.seat} sent {memory.sent[name]} as {name}, and entry {seq} says otherwise."
            found.append(Fault("lost", said))
    written = {entry["id"] for entry in log if entry.get("id")}
    for name, code in memory.refused.items():
        if code not in IN_DOUBT and name not in memory.acknowledged and _key(memory, name) in written:
            found.append(Fault("untrue", f"seat {memory.seat} was refused {name} ({code}), and it was done."))
    return found


def _out_of_order(memory: Memory, log: Sequence[WrittenEntry]) -> list[Fault]:
    found: list[Fault] = []
    newest = 0
    for shown in memory.shown:
        if shown.seq < newest:
            said = f"seat {memory.seat} was shown entry {newest} and then only {shown.seq} of them."
            found.append(Fault("out of order", said))
        if shown.seq > len(log):
            said = f"seat {memory.seat} was shown {shown.seq} entries where {len(log)} were written."
            found.append(Fault("lost", said))
        newest = max(newest, shown.seq)
    return found


def _not_as_written(memories: list[Memory], log: Sequence[WrittenEntry]) -> list[Fault]:
    """Play the log again, and compare what everybody was shown with what they may see: no more, and no less."""
    asked: dict[int, list[tuple[Memory, Shown]]] = {}
    for memory in memories:
        for shown in memory.shown:
            asked.setdefault(shown.length, []).append((memory, shown))
    made, match, found = log[0], None, list[Fault]()
    for entry in log:
        if entry["e"] == "started":
            match = Match(
                made["game"], made["players"], material=made.get("material"), rules_version=made.get("rules", 1),
                **made["options"],
            )  # fmt: skip
        elif entry["e"] == "played" and match is not None:
            seat = entry.get("seat")
            try:
                match.play("*" if seat is None else seat, entry["action"])
            except SheepfoldError as error:
                return [*found, Fault("untrue", f"the log does not replay: {error}")]
        elif entry["e"] == "undone":
            return found  # from here on lengths no longer say which moment was shown
        if match is None:
            continue
        for memory, shown in asked.pop(len(match), ()):
            if tuple(match.log(memory.seat)) != shown.log:
                found.append(_wrongly_shown(memory.seat, shown, match))
    if match is not None and match.is_over and Match.replay(match.record()).log() != match.log():
        found.append(Fault("untrue", "the record does not replay."))
    never = (length for length in asked if length)
    return found + [Fault("untrue", f"a game of {length} actions was shown, which never was.") for length in never]


def _wrongly_shown(seat: int, shown: Shown, match: Match) -> Fault:
    truth = [str(step) for step in match.played()]
    for may_see, happened, saw in zip(match.log(seat), truth, shown.log, strict=False):
        if saw == happened != may_see:
            return Fault("secret", f"seat {seat} was shown {happened}, which it may not see.")
    return Fault("untrue", f"seat {seat} was not shown the game as it was after {shown.length} actions.")
