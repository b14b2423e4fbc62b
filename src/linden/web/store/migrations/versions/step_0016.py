"""Decency: look-alike names, blocks, reports, moderators and their log, rated games that were
left."""

import sqlalchemy as sa
from alembic import op

from linden.web.people.names import skeleton

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    for column in (
        sa.Column("skeleton", sa.String(120), nullable=False, server_default=""),
        sa.Column("moderator", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("suspended", sa.Double(), nullable=False, server_default="0"),
    ):
        op.add_column("accounts", column)
    op.create_index("ix_accounts_skeleton", "accounts", ["skeleton"])
    accounts = sa.table("accounts", sa.column("id"), sa.column("name"), sa.column("skeleton"))
    connection = op.get_bind()
    for account, name in connection.execute(sa.select(accounts.c.id, accounts.c.name)).all():
        mine = accounts.c.id == account
        connection.execute(accounts.update().where(mine).values(skeleton=skeleton(name)))
    op.create_table(
        "blocks",
        sa.Column("account", sa.String(64), sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("visitor", sa.String(64), primary_key=True),
        sa.Column("created", sa.Double(), nullable=False),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.String(20), primary_key=True),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("about", sa.String(64), nullable=False),
        sa.Column("table_id", sa.String(40), nullable=True),
        sa.Column("reason", sa.String(20), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.Column("closed", sa.Double(), nullable=True),
    )
    op.create_index("ix_reports_closed", "reports", ["closed"])
    op.create_table(
        "deeds",
        sa.Column("id", sa.String(20), primary_key=True),
        sa.Column("by", sa.String(40), nullable=False),
        sa.Column("about", sa.String(80), nullable=False),
        sa.Column("what", sa.String(20), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("done", sa.Double(), nullable=False),
    )
    op.create_index("ix_deeds_done", "deeds", ["done"])
    op.create_table(
        "leaves",
        sa.Column("account", sa.String(64), sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("table_id", sa.String(20), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("at", sa.Double(), nullable=False),
    )
