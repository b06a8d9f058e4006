"""How strong the bots are, how quickly they search, and that searching takes no more and more memory.

Each contest is played in the arena, from all seats and with the same seed every time, and shown with its 95 % interval
beside what it should reach. Bots think by iterations, not by the clock, and times are processor times: a busy machine
changes no result. By default so few games that all of it takes minutes; `--full` plays many, `--games N` as many as you
like. `--of BOT` plays only the contests of one bot; `--levels` sets each level among the next lower one instead, at
every table size, or at those of so many `--players`. With `--keep FILE` every deal has a seed of its own (the one
given, the next, …) and is noted in the file as soon as it has been played: what is noted there is not played again, so
a long run can be stopped and goes on, and runs add up. Run in this project's folder with
`python benchmarks/strength.py [--games N | --full] [--jobs N] [--seed N] [--of BOT | --levels] [--players N]
[--keep FILE] [GAME …]`.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import sheepfold
from sheepfold import bots
from sheepfold.bots.search import Manner, Searcher
from sheepfold.bots.seen import Seen
from sheepfold.core.engine import engine_of
from sheepfold.games.dyke.state import PLAY, PLAY_SCOPE, SQUARES
from sheepfold.study.arena import contest
from sheepfold.study.summary import share

FEW, MANY = 24, 200
CAREFUL = "benchmarks.strength:careful_random"


def careful_random(seen: Seen, legal: Sequence[str], rng: random.Random) -> str:
    """The Sheep Hustle at random, but nobody runs off the dyke on purpose."""
    room = 2 * SQUARES - 1 - int(seen.record.square[seen.seat])
    careful = [text for text in legal if not text.startswith("play ") or scope_of(seen, text) <= room]
    return rng.choice(careful or legal)


def scope_of(seen: Seen, text: str) -> int:
    """How far the cards of a `play` lead."""
    return int(PLAY_SCOPE[seen.game.by_text[text] - PLAY])


# ---------------------------------------------------------------------------------------------- strength


@dataclass(frozen=True)
class Claim:
    """That a bot wins at least this share against the others at its table."""

    game: str
    bots: tuple[str, ...]
    share: float
    options: dict[str, Any] = field(default_factory=dict[str, Any])

    def __str__(self) -> str:
        options = "".join(f" {name}" + ("" if value is True else f" {value}") for name, value in self.options.items())
        rivals = self.bots[1].partition(":")[2] or self.bots[1]
        return f"{self.game}{options}, {self.bots[0]} against {len(self.bots) - 1} {rivals}"


THREE = {"exchanges": 3}
TACTICAL = {"tactical": True}
CLAIMS = (
    Claim("nines", ("greedy", "random"), 0.9),
    Claim("shepherd", ("greedy", "random"), 0.9),
    Claim("sheepsheep", ("greedy", "random"), 0.9, THREE),
    Claim("dyke", ("greedy", CAREFUL, CAREFUL, CAREFUL), 0.45),
    Claim("nines", ("ram", "greedy"), 0.7),
    Claim("shepherd", ("ram", "greedy"), 0.7),
    Claim("shepherd", ("ram", "greedy"), 0.7, TACTICAL),
    Claim("sheepsheep", ("ram", "greedy"), 0.65, THREE),
    Claim("dyke", ("ram", "greedy", "greedy", "greedy"), 0.4),
    Claim("nines", ("bellwether", "ram"), 0.6),
    Claim("shepherd", ("bellwether", "ram"), 0.6),
    Claim("shepherd", ("bellwether", "ram"), 0.6, TACTICAL),
    Claim("sheepsheep", ("bellwether", "ram"), 0.6, THREE),
    Claim("dyke", ("bellwether", "ram", "ram"), 0.46),
    Claim("dyke", ("bellwether", "ram", "ram", "ram"), 0.35),
    Claim("dyke", ("bellwether", *["ram"] * 5), 0.23),
    Claim("dyke", ("bellwether", *["ram"] * 7), 0.175),
)


LEVELS = ("lamb", "ewe", "ram", "bellwether")
BETTER, BETTER_AMONG_MANY = 0.65, 1.6
"""How often a level is to win against the next lower one where two play; among more, how many times its share."""


def level_claims(keys: Sequence[str], only: int | None = None) -> list[Claim]:
    """Of every game and number of players (or `only` this one): each level among bots of the next lower one."""
    tables = [(key, players) for key in keys for players in sheepfold.game(key).players if only in (None, players)]
    return [
        Claim(
            key,
            (better, *[lower] * (players - 1)),
            BETTER if players == 2 else BETTER_AMONG_MANY / players,
            THREE if key == "sheepsheep" else {},
        )
        for key, players in tables
        for lower, better in pairwise(LEVELS)
    ]


def show_strength(claims: Sequence[Claim], games: int, jobs: int | None, seed: int, keep: Path | None = None) -> None:
    print(f"{'wins':<52}{'share':>7}  {'95 % interval':<16}{'goal':>6}{'games':>7}")
    for claim in claims:
        if keep is None:
            setup = sheepfold.Match(claim.game, len(claim.bots), **claim.options)
            quick = "ram" not in claim.bots and "ewe" not in claim.bots
            found = contest(setup, claim.bots, games * 4 if quick else games, seed=seed, jobs=jobs)
            wins, played = found.bots[claim.bots[0]].wins, found.games
        else:
            deals = deal_by_deal(claim, games, seed, keep)
            played = len(claim.bots) * len(deals)
            wins = share(sum(deals), played)
        interval = f"{wins.low:.1%} – {wins.high:.1%}"
        print(f"{claim!s:<52}{wins.value:>7.1%}  {interval:<16}{claim.share:>6.0%}{played:>7}", flush=True)


def deal_by_deal(claim: Claim, games: int, seed: int, keep: Path) -> list[float]:
    """How many games were won in each deal, as noted in the file; those that are not are played and noted there."""
    setup = sheepfold.Match(claim.game, len(claim.bots), **claim.options)
    lines = keep.read_text("utf-8").splitlines() if keep.exists() else []
    noted = {(line["claim"], line["seed"]): line["won"] for line in map(json.loads, lines)}
    deals = range(seed, seed - (-games // setup.players))
    for number in deals:
        if (str(claim), number) not in noted:
            found = contest(setup, claim.bots, setup.players, seed=number, jobs=1)
            won = noted[str(claim), number] = found.bots[claim.bots[0]].wins.value * found.games
            with keep.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"claim": str(claim), "seed": number, "won": won}) + "\n")
    return [noted[str(claim), number] for number in deals]


# ---------------------------------------------------------------------------------------------- speed and memory

OPENINGS: dict[str, list[tuple[int, dict[str, Any]]]] = {
    "dyke": [(4, {})],
    "nines": [(4, {}), (2, {})],
    "sheepsheep": [(2, THREE), (4, {})],
    "shepherd": [(2, {}), (2, TACTICAL), (4, {}), (4, TACTICAL)],
}
"""Player counts and options worth a line; a game not named here is measured with its fewest players."""


def first_decision(key: str, players: int, options: dict[str, Any]) -> Seen:
    match, rng = sheepfold.Match(key, players, **options), random.Random(1)
    while match.to_act() == {"*"}:
        match.roll(rng)
    seat = min(int(actor) for actor in match.to_act())
    return Seen(match.game, seat, match.observation(seat))


def iterations_per_second(seen: Seen, iterations: int, manner: Manner | None = None) -> float:
    """By processor time, the quickest of some searches from an empty tree; the first only loads what was compiled."""
    quickest = 0.0
    for seed in range(4):
        searcher = Searcher(seen.game, iterations=iterations, manner=manner)
        start = time.process_time()
        searcher.consider(seen, random.Random(seed))
        quickest = max(quickest, iterations / (time.process_time() - start))
    return quickest


def thinking_times(bot: str, key: str, players: int, options: dict[str, Any]) -> list[float]:
    """The processor seconds of each decision of a bot among greedy ones, through a whole game."""
    engine_of(sheepfold.game(key)).wait_for(*bots.steps_for([bot, "greedy"]))
    match, rng = sheepfold.Match(key, players, **options), random.Random(1)
    chairs = [bots.find(bot if seat == 0 else "greedy", match.game) for seat in range(players)]
    times: list[float] = []
    while not match.is_over:
        if match.to_act() == {"*"}:
            match.roll(rng)
            continue
        seat = min(int(actor) for actor in match.to_act())
        legal, seen = match.legal(seat), Seen(match.game, seat, match.observation(seat))
        start = time.process_time()
        chosen = chairs[seat](seen, legal, rng)
        if seat == 0 and len(legal) > 1:
            times.append(time.process_time() - start)
        match.play(seat, chosen)
    return times


def show_speed(keys: Sequence[str]) -> None:
    title = "iterations a second, from the opening"
    print(f"\n{title:<42}{'full playouts':>14}{'as played':>11}{'ram: mean, longest':>20}{'bellwether':>16}")
    for key in keys:
        game = sheepfold.game(key)
        for players, options in OPENINGS.get(key, [(game.players[0], {})]):
            seen = first_decision(key, players, options)
            full = iterations_per_second(seen, 5000, Manner())
            played = iterations_per_second(seen, 2000)
            taken = {bot: thinking_times(bot, key, players, options) for bot in ("ram", "bellwether")}
            label = f"{key}, {players} players {' '.join(f'{name} {value}' for name, value in options.items())}"
            ram, bellwether = (f"{sum(times) / len(times):.2f} s, {max(times):.2f} s" for times in taken.values())
            print(f"{label:<42}{full:>14,.0f}{played:>11,.0f}{ram:>20}{bellwether:>16}", flush=True)


def megabytes() -> float:
    """What this process holds now, where the system tells; else the most it ever held."""
    try:
        pages = Path("/proc/self/statm").read_text("ascii").split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE") / 1e6
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3


def show_memory(key: str) -> None:
    seen = first_decision(key, sheepfold.game(key).players[0], {})
    searcher = Searcher(seen.game, iterations=200)
    held: list[float] = []
    for number in range(1001):
        searcher.consider(seen, random.Random(number))
        if number in (100, 1000):
            held.append(megabytes())
    print(f"\n{key}: {held[0]:.1f} MB after 100 searches, {held[1]:.1f} MB after 1,000")


def main() -> None:
    options = argparse.ArgumentParser(description="How strong and how quick the bots are.")
    options.add_argument("--games", type=int, default=FEW)
    options.add_argument("--full", action="store_true")
    options.add_argument("--jobs", type=int, help="processes that share the contests; without: one per core")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--of", metavar="BOT", help="only the contests of this bot, and nothing else")
    options.add_argument("--levels", action="store_true", help="the levels at every table size, and nothing else")
    options.add_argument("--players", type=int, help="only tables of so many")
    options.add_argument("--keep", metavar="FILE", type=Path, help="note every deal here, and play none twice")
    options.add_argument("keys", nargs="*", metavar="GAME")
    given = options.parse_args()
    keys = given.keys or sheepfold.games()
    games = MANY if given.full else given.games
    if given.of or given.levels:
        of_one = [claim for claim in CLAIMS if claim.game in keys and claim.bots[0] == given.of]
        asked = [claim for claim in of_one if given.players in (None, len(claim.bots))]
        claims = asked if given.of else level_claims(keys, given.players)
        show_strength(claims, games, given.jobs, given.seed, given.keep)
        return
    show_speed(keys)
    show_memory(keys[0])
    print()
    show_strength([claim for claim in CLAIMS if claim.game in keys], games, given.jobs, given.seed)


if __name__ == "__main__":
    main()
