"""The friend: it waits for whoever lags behind, so that small children win now and then."""

from __future__ import annotations

import random
from typing import Any

import pytest

import sheepfold
from sheepfold import bots
from sheepfold.bots.friend import Friend, lags_behind
from sheepfold.bots.seen import Seen
from sheepfold.server.table.showing import choices_of

pytestmark = pytest.mark.usefixtures("awake")

FOR_THE_SMALL = [key for key in sheepfold.games() if sheepfold.game(key).small is not None]
GAMES, AT_LEAST = 40, 3


def seen_by(match: sheepfold.Match, seat: int) -> Seen:
    return Seen(match.game, seat, match.observation(seat))


def tapped(match: sheepfold.Match, seat: int, rng: random.Random) -> str:
    """What comes of tapping anything that glows, until something is done."""
    left = choices_of(match, seat, match.legal(seat))
    depth = 0
    while len(left) > 1:
        glowing = sorted({choice.parts[depth] for choice in left})
        part = rng.choice(glowing)
        left = [choice for choice in left if choice.parts[depth] == part]
        depth += 1
    return left[0].action


def child_among_friends(key: str, seed: int) -> sheepfold.Match:
    """A game as small children have it: one taps whatever glows, two friends play along."""
    rng = random.Random(seed)
    options: dict[str, Any] = dict(sheepfold.game(key).small or {})
    match = sheepfold.Match(key, players=3, **options)
    friends = {seat: bots.find("friend", match.game) for seat in (1, 2)}
    while not match.is_over:
        if "*" in match.to_act():
            match.roll(rng)
            continue
        seat = min(int(actor) for actor in match.to_act())
        legal = match.legal(seat)
        chosen = friends[seat](seen_by(match, seat), legal, rng) if seat else tapped(match, seat, rng)
        match.play(seat, chosen)
    return match


@pytest.mark.parametrize("key", FOR_THE_SMALL)
def test_a_child_that_taps_whatever_glows_wins_now_and_then(key: str) -> None:
    """Of forty games; against lambs it wins none of sixty in The Shepherd."""
    won = sum(child_among_friends(key, seed).places()[0] == 1 for seed in range(GAMES))
    assert won >= AT_LEAST, f"{won} of {GAMES}"


def test_a_friend_tries_only_while_it_lags_behind() -> None:
    """Whoever leads takes anything; whoever lags behind does what a lamb would do."""
    rng = random.Random(3)
    match = sheepfold.Match("nines", 3, segments=5)
    behind = leading = 0
    while not match.is_over:
        if "*" in match.to_act():
            match.roll(rng)
            continue
        seat = min(int(actor) for actor in match.to_act())
        legal, seen, points = match.legal(seat), seen_by(match, seat), match.scores()
        others = [each for other, each in enumerate(points) if other != seat]
        assert lags_behind(seen) == (points[seat] < sum(others) / 2)
        if len(legal) > 1:
            friend, lamb = Friend(match.game), bots.find("lamb", match.game)
            chosen, draws = friend(seen, legal, random.Random(1)), random.Random(1)
            assert chosen == (lamb(seen, legal, draws) if lags_behind(seen) else draws.choice(legal))
            behind, leading = behind + lags_behind(seen), leading + (not lags_behind(seen))
        match.play(seat, rng.choice(legal))
    assert behind > 5
    assert leading > 5
