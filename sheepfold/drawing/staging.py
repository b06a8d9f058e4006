"""Staging: what happened, as beats that a page can show one after another and make heard.

A beat names things by the ids they have in the picture and holds no coordinates, so the same beats serve the wide and
the upright picture, a replay and a film strip. A game's `staging.py` has one pure function, `beats(before, events,
after)`; it makes beats with the verbs below. A game without one gets beats all the same: what was tapped glows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, Protocol, get_args

from sheepfold.core.game import Game
from sheepfold.core.kit import Event
from sheepfold.core.match import Match
from sheepfold.core.plain import SeenRecord

Verb = Literal[
    "roll", "flip", "run", "hop", "slide", "shove", "fly", "appear", "vanish", "splash", "rain", "glow", "link",
    "count", "say", "pause",
]  # fmt: skip
Sound = Literal[
    "", "die", "hop", "tile", "nine", "bump", "splash", "bleat", "flip", "sigh", "bite", "bark", "worm", "sun", "rain",
    "win", "turn", "tick", "tap",
]  # fmt: skip
VERBS: tuple[Verb, ...] = get_args(Verb)
SOUNDS: tuple[Sound, ...] = get_args(Sound)[1:]

LASTS: dict[Verb, int] = {
    "roll": 650, "flip": 450, "run": 420, "hop": 100, "slide": 380, "shove": 300, "fly": 480, "appear": 300,
    "vanish": 300, "splash": 620, "rain": 1_000, "glow": 420, "link": 560, "count": 620, "say": 500, "pause": 300,
}  # fmt: skip
"""How long a beat of weight 1 lasts at the usual pace, in milliseconds; each place of a way adds to it."""
EACH_PLACE: dict[Verb, int] = {"run": 55, "hop": 150}
LONGEST_WAY = 1_500
LONGEST = 14_000
"""No step is shown for longer than that: its beats become quicker instead."""

PACES = {"calm": 1.5, "usual": 1.0, "quick": 0.5, "none": 0.0}
"""How long beats last at each pace, against the usual one."""


@dataclass(frozen=True, slots=True)
class Beat:
    """One thing that is seen and heard."""

    verb: Verb
    what: tuple[str, ...] = ()
    """The ids of what moves, glows or changes."""
    to: tuple[str, ...] = ()
    """Where it goes: one id, or all places of its way in order."""
    text: str = ""
    """What is written on it: the number that is counted, the cards that turn."""
    sound: Sound = ""
    seat: int = -1
    """Whose voice it is heard in, whose colour it has; -1: nobody's."""
    weight: float = 1.0
    after: float = 1.0
    """How much of the beat before must have passed when this one begins: 0 for both at once, 1 for one by one."""
    event: int = 0
    """Which of the events it shows."""
    rule: str = ""
    says: str = ""
    """The sentence of the story that begins with it."""

    @property
    def lasts(self) -> int:
        """Milliseconds at the usual pace."""
        way = min(LONGEST_WAY, EACH_PLACE.get(self.verb, 0) * len(self.to))
        return round(self.weight * (LASTS[self.verb] + way))


# ---------------------------------------------------------------------------------------------- verbs

Ids = str | Sequence[str]


def _ids(given: Ids) -> tuple[str, ...]:
    return (given,) if isinstance(given, str) else tuple(given)


def roll(what: Ids, *, sound: Sound = "die", **more: Any) -> Beat:
    """Dice roll, and show what they show in the picture that follows; with `to`, each what such a thing looks like."""
    return Beat("roll", _ids(what), sound=sound, **more)


def flip(what: Ids, *, sound: Sound = "flip", **more: Any) -> Beat:
    """A thing turns over to what it is in the picture that follows; with `text`, cards with these digits do."""
    return Beat("flip", _ids(what), sound=sound, **more)


def run(what: Ids, by: Sequence[str], *, sound: Sound = "hop", **more: Any) -> Beat:
    """A piece runs from place to place and leaves tracks."""
    return Beat("run", _ids(what), tuple(by), sound=sound, **more)


def hop(what: Ids, by: Sequence[str], *, sound: Sound = "hop", **more: Any) -> Beat:
    """A piece hops onto each of these places, one after the other."""
    return Beat("hop", _ids(what), tuple(by), sound=sound, **more)


def slide(what: Ids, to: str = "", **more: Any) -> Beat:
    """A thing glides to a place; without one, to where the picture that follows has it."""
    return Beat("slide", _ids(what), (to,) if to else (), **more)


def shove(what: Ids, to: str, *, sound: Sound = "bump", **more: Any) -> Beat:
    """A piece is bumped to a place."""
    return Beat("shove", _ids(what), (to,), sound=sound, **more)


def fly(what: Ids, to: str, **more: Any) -> Beat:
    """A thing flies in a bow to where it lies from now on."""
    return Beat("fly", _ids(what), (to,), **more)


def appear(what: Ids, **more: Any) -> Beat:
    """A thing is there that was not."""
    return Beat("appear", _ids(what), **more)


def vanish(what: Ids, **more: Any) -> Beat:
    """A thing is gone."""
    return Beat("vanish", _ids(what), **more)


def splash(what: Ids, *, sound: Sound = "splash", **more: Any) -> Beat:
    """A piece falls into the water."""
    return Beat("splash", _ids(what), sound=sound, **more)


def rain(what: Ids, *, sound: Sound = "rain", **more: Any) -> Beat:
    """Drops fall on a place, and water gathers there."""
    return Beat("rain", _ids(what), sound=sound, **more)


def glow(what: Ids, **more: Any) -> Beat:
    """Things light up."""
    return Beat("glow", _ids(what), **more)


def link(what: Ids, **more: Any) -> Beat:
    """Things that lie beside each other are joined, one after the other."""
    return Beat("link", _ids(what), **more)


def count(at: str, text: str, **more: Any) -> Beat:
    """A number, or a few words, stands large beside a thing for a moment."""
    return Beat("count", (at,), text=text, **more)


def say(**more: Any) -> Beat:
    """Only the sentence is said."""
    return Beat("say", **more)


def pause(**more: Any) -> Beat:
    """Nothing happens for a moment."""
    return Beat("pause", **more)


# ---------------------------------------------------------------------------------------------- beats of a step


def shown(events: Sequence[Event], beats_of: Callable[[Event], Iterable[Beat]]) -> list[Beat]:
    """The beats of all events in order, each with its event and the rule behind it."""
    return [
        replace(beat, event=k, rule=event.rule) for k, event in enumerate(events) for beat in beats_of(event)
    ]  # fmt: skip


def stage(match: Match, seat: int | None = None) -> list[Beat]:
    """What the last action of a match caused, as beats for a seat (None: for everybody)."""
    events = match.told()
    before, after = SeenRecord(match.observation(seat, before=True)), match.seen(seat)
    game = match.game
    made = game.staging.beats(before, events, after) if game.staging else _default(match, seat, events)
    return within(LONGEST, spoken(made, sentences(game, before, events, after, match.seat_names())))


def told_of(match: Match, seat: int) -> str:
    """What the story of the last action says about one of the players; if it says nothing, all of it."""
    events = match.told()
    before, after = SeenRecord(match.observation(None, before=True)), match.seen(None)
    told = sentences(match.game, before, events, after, match.seat_names())
    ends = [first for first, _words in told[1:]] + [len(events)]
    about = [
        words
        for (first, words), end in zip(told, ends, strict=True)
        if any(event.seat == seat for event in events[first:end])
    ]
    return " ".join(about) or match.story()


def sentences(
    game: Game, before: Any, events: Sequence[Event], after: Any, names: Sequence[str]
) -> list[tuple[int, str]]:
    """The sentences of the story, each with the event it begins with.

    A sentence ends before an event if all that is told up to there stands unchanged in the whole story.
    """

    def told(count: int) -> str:
        return game.notation.narrate(before, events[:count], after, names) if count else ""

    whole = told(len(events))
    found: list[tuple[int, str]] = []
    first, length = 0, 0
    for k in range(1, len(events) + 1):
        so_far = whole if k == len(events) else told(k)
        is_boundary = len(so_far) > length and (so_far == whole or whole.startswith(so_far + " "))
        if is_boundary:
            found.append((first, whole[length : len(so_far)].strip()))
            first, length = k, len(so_far)
    return found


def spoken(beats: Sequence[Beat], told: Sequence[tuple[int, str]]) -> list[Beat]:
    """The same beats, each sentence said by the first beat of what it tells; where nothing is seen, it is only said."""
    ready: list[Beat] = []
    waiting = list(told)
    for beat in beats:
        due: list[str] = []
        while waiting and waiting[0][0] <= beat.event:
            due.append(waiting.pop(0)[1])
        ready += [say(event=beat.event, says=words) for words in due[:-1]]
        ready.append(replace(beat, says=due[-1]) if due else beat)
    return ready + [say(event=first, says=words) for first, words in waiting]


class Timed(Protocol):
    """A beat, here or as it was sent: how much of the one before passes first, and how long it lasts."""

    @property
    def after(self) -> float: ...

    @property
    def lasts(self) -> float: ...


def length(beats: Iterable[Timed]) -> int:
    """How long beats last at the usual pace, all in all, in milliseconds."""
    begin = end = last = 0.0
    for beat in beats:
        begin += beat.after * last
        last = beat.lasts
        end = max(end, begin + last)
    return round(end)


def within(most: int, beats: Sequence[Beat]) -> list[Beat]:
    """The same beats, quicker if they last too long."""
    whole = length(beats)
    if whole <= most:
        return list(beats)
    return [replace(beat, weight=beat.weight * most / whole) for beat in beats]


# ---------------------------------------------------------------------------------------------- without a staging

ID, PLACES = re.compile(r' id="([^"]+)"'), re.compile(r'data-places="([^"]+)" data-at="([^"]*)"')


def ids_in(picture: str) -> set[str]:
    """Everything in a picture that a beat may name: ids, and places of which only the spot is given."""
    found = set(ID.findall(picture))
    for kind, spots in PLACES.findall(picture):
        found |= {f"{kind}-{k}" for k in range(len(spots.split()) // 2)}
    return found


def _default(match: Match, seat: int | None, events: Sequence[Event]) -> list[Beat]:
    """For a game that says nothing about it: what was tapped glows, event by event."""
    drawn = _ids_now(match, seat)
    touched = [name for name in _tapped(match, seat) if name in drawn]

    def beats_of(event: Event) -> list[Beat]:
        return [glow(touched or [mat for mat in (f"mat-{event.seat}",) if mat in drawn], sound="tap", seat=event.seat)]

    return shown(events, beats_of)


def _ids_now(match: Match, seat: int | None) -> set[str]:
    """What can be named in the picture as it is now, in both shapes of it."""
    if match.game.picture is None:
        return set()
    return ids_in(match.svg(seat, styled=False)) & ids_in(match.svg(seat, upright=True, styled=False))


def _tapped(match: Match, seat: int | None) -> list[str]:
    """The parts that were tapped for the last action, as far as the one who looks may know it."""
    step = match.steps(seat, since=len(match) - 1)[0]
    if step.seat is None or step.action not in match.game.by_text:
        return []
    before = SeenRecord(match.observation(seat, before=True))
    return list(match.game.notation.parts(before, step.seat, match.game.by_text[step.action]))
