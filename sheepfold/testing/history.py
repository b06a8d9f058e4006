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

Entry = Mapping[str, Any]
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


IN_DOUBT = ("not saved", "not read", "fault", "busy", "too many")
"""Refusals after which a command may still have been done: the server could not know, or says nothing about it."""


def faults(memories: Iterable[Memory], logs: Mapping[str, Sequence[Entry]]) -> list[str]:
    """All that does not fit."""
    by_table: dict[str, list[Memory]] = {}
    for memory in memories:
        by_table.setdefault(memory.table, []).append(memory)
    return [fault for table, seated in by_table.items() for fault in _of_table(table, seated, logs.get(table, ()))]


def _of_table(table: str, memories: list[Memory], log: Sequence[Entry]) -> list[str]:
    if not log:
        return [f"{table}: the log is gone."]
    found = [*_doubled(log), *_unasked(memories, log)]
    for memory in memories:
        found += _lost(memory, log)
        found += _out_of_order(memory, log)
    found += _not_as_written(memories, log)
    return [f"{table}: {fault}" for fault in found]


def _key(memory: Memory, command: str) -> str:
    """A command's id as the log has it: ids count for one chair and one kind of command."""
    return f"{memory.seat}:play:{command}"


def _doubled(log: Sequence[Entry]) -> list[str]:
    times = Counter(entry["id"] for entry in log if entry.get("id"))
    return [f"the command {name} stands in the log {count} times." for name, count in times.items() if count > 1]


def _unasked(memories: list[Memory], log: Sequence[Entry]) -> list[str]:
    """Entries that a person is said to have made, and nobody asked for."""
    sent = {_key(memory, name): action for memory in memories for name, action in memory.sent.items()}
    return [
        f"entry {seq} is an action that nobody sent: {entry['action']}."
        for seq, entry in enumerate(log)
        if entry["e"] == "played"
        and entry.get("by", "person") in ("person", "program")
        and sent.get(entry.get("id", "")) != entry["action"]
    ]


def _lost(memory: Memory, log: Sequence[Entry]) -> list[str]:
    found: list[str] = []
    for name, seq in memory.acknowledged.items():
        entry: Entry = log[seq] if 0 <= seq < len(log) else {}
        if entry.get("id") != _key(memory, name) or entry.get("seat") != memory.seat:
            found.append(f"seat {memory.seat} was told that {name} is entry {seq}, and it is not.")
        elif entry.get("action") != memory.sent[name]:
            found.append(f"seat {memory.seat} sent {memory.sent[name]} as {name}, and entry {seq} says otherwise.")
    written = {entry["id"] for entry in log if entry.get("id")}
    for name, code in memory.refused.items():
        if code not in IN_DOUBT and name not in memory.acknowledged and _key(memory, name) in written:
            found.append(f"seat {memory.seat} was refused {name} ({code}), and it was done.")
    return found


def _out_of_order(memory: Memory, log: Sequence[Entry]) -> list[str]:
    found: list[str] = []
    newest = 0
    for shown in memory.shown:
        if shown.seq < newest:
            found.append(f"seat {memory.seat} was shown entry {newest} and then only {shown.seq} of them.")
        if shown.seq > len(log):
            found.append(f"seat {memory.seat} was shown {shown.seq} entries where {len(log)} were written.")
        newest = max(newest, shown.seq)
    return found


def _not_as_written(memories: list[Memory], log: Sequence[Entry]) -> list[str]:
    """Play the log again, and compare what everybody was shown with what they may see: no more, and no less."""
    asked: dict[int, list[tuple[Memory, Shown]]] = {}
    for memory in memories:
        for shown in memory.shown:
            asked.setdefault(shown.length, []).append((memory, shown))
    made, match, found = log[0], None, list[str]()
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
                return [*found, f"the log does not replay: {error}"]
        elif entry["e"] == "undone":
            return found  # from here on lengths no longer say which moment was shown
        if match is None:
            continue
        for memory, shown in asked.pop(len(match), ()):
            if tuple(match.log(memory.seat)) != shown.log:
                found.append(f"seat {memory.seat} was not shown the game as it was after {shown.length} actions.")
    if match is not None and match.is_over and Match.replay(match.record()).log() != match.log():
        found.append("the record does not replay.")
    return found + [f"a game of {length} actions was shown, which never was." for length in asked if length]
