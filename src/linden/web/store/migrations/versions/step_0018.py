"""Open challenges: free seats that anybody who fits may take, and games that anybody may watch."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    for column in (
        sa.Column("seek", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("seek_until", sa.Double(), nullable=True),
        # What was there before stays among those who know its address.
        sa.Column("public", sa.Boolean(), nullable=False, server_default=sa.false()),
    ):
        op.add_column("tables", column)
    for name, indexed, where in (
        ("ix_tables_seek", "seek_until", sa.text("seek IS NOT NULL")),
        ("ix_tables_public", "ended", sa.text("public")),
    ):
        op.create_index(name, "tables", [indexed], sqlite_where=where, postgresql_where=where)
