"""The text record of a game: write it, read it.

One action a line, as people can read, mail and diff it (`* roll 5`, `0 move 1`), under a header that says which game
was set up how. Reading checks the form and names the line of a mistake; whether the actions are legal is for the
match that replays them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from sheepfold.core.actors import MOST_SEATS
from sheepfold.core.errors import BadMaterial, BadOption, BadRecord
from sheepfold.core.finding import pick_game
from sheepfold.core.game import Game, Material
from sheepfold.core.log import Step
from sheepfold.core.options import is_number
from sheepfold.core.position import as_line, of_line
from sheepfold.core.setup import Setup, read_options, set_up
from sheepfold.core.words import gettext as _

FORMAT = 1
LONGEST_RECORD = 4_000_000
"""Characters; a game of a few thousand actions has some 50,000."""


@dataclass(frozen=True)
class Recorded:
    """An action of a record and the line it stands on."""

    line: int
    step: Step


@dataclass
class Header:
    """How a recorded game was set up."""

    game: str = ""
    rules: int = 0
    players: int = 0
    options: dict[str, str | None] = field(default_factory=dict[str, "str | None"])
    names: dict[int, str] = field(default_factory=dict[int, str])
    material: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    position: str = ""
    """The state it began at, where that is not the usual one."""


def write(setup: Setup, names: Iterable[str | None], lines: Iterable[str]) -> str:
    """The record of a game as text."""
    game, version = setup.game, setup.rules_version
    header = [f"sheepfold {FORMAT}", f"game {game.key}", f"rules {version}", f"players {setup.players}"]
    header += [f"option {game.options[name].line(value)}" for name, value in setup.chosen.items()]
    header += [f"seat {seat} {name}" for seat, name in enumerate(names) if name]
    if game.material_module is not None:
        usual = game.material_in(version)
        header += [f"material {line}" for line in game.material_module.lines(setup.material, usual)]
    if setup.position:
        header.append(f"position {as_line(setup.position)}")
    return "\n".join([*header, "", *lines]) + "\n"


def is_record(text: str) -> bool:
    """Whether a text looks like a record, whatever is wrong with it further on."""
    return text.removeprefix("\ufeff").startswith(f"sheepfold {FORMAT}\n")


def read(text: str) -> tuple[Header, list[Recorded]]:
    """The header and the actions of a record; BadRecord names the line that cannot be read."""
    if len(text) > LONGEST_RECORD:
        raise BadRecord(_("This is too long to be the record of a game."))
    rows = [(number, _without_comment(line)) for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1)]
    rows = [(number, line) for number, line in rows if line is not None]
    if not rows or rows[0][1] != f"sheepfold {FORMAT}":
        raise BadRecord(_("This is not a record: its first line is not `sheepfold {version}`.").format(version=FORMAT))
    blank = next((k for k, (_number, line) in enumerate(rows) if not line.strip()), len(rows))
    header = Header()
    for number, line in rows[1:blank]:
        _read_header_line(header, number, line)
    for name, value in (("game", header.game), ("rules", header.rules), ("players", header.players)):
        if not value:
            raise BadRecord(_("The record's header lacks the line `{name} …`.").format(name=name))
    return header, [read_action(number, line) for number, line in rows[blank:] if line.strip()]


def _without_comment(line: str) -> str | None:
    """The line without its comment; None if it was nothing else."""
    line = line.removesuffix("\r")
    if line.startswith("#"):
        return None
    before, mark, _comment = line.partition(" #")
    if mark and not before.strip():
        return None
    return before.rstrip(" ") if mark else before


def _read_header_line(header: Header, number: int, line: str) -> None:
    word, _blank, rest = line.partition(" ")
    if word == "game" and rest and not header.game:
        header.game = rest
    elif word in ("rules", "players") and is_number(rest) and not getattr(header, word):
        setattr(header, word, int(rest))
    elif word == "option" and rest:
        name, blank, value = rest.partition(" ")
        if name in header.options:
            raise _bad_line(number, line)
        header.options[name] = value if blank else None
    elif word == "seat" and is_number(rest.partition(" ")[0]) and rest.partition(" ")[2]:
        seat, _blank, name = rest.partition(" ")
        if int(seat) in header.names:
            raise _bad_line(number, line)
        header.names[int(seat)] = name
    elif word == "position" and rest and not header.position:
        header.position = rest
    elif word == "material" and rest:
        header.material.append((number, rest))
    else:
        raise _bad_line(number, line)


def read_action(number: int, line: str) -> Recorded:
    """An action of a record: who, and what."""
    actor, _blank, text = line.partition(" ")
    if not text or not (actor == "*" or (is_number(actor) and int(actor) < MOST_SEATS)):
        raise _bad_line(number, line)
    return Recorded(number, Step("*" if actor == "*" else int(actor), text))


def _bad_line(number: int, line: str) -> BadRecord:
    shown = line if len(line) <= 40 else line[:40] + "…"
    return BadRecord(_("Line {number} of the record cannot be read: {line!r}.").format(number=number, line=shown))


def rules_of(game: Game, header: Header) -> int:
    """The version of the rules to replay by: the record's, or, if that cannot be played any more, the present one."""
    return header.rules if header.rules in game.rules_versions else game.rules_version


def setup_of(header: Header) -> Setup:
    """The set-up a header tells of; options it does not name keep their defaults."""
    game = pick_game(header.game)
    options = read_options(game, header.options)
    version = rules_of(game, header)
    # Players and options first: what is wrong with them is said before what is wrong with the material.
    set_up(game, header.players, options, rules_version=version)
    material = material_of(game, header) if header.material else None
    setup = set_up(game, header.players, options, material=material, rules_version=version)
    return replace(setup, position=of_line(game, header.position)) if header.position else setup


def material_of(game: Game, header: Header) -> Material:
    """The built-in material with the changes a header names."""
    material = game.material_in(rules_of(game, header))
    for number, line in header.material:
        if game.material_module is None:
            sentence = _("Line {number}: the material of {game} cannot be exchanged.")
            raise BadRecord(sentence.format(number=number, game=_(game.name)))
        try:
            game.material_module.read_line(line, material)
        except BadMaterial as error:
            raise BadRecord(_("Line {number}: {reason}").format(number=number, reason=error)) from None
    return material


def names_of(header: Header, players: int) -> list[str | None]:
    """The names of the seats, None for those that have none."""
    for seat in header.names:
        if seat >= players:
            raise BadOption(_("There is no seat {seat} with {players} players.").format(seat=seat, players=players))
    return [header.names.get(seat) for seat in range(players)]
