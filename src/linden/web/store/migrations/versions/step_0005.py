"""Every visitor has a list of games, from which tables can be taken; games may begin anywhere."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("position", sa.Text(), nullable=True))
    op.create_table(
        "listings",
        sa.Column("visitor", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(20), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("outcome", sa.String(10), nullable=False),
        sa.Column("opponent", sa.String(40), nullable=False),
        sa.Column("removed", sa.Double(), nullable=True),
    )
    # Who won is for the rules to say: it is filled in when somebody looks at the list.
    op.execute(
        "INSERT INTO listings (visitor, table_id, outcome, opponent) "
        "SELECT visitor, table_id, '', '' FROM "
        "(SELECT host AS visitor, id AS table_id FROM tables "
        "UNION SELECT visitor, table_id FROM seats WHERE visitor IS NOT NULL) AS known"
    )
