"""Invitations to a person: a free seat may be offered to an account."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    # Not by a copy of the table, which others refer to by now.
    op.add_column("seats", sa.Column("invited", sa.String(64), nullable=True))
    op.create_index(
        "ix_seats_invited",
        "seats",
        ["invited"],
        sqlite_where=sa.text("invited IS NOT NULL"),
        postgresql_where=sa.text("invited IS NOT NULL"),
    )
