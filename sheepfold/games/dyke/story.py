# pyright: basic
"""What happened in a Sheep Hustle, in words: a sentence for each turn, one for each sheep that pays for it."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

from sheepfold.core.kit import Event
from sheepfold.core.text import listed
from sheepfold.core.words import gettext as _
from sheepfold.core.words import mark as N_
from sheepfold.core.words import ngettext
from sheepfold.games.dyke.diagram import pad_sign, way_name
from sheepfold.games.dyke.state import LAY, SQUARES, WAYS

Names = Sequence[str]

DEEDS = ("revealed", "changed", "will run back", "stayed", "ran", "ran back", "shoved")
"""What a sheep does in its turn, in one clause after the other; the rest befalls somebody."""


def narrate(before: Any, events: Sequence[Event], _after: Any, names: Names) -> str:
    """What happened, as sentences."""
    return " ".join(_Story(names, before).tell(events))


class _Story:
    """Goes through the events and makes sentences of them.

    The deeds of one turn are gathered into a sentence (`Blue runs 85 to square 143 and shoves Red onto 144`); what
    befalls a sheep by them is added behind a semicolon.
    """

    def __init__(self, names: Names, before: Any) -> None:
        self.names = names
        self.runner = before.turn
        self.clauses: list[str] = []
        self.deeds: list[str] = []
        self.sentences: list[str] = []

    def tell(self, events: Sequence[Event]) -> list[str]:
        for k, event in enumerate(events):
            if event.what == "revealed" and not _runs(event.seat, events[k + 1 :]):
                self._end_sentence()
                self.sentences.append(
                    _("{name} shows {scope}.").format(name=self.names[event.seat], scope=event.amount)
                )
            elif event.what in DEEDS:
                self._deed(event)
            elif event.what in BEFALLS:
                self._end_deeds()
                self.clauses.append(_(BEFALLS[event.what]).format(name=self.names[event.seat]))
            else:
                self._end_sentence()
                self.sentences.append(_statement(event, self.names))
        self._end_sentence()
        return self.sentences

    def _deed(self, event: Event) -> None:
        """A deed of the runner; a chain of shoves is told as what the one did to the other."""
        who = event.amount if event.what == "shoved" else event.seat
        if event.what == "revealed" or (who != self.runner and event.what != "shoved"):
            self._end_sentence()
            self.runner = who
        elif who != self.runner or event.what == "ran back":
            self._end_deeds()
            self.runner = who
        if event.what != "revealed":
            self.deeds.append(_deed_words(event, self.names))

    def _end_deeds(self) -> None:
        if self.deeds:
            self.clauses.append(f"{self.names[self.runner]} {listed(self.deeds)}")
            self.deeds = []

    def _end_sentence(self) -> None:
        self._end_deeds()
        if self.clauses:
            told = functools.reduce(lambda one, other: _("{one}; {other}").format(one=one, other=other), self.clauses)
            self.sentences.append(told + ".")
            self.clauses = []


def _runs(seat: int, events: Sequence[Event]) -> bool:
    """Whether a player runs at once, without thinking of pads."""
    return any(event.what in ("ran", "stayed") and event.seat == seat for event in events)


def _deed_words(event: Event, names: Names) -> str:
    """What a sheep does, as the rest of a clause that begins with its name."""
    if event.what == "shoved":
        if event.target >= 2 * SQUARES:
            return _("shoves {name} off the dyke").format(name=names[event.seat])
        return _("shoves {name} onto {square}").format(name=names[event.seat], square=event.target)
    if event.what == "ran":
        if event.target >= 2 * SQUARES:
            return _("runs {scope}, off the dyke").format(scope=event.amount)
        return _("runs {scope} to square {square}").format(scope=event.amount, square=event.target)
    words = {
        "changed": _("changes the scope by {amount:+d} to {square}"),
        "will run back": _("uses a pad to run back {amount}"),
        "stayed": _("stays on square {square}"),
        "ran back": _("runs back {amount} to square {square}"),
    }[event.what]
    return words.format(amount=event.amount, square=event.target)


# ---------------------------------------------------------------------------------------------- what befalls a sheep

BEFALLS = {
    "saved": N_("{name} is in the water and uses a lifesaver"),
    "drowned": N_("{name} is in the water without a lifesaver and is out"),
    "fell off": N_("{name} is out"),
    "got imp": N_("{name} gets the imp"),
    "got cherub": N_("{name} gets the cherub"),
    "took imp": N_("{name} takes the imp"),
    "took cherub": N_("{name} takes the cherub"),
}

# ---------------------------------------------------------------------------------------------- statements

STATEMENTS = {
    "laid cards": N_("{name} has laid cards."),
    "imp out": N_("The imp chases {name} off the dyke: no lifesaver is left."),
    "took back": N_("{name} takes all cards back."),
    "next round": N_("Round {number}: {name} starts."),
    "rained": N_("{name} puts a puddle on square {square}."),
    "molehill": N_("A molehill comes up on square {square}."),
    "went through": N_("{name} slips into the molehill and comes out on square {square}."),
    "ended": N_("The race is over."),
}


def _statement(event: Event, names: Names) -> str:
    name = names[event.seat] if event.seat < len(names) else ""
    if event.what == "laid board":
        words = _("{name} lays {board}.") if event.target == 0 else _("{name} lays {board} behind it.")
        return words.format(name=name, board=way_name(*divmod(event.amount - LAY, WAYS)))
    if event.what == "picked":
        return _("{name} picks the pad {pad}.").format(name=name, pad=pad_sign(event.amount))
    if event.what == "imp cost":
        words = ngettext(
            "The imp costs {name} a lifesaver: {left} is left.",
            "The imp costs {name} a lifesaver: {left} are left.",
            event.amount,
        )
        return words.format(name=name, left=event.amount or _("none"))
    return _(STATEMENTS[event.what]).format(name=name, square=event.target, number=event.amount)
