"""Visitors try puzzles: what came of each."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    game = sa.String(40).with_variant(sa.Text(), "postgresql")
    op.create_table(
        "tries",
        sa.Column("visitor", sa.String(64), primary_key=True),
        sa.Column("game", game, primary_key=True),
        sa.Column("puzzle", sa.String(12), primary_key=True),
        sa.Column("grade", sa.Integer(), nullable=False),
        sa.Column("outcome", sa.String(10), nullable=False),
        sa.Column("made", sa.Double(), nullable=False),
    )
