"""What the players of Sheep Sheep do not know: how it is kept from them, and how it is guessed.

A guess must be as likely as the truth would be, given all that a seat has seen. Here that is worked out the long way:
from the first action on, every way things could be is kept with its chance, and dropped when the seat would have seen
something else.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction

import numpy as np
import pytest

import sheepfold
from sheepfold.core import drivers
from sheepfold.core.kit import CHANCE, source
from sheepfold.core.plain import PlainRecord
from sheepfold.core.secrecy import copy_of, observe
from sheepfold.games.sheepsheep.state import CARD_NAMES, CARDS
from sheepfold.testing import walk

GAME = sheepfold.game("sheepsheep")
RINGS = {
    "cards": {name: 5 if name in ("rb", "rw", "bw", "yg", "yv", "gv") else 0 for name in CARD_NAMES[1:]},
    "three_plus": dict.fromkeys(CARD_NAMES[1:], 0),
}
"""A box in which each colour goes with two others only: few enough ways to keep them all."""

Truth = tuple[tuple[int, ...], ...]
Ways = list[tuple[np.ndarray, Fraction]]


def truth_of(state: PlainRecord) -> Truth:
    return tuple(state.back), tuple(state.unseen_cards), tuple(state.deck), tuple(state.lucky)


def chances_of_the_truth(match: sheepfold.Match, seat: int, *, lucky_known: bool = False) -> dict[Truth, Fraction]:
    """How likely each truth is to a seat, by following all that could have happened."""
    loops, moves, told = drivers.bind(GAME), drivers.new_moves(GAME), drivers.new_told(mute=True)
    twin = match.copy(0)
    ways: Ways = [(copy_of(twin._states), Fraction(1))]
    for actor, action in match._log.pairs():
        twin._play(actor, action)
        veiled = twin._log._veils.get(len(twin) - 1, {}).get(seat)
        if lucky_known and veiled == "lucky ?":
            veiled = None
        seen = twin.observation(seat).tobytes()
        following: Ways = []
        for states, chance in ways:
            for outcome, share in outcomes(states, actor, action, veiled, seat):
                branch = copy_of(states)
                done = loops.step(branch, 0, 1, actor, outcome, moves, told)
                if done and observe(GAME.record, branch[:1], seat).tobytes() == seen:
                    following.append((branch, chance * share))
        ways = following
    likely: defaultdict[Truth, Fraction] = defaultdict(Fraction)
    for states, chance in ways:
        likely[truth_of(PlainRecord(states[:1]))] += chance
    total = sum(likely.values())
    return {truth: chance / total for truth, chance in likely.items()}


def outcomes(states: np.ndarray, actor: int, action: int, veiled: str | None, seat: int) -> list[tuple[int, Fraction]]:
    """The actions that may have been played where the seat saw this one or its veil, each with its chance."""
    if actor != CHANCE:
        return [(action, Fraction(1))]
    loops, moves, weights = drivers.bind(GAME), drivers.new_moves(GAME), np.zeros(GAME.most, np.int64)
    loops.listing(states, 0, CHANCE, moves)
    loops.weighing(states, 0, moves, weights)
    listed = moves["action"][0][: moves["n"][0]].tolist()
    total = int(weights[: len(listed)].sum())
    before = PlainRecord(states[:1])
    return [
        (each, Fraction(int(weights[k]), total))
        for k, each in enumerate(listed)
        if (each == action if veiled is None else GAME.notation.veil(before, CHANCE, each, seat) == veiled)
    ]


def guesses(match: sheepfold.Match, seat: int, tries: int) -> Counter[Truth]:
    """How often each guess comes up."""
    found: Counter[Truth] = Counter()
    seen, rng = match.observation(seat), source(5)
    bench = copy_of(seen)
    for _ in range(tries):
        bench[:] = seen
        drivers.bind(GAME).guess(bench, 0, seat, rng)
        found[truth_of(PlainRecord(bench))] += 1
    return found


def assert_alike(found: Counter[Truth], likely: dict[Truth, Fraction]) -> None:
    """The frequencies are those expected: chi squared within five standard deviations, rare ones taken together."""
    tries = found.total()
    assert set(found) <= set(likely)
    expected = {truth: float(chance * tries) for truth, chance in likely.items()}
    common = [truth for truth in likely if expected[truth] >= 5]
    cases = [(found[truth], expected[truth]) for truth in common]
    rare = tries - sum(count for count, _ in cases), tries - sum(wanted for _, wanted in cases)
    cases += [rare] if rare[1] >= 5 else []
    off = sum((count - wanted) ** 2 / wanted for count, wanted in cases)
    freedom = max(1, len(cases) - 1)
    assert off < freedom + 5 * (2 * freedom) ** 0.5, (off, freedom)


def small(seed: int, steps: int) -> sheepfold.Match:
    return walk(sheepfold.Match(GAME, 2, exchanges=5, material=RINGS), seed, steps)


def assert_guessed_right(match: sheepfold.Match, seat: int) -> None:
    """The cards of a guess are as likely as they should be; lucky sheep, which have nothing to do with them, aside."""
    likely = {truth[:3]: chance for truth, chance in chances_of_the_truth(match, seat, lucky_known=True).items()}
    found: Counter[Truth] = Counter()
    for truth, count in guesses(match, seat, 6000).items():
        found[truth[:3]] += count
    assert len(likely) > 1
    assert_alike(found, likely)


@pytest.mark.parametrize(("seed", "steps"), [(1, 12), (2, 14), (3, 19), (5, 24)])
def test_a_guess_of_hidden_sides_is_as_likely_as_the_truth_would_be(seed: int, steps: int) -> None:
    """Cells that show red and blue compete for the red/blue cards: sides drawn one after the other would be off."""
    assert_guessed_right(small(seed, steps), 0)


def games_with_unseen_cards_won() -> list[sheepfold.Match]:
    found: list[sheepfold.Match] = []
    seed = 0
    while len(found) < 3:
        match = small(seed, 45)
        view = match.view()
        if sum(view["unseen"]) > 1 and sum(view["gone"]) and view["left"] > 4 and 0 in view["seen"]:
            found.append(match)
        seed += 1
    return found


def test_a_guess_is_as_likely_as_the_truth_after_swaps_wins_and_draws() -> None:
    """Cards taken or drawn in the open are known; won cards with an unseen side are guessed with the rest."""
    for match in games_with_unseen_cards_won():
        assert_guessed_right(match, 1)


def test_other_players_lucky_sheep_are_guessed_all_alike() -> None:
    match = sheepfold.Match(GAME, 4)
    for colour in "grw":
        match.play("*", f"lucky {colour}")
    likely = chances_of_the_truth(match, 1)
    assert len(likely) == 6 * 5
    assert_alike(guesses(match, 1, 3000), likely)


@pytest.mark.parametrize("seed", range(12))
def test_a_guess_counts_every_card_once(seed: int) -> None:
    match = walk(sheepfold.Match(GAME, 2 + seed % 3, exchanges=3), seed, 20 + 9 * seed)
    for seat in range(match.players):
        bench = match.observation(seat)
        drivers.bind(GAME).guess(bench, 0, seat, source(seed))
        state = PlainRecord(bench)
        assert sum(state.deck) == state.left
        assert min(state.deck) >= 0
        assert sum(state.unseen_cards) == sum(state.unseen)
        assert all(bool(state.shown[cell]) == bool(state.back[cell]) for cell in range(9))


def test_a_guess_is_quick_when_there_is_hardly_a_choice() -> None:
    """Nine hidden sides and not a card in the deck: what is unseen must fit like a puzzle."""
    match = sheepfold.Match(GAME, 2)
    while match.to_act() == {"*"}:
        match.roll(source(3))
    state = PlainRecord(match._states[:1])
    for card in range(1, CARDS + 1):
        state.gone[card] += state.deck[card]
        state.deck[card] = 0
    state.left = 0
    for seed in range(20):
        bench = match.observation(0)
        drivers.bind(GAME).guess(bench, 0, 0, source(seed))
        assert sum(PlainRecord(bench).deck) == 0


def test_what_betrays_hidden_sides_goes_to_nobody() -> None:
    match = walk(sheepfold.Match(GAME, 3, exchanges=3), 4, 35)
    for viewer in (0, 1, 2, None):
        view = match.view(viewer)
        assert set(view["deck"]) == set(view["unseen_cards"]) == {0}
        assert all(view["back"][cell] == 0 for cell in range(9) if not view["seen"][cell])


def test_the_story_tells_a_lucky_colour_to_its_owner_alone() -> None:
    match = sheepfold.Match(GAME, 2)
    match.play("*", "lucky g")
    assert match.story(seat=0) == "Blue gets the lucky sheep in green."
    assert match.story(seat=1) == match.story() == "Blue gets a lucky sheep."
