"""How a server is set up: by the command line or by `SHEEPFOLD_…` variables, with defaults that need neither."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from pathlib import Path
from typing import Any

import platformdirs

from sheepfold.core.errors import BadOption
from sheepfold.core.words import gettext as _
from sheepfold.server.addresses import AddressRange, read_networks

HOUR = 3600.0


@dataclass(frozen=True)
class Settings:
    """Everything a host may want to set; each is also a variable, `port` as `SHEEPFOLD_PORT`."""

    host: str = "127.0.0.1"
    port: int = 8470
    data: Path = field(default_factory=lambda: platformdirs.user_data_path("sheepfold") / "server")
    database: str = ""
    """A database URL; without one, SQLite in the data folder."""
    news: str = ""
    """A Redis URL, over which processes on one PostgreSQL hear of each other; without one they ask once a second."""
    workers: int = 1
    """How many processes serve; several need PostgreSQL."""
    secret: str = ""
    """What links and cookies are signed with; without one, a random one is made and kept in the data folder."""
    finished_hours: float = 30 * 24
    """How long a finished or closed table is kept."""
    abandoned_hours: float = 90 * 24
    """How long a table is kept at which nobody does anything."""
    requests_per_minute: int = 600
    """How many HTTP requests one address may make."""
    messages_per_second: int = 20
    """How many commands one connection may send, in the long run; three seconds' worth at once."""
    thinkers: int = 2
    """How many bots think at the same time."""
    most_tables: int = 100_000
    most_tables_each: int = 1_000
    """How many of them one address may have made."""
    most_watchers: int = 60
    """How many connections one table may have."""
    most_connections_each: int = 200
    """How many live connections one address may have."""
    proxies: str = "127.0.0.1, ::1"
    """Addresses of proxies that say truly whose requests they pass on (`X-Forwarded-For`)."""
    operators: str = "127.0.0.1, ::1"
    """Addresses and networks that may see `/metrics`, and in `/health` what is wrong."""
    log: str = "warning"

    @property
    def database_url(self) -> str:
        if self.database.startswith("postgres://"):  # as many who lend databases write it
            return self.database.replace("postgres://", "postgresql://", 1)
        return self.database or f"sqlite:///{self.data / 'tables.sqlite'}"

    @property
    def is_for_one(self) -> bool:
        """Whether the database is SQLite, which one process has to itself."""
        return self.database_url.startswith("sqlite")

    def as_variables(self) -> dict[str, str]:
        """The same as variables of an environment."""
        return {f"SHEEPFOLD_{each.name.upper()}": str(getattr(self, each.name)) for each in fields(self)}

    @cached_property
    def operator_networks(self) -> tuple[AddressRange, ...]:
        return read_networks(self.operators)


def read_settings(given: Mapping[str, Any], environment: Mapping[str, str] = os.environ) -> Settings:
    """Settings from what was given and, for the rest, from the environment; a wrong value gets a sentence."""
    chosen: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    for each in fields(Settings):
        text = environment.get(f"SHEEPFOLD_{each.name.upper()}")
        if text and each.name not in chosen:
            chosen[each.name] = _read(each.name, text)
    settings = Settings(**chosen)
    if not 0 <= settings.port <= 65535:
        raise BadOption(_("{port} is no port; ports are 0 to 65535.").format(port=settings.port))
    if settings.workers < 1:
        raise BadOption(_("{given} workers are too few; there has to be one.").format(given=settings.workers))
    for networks in (settings.proxies, settings.operators):
        read_networks(networks)
    return settings


LEAST = {
    "workers": 1, "requests_per_minute": 1, "messages_per_second": 1, "thinkers": 1, "most_watchers": 1,
    "most_connections_each": 1,
}  # fmt: skip
READERS: dict[str, Callable[[str], Any]] = {"int": int, "float": float, "str": str, "Path": Path}


def _read(name: str, text: str) -> Any:
    kind = next(each.type for each in fields(Settings) if each.name == name)
    try:
        value = READERS[str(kind)](text)
    except ValueError:
        value = -1
    least = LEAST.get(name, 0)
    if isinstance(value, int | float) and not value >= least:  # also what is no number at all
        sentence = _("SHEEPFOLD_{name} is {text!r}, but should be a number, at least {least}.")
        raise BadOption(sentence.format(name=name.upper(), text=text, least=least))
    return value
