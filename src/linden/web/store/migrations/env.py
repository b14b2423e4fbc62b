"""How Alembic runs here: always on a connection that ``store`` has opened."""

from alembic import context

from linden.web.store.models import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,  # SQLite alters tables by copying them
)
with context.begin_transaction():
    context.run_migrations()
