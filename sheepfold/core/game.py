"""What a game folder offers, and how games are found.

A game is one folder with an `__init__.py` that says `GAME = Game(...)`: the table of contents. `Game` looks at the
modules it is given and refuses a game that lacks a part of the interface, with a sentence that names it. Options are
declared with types, bounds, defaults and words.
"""

from __future__ import annotations

import functools
import glob
import importlib
import pkgutil
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, TypeGuard, cast

import numpy as np

from sheepfold.core import words
from sheepfold.core.errors import BadGame, BadOption, UnknownGame
from sheepfold.core.kit import MOST_SEATS, Events, Field, Record, field
from sheepfold.core.secrecy import ALL, Array
from sheepfold.core.words import gettext as _

Material = dict[str, Any]


def without_numpy(given: object) -> object:
    """numpy's whole numbers as Python's own: people who compute pass them."""
    return int(cast("int", given)) if isinstance(given, np.integer) else given


def is_number(text: str | None) -> TypeGuard[str]:
    """Whether a text is a whole number as records write it: plain digits, no plus, no leading zeros."""
    return bool(text) and text.isascii() and text.isdigit() and len(text) <= 9 and str(int(text)) == text


# ---------------------------------------------------------------------------------------------- options


@dataclass(frozen=True)
class Option:
    """One option of a game: its name, what it does in words, and the values it may have.

    Values are whole numbers (a range or a tuple), words (a tuple of them) or yes/no (`(False, True)`). The default
    may lie outside them: then it stands for "not in force".
    """

    name: str
    words: str
    values: range | tuple[int, ...] | tuple[str, ...] | tuple[bool, ...]
    default: int | str | bool

    @property
    def is_flag(self) -> bool:
        return self.values == (False, True)

    @property
    def legal(self) -> str:
        """The values one may give, in words."""
        if self.is_flag:
            return _("yes or no (True or False)")
        if isinstance(self.values, range):
            return _("{low} to {high}").format(low=self.values[0], high=self.values[-1])
        return _(" or ").join(str(value) for value in self.values)

    def check(self, given: object) -> int | str | bool:
        """The value given, if it is one of the legal ones (the default always is)."""
        given = without_numpy(given)
        fits = isinstance(given, int | str) and isinstance(given, bool) == self.is_flag
        if not fits or (given not in self.values and given != self.default):
            sentence = _("{given!r} is not a value of the option {name}: it takes {legal}.")
            raise BadOption(sentence.format(given=given, name=self.name, legal=self.legal))
        return cast("int | str | bool", given)

    def read(self, text: str | None) -> int | str | bool:
        """The value a text (a record, a command line) stands for; None where the option's name stands alone."""
        if self.is_flag:
            answers = {None: True, "yes": True, "true": True, "no": False, "false": False}
            return self.check(answers.get(text.lower() if text else text, text))
        if isinstance(self.default, int) and is_number(text):
            return self.check(int(text))
        return self.check(text or "")

    def line(self, value: int | str | bool) -> str:
        """The option as it stands in a record."""
        return self.name if self.is_flag else f"{self.name} {value}"

    def number(self, value: int | str | bool) -> int:
        """The value as the rules get it: yes/no as 1/0, a word as its place among the words."""
        return self.values.index(value) if isinstance(value, str) else int(value)  # pyright: ignore


# ---------------------------------------------------------------------------------------------- endings and interface


@dataclass(frozen=True)
class Ending:
    """Why a game is over: the rule, and its words."""

    rule: str
    words: str

    def __str__(self) -> str:
        return _(self.words)


RULE_PARTS = ("setup", "to_act", "legal", "apply", "ending", "scores")
NOTATION_PARTS = ("show", "parts", "diagram", "read_diagram", "narrate")
MATERIAL_PARTS = ("built_in", "read_file", "check", "pack", "lines", "read_line")
STATE_PARTS = ("STATE", "ACTIONS", "MOST", "EVENTS", "ENDINGS", "OPTIONS")


def _need(key: str, module: ModuleType, parts: tuple[str, ...]) -> None:
    for name in parts:
        if not hasattr(module, name):
            where = module.__name__.rpartition(".")[2]
            raise BadGame(f"The game `{key}` lacks a part of the interface: `{name}` in {where}.py.")


@dataclass(frozen=True, eq=False)
class Game:
    """A game's table of contents. The modules' parts are checked when it is made."""

    name: str
    summary: str
    players: range
    ages: int
    minutes: int
    rules_version: int
    state: ModuleType
    rules: ModuleType
    notation: ModuleType
    picture: ModuleType | None = None
    judgement: ModuleType | None = None
    material_module: ModuleType | None = None
    has_points: bool = True
    """Without points, `scores` says how many seats are placed behind."""

    def __post_init__(self) -> None:
        _need(self.key, self.state, STATE_PARTS)
        _need(self.key, self.rules, RULE_PARTS)
        _need(self.key, self.notation, NOTATION_PARTS)
        if self.picture is not None:
            _need(self.key, self.picture, ("picture",))
        if self.judgement is not None:
            _need(self.key, self.judgement, ("judge",))
        if self.material_module is not None:
            _need(self.key, self.material_module, MATERIAL_PARTS)
        if self.record.secrets and not hasattr(self.rules, "determinize"):
            raise BadGame(
                f"The game `{self.key}` lacks a part of the interface: `determinize` in rules.py (it has secrets)."
            )
        if self.record.secrets and not hasattr(self.notation, "veil"):
            raise BadGame(
                f"The game `{self.key}` lacks a part of the interface: `veil` in notation.py (it has secrets)."
            )
        if hasattr(self.rules, "clock") != hasattr(self.rules, "seconds"):
            raise BadGame(f"The game `{self.key}` lacks a part of the interface: `clock` and `seconds` go together.")
        if self.players[-1] > MOST_SEATS:
            raise BadGame(f"The game `{self.key}` seats {self.players[-1]}; there are {MOST_SEATS} chairs at most.")
        words.add_folder(self.folder)

    @property
    def key(self) -> str:
        """The folder's name, by which the game is called everywhere."""
        return self.rules.__name__.split(".")[-2]

    @property
    def folder(self) -> Path:
        return Path(str(self.rules.__file__)).resolve().parent

    @property
    def how_many(self) -> str:
        """How many may play, in words: `3 to 8`, or `2`."""
        low, high = self.players[0], self.players[-1]
        return str(low) if low == high else _("{low} to {high}").format(low=low, high=high)

    @property
    def record(self) -> Record:
        """The shape of a state."""
        return self.state.STATE

    @property
    def actions(self) -> int:
        """How many different actions there are."""
        return self.state.ACTIONS

    @property
    def most(self) -> int:
        """The most actions that are ever legal at once."""
        return self.state.MOST

    @property
    def events(self) -> Events:
        return self.state.EVENTS

    @property
    def options(self) -> dict[str, Option]:
        return {option.name: option for option in self.state.OPTIONS}

    @functools.cached_property
    def setup_record(self) -> Record:
        """What `setup` is given: each option as a number, and the material as the game packs it."""
        material_fields: tuple[Field, ...] = getattr(self.material_module, "FIELDS", ())
        chosen = [field(name, np.int32, sees=ALL) for name in self.options]
        return Record(*chosen, *material_fields, field("version", np.int32, sees=ALL))

    @functools.cached_property
    def texts(self) -> list[str]:
        """Every action's text; an action is its place in this list."""
        return [self.notation.show(action) for action in range(self.actions)]

    @functools.cached_property
    def by_text(self) -> dict[str, int]:
        """The action each text stands for. Texts match to the letter: nothing else is an action."""
        table = {text: action for action, text in enumerate(self.texts)}
        if len(table) != self.actions:
            raise BadGame(f"Two actions of the game `{self.key}` have the same text.")
        return table

    @property
    def material(self) -> Material:
        """The built-in material: boards, decks, pads."""
        return self.material_module.built_in() if self.material_module else {}

    def rules_page(self) -> str:
        """The rules in words, as markdown with numbered rules: in the present language, if the game has them in it."""
        translated = self.folder / f"rules.{words.language()}.md"
        page = translated if translated.is_file() else self.folder / "rules.md"
        return page.read_text(encoding="utf-8")

    def drawing(self, *, upright: bool = False) -> Callable[..., str]:
        """The function that draws a position: for a screen, or for a phone held upright where a game has that too."""
        if self.picture is None:
            raise BadOption(_("{game} has no picture.").format(game=_(self.name)))
        return getattr(self.picture, "upright", self.picture.picture) if upright else self.picture.picture

    # ------------------------------------------------------------------------------------------ setting up

    def check_players(self, players: object) -> int:
        players = without_numpy(players)
        if not isinstance(players, int) or isinstance(players, bool) or players not in self.players:
            sentence = _("{game} is for {number} players, not {given}.")
            raise BadOption(sentence.format(game=_(self.name), number=self.how_many, given=repr(players)))
        return players

    def check_options(self, players: int, given: Mapping[str, object]) -> dict[str, Any]:
        """All options with their values; a wrong one gets a sentence that names the legal ones."""
        for name in given:
            if name not in self.options:
                legal = ", ".join(self.options) or _("none")
                sentence = _("{game} has no option `{given}`; its options: {legal}.")
                raise BadOption(sentence.format(game=_(self.name), given=name, legal=legal))
        chosen = {name: option.check(given.get(name, option.default)) for name, option in self.options.items()}
        objection: Callable[[int, dict[str, Any]], str | None] | None = getattr(self.state, "objection", None)
        sentence = objection(players, chosen) if objection else None
        if sentence:
            raise BadOption(sentence)
        return chosen

    def pack(self, options: Mapping[str, Any], material: Material) -> Array:
        """Options and material as the one record `setup` gets."""
        packed = self.setup_record.new()
        for name, option in self.options.items():
            packed[name][0] = option.number(options[name])
        if self.material_module is not None:
            for name, value in self.material_module.pack(material).items():
                packed[name][0] = value
        packed["version"][0] = self.rules_version
        return packed


# ---------------------------------------------------------------------------------------------- finding games

_known: dict[str, str] = {}


def add_games(package: ModuleType) -> None:
    """Make the game folders in a package known: nothing anywhere lists the games by hand."""
    for each in pkgutil.iter_modules(package.__path__):
        if each.ispkg:
            _known[each.name] = f"{package.__name__}.{each.name}"


@functools.lru_cache(maxsize=8)
def _in_folders(folders: tuple[str, ...]) -> dict[str, str]:
    """The game folders in these folders: packages with a rules page that say `GAME = ...`."""
    found: dict[str, str] = {}
    for folder in folders:
        for page in glob.iglob("*/rules.md", root_dir=folder or None):  # noqa: PTH207 (many times as quick)
            contents = Path(folder, page).with_name("__init__.py")
            if contents.is_file() and "\nGAME = " in contents.read_text(encoding="utf-8"):
                found[contents.parent.name] = contents.parent.name
    return found


def _on_the_path(key: str = "") -> dict[str, str]:
    """The games in the folders of Python's path; looked for anew unless this one is known to be there."""
    if key not in _in_folders(tuple(sys.path)):
        _in_folders.cache_clear()
    return _in_folders(tuple(sys.path))


def games() -> list[str]:
    """The keys of the games there are: ours, and those in folders on Python's path."""
    return sorted(_on_the_path() | _known)


def pick_game(key: object) -> Game:
    """The game of this name, or a sentence that names those there are."""
    known = _known if not isinstance(key, str) or key in _known else _on_the_path(key)
    if not isinstance(key, str) or key not in known:
        sentence = _("There is no game {given!r}; there are: {legal}.")
        raise UnknownGame(sentence.format(given=key, legal=", ".join(games())))
    game = getattr(importlib.import_module(known[key]), "GAME", None)
    if not isinstance(game, Game):
        raise BadGame(f"The game `{key}` lacks a part of the interface: `GAME = Game(...)` in __init__.py.")
    return game
