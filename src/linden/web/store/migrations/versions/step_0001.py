"""The first schema: visitors, tables, seats, moves, matches."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "visitors",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
    )
    op.create_table(
        "matches",
        sa.Column("id", sa.String(20), primary_key=True),
        sa.Column("starter", sa.Integer(), nullable=False),
        sa.Column("totals", sa.JSON(), nullable=False),
        sa.Column("wins", sa.JSON(), nullable=False),
        sa.Column("played", sa.Integer(), nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(20), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("host", sa.String(64), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.Column("updated", sa.Double(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("plies", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("ended", sa.String(20), nullable=False),
        sa.Column("loser", sa.Integer(), nullable=True),
        sa.Column("result", sa.String(200), nullable=False),
        sa.Column("offer", sa.JSON(), nullable=True),
        sa.Column("match_id", sa.String(20), sa.ForeignKey("matches.id"), nullable=True),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seating", sa.JSON(), nullable=False),
        sa.Column("next_id", sa.String(20), nullable=True),
    )
    op.create_index("ix_tables_host", "tables", ["host"])
    op.create_index("ix_tables_updated", "tables", ["updated"])
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(20), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("visitor", sa.String(64), nullable=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("level", sa.Integer(), nullable=True),
        sa.Column("key", sa.String(40), nullable=True, unique=True),
    )
    op.create_index("ix_seats_visitor", "seats", ["visitor"])
    op.create_table(
        "moves",
        sa.Column("table_id", sa.String(20), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("ply", sa.Integer(), primary_key=True),
        sa.Column("move", sa.String(400), nullable=False),
        sa.Column("made", sa.Double(), nullable=False),
    )
