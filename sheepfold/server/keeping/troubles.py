"""What can go wrong with the database, what is said of it, and what those who run the server are told."""

from __future__ import annotations

from sqlalchemy.exc import IntegrityError

from sheepfold.core.errors import SheepfoldError
from sheepfold.core.words import gettext as _
from sheepfold.server.keeping.database import is_damage, reason_of


class NotSaved(SheepfoldError):
    """The database did not take it: nothing has changed, unless it says otherwise."""


class NotRead(SheepfoldError):
    """The database did not give it out."""


class BrokenLog(SheepfoldError):
    """An entry of a log is missing."""


class TakenAlready(NotSaved):
    """Somebody else wrote this table's next entry first."""


class NotKnown(NotSaved):
    """The database went away while it was writing: nobody can say yet whether it took it."""


class Troubles:
    """What is wrong with a database just now; empty: nothing."""

    def __init__(self) -> None:
        self.cannot_write = self.cannot_read = self.damage = ""

    def found(self) -> list[str]:
        """What is wrong with the database, for those who run the server."""
        found: list[str] = []
        if self.cannot_write:
            found.append(f"The database cannot be written: {self.cannot_write}.")
        if self.cannot_read:
            found.append(f"The database cannot be read: {self.cannot_read}.")
        if self.damage:
            found.append(f"The database is damaged: {self.damage}.")
        return found

    def not_saved(self, error: Exception, *, is_known: bool = True) -> NotSaved:
        if isinstance(error, IntegrityError):
            return taken()
        self.cannot_write = reason_of(error)
        if not is_known:
            return NotKnown(_("The server's database went away while this was being saved; look again in a moment."))
        if is_damage(error):
            self.damage = reason_of(error)
            return NotSaved(_("This could not be saved, so it was not done: the server's database is damaged."))
        return NotSaved(_("This could not be saved, so it was not done. The server's disk may be full or protected."))

    def not_read(self, error: Exception) -> NotRead:
        if is_damage(error):
            self.damage = reason_of(error)
            return NotRead(_("The server's database is damaged here. Whoever runs the server can put back a backup."))
        self.cannot_read = reason_of(error)
        return NotRead(_("The server's database cannot be read just now; try again in a moment."))


def taken() -> TakenAlready:
    return TakenAlready(_("Somebody else was quicker; look at the table again."))
