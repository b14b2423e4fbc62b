"""Settings of the server, such as the secret that signs tokens; who keeps it.

Tokens are signed from now on. An older one is accepted from visitors the database knows, so
everybody who sits at a table, or has set one up, is made known.
"""

import time

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "settings",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.String(400), nullable=False),
    )
    op.add_column(
        "visitors",
        sa.Column("keeper", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    op.execute(
        sa.text(
            "INSERT INTO visitors (id, name, created, keeper) "
            "SELECT visitor, '', :now, :no FROM "
            "(SELECT host AS visitor FROM tables UNION SELECT visitor FROM seats) AS seated "
            "WHERE visitor IS NOT NULL AND visitor NOT IN (SELECT id FROM visitors)"
        ).bindparams(now=time.time(), no=False)
    )
