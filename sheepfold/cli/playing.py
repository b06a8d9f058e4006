"""`play`: sit down at a new table, or at one that was left."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sheepfold.core import record
from sheepfold.core.errors import BadDiagram, BadMaterial, BadOption, BadRecord, SheepfoldError
from sheepfold.core.finding import pick_game
from sheepfold.core.game import Game, Material
from sheepfold.core.match import Match
from sheepfold.core.position import read_position, who_is_asked
from sheepfold.core.setup import Setup, read_material, set_up
from sheepfold.core.text import listed
from sheepfold.core.words import gettext as _
from sheepfold.terminal import saves, seating
from sheepfold.terminal.keyboard import Keyboard
from sheepfold.terminal.pages import loaded
from sheepfold.terminal.screen import console
from sheepfold.terminal.stopwatch import Stopwatch
from sheepfold.terminal.table import TableHere


@dataclass
class Wish:
    """A game as the command line asks for it."""

    game: Game
    players: int | None = None
    names: str = ""
    seat: Sequence[str] = ()
    material: Path | None = None
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])

    def setup(self, at_least: int = 0) -> Setup:
        """The same, checked; so many have a place already."""
        material = None if self.material is None else self._read_material(self.material)
        return set_up(self.game, self.players, self.options, material=material, at_least=at_least)

    def _read_material(self, path: Path) -> Material:
        try:
            return read_material(self.game, saves.read(path))
        except BadMaterial as error:
            raise BadOption(_("{file}: {reason}").format(file=path, reason=error)) from None


def play(
    wish: Wish, *, dice: str = "", seed: int | None = None, first: str = "", choose: bool = False, coach: bool = False
) -> int:
    """A new game."""
    _check_dice(dice)
    names, seats = seating.read_names(wish.names), seating.read_seats(wish.seat)
    setup = wish.setup(at_least=seating.places(names, seats))
    chairs = seating.seated(setup.game, setup.players, names, seats)
    rng = random.SystemRandom() if seed is None else random.Random(seed)
    begins = seating.wished(chairs, first, rng) if first else 0
    stopwatch = Stopwatch()
    match = Match.of(setup, [chair.name for chair in chairs], stopwatch)
    if not first and not seats:
        begins = _who_begins(setup.game, chairs, rng)
    chairs = seating.turned(setup.game, chairs, begins)
    match.names = [chair.name for chair in chairs]
    save = saves.new_save(setup.game.key)
    by_lot = not choose and not dice
    table = TableHere(
        match, chairs, save, stopwatch=stopwatch, rng=rng, real_dice=bool(dice), by_lot=by_lot, coach=coach
    )
    return table.play()


def play_at(
    game: Game,
    path: Path,
    *,
    names: str = "",
    seat: Sequence[str] = (),
    dice: str = "",
    seed: int | None = None,
    coach: bool = False,
) -> int:
    """A game that begins at a position; what whoever is asked there cannot see is imagined."""
    _check_dice(dice)
    rng, stopwatch = random.SystemRandom() if seed is None else random.Random(seed), Stopwatch()
    text = saves.read(path)
    if record.is_record(text):
        sentence = _("{file} is the record of a game: `sheepfold play --resume {file}` goes on with it.")
        raise BadOption(sentence.format(file=path))
    try:
        position = read_position(game, text)
        viewer = who_is_asked(game, position)
        match = Match.at(game, position, viewer, rng.getrandbits(64), clock=stopwatch)
        if match.is_over:
            raise BadDiagram(_("Nobody can do anything in this position."))
    except (BadDiagram, BadOption) as error:
        raise BadOption(_("{file}: {reason}").format(file=path, reason=error)) from None
    chairs = seating.seated(game, match.players, seating.read_names(names), seating.read_seats(seat))
    match.names = [chair.name for chair in chairs]
    save = saves.new_save(game.key)
    return TableHere(match, chairs, save, stopwatch=stopwatch, rng=rng, real_dice=bool(dice), coach=coach).play()


def _who_begins(game: Game, chairs: Sequence[seating.Sitter], rng: random.Random) -> int:
    """Who begins where people have not said how they sit: asked of several people, by lot for one among bots."""
    people = [chair for chair in chairs if chair.is_person]
    if not game.who_begins or not people or (len(people) > 1 and not sys.stdin.isatty()):
        return 0
    chosen = _asked(_(game.who_begins), people) if len(people) > 1 else None
    if chosen is not None:
        return chosen
    first = seating.drawn(chairs, rng)
    chair = chairs[first]
    words = _("Lots are drawn: {name} begins.") if chair.bot_name or chair.name else _("Lots are drawn: you begin.")
    console().print(words.format(name=chair.bot_name or chair.name), markup=False)
    return first


def _asked(question: str, people: Sequence[seating.Sitter]) -> int | None:
    """The print's question for who begins; None: they would rather draw lots."""
    out, keyboard = console(), Keyboard()
    answers = [*(chair.name or str(chair.seat) for chair in people), _("draw lots")]
    out.print(question, markup=False)
    for number, words in enumerate(answers, 1):
        out.print(f"   {number}  {words}", markup=False)
    meant = {typed.lower(): k for k, words in enumerate(answers) for typed in (str(k + 1), words)}
    while (typed := keyboard.ask().strip().lower()) not in meant:
        out.print(_("Please answer with a number from 1 to {most}.").format(most=len(answers)), markup=False)
    return people[meant[typed]].seat if meant[typed] < len(people) else None


def _check_dice(dice: str) -> None:
    if dice not in ("", "real"):
        raise BadOption(_("`{given}` is no kind of dice: --dice takes real.").format(given=dice))


def resume(path: Path, game: Game | None = None, *, dice: str = "", coach: bool = False) -> int:
    """Go on with a saved game."""
    _check_dice(dice)
    text = saves.read(path)
    header, _entries = record.read(text)
    if game is not None and header.game != game.key:
        sentence = _("{file} is a game of {other}, not of {game}.")
        raise BadRecord(sentence.format(file=path, other=header.game, game=game.key))
    stopwatch = Stopwatch()
    match = Match.replay(text, clock=stopwatch)
    if match.is_over:
        raise BadRecord(_("This game is over; `sheepfold replay {file}` shows it.").format(file=path))
    chairs = seating.seated_as_recorded(match)
    rng = random.SystemRandom()
    return TableHere(match, chairs, path, stopwatch=stopwatch, rng=rng, real_dice=bool(dice), coach=coach).play()


def play_or_go_on(game: Game) -> int:
    """A new game with nothing asked for; if one was left, offer that."""
    left = saves.latest(game.key)
    if left is not None and sys.stdin.isatty() and _wants_to_go_on(left):
        return resume(left, game)
    return play(Wish(game))


def go_on() -> int:
    """`play` alone: offer the game that was left last, else say what can be played."""
    left = saves.latest()
    if left is not None and sys.stdin.isatty() and _wants_to_go_on(left):
        return resume(left)
    keys = [key for key, game in loaded() if isinstance(game, Game)]
    raise BadOption(
        _("Which game? `sheepfold play nines`, for example; there are: {games}.").format(games=listed(keys))
    )


def _wants_to_go_on(left: Path) -> bool:
    """Ask whether to go on with a game that was left; one that cannot be read is not offered."""
    try:
        header, entries = record.read(saves.read(left))
        name = _(pick_game(header.game).name)
    except SheepfoldError:
        return False
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(left.stat().st_mtime))
    sentence = _("You left a game of {game} ({when}, {count} actions). Go on with it? [Y/n]")
    console().print(sentence.format(game=name, when=when, count=len(entries)), markup=False)
    return says_yes()


def says_yes() -> bool:
    """A person's answer to a question that can be answered by yes or no; Enter is a yes."""
    keyboard, yes, no = Keyboard(), ("", "y", "yes", _("y"), _("yes")), ("n", "no", _("n"), _("no"))
    while (typed := keyboard.ask().strip().lower()) not in (*yes, *no):
        console().print(_("Please answer {yes} or {no}.").format(yes=_("yes"), no=_("no")), markup=False)
    return typed in yes
