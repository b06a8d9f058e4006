"""Where a table was made from, as far as that may be kept."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("origin", sa.String(16), nullable=False, server_default=""))
    op.create_index("ix_tables_origin", "tables", ["origin"])


def downgrade() -> None:
    op.drop_index("ix_tables_origin", "tables")
    with op.batch_alter_table("tables") as batch:
        batch.drop_column("origin")
