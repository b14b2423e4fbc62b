"""PostgreSQL: one server for any number of nodes, each with a few connections.

Every change is a transaction of its own, and waits for the disk. PostgreSQL gathers commits that
come together by itself, so that connections, not batches, are what makes many tables quick; and no
change ever holds a lock for another one's sake. A table's row is what two nodes meet at: whoever
comes second finds another revision there than the one it followed. A move is one statement, and so
one question and one answer: while a node is busy its threads wait for each other at every word that
they exchange with the server.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any, Concatenate

import psycopg
from psycopg.abc import Buffer
from psycopg.types.string import StrDumperUnknown
from sqlalchemy import Engine, create_engine, event, text
from sqlalchemy.engine import URL, Connection, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from linden.web.store.database import BUSY_SECONDS, Answer, Database, Given, Job, detail, passing
from linden.web.store.errors import StoreError, StoreUnavailable
from linden.web.store.migrating import migrate, newer, newest, schema_of

WRITERS, READERS = 4, 2
"""Connections of a node."""
LINE_SECONDS = 6
"""After so long without an answer a line to the server is given up, by either side."""
ANSWER_SECONDS = 8
"""After so long nobody is kept waiting, whatever has become of it."""
SCHEMA_LOCK = 0x6C696E64656E  # "linden"
WAY_OUT = "let LINDEN_DATABASE_URL name another database"
LINE = {
    "connect_timeout": BUSY_SECONDS,
    "keepalives_idle": LINE_SECONDS // 2,
    "keepalives_interval": 1,
    "keepalives_count": LINE_SECONDS // 2,
    "tcp_user_timeout": LINE_SECONDS * 1000,
}
"""How a line that is cut is noticed; what the address says stands before it."""


def parsed(address: str) -> URL:
    """The address of a database, as ``LINDEN_DATABASE_URL`` has it."""
    try:
        url = make_url(address)
    except ArgumentError:
        url = URL.create("unreadable")
    if url.get_backend_name() not in ("postgres", "postgresql"):
        raise StoreError(
            "LINDEN_DATABASE_URL takes an address such as "
            f"postgresql://linden@localhost/linden, not {_hidden(url, address)!r}."
        )
    return url.set(drivername="postgresql+psycopg")


def _hidden(url: URL, address: str) -> str:
    return address if url.drivername == "unreadable" else url.render_as_string(hide_password=True)


def named(url: URL) -> str:
    """The same for people to read: without the password."""
    plain = url.set(drivername="postgresql").difference_update_query(url.query)
    return plain.render_as_string(hide_password=True)


def line_of(url: URL) -> dict[str, Any]:
    return {name: value for name, value in LINE.items() if name not in url.query}


def dial(url: URL, **settings: Any) -> "psycopg.Connection[Any]":
    """A line to the server without SQLAlchemy, each statement by itself."""
    wanted = {**line_of(url), **settings}
    plain = url.set(drivername="postgresql").render_as_string(hide_password=False)
    return psycopg.connect(plain, autocommit=True, **wanted)


class PostgreSQL(Database):
    """One database on a server, used by this node among others."""

    shared = True
    compound = True

    def __init__(self, address: str) -> None:
        self.url = parsed(address)
        self.name = named(self.url)
        self._writer = self._engine(WRITERS, "READ COMMITTED")
        self._single = self._writer.execution_options(isolation_level="AUTOCOMMIT")
        self._reader = self._engine(READERS, "REPEATABLE READ")  # all of a table at one moment
        self._write_threads = ThreadPoolExecutor(WRITERS, thread_name_prefix="linden-write")
        self._read_threads = ThreadPoolExecutor(READERS, thread_name_prefix="linden-read")
        try:
            self._open()
        except (SQLAlchemyError, psycopg.Error) as error:
            self.close()
            raise StoreError(unreachable(self.name, error)) from None
        except StoreError:
            self.close()
            raise

    def _engine(self, connections: int, isolation: Any) -> Engine:
        engine = create_engine(
            self.url,
            pool_size=connections,
            max_overflow=0,
            isolation_level=isolation,
            connect_args=line_of(self.url),
        )
        event.listen(engine, "connect", _settle)
        return engine

    def _open(self) -> None:
        with self._writer.connect() as connection:
            encoding = connection.exec_driver_sql("SHOW server_encoding").scalar()
            found, wanted = schema_of(connection), newest(connection)
        if encoding != "UTF8":
            raise StoreError(
                f"The database {self.name} is encoded as {encoding}; Linden needs one that is "
                "created with ENCODING 'UTF8'."
            )
        if found is None:
            upgrade(self.url)
        elif found != wanted:
            raise other_version(self.name, found, str(wanted))

    def close(self) -> None:
        self._write_threads.shutdown()
        self._read_threads.shutdown()
        self._writer.dispose()
        self._reader.dispose()

    async def read(
        self,
        call: Callable[Concatenate[Connection, Given], Answer],
        *arguments: Given.args,
        **names: Given.kwargs,
    ) -> Answer:
        async with self._in_time():
            return await super().read(call, *arguments, **names)

    async def _write(self, call: Callable[[Connection], Answer], *, single: bool = False) -> Answer:
        async with self._in_time():
            return await super()._write(call, single=single)

    @asynccontextmanager
    async def _in_time(self) -> AsyncIterator[None]:
        """A server that says nothing at all is told of like one that is gone."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                yield
        except TimeoutError:
            self.failures += 1
            raise StoreUnavailable(
                f"The tables in {self.name} could not be written or read: nothing is heard of "
                f"the server for {ANSWER_SECONDS} s."
            ) from None
        except StoreUnavailable:
            self.failures += 1
            raise

    async def _in_reader(self, work: Callable[[], Answer]) -> Answer:
        return await asyncio.get_running_loop().run_in_executor(self._read_threads, work)

    def read_now(
        self,
        call: Callable[Concatenate[Connection, Given], Answer],
        *arguments: Given.args,
        **names: Given.kwargs,
    ) -> Answer:
        try:
            return transact(self._reader, lambda connection: call(connection, *arguments, **names))
        except (SQLAlchemyError, psycopg.Error) as error:
            raise StoreUnavailable(passing(self.name, error)) from error

    def write_now(
        self,
        call: Callable[Concatenate[Connection, Given], Answer],
        *arguments: Given.args,
        **names: Given.kwargs,
    ) -> Answer:
        try:
            with self._writer.begin() as connection:
                connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
                return call(connection, *arguments, **names)
        except (SQLAlchemyError, psycopg.Error) as error:
            raise StoreUnavailable(passing(self.name, error)) from error

    def _enqueue(self, job: Job) -> None:
        self._write_threads.submit(self._keep, job)

    def _keep(self, job: Job) -> None:
        try:
            waited = time.monotonic() - job.asked
            if waited > BUSY_SECONDS:  # nobody is helped by a queue in front of a dead server
                raise StoreUnavailable(
                    f"The tables in {self.name} could not be written: a change waited "
                    f"{waited:.0f} s for its turn."
                )
            keep = self._keep_single if job.single else self._keep_whole
            job.result = keep(job.call)
        except (SQLAlchemyError, psycopg.Error) as error:
            job.error = StoreUnavailable(passing(self.name, error))
        except Exception as error:
            job.error = error
        job.settle()

    def _keep_whole(self, call: Callable[[Connection], Answer]) -> Answer:
        return transact(self._writer, call)

    def _keep_single(self, call: Callable[[Connection], Answer]) -> Answer:
        try:
            with self._single.connect() as connection:
                return call(connection)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
        return transact(self._writer, call)


def transact(engine: Engine, call: Callable[[Connection], Answer]) -> Answer:
    """One transaction. Where the line is found dead before anything was to be kept, it is begun
    once more on a new one; a commit whose answer is lost is never repeated."""
    for again in (True, False):
        committing = False
        try:
            with engine.connect() as connection, connection.begin() as transaction:
                answer = call(connection)
                committing = True
                transaction.commit()
            return answer
        except DBAPIError as error:
            if committing or not again or not error.connection_invalidated:
                raise
    raise AssertionError("it is tried twice at most")


class Written(StrDumperUnknown):
    """A text, in which PostgreSQL allows every character but one; anybody can write that one into
    an address, and no table is found there."""

    def dump(self, obj: str) -> Buffer | None:
        return super().dump(obj.replace("\0", "\N{REPLACEMENT CHARACTER}"))


def _settle(connection: "psycopg.Connection[Any]", _: object) -> None:
    """Every commit on the disk before it is acknowledged; nobody waits for ever, and a node that
    is cut off holds no lock for long."""
    connection.adapters.register_dumper(str, Written)
    autocommit, connection.autocommit = connection.autocommit, True
    connection.execute(
        f"SET statement_timeout = '{BUSY_SECONDS}s'; "
        f"SET idle_in_transaction_session_timeout = '{LINE_SECONDS}s'; "
        f"SET tcp_user_timeout = '{LINE_SECONDS}s'; "
        f"SET tcp_keepalives_idle = '{LINE_SECONDS}s'; "
        "SELECT set_config('synchronous_commit', 'on', false) "
        "WHERE current_setting('synchronous_commit') = 'off'"
    )
    connection.autocommit = autocommit


def upgrade(url: URL) -> None:
    """Bring the schema up to date, one node at a time."""
    engine = create_engine(url, connect_args=line_of(url))
    try:
        with engine.connect() as gate:
            gate.execute(text("SELECT pg_advisory_lock(:name)"), {"name": SCHEMA_LOCK})
            with engine.connect() as connection:
                migrate(connection, named(url), WAY_OUT)
    finally:
        engine.dispose()


def other_version(name: str, found: str, wanted: str) -> StoreError:
    if found > wanted:
        return newer(name, WAY_OUT)
    return StoreError(
        f"The tables kept in {name} were written by an older Linden. Stop its nodes, then bring "
        "the tables up to date with: linden db upgrade."
    )


def unreachable(name: str, error: object) -> str:
    """Why the database cannot be used at all."""
    return (
        f"The database {name} cannot be used ({detail(error)}). Check LINDEN_DATABASE_URL, and "
        "that PostgreSQL answers there."
    )
