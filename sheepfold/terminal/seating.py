"""Who sits where: people by their names, bots by theirs.

A record names the bots among its seats (`seat 1 greedy`), so a saved game is nothing but a record and can be gone on
with.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sheepfold import bots
from sheepfold.core.errors import BadOption
from sheepfold.core.game import Game
from sheepfold.core.match import Match
from sheepfold.core.options import is_number
from sheepfold.core.text import MARKS
from sheepfold.core.words import gettext as _

PERSON = "person"


@dataclass(frozen=True)
class Sitter:
    """A seat at the table: a person's, or a bot's."""

    seat: int
    name: str | None
    bot_name: str | None = None

    @property
    def is_person(self) -> bool:
        return self.bot_name is None


def read_seats(given: Sequence[str]) -> dict[int, str]:
    """`0=person 1=greedy` as seat → who."""
    seats: dict[int, str] = {}
    for text in given:
        seat, _equals, who = text.partition("=")
        if not (is_number(seat) and who):
            sentence = _("`{text}` does not say who sits where: write `--seat 1=greedy` or `--seat 1=person`.")
            raise BadOption(sentence.format(text=text))
        if int(seat) in seats:
            raise BadOption(_("Seat {seat} is taken twice.").format(seat=seat))
        seats[int(seat)] = who
    return seats


def read_names(given: str) -> list[str]:
    """`Ada, Ben` as a list of names."""
    names = [name.strip() for name in given.split(",")] if given else []
    for name in names:
        if bots.is_bot_name(name):
            sentence = _("`{name}` is the name of a bot: to seat it, write `--seat 1={name}`.")
            raise BadOption(sentence.format(name=name))
    return names


def places(names: Sequence[str], seats: Mapping[int, str]) -> int:
    """How many have a place already, by their name or their seat."""
    return max(len(names), *(seat + 1 for seat in seats), 0)


def seated(game: Game, players: int, names: Sequence[str], seats: Mapping[int, str]) -> list[Sitter]:
    """Everybody named is a person, and so is seat 0 if nobody is; bots take the seats that are left."""
    if len(names) > players:
        sentence = _("There are {given} names for {players} players.")
        raise BadOption(sentence.format(given=len(names), players=players))
    for seat in seats:
        if seat >= players:
            sentence = _("There is no seat {seat} with {players} players; the seats are 0 to {last}.")
            raise BadOption(sentence.format(seat=seat, players=players, last=players - 1))
    people = max(len(names), 0 if seats.get(0, PERSON) != PERSON else 1)
    who = [seats.get(seat, PERSON if seat < people else bots.best(game)) for seat in range(players)]
    chairs: list[Sitter] = []
    for seat, kind in enumerate(who):
        name = names[seat] if seat < len(names) else None
        chairs.append(Sitter(seat, name) if kind == PERSON else _bots_chair(game, seat, kind, who.count(kind) > 1))
    return chairs


def _bots_chair(game: Game, seat: int, kind: str, is_one_of_many: bool) -> Sitter:
    """A bot's chair; if the same bot sits on several, the mark in its name tells them apart."""
    bots.find(kind, game)
    return Sitter(seat, f"{kind} {MARKS[seat]}" if is_one_of_many else kind, kind)


LOTS = "lots"
"""What one writes instead of a name to have lots drawn for who begins."""


def drawn(chairs: Sequence[Sitter], rng: random.Random) -> int:
    """The seat the lots fall on."""
    return rng.randrange(len(chairs))


def wished(chairs: Sequence[Sitter], who: str, rng: random.Random) -> int:
    """The seat of whoever is to begin by `--first`: a name, a seat's number, or lots."""
    if who == LOTS:
        return drawn(chairs, rng)
    for chair in chairs:
        if who in (chair.name, str(chair.seat)):
            return chair.seat
    known = ", ".join(chair.name or str(chair.seat) for chair in chairs)
    sentence = _("`{given}` is nobody at this table: --first takes {known}, or lots.")
    raise BadOption(sentence.format(given=who, known=known))


def turned(game: Game, chairs: Sequence[Sitter], first: int) -> list[Sitter]:
    """Everybody in the same order round the table, turned so that this one has seat 0."""
    order = [*chairs[first:], *chairs[:first]]
    kinds = [chair.bot_name for chair in order]
    return [
        Sitter(seat, chair.name)
        if chair.bot_name is None
        else _bots_chair(game, seat, chair.bot_name, kinds.count(chair.bot_name) > 1)
        for seat, chair in enumerate(order)
    ]


def seated_as_recorded(match: Match) -> list[Sitter]:
    """Who sat where when a record was made."""
    chairs: list[Sitter] = []
    for seat, name in enumerate(match.names):
        bare = (name or "").removesuffix(f" {MARKS[seat]}")
        is_bot = bots.is_bot_name(bare)
        if is_bot:
            bots.find(bare, match.game)
        chairs.append(Sitter(seat, name, bare if is_bot else None))
    return chairs
