"""`learn`: a coached first game, and then a real one."""

from __future__ import annotations

from sheepfold.cli import playing
from sheepfold.core.errors import BadOption
from sheepfold.core.finding import games, pick_game
from sheepfold.core.game import Game
from sheepfold.core.text import listed
from sheepfold.core.words import gettext as _
from sheepfold.terminal.lesson import Classroom
from sheepfold.terminal.screen import console


def learn(game: Game) -> int:
    """Teach a game; whoever has learned it can play at once."""
    if game.lesson is None:
        sentence = _("{game} has no lesson; `sheepfold rules {key}` shows its rules. Lessons: {games}.")
        taught = listed([key for key in games() if pick_game(key).lesson is not None])
        raise BadOption(sentence.format(game=_(game.name), key=game.key, games=taught or _("none")))
    left = Classroom(game, game.lesson).teach()
    if left is not None:
        return left
    console().print(_("That was your first game. Play a real one now, against bots? [Y/n]"), markup=False)
    return playing.play(playing.Wish(game), coach=True) if playing.says_yes() else 0
