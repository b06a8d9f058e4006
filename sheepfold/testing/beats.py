"""Laws of staging: *nothing unseen*, *nothing invented*, *in order*, *nothing leaked*."""

from __future__ import annotations

import random
from collections.abc import Iterator

from sheepfold.core.game import Game
from sheepfold.core.match import Match
from sheepfold.drawing import staging
from sheepfold.drawing.staging import Beat, ids_in, length, stage
from sheepfold.testing.demands import demand
from sheepfold.testing.walking import act, some_setup, two_ways

NAMES = ["A. B", "Dr. No", "Ok."]
"""Names that look like the ends of sentences."""
STEPS = 120
"""Actions of a game that are looked at."""


def staged(game: Game, seed: int) -> None:
    """Everything that happens is seen, by its own name and in order."""
    rng = random.Random(seed)
    match = some_setup(game, rng)
    match.names[: len(NAMES)] = NAMES[: match.players]
    for trouble in broken(match, rng, steps=STEPS):
        demand(False, trouble)


def leak_nothing(game: Game, seed: int) -> None:
    """Had a hidden action been another one, those who may not know it would be shown the same to the byte."""
    for match, twin, ways in two_ways(game, seed):
        for viewer in [*range(match.players), None]:
            if not match.is_over and not twin.is_over and match.log(viewer)[-1] == twin.log(viewer)[-1]:
                same = repr(stage(match, viewer)) == repr(stage(twin, viewer))
                demand(same, f"viewer {viewer} sees {ways}")


def broken(match: Match, rng: random.Random, *, steps: int) -> Iterator[str]:
    """Play on at random, and say what breaks a law through the eyes of somebody."""
    seat = rng.choice([*range(match.players), None])
    before = ids_of(match, seat)
    while not match.is_over and steps:
        act(match, rng)
        yield from broken_by_last(match, seat, before, after := ids_of(match, seat))
        before, steps = after, steps - 1


def broken_by_last(match: Match, seat: int | None, before: list[set[str]], after: list[set[str]]) -> Iterator[str]:
    """What breaks a law in the beats of the last action."""
    beats = stage(match, seat)
    for what in unseen(match, beats):
        yield f"unseen: {what}"
    for shape, (earlier, later) in enumerate(zip(before, after, strict=True)):
        for name in invented(beats, earlier, later):
            yield f"invented: {name} in shape {shape}"
    if trouble := out_of_order(match, seat, beats):
        yield f"order: {trouble}"
    if length(beats) > staging.LONGEST + len(beats):
        yield f"too long: {length(beats)}"


def unseen(match: Match, beats: list[Beat]) -> list[str]:
    """Events of the last action that no beat shows, unless the game says by name that they have none."""
    without = match.game.staging.WITHOUT_BEATS if match.game.staging else frozenset[str]()
    shown = {beat.event for beat in beats if beat.verb != "say"}
    return [event.what for k, event in enumerate(match.told()) if k not in shown and event.what not in without]


def invented(beats: list[Beat], *pictures: set[str]) -> list[str]:
    """What beats name that is in none of these pictures; or verbs and sounds that there are not."""
    there = set[str]().union(*pictures)
    words = [beat.verb for beat in beats if beat.verb not in staging.VERBS]
    words += [beat.sound for beat in beats if beat.sound and beat.sound not in staging.SOUNDS]
    return words + [name for beat in beats for name in (*beat.what, *beat.to) if name not in there]


def out_of_order(match: Match, seat: int | None, beats: list[Beat]) -> str:
    """How what the beats say differs from the story, or which event is shown too late."""
    said = " ".join(beat.says for beat in beats if beat.says)
    if said != match.story(seat=seat):
        return f"{said!r} is not {match.story(seat=seat)!r}"
    events = [beat.event for beat in beats]
    return "" if events == sorted(events) else f"shown in the order {events}"


def ids_of(match: Match, seat: int | None) -> list[set[str]]:
    """What can be named in both shapes of the present picture."""
    if match.game.picture is None:
        return [set(), set()]
    sizes = (False,) if match.game.picture.small is None else (False, True)
    shapes = [{"upright": upright, "small": small} for upright in (False, True) for small in sizes]
    return [ids_in(match.svg(seat, **shape, styled=False)) for shape in shapes]
