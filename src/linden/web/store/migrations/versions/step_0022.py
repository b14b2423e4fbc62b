"""Rated games with levels: which one was met."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    op.add_column("rated_games", sa.Column("level", sa.Integer(), nullable=True))
