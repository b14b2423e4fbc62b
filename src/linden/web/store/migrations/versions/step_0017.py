"""Which steps of the lessons a visitor has done."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    unbounded = sa.String(40).with_variant(sa.Text(), "postgresql")
    op.create_table(
        "learnt",
        sa.Column("visitor", sa.String(64), primary_key=True),
        sa.Column("game", unbounded, primary_key=True),
        sa.Column("step", unbounded, primary_key=True),
        sa.Column("done", sa.Double(), nullable=False),
    )
