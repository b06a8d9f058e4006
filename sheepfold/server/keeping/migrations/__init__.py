"""The database's shape through the versions, by alembic; `upgrade` brings a database up to date."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util.exc import CommandError
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from sheepfold import __version__
from sheepfold.core.errors import BadOption
from sheepfold.core.words import gettext as _
from sheepfold.server.keeping.database import is_damage, reason_of

LOCK = 0x5EEDF01D
"""The number under which processes of sheepfold agree who looks at the shape of a database."""


def upgrade(engine: Engine) -> None:
    """Bring the database to the shape this version of sheepfold needs; a new one is made."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    try:
        with engine.begin() as connection:
            if connection.dialect.name == "postgresql":  # one after another, when several processes start at once
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except CommandError as error:  # it has a shape that this version has never heard of
        sentence = _("The database was made by a newer version of sheepfold than this one ({version}); use that one.")
        raise BadOption(sentence.format(version=__version__)) from error
    except SQLAlchemyError as error:
        reason = reason_of(error)
        if is_damage(error):
            sentence = _("The database is damaged, so it cannot be opened: {reason}. Put it back from a backup.")
        else:
            sentence = _("The database cannot be opened: {reason}.")
        raise BadOption(sentence.format(reason=reason)) from error
