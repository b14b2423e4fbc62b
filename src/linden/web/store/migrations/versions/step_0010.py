"""Tables have clocks, and the site has a time of its own."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "site_time",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("seconds", sa.Float(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
    )
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("clock", sa.JSON(), nullable=True))
        tables.add_column(sa.Column("clock_since", sa.Float(), nullable=True))
        tables.add_column(sa.Column("flag_at", sa.Float(), nullable=True))
    with op.batch_alter_table("moves") as moves:
        moves.add_column(sa.Column("left", sa.JSON(), nullable=True))
    for column in ("clock_since", "flag_at"):
        op.create_index(
            f"ix_tables_{column}",
            "tables",
            [column],
            sqlite_where=sa.text(f"{column} IS NOT NULL"),
            postgresql_where=sa.text(f"{column} IS NOT NULL"),
        )
