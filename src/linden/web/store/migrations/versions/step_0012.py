"""Tables have clocks, and the site has a time of its own; people plan answers, and go on
vacation."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.create_table(
        "site_time",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("seconds", sa.Double(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
    )
    op.create_table(
        "vacations",
        sa.Column("visitor", sa.String(64), primary_key=True),
        sa.Column("periods", sa.JSON(), nullable=False),
    )
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("clock", sa.JSON(), nullable=True))
        tables.add_column(sa.Column("clock_since", sa.Double(), nullable=True))
        tables.add_column(sa.Column("flag_at", sa.Double(), nullable=True))
    with op.batch_alter_table("moves") as moves:
        moves.add_column(sa.Column("left", sa.JSON(), nullable=True))
    with op.batch_alter_table("seats") as seats:
        seats.add_column(sa.Column("plan", sa.JSON(), nullable=True))
    for column in ("clock_since", "flag_at"):
        op.create_index(
            f"ix_tables_{column}",
            "tables",
            [column],
            sqlite_where=sa.text(f"{column} IS NOT NULL"),
            postgresql_where=sa.text(f"{column} IS NOT NULL"),
        )
