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
from sheepfold.core.errors import BadMaterial, BadOption, BadRecord, SheepfoldError
from sheepfold.core.finding import pick_game
from sheepfold.core.game import Game, Material
from sheepfold.core.match import Match
from sheepfold.core.text import listed
from sheepfold.core.words import gettext as _
from sheepfold.terminal import saves, seating
from sheepfold.terminal.hourglass import Hourglass
from sheepfold.terminal.keyboard import Keyboard
from sheepfold.terminal.pages import loaded
from sheepfold.terminal.screen import console
from sheepfold.terminal.table import Table


@dataclass
class Setup:
    """A table as the command line describes it."""

    game: Game
    players: int | None = None
    names: str = ""
    seat: Sequence[str] = ()
    material: Path | None = None
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])

    def match(
        self, names: Sequence[str | None] = (), *, players: int | None = None, hourglass: Hourglass | None = None
    ) -> Match:
        """The match, checked."""
        players = self.game.check_players(self.game.players[0] if players is None else players)
        self.game.check_options(players, self.options)
        material = self._read_material()
        return Match(self.game, players, material=material, names=names, clock=hourglass, **self.options)

    def _read_material(self) -> Material | None:
        if self.material is None or self.game.material_module is None:
            return None
        try:
            return self.game.material_module.read_file(saves.read(self.material))
        except BadMaterial as error:
            raise BadOption(_("{file}: {reason}").format(file=self.material, reason=error)) from None


def play(setup: Setup, *, dice: str = "", seed: int | None = None, first: str = "", choose: bool = False) -> int:
    """A new game."""
    _check_dice(dice)
    names, seats = seating.read_names(setup.names), seating.read_seats(setup.seat)
    players = seating.player_count(setup.game, setup.players, names, seats)
    chairs = seating.seated(setup.game, players, names, seats)
    rng = random.SystemRandom() if seed is None else random.Random(seed)
    begins = seating.wished(chairs, first, rng) if first else 0
    hourglass = Hourglass()
    match = setup.match([chair.name for chair in chairs], players=players, hourglass=hourglass)
    if not first and not seats:
        begins = _who_begins(setup.game, chairs, rng)
    chairs = seating.turned(setup.game, chairs, begins)
    match.names = [chair.name for chair in chairs]
    save = saves.new_save(setup.game.key)
    by_lot = not choose and not dice
    table = Table(match, chairs, save, hourglass=hourglass, rng=rng, real_dice=bool(dice), by_lot=by_lot)
    return table.play()


def _who_begins(game: Game, chairs: Sequence[seating.Chair], rng: random.Random) -> int:
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


def _asked(question: str, people: Sequence[seating.Chair]) -> int | None:
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


def resume(path: Path, game: Game | None = None, *, dice: str = "") -> int:
    """Go on with a saved game."""
    _check_dice(dice)
    text = saves.read(path)
    header, _entries = record.read(text)
    if game is not None and header.game != game.key:
        sentence = _("{file} is a game of {other}, not of {game}.")
        raise BadRecord(sentence.format(file=path, other=header.game, game=game.key))
    hourglass = Hourglass()
    match = Match.replay(text, clock=hourglass)
    if match.is_over:
        raise BadRecord(_("This game is over; `sheepfold replay {file}` shows it.").format(file=path))
    chairs = seating.seated_as_recorded(match)
    rng = random.SystemRandom()
    return Table(match, chairs, path, hourglass=hourglass, rng=rng, real_dice=bool(dice)).play()


def play_or_go_on(game: Game) -> int:
    """A new game with nothing asked for; if one was left, offer that."""
    left = saves.latest(game.key)
    if left is not None and sys.stdin.isatty() and _wants_to_go_on(left):
        return resume(left, game)
    return play(Setup(game))


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
