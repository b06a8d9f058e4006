# pyright: basic
"""All Nines in text: actions, the diagram of a position and its reader, and what happened in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from sheepfold.core.kit import Event
from sheepfold.core.plain import PlainRecord
from sheepfold.core.text import MARKS, Puzzling, ordinal, sentence, unreadable
from sheepfold.core.words import gettext as _
from sheepfold.games.nines import rules
from sheepfold.games.nines.coaching import EXPLAINED, can_do, speaks_for, warn
from sheepfold.games.nines.refusals import why_no_action, why_not, why_nothing
from sheepfold.games.nines.regions import regions
from sheepfold.games.nines.state import (
    ANIMAL,
    ANIMALS,
    ASIDE,
    CACTUS,
    CACTUSES_EACH,
    DEAL,
    DEALING,
    JUMP,
    KEEP,
    LAYING,
    MOVE,
    MOVING,
    NINE,
    NINING,
    NUMBERS_EACH,
    OVER,
    PAWNS_EACH,
    ROLL,
    ROLLING,
    SEGMENT_TILES,
    SETTING_ASIDE,
    STATE,
    STRETCH,
    TAKE,
    TAKING,
    TILE,
)

__all__ = ["EXPLAINED", "can_do", "regions", "speaks_for", "warn", "why_no_action", "why_not", "why_nothing"]

# ---------------------------------------------------------------------------------------------- actions


def show(action: int) -> str:
    """An action's text, as the rules page spells it."""
    if action >= ASIDE:
        return f"aside {action - ASIDE + 1}"
    if action >= NINE:
        return "keep" if action == KEEP else "nine"
    if action >= TAKE:
        segment, place = divmod(action - TAKE, SEGMENT_TILES)
        return f"take {segment + 1}.{place + 1}"
    for kind, word in ((JUMP, "jump"), (MOVE, "move"), (ROLL, "roll"), (TILE, "tile"), (CACTUS, "cactus")):
        if action >= kind:
            return f"{word} {'a' if kind == TILE and action - TILE + 1 == ANIMAL else action - kind + 1}"
    return f"deal {action - DEAL + 1}"


def parts(observation: Any, seat: int, action: int) -> tuple[str, ...]:
    """What one taps for an action: a pawn and where it goes, a tile, a number in front, a button."""
    if MOVE <= action < TAKE:
        i, target = _pawn_and_target(observation, seat, action)
        return (f"pawn-{seat}-{i + 1}", f"space-{target}")
    if TAKE <= action < NINE:
        return (f"space-{_taken_space(action)}",)
    if action >= ASIDE:
        return (f"front-{seat}-{action - ASIDE + 1}",)
    return (show(action).replace(" ", "-"),)


def _pawn_and_target(observation: Any, seat: int, action: int) -> tuple[int, int]:
    """The pawn a move or jump is for, and where it leads."""
    if action >= JUMP:
        i = action - JUMP
        return i, rules.next_pawn_ahead(observation, observation.pawn[seat, i])
    i = action - MOVE
    return i, rules.space_after(observation, observation.pawn[seat, i], observation.roll)


def _taken_space(action: int) -> int:
    segment, place = divmod(action - TAKE, SEGMENT_TILES)
    return rules.tile_space(segment + 1, place)


def question(observation: Any, seat: int) -> str:
    """What the player who is to act is asked."""
    if observation.phase == MOVING:
        if any(rules.can_jump(observation, space) for space in observation.pawn[seat]):
            return _("Move a pawn by 1, or jump to the next one in front.")
        return _("Move a pawn by {n}.").format(n=observation.roll)
    if observation.phase == NINING:
        may_keep = rules.may_keep(observation, seat)
        return _("A nine! Lay it down or keep the numbers.") if may_keep else _("A nine! Lay it down.")
    if observation.phase == TAKING:
        return _("Take a tile of the segment you have left.")
    return _("No nine: put one number aside, for minus points.")


def asked_by(observation: Any, _seat: int) -> str:
    """The rule by which it is asked."""
    return {MOVING: "NIN-6", TAKING: "NIN-11", NINING: "NIN-17"}.get(observation.phase, "NIN-18")


def account(observation: Any, seat: int) -> str:
    """How a player's points came about."""
    minus = sum(value * count for value, count in enumerate(observation.aside[seat]))
    words = _("{tiles} × 5 in nines, {animals} × 5 for animals")
    words = words.format(tiles=sum(observation.nines[seat]), animals=observation.animals[seat])
    return words + (_(", −{minus} put aside").format(minus=minus) if minus else "")


def choice(observation: Any, seat: int, action: int) -> str:
    """A choice in words, for a list to choose from."""
    if MOVE <= action < TAKE:
        i, target = _pawn_and_target(observation, seat, action)
        here = _from(observation, seat, i)
        if target == rules.home(observation):
            return _("move {here} home").format(here=here)
        words = _("jump {here} {where}") if action >= JUMP else _("move {here} {where}")
        return words.format(here=here, where=_onto(target, observation.track[target]))
    if TAKE <= action < NINE:
        return _take(observation, _taken_space(action))
    if action == NINE:
        return _("lay down the nine")
    if action == KEEP:
        return _("keep the numbers")
    if action >= ASIDE:
        value = action - ASIDE + 1
        return _("put the {value} aside (minus {value})").format(value=value)
    return show(action)


def _from(observation: Any, seat: int, i: int) -> str:
    """Where a pawn stands, in words: what it stands on, and among own pawns on equal tiles, which of them it is."""
    space = observation.pawn[seat, i]
    here = _tile_left(observation, space)
    racing = [other for other in observation.pawn[seat] if other < rules.home(observation)]
    alike = sorted({other for other in racing if _tile_left(observation, other) == here})
    if len(alike) == 1:
        return here
    return _("{here} ({nth} from behind)").format(here=here, nth=ordinal(alike.index(space) + 1))


def _tile_left(observation: Any, space: int) -> str:
    value = observation.track[space]
    if space == 0:
        return _("from the start")
    if _is_cactus(space):
        return _("from the cactus {value}").format(value=value)
    return _("from the animal") if value == ANIMAL else _("from the {value}").format(value=value)


def _take(observation: Any, space: int) -> str:
    """Which tile is taken: of equal ones in its segment, which of them."""
    value = observation.track[space]
    first = rules.cactus_space(rules.area_of(space)) + 1
    alike = [each for each in range(first, first + SEGMENT_TILES) if observation.track[each] == value]
    words = _("take the animal") if value == ANIMAL else _("take the {value}").format(value=value)
    if len(alike) == 1:
        return words
    return _("{words} ({nth} of them)").format(words=words, nth=ordinal(alike.index(space) + 1))


def _onto(target: int, value: int) -> str:
    """Where a move leads, in words."""
    if _is_cactus(target):
        return _("onto the cactus {value}").format(value=value)
    return _("onto the animal") if value == ANIMAL else _("onto the {value}").format(value=value)


# ---------------------------------------------------------------------------------------------- the diagram

GONE = "·"


def diagram(observation: Any) -> str:
    """The position as text: the track row by row, each cactus in brackets, pawns behind the space they stand on.

    A pawn is its seat's mark and its number: `6●1▲2` is a 6 with blue's first and orange's second pawn.
    """
    lines = [_header(observation)]
    if observation.phase <= LAYING:
        lines.append(_box_line(observation))
    lines.append(_labelled(_("start"), _pawns_on(observation, 0)))
    for segment in range(1, observation.segments + 1):
        first = rules.cactus_space(segment)
        cells = [f"{_cell(observation, space):<7}" for space in range(first, first + STRETCH)]
        lines.append(_labelled(str(segment), " ".join(cells)))
    lines.append(_labelled(_("home"), _pawns_on(observation, rules.home(observation))))
    lines += [_seat_line(observation, seat) for seat in range(observation.players)]
    return "\n".join(lines) + "\n"


def _labelled(label: str, text: str) -> str:
    return f"{label:<7} {text}".rstrip()


def _to_do() -> dict[int, str]:
    """What is to be done in each phase."""
    return {
        DEALING: _("is dealt a number"),
        LAYING: _("the track is laid"),
        ROLLING: _("to roll"),
        MOVING: _("to move"),
        TAKING: _("to take a tile"),
        NINING: _("to lay down a nine"),
        SETTING_ASIDE: _("to put a number aside"),
        OVER: _("all home"),
    }


def _header(observation: Any) -> str:
    """Whose turn it is, what is to be done, and in mid-move the roll and the areas left and reached (`2>3`)."""
    header = f"{MARKS[observation.turn]} {_to_do()[observation.phase]}"
    if MOVING <= observation.phase < OVER:
        header += f", {_('rolled')} {observation.roll}"
    if TAKING <= observation.phase < OVER:
        header += f", {observation.crossed}>{observation.reached}{'*' * observation.tile_settled}"
    return header


def _cell(observation: Any, space: int) -> str:
    value = observation.track[space]
    shown = GONE if value == 0 else "a" if value == ANIMAL else str(value)
    return (f"[{shown}]" if _is_cactus(space) else shown) + _pawns_on(observation, space)


def _is_cactus(space: int) -> bool:
    return space % STRETCH == 1


def _pawns_on(observation: Any, space: int) -> str:
    standing = [
        f"{MARKS[seat]}{i + 1}"
        for seat in range(observation.players)
        for i in range(PAWNS_EACH[observation.players])
        if observation.pawn[seat, i] == space
    ]
    return "".join(standing)


def _seat_labels() -> tuple[str, ...]:
    return _("front"), _("nines"), _("aside"), _("animals"), _("cactuses")


def _seat_line(observation: Any, seat: int) -> str:
    """What lies in front of and beside a player."""
    front = "".join(str(value) for value in observation.front[seat] if value) or "-"
    values = (front, _tiles(observation.nines[seat]), _tiles(observation.aside[seat]))
    values += (observation.animals[seat], observation.cactuses[seat])
    return "  ".join([MARKS[seat], *(f"{label} {value}" for label, value in zip(_seat_labels(), values, strict=True))])


def _tiles(counts: Iterable[int]) -> str:
    """Tiles by value, as digits: `4455`."""
    return "".join(str(value) * count for value, count in enumerate(counts)) or "-"


def _box_line(observation: Any) -> str:
    """While the track is laid: what can still be drawn, counted by value, and the cactuses."""
    counts = " ".join(str(count) for count in list(observation.box)[1:])
    return f"{_('box')} {counts}  {_('cactuses')} {_tiles(observation.cactus_box)}"


# ---------------------------------------------------------------------------------------------- reading a diagram


def read_diagram(text: str) -> PlainRecord:
    """The position a diagram shows. What it does not show lies in the box."""
    lines = [line for line in text.splitlines() if line.strip()]
    try:
        return _Reader(lines).read()
    except (IndexError, ValueError, KeyError, OverflowError, AttributeError, StopIteration) as error:
        raise unreadable(_("This diagram of All Nines cannot be read: {reason}."), error) from None


class _Reader:
    """Reads a diagram from its top to its bottom."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.state = PlainRecord(STATE.new())

    def read(self) -> PlainRecord:
        seats = [line for line in self.lines if re.match(rf"[{MARKS}]  ", line)]
        rows = [line.split() for line in self.lines if re.match(r"\d ", line)]
        self.state.players, self.state.segments = len(seats), len(rows)
        self._pawns(self._after(_("start")), 0)
        for row in rows:
            for k, cell in enumerate(row[1:]):
                self._cell(rules.cactus_space(int(row[0])) + k, cell)
        self._pawns(self._after(_("home")), rules.home(self.state))
        for seat, line in enumerate(seats):
            self._seat(seat, line)
        self._header(self.lines[0])
        self._box()
        return self.state

    def _after(self, label: str) -> str:
        """What stands behind a label at the start of a line."""
        return next(line[len(label) :].strip() for line in self.lines if line.split()[0] == label)

    def _pawns(self, text: str, space: int) -> None:
        for mark, number in re.findall(rf"([{MARKS}])(\d)", text):
            self.state.pawn[MARKS.index(mark), int(number) - 1] = space

    def _cell(self, space: int, cell: str) -> None:
        shown = re.match(r"\[?([a1-6·])\]?", cell)
        if shown is None:
            raise Puzzling(cell)
        value = shown[1]
        self.state.track[space] = 0 if value == GONE else ANIMAL if value == "a" else int(value)
        self._pawns(cell, space)

    def _seat(self, seat: int, line: str) -> None:
        front, nines, aside, animals, cactuses = (part.split()[1] for part in line.split("  ")[1:])
        for k, value in enumerate(front.strip("-")):
            self.state.front[seat, k] = int(value)
        for pile, shown in ((self.state.nines, nines), (self.state.aside, aside)):
            for value in shown.strip("-"):
                pile[seat, int(value)] += 1
        self.state.animals[seat], self.state.cactuses[seat] = int(animals), int(cactuses)

    def _header(self, line: str) -> None:
        what, *rest = line[1:].strip().split(", ")
        self.state.turn = MARKS.index(line[0])
        self.state.phase = {words: phase for phase, words in _to_do().items()}[what]
        if rest:
            self.state.roll = int(rest[0].split()[1])
        if len(rest) > 1:
            crossed, reached = rest[1].rstrip("*").split(">")
            self.state.crossed, self.state.reached = int(crossed), int(reached)
            self.state.tile_settled = int(rest[1].endswith("*"))

    def _box(self) -> None:
        """What is nowhere else; while the track is laid, the cactuses that are still to be drawn lie apart."""
        state = self.state
        out = [0] * (ANIMAL + 1)
        for values in (state.track, *state.front):
            for value in values:
                out[value] += 1
        for seat in range(state.players):
            out[ANIMAL] += state.animals[seat]
            for value in range(1, ANIMAL):
                out[value] += state.nines[seat, value] + state.aside[seat, value]
        if state.phase <= LAYING:
            state.laid = sum(1 for value in state.track if value)
            for value in self._after(_("box")).split()[-1].strip("-"):
                state.cactus_box[int(value)] = 1
        for value in range(1, ANIMAL):
            state.box[value] = NUMBERS_EACH + CACTUSES_EACH - out[value] - state.cactus_box[value]
        state.box[ANIMAL] = ANIMALS - out[ANIMAL]


# ---------------------------------------------------------------------------------------------- in words


def narrate(before: Any, events: Sequence[Event], after: Any, names: Sequence[str]) -> str:
    """What happened, as sentences: one for each player in turn."""
    sentences: list[str] = []
    deeds: list[str] = []
    track = [before.track[space] or after.track[space] for space in range(len(before.track))]
    for k, event in enumerate(events):
        if event.what == "ended":
            sentences.append(_("Every pawn is home: the game is over."))
            continue
        if event.what == "laid":
            sentences.append(_laid(event))
            continue
        deeds += _deed(event, track, rules.home(after))
        following = events[k + 1].seat if k + 1 < len(events) else None
        if following != event.seat:
            sentences.append(sentence(names[event.seat], deeds))
            deeds = []
    return " ".join(sentences)


def _laid(event: Event) -> str:
    if _is_cactus(event.target):
        return _("A cactus {value} begins a segment.").format(value=event.amount)
    return _("{tile} is laid.").format(tile=_capital(_tile(event.amount)))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _tile(value: int) -> str:
    return _("an animal") if value == ANIMAL else _("a {value}").format(value=value)


def _deed(event: Event, track: Sequence[int], home: int) -> list[str]:
    """What a player did, as the rest of a sentence that begins with the name."""
    if event.what in ("moved", "jumped"):
        nth = ordinal(event.amount + 1)
        if event.target == home:
            return [_("moves the {nth} pawn home").format(nth=nth)]
        words = _("moves the {nth} pawn {where}") if event.what == "moved" else _("jumps with the {nth} pawn {where}")
        return [words.format(nth=nth, where=_onto(event.target, track[event.target]))]
    if event.what == "took":
        nth = ordinal(event.target)
        if event.amount == ANIMAL:
            return [_("takes the animal of the {nth} segment").format(nth=nth)]
        return [_("takes the {value} of the {nth} segment").format(value=event.amount, nth=nth)]
    words = {
        "dealt": _("starts with a {value}"),
        "rolled": _("rolls {value}"),
        "collected": _("collects the cactus {value}"),
        "nine": _("lays down a nine of {value} tiles"),
        "kept": _("keeps the numbers"),
        "aside": _("puts the {value} aside"),
        "cleared nine": _("lays down a last nine of {value} tiles"),
        "cleared": _("puts the left-over {value} aside"),
    }[event.what]
    return [words.format(value=event.amount)]
