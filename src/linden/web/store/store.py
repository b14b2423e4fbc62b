"""The database: everything that must survive a restart, written before anybody hears of it."""

import secrets
import sqlite3
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import alembic.command
import alembic.config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import create_engine, delete, event, func, select, update
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DatabaseError
from sqlalchemy.orm import Session, sessionmaker

from linden.web.store.models import MatchRow, MoveRow, SeatRow, SettingRow, TableRow, VisitorRow

Answer = TypeVar("Answer")

BUSY_SECONDS = 10
"""How long a call waits for another process that is writing."""


class StoreError(RuntimeError):
    """The database cannot be used; the sentence says what to do."""


class Store:
    """A SQLite file. Calls are short; ``aside`` runs them off the event loop, one at a time."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._engine = create_engine(f"sqlite:///{path}", connect_args={"timeout": BUSY_SECONDS})
        event.listen(self._engine, "connect", _settle)
        self._sessions = sessionmaker(self._engine, expire_on_commit=False)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="linden-store")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with self._engine.connect() as connection:
                _check(connection, path)
                _migrate(connection, path)
        except (DatabaseError, OSError) as error:
            self.close()
            raise StoreError(_complaint(path, error)) from None
        except StoreError:
            self.close()
            raise

    def close(self) -> None:
        self._thread.shutdown()
        self._engine.dispose()

    async def run(self, call: Callable[..., Answer], *arguments: Any) -> Answer:
        """Run a call of this store in its thread."""
        import asyncio

        return await asyncio.get_running_loop().run_in_executor(self._thread, call, *arguments)

    # -- visitors

    def name_of(self, visitor: str) -> str:
        with self._sessions() as session:
            row = session.get(VisitorRow, visitor)
            return row.name if row else ""

    def rename(self, visitor: str, name: str) -> list[str]:
        """Keep a visitor's name, on the seats of running games too; the tables it changes."""
        with self._sessions.begin() as session:
            session.merge(VisitorRow(id=visitor, name=name, created=time.time()))
            mine = SeatRow.visitor == visitor
            found = session.execute(
                select(SeatRow.table_id, func.count(), func.min(SeatRow.number))
                .join(TableRow, TableRow.id == SeatRow.table_id)
                .where(mine, TableRow.ended == "")
                .group_by(SeatRow.table_id)
            ).all()
            for table, _, first in found:
                session.execute(
                    update(SeatRow)
                    .where(SeatRow.table_id == table, SeatRow.number == first)
                    .values(name=name)
                )
            return [table for table, _, _ in found]

    def knows(self, visitor: str) -> bool:
        """Whether this visitor was here before tokens were signed, or has a name."""
        with self._sessions() as session:
            return session.get(VisitorRow, visitor) is not None

    def keeps(self, visitor: str) -> bool:
        """Whether this is whoever runs the server."""
        with self._sessions() as session:
            row = session.get(VisitorRow, visitor)
            return row is not None and row.keeper

    def make_keeper(self, visitor: str) -> None:
        with self._sessions.begin() as session:
            session.merge(VisitorRow(id=visitor, keeper=True))

    def secret(self) -> bytes:
        """What signs the visitors' tokens; made when it is first asked for."""
        with self._sessions.begin() as session:
            row = session.get(SettingRow, "secret")
            if row is None:
                row = SettingRow(name="secret", value=secrets.token_hex(32))
                session.add(row)
            return bytes.fromhex(row.value)

    # -- tables

    def create(self, table: TableRow, moves: Sequence[str]) -> None:
        with self._sessions.begin() as session:
            _add(session, table, moves)

    def follow(self, table: TableRow, moves: Sequence[str], before: str) -> str:
        """Keep the table of a rematch, unless there is one already; the id of the one there is."""
        with self._sessions.begin() as session:
            taken: str | None = session.scalar(
                select(TableRow.next_id).where(TableRow.id == before)
            )
            if taken is not None:
                return taken
            _add(session, table, moves)
            session.execute(update(TableRow).where(TableRow.id == before).values(next_id=table.id))
            return table.id

    def load(self, table: str) -> tuple[TableRow, list[str]] | None:
        """A table and its moves."""
        with self._sessions() as session:
            row = session.get(TableRow, table)
            if row is None:
                return None
            moves = session.scalars(
                select(MoveRow.move).where(MoveRow.table_id == table).order_by(MoveRow.ply)
            ).all()
            return row, list(moves)

    def change(
        self,
        table: str,
        facts: dict[str, Any],
        *,
        keep: int | None = None,
        moves: Sequence[str] = (),
        match: dict[str, Any] | None = None,
    ) -> None:
        """One step of a table, in one transaction: drop the moves after ply ``keep``, add
        ``moves``, and set what else is different."""
        with self._sessions.begin() as session:
            if keep is not None:
                session.execute(
                    delete(MoveRow).where(MoveRow.table_id == table, MoveRow.ply > keep)
                )
                _append(session, table, keep + 1, moves)
            session.execute(
                update(TableRow).where(TableRow.id == table).values(**facts, updated=time.time())
            )
            if match is not None:
                session.execute(update(MatchRow).where(MatchRow.id == match["id"]).values(**match))

    def seat(self, table: str, number: int, facts: dict[str, Any]) -> None:
        """Change who sits on a seat."""
        with self._sessions.begin() as session:
            session.execute(
                update(SeatRow)
                .where(SeatRow.table_id == table, SeatRow.number == number)
                .values(**facts)
            )

    def seat_by_key(self, key: str) -> tuple[str, int] | None:
        """The table and seat that a link leads to."""
        with self._sessions() as session:
            row = session.execute(
                select(SeatRow.table_id, SeatRow.number).where(SeatRow.key == key)
            ).first()
            return (row[0], row[1]) if row else None

    def tables_of(self, visitor: str, *, over: bool, most: int) -> list[TableRow]:
        """The visitor's tables, the latest first."""
        sits = select(SeatRow.table_id).where(SeatRow.visitor == visitor)
        ended = TableRow.ended != "" if over else TableRow.ended == ""
        with self._sessions() as session:
            return list(
                session.scalars(
                    select(TableRow)
                    .where(ended, (TableRow.host == visitor) | TableRow.id.in_(sits))
                    .order_by(TableRow.updated.desc())
                    .limit(most)
                ).all()
            )


def _add(session: Session, table: TableRow, moves: Sequence[str]) -> None:
    """A new table; its match may be there already."""
    session.merge(table)
    session.flush()
    _append(session, table.id, 1, moves)


def _append(session: Session, table: str, first: int, moves: Sequence[str]) -> None:
    now = time.time()
    session.add_all(
        MoveRow(table_id=table, ply=ply, move=move, made=now)
        for ply, move in enumerate(moves, first)
    )


# -- opening -------------------------------------------------------------------------------------


def _settle(connection: sqlite3.Connection, _: object) -> None:
    """WAL, and every commit on the disk before it is acknowledged."""
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA foreign_keys=ON")


def _check(connection: Connection, path: Path) -> None:
    state = connection.exec_driver_sql("PRAGMA quick_check").scalar()
    connection.rollback()
    if state != "ok":
        raise StoreError(_complaint(path, state))


def _complaint(path: Path, error: object) -> str:
    detail = str(getattr(error, "orig", None) or error).splitlines()[0]
    return (
        f"The tables kept in {path} cannot be read ({detail}). Move that file away to begin anew, "
        "bring back a copy of it, or set LINDEN_DATA_DIR to another folder."
    )


def _migrate(connection: Connection, path: Path) -> None:
    """Bring an older schema up to date; refuse a newer one."""
    config = alembic.config.Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    script = ScriptDirectory.from_config(config)
    now = MigrationContext.configure(connection).get_current_revision()
    connection.rollback()
    if now == script.get_current_head():
        return
    try:
        alembic.command.upgrade(config, "head")
    except CommandError:
        raise StoreError(
            f"The tables kept in {path} were written by a newer Linden. Update Linden, or set "
            "LINDEN_DATA_DIR to another folder."
        ) from None
    connection.commit()
