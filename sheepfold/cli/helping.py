"""Help in the reader's language, and what cyclopts finds wrong as one sentence."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cyclopts import Group, Parameter, Token
from cyclopts.exceptions import (
    CoercionError,
    CycloptsError,
    MissingArgumentError,
    RepeatArgumentError,
    UnknownCommandError,
    UnknownOptionError,
    UnusedCliTokensError,
)
from cyclopts.help import DefaultFormatter
from rich.text import Text

from sheepfold.core.finding import games
from sheepfold.core.words import gettext as _

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions


class Formatter(DefaultFormatter):
    """cyclopts' help, with the usage line in the present language."""

    def render_usage(self, console: Console, options: ConsoleOptions, usage: Any) -> None:  # noqa: ARG002 (the formatter calls it so)
        line = str(usage).removeprefix("Usage:").strip()
        line = line.replace("COMMAND", _("COMMAND")).replace("[OPTIONS]", _("[OPTIONS]"))
        console.print(Text(_("Usage:") + " ", "bold").append(line + "\n", "not bold"))


def command_words() -> dict[str, str]:
    """What each command does."""
    return {
        "play": _("Play at this terminal, against bots or together."),
        "learn": _("Your first game, with a coach."),
        "games": _("Which games there are."),
        "rules": _("Read a game's rules, or look something up in them."),
        "serve": _("Host tables that people open in their browsers."),
        "join": _("Sit down at a server's table by its link, yourself or a bot of yours."),
        "soak": _("Play at random at servers of one's own that are killed meanwhile, and hold all against the log."),
        "replay": _("Look at a recorded game again."),
        "simulate": _("Let bots play many games, and see what comes of it."),
        "arena": _("Let bots compete, and see which is how strong."),
        "train": _("Let a game be learned by playing it, for the bot `bellwether`."),
        "check": _("Look whether a game keeps the laws that every game keeps."),
        "warm": _("Prepare games ahead, so that they start at once."),
        "completion": _("Let your shell complete these commands."),
    }


def usages() -> dict[str, str]:
    """How commands are written whose words need no option names."""
    return {
        "learn": _("sheepfold learn GAME"),
        "rules": _("sheepfold rules GAME [ID or word]"),
        "join": _("sheepfold join LINK [OPTIONS]"),
        "replay": _("sheepfold replay FILE [OPTIONS]"),
        "check": _("sheepfold check GAME"),
        "warm": _("sheepfold warm [GAME …]"),
        "completion": _("sheepfold completion SHELL [OPTIONS]"),
    }


def parameter(name: str) -> Parameter:
    """How a parameter of a command is described, in the present language: its value, and what it means."""
    value, words = _parameters()[name]
    if name == "game":  # only then: looking for games takes longer than all the rest
        words = words.format(games=", ".join(games()))
    words += _levels() if name == "seat" else ""
    named = {"viewer": "--seat", "contests": "--games", "rivals": "--bots", "span": "--players"}.get(name)
    converter = _whole_number if value == _("N") else None
    return Parameter(name=named, help=words, metavar=value or None, converter=converter, group=Group(_("Options")))


def _levels() -> str:
    """The levels of bots in words, the weakest first."""
    from sheepfold.bots import BOTS, LEVELS

    named = [f"`{name}` – " + _("a bot that {does}").format(does=_(BOTS[name].words)) for name in LEVELS]
    return ". " + "; ".join(named)


def _whole_number(_kind: type, tokens: Sequence[Token]) -> int:
    """cyclopts would round 1.5 to 2."""
    return int(tokens[0].value)


def _parameters() -> dict[str, tuple[str, str]]:
    number, file, names = _("N"), _("FILE"), _("NAMES")
    return {
        "players": (number, _("how many play")),
        "names": (names, _("the people at this terminal in seat order, `Ada,Ben`; bots take the other seats")),
        "seat": (_("SEAT=WHO"), _("who sits where, from seat 0: `1=ram`, `2=person`, your own `1=module:function`")),
        "dice": ("real", _("you type what real dice and drawn tiles show")),
        "material": (file, _("boards, decks or the like of your own")),
        "seed": (number, _("the same number gives the same dice")),
        "first": (_("WHO"), _("who begins, in seat 0: a name, a seat, or `lots`; else people are asked")),
        "choose": ("", _("choose yourselves what is usually left to the lot, such as the first boards of a race")),
        "coach": ("", _("have a coach, who says what can be done, warns and explains; `coach` sends it away")),
        "resume": (file, _("go on with a saved game")),
        "position": (file, _("begin at a position drawn as text")),
        "host": (_("ADDRESS"), _("where to listen: 127.0.0.1 for this computer (default), 0.0.0.0 for the network")),
        "port": (number, _("the port (default 8470); 0 takes a free one")),
        "data": (_("FOLDER"), _("where tables are kept")),
        "database": ("URL", _("where tables are kept: `postgresql://…` (default: SQLite in the data folder)")),
        "news": ("URL", _("`redis://…`, over which several processes hear of each other's moves at once")),
        "workers": (number, _("how many processes serve (default 1); several need PostgreSQL")),
        "moves": (number, _("how many moves are played (default 1000)")),
        "processes": (
            number,
            _("how many processes: 1 on SQLite (default), several on a PostgreSQL and Redis of its own"),
        ),
        "pause": (number, _("how many seconds lie between two blows, about (default 2)")),
        "open": ("", _("open a browser")),
        "new_key": ("", _("make a new key to sign links with; all links made so far end")),
        "address": ("", _("the link somebody gave you: an invitation, or one to your chair")),
        "bot": (_("BOT"), _("a bot sits down: `ram`, `greedy`, your own `module:function`")),
        "name": (_("NAME"), _("the name the others see")),
        "chair": (number, _("which chair, from 0 (default: the first that is free)")),
        "games": (number, _("how many games (default 10000)")),
        "bots": (names, _("a bot for every seat, `greedy,random`, or one for all (default random)")),
        "csv": (file, _("write a row for every game into a file")),
        "against": (_("OPTION=VALUE"), _("compare with a variant on the same deals: `sun=8`; several with commas")),
        "contests": (number, _("how many games at least (default 100); every deal is played from all seats")),
        "rivals": (names, _("who competes: `ram,greedy`, `ram,greedy,greedy,greedy` (default: all levels)")),
        "span": (_("N-M"), _("for how many players, `2` or `2-4` (default: all the game is for)")),
        "minutes": (number, _("how long in all, in minutes (default 10)")),
        "to": (_("FOLDER"), _("where `value.npz` is written (default: the game's folder, where bots find it)")),
        "go_on": ("", _("go on with training that was stopped; give the same players, minutes, seed and options")),
        "engine": (_("ENGINE"), _("who plays: `local` (default), `ray`, or a Ray cluster, `ray=ADDRESS`")),
        "json": ("", _("the results as JSON")),
        "game": ("", _("a game: {games}")),
        "wanted": ("", _("a rule's id (`NIN-11`) or a word to look up")),
        "keys": ("", _("games; all of them if none is named")),
        "file": ("", _("the record of a game")),
        "at": (number, _("after how many actions (default: at the end)")),
        "svg": (file, _("draw that moment into this file")),
        "step": ("", _("one action after another")),
        "viewer": (number, _("as this seat may see it (default: as everybody may)")),
        "shell": ("", _("bash, zsh or fish")),
        "install": ("", _("put it where your shell finds it")),
    }


def sentence(error: CycloptsError) -> str:
    """What is wrong with a command line."""
    if isinstance(error, UnknownOptionError):
        given = error.token.keyword or error.token.value
        known = sorted({name for argument in error.argument_collection if argument.parse for name in argument.names})
        return _("There is no option {given} here.").format(given=given) + _meant(given, known)
    if isinstance(error, UnknownCommandError) and error.unused_tokens:
        given = error.unused_tokens[0]
        if given.startswith("-"):
            return _("There is no option {given} here.").format(given=given)
        known = [name for name in error.app or () if not name.startswith("-")]
        words = _("There is no command `{given}`; there are: {known}.")
        return words.format(given=given, known=", ".join(known)) + _meant(given, known)
    if isinstance(error, MissingArgumentError) and error.argument is not None:
        return _("{name} lacks its value.").format(name=error.keyword or error.argument.name)
    if isinstance(error, CoercionError) and error.token is not None:
        words = _("{name} takes a whole number, not `{given}`.")
        return words.format(name=_name(error), given=error.token.value)
    if isinstance(error, RepeatArgumentError):
        return _("{name} is given twice.").format(name=error.token.keyword)
    if isinstance(error, UnusedCliTokensError) and error.unused_tokens:
        return _("`{given}` is too much here.").format(given=" ".join(error.unused_tokens))
    error.verbose = False
    return str(error)


def _name(error: CoercionError) -> str:
    keyword = error.token.keyword if error.token else None
    return keyword or (error.argument.name if error.argument else "")


def _meant(given: str, known: list[str]) -> str:
    close = difflib.get_close_matches(given, known, n=1, cutoff=0.6)
    return " " + _("Did you mean {close}?").format(close=close[0]) if close else ""
