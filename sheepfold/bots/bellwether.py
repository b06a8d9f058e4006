"""The strongest level: the search with a learned value in the place of judgement (`sheepfold train` made it).

Where choices are secret, whoever always does the same can be read: there it draws lots among what it tried most, as
often as it was tried, or imagines what others may choose and draws lots among what does best (`reading`). Where nothing
was learned, or what was learned cannot be used, it plays as the greedy bot does.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Sequence
from dataclasses import replace

from sheepfold.bots.greedy import greedy
from sheepfold.bots.reading import SecretMind, begun_choosing, reads
from sheepfold.bots.search import Considered, Manner, Searcher, can_search, has_done_enough, manner_of
from sheepfold.bots.seen import Seen
from sheepfold.core import drivers, value
from sheepfold.core.engine import VALUE, engine_of
from sheepfold.core.errors import BadOption
from sheepfold.core.game import Game
from sheepfold.core.kit import source
from sheepfold.core.network import network_of
from sheepfold.core.search import Bench
from sheepfold.core.secrecy import Array, copy_of, observe
from sheepfold.core.value import Network

log = logging.getLogger("sheepfold.bellwether")

ITERATIONS = 10_000
"""Where a game's judgement does not say how long it thinks: where two play. With more the network is asked for more of
them each time, and there are as many fewer iterations."""

AHEAD = 1
"""After so many actions of playing on the network is asked, where a game's judgement does not say when."""

NODES = 1 << 15
"""Information sets it remembers: more than the other levels, since it thinks longer."""

SELDOM = 0.25
"""Where lots are drawn, what was tried less than this share of what was tried most is left out."""


class ByValue(Searcher):
    """A search that asks a network what positions are worth."""

    nodes = NODES

    def __init__(self, game: Game, network: Network, *, iterations: int, manner: Manner) -> None:
        super().__init__(game, iterations=iterations, manner=manner)
        self.network = network

    def _can_search(self) -> bool:
        return can_search(self.game, VALUE)

    def _iterations(self, seen: Seen, bench: Bench, draws: Array) -> Callable[[int], None]:
        run = value.searching_by_value(self.game)
        players, desk = int(seen.observation["players"][0]), value.new_desk(self.game, bench.states, self.network)

        def iterate(count: int) -> None:
            run(
                bench.states, seen.seat, players, count, bench.eyes, bench.tree, self.settings,
                bench.moves, bench.told, draws, self.network, desk, bench.gains,
            )  # fmt: skip

        return iterate


class Bellwether:
    """The bot; one sits in one chair."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._searchers: dict[int, Searcher | None] = {}
        self._secret_minds: dict[int, SecretMind] = {}

    def __call__(self, seen: Seen, legal: Sequence[str], rng: random.Random) -> str:
        if len(legal) == 1:
            return legal[0]
        if (enough := has_done_enough(seen)) is not None:
            return enough
        players = int(seen.observation["players"][0])
        searcher = self._searcher(players)
        if reads(self.game) and (begun := begun_choosing(seen)) is not None:
            return self._secret_mind(players).choose(seen, begun, rng)
        if searcher is None:
            return greedy(seen, legal, rng)
        if is_secret(seen, legal, rng):
            return drawn(searcher.consider(seen, rng), rng)
        return searcher.consider(seen, rng, thoroughly=False)[0].action

    def _secret_mind(self, players: int) -> SecretMind:
        if players not in self._secret_minds:
            self._secret_minds[players] = SecretMind(self.game, players)
        return self._secret_minds[players]

    def _searcher(self, players: int) -> Searcher | None:
        if players not in self._searchers:
            self._searchers[players] = searcher_by_value(self.game, players)
        return self._searchers[players]


def searcher_by_value(game: Game, players: int, **differently: float) -> Searcher | None:
    """The search that `bellwether` thinks with; None where nothing was learned, or nothing that can be used."""
    changes = (dict(game.judgement.BELLWETHER) if game.judgement else {}) | differently
    iterations, by_judgement = int(changes.pop("iterations", ITERATIONS)), changes.pop("by_judgement", False)
    changes.pop("reads", None)
    if by_judgement:
        return Searcher(game, iterations=iterations, manner=replace(manner_of(game), **changes))
    manner = replace(manner_of(game), **({"cut": AHEAD} | changes))
    try:
        network = network_of(game, players)
    except BadOption as error:
        log.warning("%s", error)
        return None
    if network is None:
        return None
    return ByValue(game, network, iterations=max(1, iterations * 2 // players), manner=manner)


# ---------------------------------------------------------------------------------------------- secret choices


def is_secret(seen: Seen, legal: Sequence[str], rng: random.Random) -> bool:
    """Whether nobody else will see which of these actions was chosen, at first: two of them look alike."""
    game, loops = seen.game, engine_of(seen.game).loops
    if not game.record.secrets:
        return False
    states, moves, told = game.record.new(2), drivers.new_moves(game), drivers.new_told(mute=True)
    begun = copy_of(seen.observation)
    loops.guess(begun, 0, seen.seat, source(rng.getrandbits(64)))
    looks: list[bytes] = []
    for text in (legal[0], legal[-1]):
        states[:1] = begun
        loops.step(states, 0, 1, seen.seat, game.by_text[text], moves, told)
        looks.append(observe(game.record, states[:1], None).tobytes())
    return looks[0] == looks[1]


def drawn(considered: Sequence[Considered], rng: random.Random) -> str:
    """One of the actions by lot, as often as each was tried; what was seldom tried was only looked at."""
    most = considered[0].tried
    some = [each for each in considered if each.tried >= SELDOM * most]
    return rng.choices(some, [each.tried for each in some])[0].action
