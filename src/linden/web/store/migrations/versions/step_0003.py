"""Every change of a table has a number; a visitor's name is kept in one place."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("revision", sa.Integer(), nullable=False, server_default="0"))
        tables.add_column(sa.Column("asked", sa.JSON(), nullable=False, server_default="[]"))
    with op.batch_alter_table("seats") as seats:
        seats.add_column(sa.Column("own", sa.Boolean(), nullable=False, server_default="0"))
    # Of several seats at one screen the first was the visitor's own.
    op.execute(
        "UPDATE seats SET own = TRUE WHERE kind = 'person' AND number ="
        " (SELECT MIN(number) FROM seats AS mine WHERE mine.table_id = seats.table_id"
        " AND mine.kind = 'person' AND mine.visitor = seats.visitor)"
    )
