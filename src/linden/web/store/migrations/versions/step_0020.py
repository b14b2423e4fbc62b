"""What visitors have missed in the games that they looked back at."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    unbounded = sa.String(40).with_variant(sa.Text(), "postgresql")
    op.create_table(
        "coached",
        sa.Column("visitor", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(20), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("game", unbounded, nullable=False),
        sa.Column("misses", sa.Text(), nullable=False),
        sa.Column("made", sa.Double(), nullable=False),
    )
    op.create_index("ix_coached_table_id", "coached", ["table_id"])
