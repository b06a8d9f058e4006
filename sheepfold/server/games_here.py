"""The games of this server: those that were there when it started.

Looking for games goes through folders of the disk. Names come from strangers, so nothing is looked for on their behalf.
"""

from __future__ import annotations

from functools import cache

from sheepfold.core.errors import UnknownGame
from sheepfold.core.finding import games, pick_game
from sheepfold.core.game import Game
from sheepfold.core.words import gettext as _


@cache
def games_here() -> tuple[str, ...]:
    """The keys of the games; a server that starts looks anew."""
    return tuple(games())


def game_here(key: str) -> Game:
    """The game of this name, or a sentence that names those there are."""
    if key not in games_here():
        sentence = _("There is no game {given!r}; there are: {legal}.")
        raise UnknownGame(sentence.format(given=key[:40], legal=", ".join(games_here())))
    return pick_game(key)
