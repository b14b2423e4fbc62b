"""Tournaments, and which tables are their games."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    op.add_column("tables", sa.Column("tournament", sa.String(20), nullable=True))
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(20), primary_key=True),
        sa.Column("organiser", sa.String(64), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.Column("due", sa.Double(), nullable=True),
        sa.Column("worker", sa.String(20), nullable=True),
        sa.Column("created", sa.Double(), nullable=False),
        sa.Column("updated", sa.Double(), nullable=False),
    )
    op.create_index("ix_tournaments_organiser", "tournaments", ["organiser", "status"])
    op.create_index("ix_tournaments_status", "tournaments", ["status", "updated"])
