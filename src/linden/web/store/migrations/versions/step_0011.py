"""Lists know what game each table is and when it ended: a long list is read from its end."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    game = sa.String(40).with_variant(sa.Text(), "postgresql")
    op.add_column("listings", sa.Column("game", game, nullable=False, server_default=""))
    op.add_column("listings", sa.Column("ended", sa.Double(), nullable=True))
    of_table = "FROM tables WHERE tables.id = listings.table_id"
    op.execute(
        f"UPDATE listings SET game = (SELECT game {of_table}), "
        f"ended = (SELECT updated {of_table} AND tables.ended <> '')"
    )
    op.create_index("ix_listings_table_id", "listings", ["table_id"])
    op.create_index("ix_listings_ended", "listings", ["visitor", "ended", "table_id"])
    unsettled = sa.text("outcome = '' AND ended IS NOT NULL")
    op.create_index(
        "ix_listings_unsettled",
        "listings",
        ["visitor"],
        sqlite_where=unsettled,
        postgresql_where=unsettled,
    )
