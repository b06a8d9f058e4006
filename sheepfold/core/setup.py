"""How a game is set up: with how many, by which options, with which material, by which version of the rules.

Everybody who lets a game be played, from the command line, at a server, in a study or by a program, sets it up here, so
that the same words mean the same and what is refused is refused with the same sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sheepfold.core.errors import BadOption
from sheepfold.core.finding import pick_game
from sheepfold.core.game import Game, Material
from sheepfold.core.secrecy import Array
from sheepfold.core.words import gettext as _


@dataclass(frozen=True)
class Setup:
    """A game set up and checked: it can begin."""

    game: Game
    players: int
    options: dict[str, Any]
    """All options with their values."""
    material: Material
    rules_version: int
    position: bytes = b""
    """The state that it begins at, if that is not the usual one."""

    @property
    def chosen(self) -> dict[str, Any]:
        """The options that do not go without saying."""
        return self.game.chosen(self.options, self.rules_version)

    def packed(self) -> Array:
        """The same as the one record that the rules' `setup` gets."""
        return self.game.pack(self.options, self.material, self.rules_version)


def set_up(
    game: str | Game,
    players: object = None,
    options: Mapping[str, Any] | None = None,
    *,
    material: Material | None = None,
    rules_version: object = None,
    at_least: int = 0,
) -> Setup:
    """Set a game up; BadOption says what does not fit.

    Where it is not said how many play, as few as can, but `at_least` so many as have a place already.
    """
    found = game if isinstance(game, Game) else pick_game(game)
    version = found.check_rules(rules_version)
    count = found.check_players(max(found.players[0], at_least) if players is None else players)
    values = found.check_options(count, options or {}, version)
    return Setup(found, count, values, found.check_material(material, version), version)


def read_options(game: Game, given: Mapping[str, str | None]) -> dict[str, Any]:
    """Options written in words, as values; one that the game does not have is refused when it is set up."""
    read: dict[str, Any] = {}
    for name, text in given.items():
        option = game.options.get(name)
        read[name] = option.read(text) if option else text
    return read


def read_material(game: Game, text: str) -> Material:
    """Material that somebody has written, read and checked."""
    if game.material_module is None:
        raise BadOption(_("The material of {game} cannot be exchanged.").format(game=_(game.name)))
    return game.material_module.check(game.material_module.read_file(text))
