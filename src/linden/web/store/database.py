"""What a database is, whichever engine keeps it: reads and writes in threads, whole or not at all.

``sqlite`` is a file for one process, ``postgres`` a server for any number of them; the calls of
``store`` are the same for both.
"""

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy.engine import Connection

from linden.web.store.errors import StoreError

Answer = TypeVar("Answer")
Given = ParamSpec("Given")

BUSY_SECONDS = 4
"""How long a call waits for others that are writing, or for the engine to answer."""


@dataclass
class Job:
    """A change that waits to be kept, and who waits for it."""

    call: Callable[[Connection], Any]
    answer: "asyncio.Future[Any]"
    single: bool = False
    """Whether it makes one statement."""
    asked: float = field(default_factory=time.monotonic)
    result: Any = field(default=None)
    error: BaseException | None = field(default=None)

    def settle(self) -> None:
        """Answer whoever waits, on the event loop they wait on."""
        loop = self.answer.get_loop()
        if not loop.is_closed():
            loop.call_soon_threadsafe(self._answer)

    def _answer(self) -> None:
        if self.answer.done():
            return
        if self.error is not None:
            self.answer.set_exception(self.error)
            self.answer.exception()  # whoever has gone does not ask for it
        else:
            self.answer.set_result(self.result)


class Database(ABC):
    """Where things are kept; ``write`` returns when the disk has it."""

    shared = False
    """Whether other processes may serve the same tables."""
    compound = False
    """Whether one statement can change several tables."""
    waiting = 0
    """Changes that are asked for and not kept yet."""
    failures = 0
    """How often somebody was told that something could not be kept or read."""

    async def read(
        self,
        call: Callable[Concatenate[Connection, Given], Answer],
        *arguments: Given.args,
        **names: Given.kwargs,
    ) -> Answer:
        """What ``call`` finds at one moment, in a thread for reading."""
        return await self._in_reader(lambda: self.read_now(call, *arguments, **names))

    @abstractmethod
    async def _in_reader(self, work: Callable[[], Answer]) -> Answer:
        """Done in a thread for reading."""

    @abstractmethod
    def read_now(
        self,
        call: Callable[Concatenate[Connection, Given], Answer],
        *arguments: Given.args,
        **names: Given.kwargs,
    ) -> Answer:
        """The same in this thread."""

    async def write(
        self,
        call: Callable[Concatenate[Connection, Given], Answer],
        *arguments: Given.args,
        **names: Given.kwargs,
    ) -> Answer:
        """Have ``call`` change the database, whole or not at all; the answer comes when the disk
        has it."""
        return await self._write(lambda connection: call(connection, *arguments, **names))

    async def write_single(
        self,
        call: Callable[Concatenate[Connection, Given], Answer],
        *arguments: Given.args,
        **names: Given.kwargs,
    ) -> Answer:
        """The same for a ``call`` that makes one statement, which some engines keep quicker. Where
        the answer is lost it is made again, and must find by itself what has become of it."""
        return await self._write(
            lambda connection: call(connection, *arguments, **names), single=True
        )

    async def _write(self, call: Callable[[Connection], Answer], *, single: bool = False) -> Answer:
        job = Job(call, asyncio.get_running_loop().create_future(), single)
        self.waiting += 1
        job.answer.add_done_callback(self._answered)
        self._enqueue(job)
        # A caller that gives up takes its hands off; the change goes its way all the same.
        answer: Answer = await asyncio.shield(job.answer)
        return answer

    @abstractmethod
    def write_now(
        self,
        call: Callable[Concatenate[Connection, Given], Answer],
        *arguments: Given.args,
        **names: Given.kwargs,
    ) -> Answer:
        """The same in this thread, for what takes as long as it takes."""

    def _answered(self, _: "asyncio.Future[Any]") -> None:
        self.waiting -= 1

    @abstractmethod
    def _enqueue(self, job: Job) -> None:
        """Have a change kept by a thread for writing."""

    @abstractmethod
    def close(self) -> None:
        """Keep what is under way, and let go."""


def open_database(place: Path | str) -> Database:
    """The file at a path, or the server that an address names."""
    if isinstance(place, Path):
        from linden.web.store.sqlite import SQLite

        return SQLite(place)
    try:
        from linden.web.store.postgres import PostgreSQL
    except ImportError:
        raise StoreError(
            "Tables in PostgreSQL need the package psycopg; pip install 'linden[postgres]' "
            "brings it."
        ) from None
    return PostgreSQL(place)


def detail(error: object) -> str:
    """What an engine says about an error, in a line."""
    text = str(getattr(error, "orig", None) or error).strip()
    return " ".join(text.splitlines()[:1]).rstrip(".") or type(error).__name__


def passing(where: object, error: BaseException) -> str:
    """Why it did not go this time, for the log."""
    return f"The tables in {where} could not be written or read: {detail(error)}."
