"""`sheepfold check`: whether a game keeps the laws that every game keeps."""

from __future__ import annotations

from sheepfold.core.engine import RULES
from sheepfold.core.finding import line_in
from sheepfold.core.game import Game
from sheepfold.core.words import gettext as _
from sheepfold.terminal import INTERRUPTED
from sheepfold.terminal.compiling import get_ready
from sheepfold.terminal.screen import console, side_console
from sheepfold.testing import LAWS, Broken, Law


def check(game: Game) -> int:
    """Try every law, and say which are kept; the exit code."""
    get_ready(game, RULES)
    try:
        kept = [_keeps(game, law) for law in LAWS.values()]
    except KeyboardInterrupt:
        side_console().print(_("Stopped."))
        return INTERRUPTED
    return int(not all(kept))


def _keeps(game: Game, law: Law) -> bool:
    try:
        law.check(game)
    except Broken as broken:
        return _tell(law, str(broken))
    except Exception as error:  # the game's own code failed amid the law
        return _tell(law, f"{type(error).__name__}: {error}{line_in(game.key, error)}")
    console().print(_("{law}: kept.").format(law=law.name), markup=False)
    return True


def _tell(law: Law, how: str) -> bool:
    """Say that a law is broken, and how."""
    console().print(_("{law}: broken. {words}").format(law=law.name, words=law.words), markup=False)
    console().print(f"   {how}", markup=False)
    return False
