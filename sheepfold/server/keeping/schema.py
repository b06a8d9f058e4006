"""The tables of the database, and what a device may do at a table of people."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import Column, Float, Integer, LargeBinary, MetaData, String, Table, delete, insert
from sqlalchemy.engine import Connection

metadata = MetaData()
tables = Table(
    "tables",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("status", String(12), nullable=False),
    Column("touched", Float, nullable=False, index=True),
    Column("origin", String(16), nullable=False, index=True, server_default=""),
)
entries = Table(
    "entries",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("body", LargeBinary, nullable=False),
)
rights = Table(
    "rights",
    metadata,
    Column("device", String(64), primary_key=True),
    Column("table_id", String(24), primary_key=True, index=True),
    Column("role", String(8), primary_key=True),
    Column("chair", Integer, primary_key=True, autoincrement=False),
    Column("generation", Integer, nullable=False),
)
Table(
    "leases",
    metadata,
    Column("name", String(24), primary_key=True),
    Column("process", String(16), nullable=False),
    Column("until", Float(53), nullable=False),
)
Table(
    "presence",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("process", String(16), primary_key=True),
    Column("chairs", Integer, nullable=False),
    Column("until", Float(53), nullable=False),
)

Role = Literal["maker", "chair", "guest", "watch"]


@dataclass(frozen=True)
class Right:
    """What a device may do at a table: `maker`, `chair` (which, and whose generation of links), `guest`, `watch`."""

    role: Role
    chair: int = -1
    generation: int = 0


def grant_right(connection: Connection, device: str, table: str, right: Right) -> None:
    key = (rights.c.device == device) & (rights.c.table_id == table)
    same = key & (rights.c.role == right.role) & (rights.c.chair == right.chair)
    connection.execute(delete(rights).where(same))
    connection.execute(insert(rights).values(**right_row(device, table, right)))


def right_row(device: str, table: str, right: Right) -> dict[str, Any]:
    return {
        "device": device,
        "table_id": table,
        "role": right.role,
        "chair": right.chair,
        "generation": right.generation,
    }
