"""People: accounts with passwords and passkeys, the browsers that are signed in, ratings."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    game = sa.String(40).with_variant(sa.Text(), "postgresql")
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("key", sa.String(80), nullable=False, unique=True),
        sa.Column("password", sa.Text(), nullable=True),
        sa.Column("preferences", sa.JSON(), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
    )
    op.create_table(
        "passkeys",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("account", sa.String(64), sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("public_key", sa.LargeBinary(), nullable=False),
        sa.Column("uses", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.Column("used", sa.Double(), nullable=True),
    )
    op.create_index("ix_passkeys_account", "passkeys", ["account"])
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("account", sa.String(64), sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("device", sa.String(80), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.Column("seen", sa.Double(), nullable=False),
        sa.Column("confirmed", sa.Double(), nullable=False),
    )
    op.create_index("ix_sessions_account", "sessions", ["account"])
    op.create_table(
        "challenges",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("purpose", sa.String(20), nullable=False),
        sa.Column("subject", sa.String(64), nullable=False),
        sa.Column("until", sa.Double(), nullable=False),
    )
    op.create_table(
        "ratings",
        sa.Column("account", sa.String(64), sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("game", game, primary_key=True),
        sa.Column("pool", sa.String(10), primary_key=True),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("volatility", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("updated", sa.Double(), nullable=False),
    )
    op.create_table(
        "rated_games",
        sa.Column("account", sa.String(64), sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("table_id", sa.String(20), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("game", game, nullable=False),
        sa.Column("pool", sa.String(10), nullable=False),
        sa.Column("before", sa.Double(), nullable=False),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("played", sa.Double(), nullable=False),
    )
    op.create_index("ix_rated_games_played", "rated_games", ["account", "game", "played"])
    # Not by a copy of the table, which others refer to by now.
    op.add_column(
        "tables", sa.Column("rated", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.add_column("seats", sa.Column("left_by", sa.String(64), nullable=True))
    op.create_index(
        "ix_seats_left_by",
        "seats",
        ["left_by"],
        sqlite_where=sa.text("left_by IS NOT NULL"),
        postgresql_where=sa.text("left_by IS NOT NULL"),
    )
