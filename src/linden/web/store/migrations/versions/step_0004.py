"""Computers are written as text: level3, perfect."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

PERFECT = 9
"""How perfection was numbered."""


def upgrade() -> None:
    with op.batch_alter_table("seats") as seats:
        seats.add_column(sa.Column("player", sa.String(40), nullable=True))
    op.execute("UPDATE seats SET player = 'level' || level WHERE level IS NOT NULL")
    op.execute(f"UPDATE seats SET player = 'perfect' WHERE level = {PERFECT}")
    with op.batch_alter_table("seats") as seats:
        seats.drop_column("level")
