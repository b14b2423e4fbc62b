"""The SQLite file: opened by one process at a time, watched, written in batches.

A commit waits for the disk, which takes milliseconds. Changes that arrive meanwhile are kept
together by the next commit, so that a hundred tables wait no longer than one.
"""

import asyncio
import os
import shutil
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Concatenate

from filelock import FileLock
from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DatabaseError, SQLAlchemyError

from linden.web.store.database import BUSY_SECONDS, Answer, Database, Given, Job, detail, passing
from linden.web.store.errors import StoreError, StoreUnavailable
from linden.web.store.locking import claim
from linden.web.store.migrating import migrate

WAY_OUT = "set LINDEN_DATA_DIR to another folder"
LARGEST_BATCH = 200
"""Changes kept by one commit, at most."""
LEAST_ROOM = 4 << 20
"""Bytes that must be free on the disk to begin."""


class SQLite(Database):
    """One file. Reads and writes each have a thread; what is asked for together is kept by one
    commit."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock: FileLock | None = None
        self._writer = self._engine("BEGIN IMMEDIATE")
        self._reader = self._engine("BEGIN")
        self._write_thread = ThreadPoolExecutor(1, thread_name_prefix="linden-write")
        self._read_thread = ThreadPoolExecutor(1, thread_name_prefix="linden-read")
        self._queueing = threading.Lock()
        self._jobs: list[Job] = []
        self._writing = False
        self._identity: tuple[tuple[int, int], ...] = ()
        self._size = 0
        try:
            self._open()
        except (DatabaseError, OSError) as error:
            self.close()
            raise StoreError(complaint(path, error)) from None
        except StoreError:
            self.close()
            raise

    def _engine(self, begin: str) -> Engine:
        # One connection each, made in whichever thread comes first: a thread has it to itself.
        engine = create_engine(
            f"sqlite:///{self.path}",
            pool_size=1,
            max_overflow=0,
            connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False},
        )
        event.listen(engine, "connect", _settle)
        event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
        return engine

    # -- opening

    def _open(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._lock = claim(self.path)
        _check_room(self.path)
        if not self.path.exists():
            self._begin_anew()
        if self.path.stat().st_size == 0:
            raise StoreError(
                f"The tables kept in {self.path} are gone: the file is empty. Bring back a copy of "
                "it, or remove it to begin anew."
            )
        for file in self._files():
            if file.exists():
                file.chmod(0o600)
        with self._writer.connect() as connection:
            _check(connection, self.path)
            migrate(connection, self.path, WAY_OUT)
        self._remember()

    def _begin_anew(self) -> None:
        """Make the file whole before it has its name, so that an empty one is never ours."""
        fresh = self.path.with_name(self.path.name + ".new")
        fresh.unlink(missing_ok=True)
        os.close(os.open(fresh, os.O_CREAT | os.O_WRONLY, 0o600))
        engine = create_engine(f"sqlite:///{fresh}")
        with engine.connect() as connection:
            # Nobody knows it yet: it is brought to the disk once, not after every step.
            connection.exec_driver_sql("PRAGMA synchronous = OFF")
            migrate(connection, fresh, WAY_OUT)
        engine.dispose()
        with fresh.open("rb+") as whole:
            os.fsync(whole.fileno())
        os.replace(fresh, self.path)

    def close(self) -> None:
        """Keep what is under way, and let go of the file."""
        self._write_thread.shutdown()
        self._read_thread.shutdown()
        self._writer.dispose()
        self._reader.dispose()
        if self._lock is not None:
            self._lock.release()

    # -- whether it is still the file that was opened

    def _files(self) -> list[Path]:
        return [self.path.with_name(self.path.name + ending) for ending in ("", "-wal", "-shm")]

    def _stat(self) -> tuple[tuple[tuple[int, int], ...], int]:
        """Which files these are, and how large the first is."""
        found = [file.stat() for file in self._files()]
        return tuple((stat.st_dev, stat.st_ino) for stat in found), found[0].st_size

    def _remember(self) -> None:
        with self._writer.begin() as connection:  # so that all files are there
            connection.exec_driver_sql("SELECT 1").all()
        self._identity, self._size = self._stat()

    def check_in_place(self) -> None:
        """Refuse to go on where the file was removed, replaced or cut: SQLite would write into
        what nobody can open any more."""
        try:
            identity, size = self._stat()
        except OSError:
            identity, size = (), 0
        if identity != self._identity or size < self._size:
            raise StoreUnavailable(
                f"The file {self.path} was removed or replaced while Linden is running; nothing "
                "can be kept until Linden is started again."
            )
        self._size = size

    # -- reading and writing

    async def _in_reader(self, work: Callable[[], Answer]) -> Answer:
        return await asyncio.get_running_loop().run_in_executor(self._read_thread, work)

    def read_now(
        self,
        call: Callable[Concatenate[Connection, Given], Answer],
        *arguments: Given.args,
        **names: Given.kwargs,
    ) -> Answer:
        try:
            with self._reader.begin() as connection:
                return call(connection, *arguments, **names)
        except (SQLAlchemyError, sqlite3.Error) as error:
            raise StoreUnavailable(passing(self.path, error)) from error

    def write_now(
        self,
        call: Callable[Concatenate[Connection, Given], Answer],
        *arguments: Given.args,
        **names: Given.kwargs,
    ) -> Answer:
        self.check_in_place()
        try:
            with self._writer.begin() as connection:
                return call(connection, *arguments, **names)
        except (SQLAlchemyError, sqlite3.Error) as error:
            raise StoreUnavailable(passing(self.path, error)) from error

    def _enqueue(self, job: Job) -> None:
        with self._queueing:
            self._jobs.append(job)
            if not self._writing:
                self._writing = True
                self._write_thread.submit(self._write_batches)

    def _next_batch(self) -> list[Job]:
        with self._queueing:
            batch = self._jobs[:LARGEST_BATCH]
            del self._jobs[:LARGEST_BATCH]
            self._writing = bool(batch)
            return batch

    def _write_batches(self) -> None:
        while batch := self._next_batch():
            try:
                self._keep(batch)
            except Exception as error:
                for job in batch:
                    job.error = job.error or error
            for job in batch:
                job.settle()

    def _keep(self, batch: list[Job]) -> None:
        self.check_in_place()
        try:
            with self._writer.connect() as connection, connection.begin():
                for job in batch:
                    self._try(connection, job)
        except (SQLAlchemyError, sqlite3.Error) as error:
            raise StoreUnavailable(passing(self.path, error)) from error
        self.check_in_place()

    def _try(self, connection: Connection, job: Job) -> None:
        """One change; where it fails, the others of its batch are kept nevertheless."""
        try:
            with connection.begin_nested():
                job.result = job.call(connection)
        except (SQLAlchemyError, sqlite3.Error) as error:
            if _is_fatal(error):
                raise
            job.error = StoreUnavailable(passing(self.path, error))
        except Exception as error:
            job.error = error


def _is_fatal(error: BaseException) -> bool:
    """Whether the whole transaction is lost with it: the disk is full or broken."""
    cause = getattr(error, "orig", error)
    name = getattr(cause, "sqlite_errorname", "")
    return name.startswith(("SQLITE_FULL", "SQLITE_IOERR", "SQLITE_CORRUPT", "SQLITE_NOTADB"))


# -- opening ---------------------------------------------------------------------------------------


def _settle(connection: sqlite3.Connection, _: object) -> None:
    """WAL, every commit on the disk before it is acknowledged, and transactions that begin where
    they are begun. What is deleted is overwritten, too."""
    connection.isolation_level = None
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA foreign_keys=ON")
    connection.execute("PRAGMA secure_delete=ON")


def _check_room(path: Path) -> None:
    """SQLite maps a file into memory as it opens: on a full disk the process would be killed."""
    free = shutil.disk_usage(path.parent).free
    if free < LEAST_ROOM:
        raise StoreError(
            f"There is no room left on the disk for the tables in {path}: {free >> 10} kB are "
            f"free, {LEAST_ROOM >> 20} MB are needed. Make room there, or set LINDEN_DATA_DIR to "
            "another folder."
        )


def _check(connection: Connection, path: Path) -> None:
    state = connection.exec_driver_sql("PRAGMA quick_check").scalar()
    connection.rollback()
    if state != "ok":
        raise StoreError(complaint(path, state))


def complaint(path: Path, error: object) -> str:
    """Why the file cannot be used at all."""
    return (
        f"The tables kept in {path} cannot be read ({detail(error)}). Move that file away to "
        "begin anew, bring back a copy of it, or set LINDEN_DATA_DIR to another folder."
    )
