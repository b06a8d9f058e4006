"""`sheepfold join`: sit down at a server's table by its link, as a person at this terminal or as a bot."""

from __future__ import annotations

import getpass
import random
from dataclasses import replace

import msgspec

from sheepfold import bots
from sheepfold.client.remote import Hung, Line, Link, look, read_link, request, seat_here
from sheepfold.core.errors import BadOption
from sheepfold.core.finding import pick_game
from sheepfold.core.game import Game
from sheepfold.core.words import gettext as _
from sheepfold.server.wire.forms import Seated, Sit
from sheepfold.server.wire.messages import Refused, StateShown, TableShown
from sheepfold.terminal.remote_table import RemoteTable, show_ending
from sheepfold.terminal.screen import console

NOT_PLAYED = 1
"""The exit code where the game did not come to its end: the table was closed, or the chair taken away."""


def join(address: str, *, bot: str = "", name: str = "", chair: int | None = None) -> int:
    """Play at a server's table until the game is over; the exit code."""
    link = read_link(address)
    shown = look(link)
    game = pick_game(shown.game)
    player = RemoteBot(game, bot) if bot else None
    own, seat = _sit_down(link, shown, Sit(chair=chair or 0, name=name or bot or _user(), bot=bool(bot)), chair)
    try:
        return player.play(own, seat) if player else RemoteTable(own, game, seat).play()
    except Hung as hung:
        console().print(str(hung), markup=False)
        return NOT_PLAYED


def _user() -> str:
    try:
        return getpass.getuser().capitalize()
    except (OSError, KeyError):  # nobody is logged in, as in some containers
        return _("Guest")


def _sit_down(link: Link, shown: TableShown, wish: Sit, asked: int | None) -> tuple[Link, int]:
    """Take a chair: the link's own, the one asked for, or the first that is open; the link to it, and its number."""
    mine = [each.seat for each in shown.chairs if each.here]
    if mine:
        if asked is not None and asked not in mine:
            raise BadOption(_("This link is for chair {mine}, not for {asked}.").format(mine=mine[0], asked=asked))
        return link, mine[0] if asked is None else asked
    free = [each.seat for each in shown.chairs if each.kind == "open"]
    if not free:
        raise BadOption(_("All chairs at this table are taken."))
    if asked is not None and asked not in free:
        sentence = _("Chair {asked} is not free; free are: {free}.")
        raise BadOption(sentence.format(asked=asked, free=", ".join(map(str, free))))
    wish = msgspec.structs.replace(wish, chair=free[0] if asked is None else asked)
    seated = msgspec.json.decode(request(link, "/sit", wish), type=Seated)
    return replace(link, token=seated.token), seated.chair


class RemoteBot:
    """A bot at a server's table: it sees what the server shows its seat, and nothing else."""

    def __init__(self, game: Game, name: str) -> None:
        self.game, self.name, self.bot = game, name, bots.find(name, game)
        self.out, self.rng = console(), random.Random()

    def play(self, link: Link, seat: int) -> int:
        """Play until the game is over."""
        with Line(link, "legal,view", lambda words: self.out.print(words, markup=False)) as line:
            self.out.print(_("{name} sits in chair {seat}.").format(name=self.name, seat=seat), markup=False)
            names, answered = list[str](), (0, -1)
            while True:
                message = line.next()
                if isinstance(message, TableShown):
                    names, seat = [chair.name for chair in message.chairs], seat_here(message, seat)
                    self._meet(line, message, seat)
                elif isinstance(message, Refused):
                    self.out.print(message.reason, markup=False)
                elif isinstance(message, StateShown):
                    if message.ending is not None:
                        show_ending(self.out, message.ending, names)
                        return 0
                    asked = (line.connections, -1 if message.decision is None else message.decision)
                    if message.legal and message.decision is not None and asked != answered:
                        answered = asked
                        line.say("play", seat=seat, action=self._choose(message, seat), decision=message.decision)

    def _meet(self, line: Line, table: TableShown, seat: int) -> None:
        """A bot does not mind if somebody takes something back."""
        if table.status == "closed":
            raise Hung(table.note)
        if table.undo is not None and seat in table.undo.waiting:
            line.say("answer", seat=seat, agree=True)

    def _choose(self, state: StateShown, seat: int) -> str:
        seen = bots.Seen(self.game, seat, self.game.record.from_plain(state.view or {}))
        return bots.ask(self.bot, self.name, seen, state.legal or [], self.rng)
