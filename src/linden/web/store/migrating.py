"""From an older schema to the present one, by the same steps on every engine."""

from pathlib import Path

import alembic.command
import alembic.config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy.engine import Connection

from linden.web.store.errors import StoreError


def steps(connection: Connection) -> alembic.config.Config:
    """Alembic, on a connection that is open already."""
    config = alembic.config.Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    return config


def schema_of(connection: Connection) -> str | None:
    """The step that a database is at; ``None`` where there is nothing yet."""
    return MigrationContext.configure(connection).get_current_revision()


def newest(connection: Connection) -> str | None:
    return ScriptDirectory.from_config(steps(connection)).get_current_head()


def migrate(connection: Connection, place: object, way_out: str) -> None:
    """Bring an older schema up to date; refuse a newer one. ``way_out`` is what else can be
    done."""
    now = schema_of(connection)
    connection.rollback()
    if now == newest(connection):
        return
    try:
        alembic.command.upgrade(steps(connection), "head")
    except CommandError:
        raise newer(place, way_out) from None
    connection.commit()


def newer(place: object, way_out: str) -> StoreError:
    return StoreError(
        f"The tables kept in {place} were written by a newer Linden. Update Linden, or {way_out}."
    )
