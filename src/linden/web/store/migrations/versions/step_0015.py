"""Bots: accounts that belong to others, and the tokens by which programs come."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0013"


def upgrade() -> None:
    op.add_column("accounts", sa.Column("owner", sa.String(64), nullable=True))
    op.create_index("ix_accounts_owner", "accounts", ["owner"])
    op.create_table(
        "tokens",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("account", sa.String(64), sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("scope", sa.String(10), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.Column("used", sa.Double(), nullable=True),
        sa.Column("until", sa.Double(), nullable=False),
    )
    op.create_index("ix_tokens_account", "tokens", ["account"])
