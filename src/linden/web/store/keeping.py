"""What is done with a whole database: brought up to date, copied, brought back, checked.

A copy is a SQLite file, whichever engine the tables are in, so it also carries them from one engine
to the other. It is taken from one snapshot while people play.
"""

import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Engine, create_engine, delete, func, insert, inspect, select
from sqlalchemy.engine import Connection
from sqlalchemy.exc import SQLAlchemyError

from linden.web.store.database import detail, open_database
from linden.web.store.errors import StoreError
from linden.web.store.migrating import migrate, newer, newest, schema_of
from linden.web.store.models import (
    AccountRow,
    Base,
    BlockRow,
    ChallengeRow,
    DeedRow,
    EntryRow,
    LeaveRow,
    MoveRow,
    NodeRow,
    PasskeyRow,
    RatedGameRow,
    RatingRow,
    ReportRow,
    SessionRow,
    SettingRow,
    SiteTimeRow,
    TableRow,
    TokenRow,
    TournamentRow,
    VacationRow,
    VisitorRow,
)

ROWS_AT_ONCE = 2000
BEATS_SECONDS = 2.5
"""Nodes that live have counted on after so long."""
MOST_TOLD = 10
LOOKED_IN = (
    *(VisitorRow, SettingRow, ChallengeRow, SessionRow, PasskeyRow, RatedGameRow, RatingRow),
    *(TokenRow, BlockRow, LeaveRow, ReportRow, DeedRow, AccountRow, SiteTimeRow, VacationRow),
    *(EntryRow, TournamentRow),
)
"""What there may be before a copy is brought back: of those who have looked in meanwhile."""


def name_of(place: Path | str) -> str:
    if isinstance(place, Path):
        return str(place)
    from linden.web.store.postgres import named, parsed

    return named(parsed(place))


@contextmanager
def snapshot(place: Path | str) -> Iterator[Connection]:
    """A connection that sees one moment, whoever serves the tables meanwhile."""
    engine = _reading(place)
    try:
        with engine.connect() as connection:
            if isinstance(place, Path):
                connection.exec_driver_sql("BEGIN")
            yield connection
    except SQLAlchemyError as error:
        raise StoreError(
            f"The tables in {name_of(place)} cannot be read ({detail(error)})."
        ) from None
    finally:
        engine.dispose()


def _reading(place: Path | str) -> Engine:
    if isinstance(place, Path):
        if not place.exists():
            raise StoreError(f"There are no tables in {place}: the file does not exist.")

        def connect() -> sqlite3.Connection:
            return sqlite3.connect(f"file:{place}?mode=ro", uri=True, isolation_level=None)

        return create_engine("sqlite://", creator=connect)
    open_database(place).close()  # says what is wrong with the address
    from linden.web.store.postgres import parsed

    return create_engine(parsed(place), isolation_level="REPEATABLE READ")


# -- up to date ------------------------------------------------------------------------------------


def upgrade(place: Path | str) -> str:
    """Bring the schema up to date; what was done."""
    if isinstance(place, Path):
        open_database(place).close()
    else:
        _upgrade_server(place)
    with snapshot(place) as connection:
        return f"The tables in {name_of(place)} are up to date (schema {schema_of(connection)})."


def _upgrade_server(address: str) -> None:
    try:
        from linden.web.store import postgres
    except ImportError:
        open_database(address)  # says what is missing
        raise
    url = postgres.parsed(address)
    engine = create_engine(url, connect_args=postgres.line_of(url))
    try:
        with engine.connect() as connection:
            if schema_of(connection) == newest(connection):
                return
        _check_unserved(engine, address, "bring the tables up to date")
        postgres.upgrade(url)
    except SQLAlchemyError as error:
        raise StoreError(postgres.unreachable(postgres.named(url), error)) from None
    finally:
        engine.dispose()


def _check_unserved(engine: Engine, place: Path | str, then: str) -> None:
    serving = _beating(engine)
    if serving:
        raise StoreError(
            f"{serving} of Linden's nodes serve the tables in {name_of(place)}. Stop them, then "
            f"{then}."
        )


def _beating(engine: Engine) -> int:
    """How many nodes live."""
    with engine.connect() as connection:
        if not inspect(connection).has_table(NodeRow.__tablename__):
            return 0

    def beats() -> dict[str, int]:
        with engine.connect() as connection:
            rows = connection.execute(select(NodeRow.id, NodeRow.beat))
            return {row.id: row.beat for row in rows}

    before = beats()
    if not before:
        return 0
    time.sleep(BEATS_SECONDS)
    return sum(beat != before.get(node) for node, beat in beats().items())


# -- copies ----------------------------------------------------------------------------------------


def backup(place: Path | str, file: Path) -> str:
    """Copy all tables into a new file, as they are at one moment; what was copied."""
    if file.exists():
        raise StoreError(f"{file} exists already; a copy is made in a new file.")
    part = file.with_name(file.name + ".part")
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_CREAT | os.O_WRONLY, 0o600))
    engine = create_engine(f"sqlite:///{part}")
    try:
        with snapshot(place) as source:
            _check_current(source, place)
            with engine.connect() as target:
                migrate(target, part, "choose another file")
            with engine.begin() as target:
                counts = _copy(source, target)
        with part.open("rb+") as written:
            os.fsync(written.fileno())
        part.replace(file)
    except OSError as error:
        raise StoreError(f"{file} cannot be written: {error.strerror}.") from None
    finally:
        engine.dispose()
        part.unlink(missing_ok=True)
    return f"{_told(counts)} are copied to {file}."


def restore(place: Path | str, file: Path) -> str:
    """Bring back a copy into a database that has no tables yet; what was brought back."""
    if not file.exists():
        raise StoreError(f"There is no copy in {file}: the file does not exist.")
    if not isinstance(place, Path):
        engine = _reading(place)
        try:
            _check_unserved(engine, place, "bring the copy back")
        finally:
            engine.dispose()
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.db"
        shutil.copyfile(file, copy)
        open_database(copy).close()  # an older copy is brought up to date
        database = open_database(place)
        try:
            with snapshot(copy) as source:
                counts = database.write_now(_bring_back, source, name_of(place))
        finally:
            database.close()
    return f"{_told(counts)} are brought back from {file}."


def _bring_back(target: Connection, source: Connection, name: str) -> dict[str, int]:
    if target.execute(select(TableRow.id).limit(1)).first() is not None:
        raise StoreError(
            f"There are tables in {name} already; a copy is brought back into an empty database."
        )
    for row in LOOKED_IN:
        target.execute(delete(row))
    return _copy(source, target)


def _copy(source: Connection, target: Connection) -> dict[str, int]:
    counts = {}
    for table in Base.metadata.sorted_tables:
        if table.name == NodeRow.__tablename__:
            continue
        rows = source.execution_options(yield_per=ROWS_AT_ONCE).execute(select(table))
        counts[table.name] = 0
        for some in rows.mappings().partitions():
            copies = [dict(row) for row in some]
            for row in copies if table.name == TableRow.__tablename__ else ():
                row["worker"] = None
            target.execute(insert(table), copies)
            counts[table.name] += len(copies)
    return counts


def _told(counts: dict[str, int]) -> str:
    return f"{counts['tables']:,} tables with {counts['moves']:,} moves"


def _check_current(connection: Connection, place: Path | str) -> None:
    found, wanted = schema_of(connection), newest(connection)
    if found != wanted:
        if found is not None and wanted is not None and found > wanted:
            raise newer(name_of(place), "use the Linden that wrote them")
        raise StoreError(
            f"The tables in {name_of(place)} were written by an older Linden; bring them up to "
            "date first, with: linden db upgrade."
        )


# -- whether all is well ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Findings:
    """What a check has found."""

    summary: str
    faults: list[str]


def check(place: Path | str) -> Findings:
    """Whether every game is whole: as many moves as its table says, one after the other."""
    with snapshot(place) as connection:
        _check_current(connection, place)
        faults = []
        if isinstance(place, Path):
            state = connection.exec_driver_sql("PRAGMA integrity_check").scalar()
            if state != "ok":
                faults.append(f"The file is damaged: {detail(state)}.")
        counts = {
            row.__tablename__: connection.scalar(select(func.count()).select_from(row)) or 0
            for row in (TableRow, MoveRow)
        }
        made = (
            select(
                MoveRow.table_id,
                func.count().label("count"),
                func.max(MoveRow.ply).label("last"),
            )
            .group_by(MoveRow.table_id)
            .subquery()
        )
        kept, last = func.coalesce(made.c.count, 0), func.coalesce(made.c.last, 0)
        torn = (
            select(TableRow.id, TableRow.plies, kept.label("kept"))
            .outerjoin(made, made.c.table_id == TableRow.id)
            .where((kept != TableRow.plies) | (last != TableRow.plies))
            .limit(MOST_TOLD)
        )
        faults += [
            f"Table {row.id} says {row.plies} moves; {row.kept} are kept."
            for row in connection.execute(torn)
        ]
    return Findings(f"{_told(counts)} in {name_of(place)}.", faults)
