"""By whom tournaments are found, without reading all of them."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    op.create_table(
        "entries",
        sa.Column("visitor", sa.String(64), primary_key=True),
        sa.Column("tournament", sa.String(20), sa.ForeignKey("tournaments.id"), primary_key=True),
    )
    entries = sa.table("entries", sa.column("visitor"), sa.column("tournament"))
    tournaments = sa.table(
        "tournaments", sa.column("id"), sa.column("organiser"), sa.column("facts", sa.JSON())
    )
    connection = op.get_bind()
    for tournament, organiser, facts in connection.execute(sa.select(tournaments)).all():
        people = {organiser, *facts["barred"], *(one["visitor"] for one in facts["entrants"])}
        rows = [{"visitor": one, "tournament": tournament} for one in sorted(people - {None})]
        connection.execute(entries.insert(), rows)
