"""A game: what its folder offers, and how it is set up.

A game is one folder with an `__init__.py` that says `GAME = Game(...)`: the table of contents. `Game` reads what its
modules offer, and refuses one that lacks a part or has a misspelt one, with a sentence that names it.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from inspect import signature
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, Self, cast

import numpy as np

from sheepfold.core import words
from sheepfold.core.errors import BadGame, BadMaterial, BadOption
from sheepfold.core.interface import (
    LESSON,
    JudgementParts,
    MaterialParts,
    NotationParts,
    PictureParts,
    RuleParts,
    StagingParts,
    StateParts,
)
from sheepfold.core.kit import MOST_SEATS, Events, Record, field
from sheepfold.core.offering import check_contents, check_files, offered
from sheepfold.core.options import Option, without_numpy
from sheepfold.core.regions import Region, from_text
from sheepfold.core.secrecy import ALL, Array
from sheepfold.core.words import gettext as _

if TYPE_CHECKING:
    from sheepfold.core.lesson import Lesson

Material = dict[str, Any]


@dataclass(frozen=True)
class Ending:
    """Why a game is over: the rule, and its words."""

    rule: str
    words: str

    def __str__(self) -> str:
        return _(self.words)


class Scores(NamedTuple):
    """Between which numbers the points of a game that is over lie, and what they add up to, if always the same."""

    lowest: int
    highest: int
    total: int | None = None


class Game:
    """A game's table of contents. What its modules offer is read when it is made: see interface.py."""

    def __new__(cls, *given: object, **named: object) -> Self:
        """Refuses what is no part, and what lacks one, before Python does without a word of what is meant."""
        check_contents(signature(cls.__init__), given, named)
        return super().__new__(cls)

    def __init__(  # pyright: ignore[reportInconsistentConstructor]
        self,
        name: str,
        summary: str,
        players: range,
        ages: int,
        minutes: int,
        rules_version: int,
        state: ModuleType,
        rules: ModuleType,
        notation: ModuleType,
        picture: ModuleType | None = None,
        staging: ModuleType | None = None,
        judgement: ModuleType | None = None,
        material_module: ModuleType | None = None,
        has_points: bool = True,
        who_begins: str = "",
        oldest_rules: int | None = None,
        small: Mapping[str, int | str | bool] | None = None,
    ) -> None:
        self.package = rules.__name__.rpartition(".")[0]
        """Where Python imports it from."""
        self.name, self.summary, self.players, self.ages, self.minutes = name, summary, players, ages, minutes
        self.rules_version = rules_version
        self.has_points = has_points
        """Without points, `scores` says how many seats are placed behind."""
        self.who_begins = who_begins
        """The print's question for who begins: that one takes seat 0. Empty: the rules find it out by themselves."""
        self.oldest_rules = oldest_rules
        """The oldest version of the rules that can still be played by; None: only the present one."""
        self.small = small
        """The options with which children play it who cannot read yet; None: it is not for them."""
        self.state = offered(StateParts, state, self.key)
        self.rules = offered(RuleParts, rules, self.key)
        self.notation = offered(NotationParts, notation, self.key)
        self.picture = offered(PictureParts, picture, self.key) if picture else None
        self.staging = offered(StagingParts, staging, self.key) if staging else None
        self.judgement = offered(JudgementParts, judgement, self.key) if judgement else None
        self.material_module = offered(MaterialParts, material_module, self.key) if material_module else None
        self._check()
        words.add_home(self.folder / "locale")

    def __reduce__(self) -> tuple[Callable[[str], Game], tuple[str]]:
        """A game travels as its name: there is one of each."""
        return _game_in, (self.package,)

    def _check(self) -> None:
        """What cannot be seen from one part alone."""
        if self.record.secrets and self.rules.determinize is None:
            raise BadGame(
                f"The game `{self.key}` lacks a part of the interface: `determinize` in rules.py (it has secrets),"
                " such as `def determinize(observation, seat, rng): ...`."
            )
        if (self.rules.clock is None) != (self.rules.seconds is None):
            raise BadGame(f"The game `{self.key}` lacks a part of the interface: `clock` and `seconds` go together.")
        if self.players[-1] > MOST_SEATS:
            raise BadGame(f"The game `{self.key}` seats {self.players[-1]}; there are {MOST_SEATS} chairs at most.")
        check_files([path.name for path in self.folder.glob("*.toml")], self.key)

    @property
    def key(self) -> str:
        """The folder's name, by which the game is called everywhere."""
        return self.package.rpartition(".")[2]

    @property
    def folder(self) -> Path:
        return Path(str(self.rules.module.__file__)).resolve().parent

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
    def features(self) -> int:
        """How many numbers a learned value is told of each seat's situation."""
        return self.judgement.FEATURES if self.judgement else 1

    @property
    def events(self) -> Events:
        return self.state.EVENTS

    @property
    def options(self) -> dict[str, Option]:
        return {option.name: option for option in self.state.OPTIONS}

    @functools.cached_property
    def setup_record(self) -> Record:
        """What `setup` is given: each option as a number, and the material as the game packs it."""
        material_fields = self.material_module.FIELDS if self.material_module else ()
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
    def rules_versions(self) -> range:
        """The versions of the rules it can be played by: games that were begun by an older one go on by it."""
        oldest = self.rules_version if self.oldest_rules is None else self.oldest_rules
        return range(oldest, self.rules_version + 1)

    @property
    def material(self) -> Material:
        """The built-in material: boards, decks, pads."""
        return self.material_module.built_in() if self.material_module else {}

    def material_in(self, rules_version: int) -> Material:
        """The built-in material of a version of the rules: what an older one had is kept in a file of its own."""
        if self.material_module is None or rules_version == self.rules_version:
            return self.material
        return deepcopy(self._kept_material(rules_version))

    @functools.lru_cache(maxsize=8)  # noqa: B019 (games live as long as the program)
    def _kept_material(self, rules_version: int) -> Material:
        kept = self.folder / f"material.{rules_version}.toml"
        assert self.material_module is not None
        return self.material_module.read_file(kept.read_text(encoding="utf-8")) if kept.is_file() else self.material

    def rules_page(self) -> str:
        """The rules in words, as markdown with numbered rules: in the present language, if the game has them in it."""
        return words.page(self.folder, "rules.md").read_text(encoding="utf-8")

    @functools.cached_property
    def lesson(self) -> Lesson | None:
        """The coached first game, if the game has one."""
        from sheepfold.core import lesson

        path = self.folder / LESSON
        return lesson.read(path.read_text(encoding="utf-8"), self) if path.is_file() else None

    def drawing(self, *, upright: bool = False, hand: bool = False, small: bool = False) -> Callable[..., str]:
        """The function that draws a position: for a screen, for a phone held upright, of a hand alone, or for small
        children, where a game has that too.
        """
        if self.picture is None:
            raise BadOption(_("{game} has no picture.").format(game=_(self.name)))
        if hand and self.picture.hand is not None:
            return functools.partial(self.picture.hand, is_upright=upright)
        if small and self.picture.small is not None:
            return functools.partial(self.picture.small, is_upright=upright)
        return (upright and self.picture.upright) or self.picture.picture

    def in_words(self, seen: Any, seat: int, action: int) -> str:
        """A choice in words, as one who chooses is shown it."""
        choice = self.notation.choice
        return choice(seen, seat, action) if choice else self.texts[action]

    def regions(self, seen: Any, seat: int | None, names: Sequence[str]) -> list[Region]:
        """The table as something one can walk through; where a game says nothing of it, its diagram line by line."""
        own = self.notation.regions(seen, seat, names)
        return own or [from_text(_("The board"), self.notation.diagram(seen))]

    # ------------------------------------------------------------------------------------------ setting up

    def check_players(self, players: object) -> int:
        players = without_numpy(players)
        if not isinstance(players, int) or isinstance(players, bool) or players not in self.players:
            sentence = _("{game} is for {number} players, not {given}.")
            raise BadOption(sentence.format(game=_(self.name), number=self.how_many, given=repr(players)))
        return players

    def check_rules(self, given: object) -> int:
        """The version of the rules to play by; None: the present one."""
        version = self.rules_version if given is None else without_numpy(given)
        if type(version) is not int or version not in self.rules_versions:
            legal = _(" or ").join(map(str, self.rules_versions))
            sentence = _("{game} cannot be played by version {given} of its rules; it can by {legal}.")
            raise BadOption(sentence.format(game=_(self.name), given=repr(given), legal=legal))
        return version

    def check_options(
        self, players: int, given: Mapping[str, object], rules_version: int | None = None
    ) -> dict[str, Any]:
        """All options with their values; a wrong one gets a sentence that names the legal ones."""
        version = self.rules_version if rules_version is None else rules_version
        for name in given:
            if name not in self.options:
                legal = ", ".join(self.options) or _("none")
                sentence = _("{game} has no option `{given}`; its options: {legal}.")
                raise BadOption(sentence.format(game=_(self.name), given=name, legal=legal))
        values = {
            name: option.check(given.get(name, option.default_in(version))) for name, option in self.options.items()
        }
        usual = {name: option.default for name, option in self.options.items()}
        if sentence := self.state.objection(players, usual | self.chosen(values, version)):
            raise BadOption(sentence)
        return values

    def check_material(self, given: object, rules_version: int) -> Material:
        """The material given, if one can play with it; None: the built-in one."""
        usual = self.material_in(rules_version)
        if given is None or given == usual:
            return usual
        if self.material_module is None:
            raise BadOption(_("The material of {game} cannot be exchanged.").format(game=_(self.name)))
        if not isinstance(given, dict):
            raise BadMaterial(
                _("Material is a dictionary like `sheepfold.game({key!r}).material`.").format(key=self.key)
            )
        return self.material_module.check(cast("Material", given))

    def chosen(self, options: Mapping[str, Any], rules_version: int | None = None) -> dict[str, Any]:
        """The options that were chosen: those that are not what goes without saying."""
        version = self.rules_version if rules_version is None else rules_version
        return {
            name: options[name] for name, option in self.options.items() if options[name] != option.default_in(version)
        }

    def pack(self, options: Mapping[str, Any], material: Material, rules_version: int | None = None) -> Array:
        """Options, material and the version of the rules as the one record `setup` gets."""
        packed = self.setup_record.new()
        for name, option in self.options.items():
            packed[name][0] = option.number(options[name])
        if self.material_module is not None:
            for name, value in self.material_module.pack(material).items():
                packed[name][0] = value
        packed["version"][0] = self.rules_version if rules_version is None else rules_version
        return packed


def _game_in(package: str) -> Game:
    return importlib.import_module(package).GAME
