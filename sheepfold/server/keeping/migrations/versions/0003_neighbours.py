"""Several processes on one database: leases, presence, and entries only of tables that are there.

One that has not heard yet that a table was erased must not bring half of it back. On SQLite one process serves all
tables and knows. What is in leases and presence is worth nothing after a crash, so PostgreSQL need not log it.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    is_postgres = op.get_bind().dialect.name == "postgresql"
    unlogged = ["UNLOGGED"] if is_postgres else []
    op.create_table(
        "leases",
        sa.Column("name", sa.String(24), primary_key=True),
        sa.Column("process", sa.String(16), nullable=False),
        sa.Column("until", sa.Float(53), nullable=False),
        prefixes=unlogged,
    )
    op.create_table(
        "presence",
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("process", sa.String(16), primary_key=True),
        sa.Column("chairs", sa.Integer, nullable=False),
        sa.Column("until", sa.Float(53), nullable=False),
        prefixes=unlogged,
    )
    if is_postgres:
        for name in ("entries", "rights"):
            op.execute(f"DELETE FROM {name} WHERE table_id NOT IN (SELECT id FROM tables)")
            op.create_foreign_key(f"fk_{name}_table", name, "tables", ["table_id"], ["id"], ondelete="CASCADE")


def downgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        for name in ("entries", "rights"):
            op.drop_constraint(f"fk_{name}_table", name, type_="foreignkey")
    for name in ("presence", "leases"):
        op.drop_table(name)
