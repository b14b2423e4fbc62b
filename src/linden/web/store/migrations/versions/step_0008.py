"""A seat can be taken to another device, by a link that works once."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    with op.batch_alter_table("seats") as seats:
        seats.add_column(sa.Column("transfer", sa.String(64), nullable=True))
        seats.add_column(
            sa.Column("transfer_until", sa.Double(), nullable=False, server_default="0")
        )
