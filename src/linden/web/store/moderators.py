"""Who moderates: named by whoever keeps the database, while people play."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import create_engine, select, update
from sqlalchemy.engine import Connection
from sqlalchemy.exc import SQLAlchemyError

from linden.web.people.ids import is_bot
from linden.web.people.names import key_of
from linden.web.store.database import BUSY_SECONDS, detail
from linden.web.store.errors import StoreError
from linden.web.store.keeping import name_of, snapshot
from linden.web.store.migrating import newest, schema_of
from linden.web.store.models import AccountRow


def appoint(place: Path | str, name: str, yes: bool) -> str:
    """Make somebody a moderator, or not any more; what was done."""
    with writing(place) as connection:
        wanted = select(AccountRow.id, AccountRow.name).where(AccountRow.key == key_of(name))
        row = connection.execute(wanted).first()
        if row is None or is_bot(row.id):
            raise StoreError(f"Nobody in {name_of(place)} has an account called {name!r}.")
        connection.execute(update(AccountRow).where(AccountRow.id == row.id).values(moderator=yes))
    return f"{row.name} is a moderator now." if yes else f"{row.name} is no moderator any more."


def appointed(place: Path | str) -> str:
    """Who they are, in a sentence."""
    with snapshot(place) as connection:
        wanted = select(AccountRow.name).where(AccountRow.moderator).order_by(AccountRow.name)
        names = list(connection.scalars(wanted))
    return f"Moderators: {', '.join(names)}." if names else "There are no moderators."


@contextmanager
def writing(place: Path | str) -> Iterator[Connection]:
    """A connection that changes something, whoever serves the tables meanwhile."""
    with snapshot(place) as connection:
        if schema_of(connection) != newest(connection):
            raise StoreError(
                f"The tables in {name_of(place)} were written by an older Linden; bring them up to "
                "date with linden db upgrade first."
            )
    if isinstance(place, Path):
        engine = create_engine(f"sqlite:///{place}", connect_args={"timeout": BUSY_SECONDS})
    else:
        from linden.web.store.postgres import parsed

        engine = create_engine(parsed(place))
    try:
        with engine.begin() as connection:
            yield connection
    except SQLAlchemyError as error:
        raise StoreError(
            f"The tables in {name_of(place)} cannot be changed ({detail(error)})."
        ) from None
    finally:
        engine.dispose()
