"""Several nodes serve the same tables: who they are, and which of them lets a table go on."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

UNBOUNDED = {
    "tables": ("game", "result"),
    "seats": ("name", "player"),
    "moves": ("move",),
}
"""What games and people name. SQLite has never held them to a length."""


def upgrade() -> None:
    op.create_table(
        "nodes",
        sa.Column("id", sa.String(20), primary_key=True),
        sa.Column("called", sa.String(200), nullable=False),
        sa.Column("beat", sa.Integer(), nullable=False),
    )
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("worker", sa.String(20), nullable=True))
    op.create_index(
        "ix_tables_worker",
        "tables",
        ["worker"],
        sqlite_where=sa.text("worker IS NOT NULL"),
        postgresql_where=sa.text("worker IS NOT NULL"),
    )
    if op.get_bind().dialect.name == "postgresql":
        for table, columns in UNBOUNDED.items():
            for column in columns:
                op.alter_column(table, column, type_=sa.Text())
