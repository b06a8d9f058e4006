"""What can go wrong at the border, each with a sentence for the person who caused it.

Everything the package refuses on purpose is a `SheepfoldError`; its text can be shown to people as it is.
"""


class SheepfoldError(Exception):
    """Something was refused; the message says what was given and what would have been right."""


class UnknownGame(SheepfoldError):
    """No game of this name was found."""


class BadGame(SheepfoldError):
    """A game folder lacks a part of the interface."""


class BadLesson(BadGame):
    """A lesson that cannot be read."""


class BadOption(SheepfoldError):
    """A set-up (players, options, names, seats) outside a game's bounds."""


class BadMaterial(BadOption):
    """Boards, decks or pads that cannot be played with."""


class UnreadableAction(SheepfoldError):
    """A text that is no action of this game."""


class IllegalAction(SheepfoldError):
    """An action that exists, but not here, not now, or not for this seat."""

    rule = ""
    """The rule that speaks against it, where the game names one."""


class BadRecord(SheepfoldError):
    """A record that cannot be read or replayed; the message names the line."""


class BadDiagram(SheepfoldError):
    """A text diagram that cannot be read."""
