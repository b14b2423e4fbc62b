"""A table is changed in one way: decided, kept on disk, then shown.

A change runs in a task of its own that nobody's hanging up can cut in two, under the table's lock.
In memory is always what was kept last; if keeping fails nothing has changed anywhere.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from typing import Any, TypeVar

from linden.web.compute.compiling import Compiling
from linden.web.compute.drawers import Drawers
from linden.web.compute.programs import Programs
from linden.web.errors import Refusal
from linden.web.store.errors import Stale, StoreUnavailable
from linden.web.store.store import Change, Store
from linden.web.store.vacations import Period, current
from linden.web.tables import plans
from linden.web.tables.clock import TimeControl
from linden.web.tables.live import LiveTable
from linden.web.tables.notes import Note
from linden.web.tables.opened import RETRY_SECONDS, Opened
from linden.web.tables.rows import change_of
from linden.web.tables.table import Table
from linden.web.texts import say

log = logging.getLogger(__name__)

Outcome = TypeVar("Outcome")
Decide = Callable[[Table], Table]
"""The next table, the same one where nothing changes, or a refusal."""
Check = Callable[[Table], Awaitable[None]]
"""Refuses what those at a table forbid, by what is kept of them."""

MOST_TRIES = 5
"""How often a change is decided anew because other nodes were quicker."""


class Changing(Opened):
    """The tables, and how one becomes the next."""

    def __init__(
        self,
        store: Store,
        compiling: Compiling,
        drawers: Drawers | None = None,
        programs: Programs | None = None,
    ) -> None:
        super().__init__(store, compiling, drawers, programs)
        self._changes: set[asyncio.Task[Any]] = set()
        self._closed = False

    async def _protected(self, work: Coroutine[Any, Any, Outcome]) -> Outcome:
        """Done to its end, whoever waits for it or does not any more."""
        if self._closed:
            work.close()
            raise not_kept()
        task = asyncio.create_task(work)
        self._changes.add(task)
        task.add_done_callback(self._changed)
        return await asyncio.shield(task)

    def _changed(self, task: "asyncio.Task[Any]") -> None:
        self._changes.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, Refusal | StoreUnavailable):
            log.error("A change of a table failed.", exc_info=error)

    async def change(
        self, table: str, decide: Decide, note: Note | None = None, at: float | None = None
    ) -> Table:
        """Let a table become the next: kept, then shown to everybody with a ``note``. Where time
        runs, what counts is when it was asked for, at the moment ``at``."""
        with self.metrics.timed("change_seconds"):
            return await self._protected(self._change(table, decide, lambda *_: note, at))

    async def _change(
        self,
        table: str,
        decide: Decide,
        note: Callable[[Table, Table], Note | None],
        at: float | None = None,
        check: Check | None = None,
    ) -> Table:
        moment = self.timekeeper.now() if at is None else at
        async with self._locked(table) as live:
            for _ in range(MOST_TRIES):
                before = live.table
                if before.late(moment):
                    moment = min(moment, await self._agreed_time())
                overdue = before.late(moment)
                if overdue:
                    after, told = await self._overdue(before, moment)
                else:
                    if check is not None:  # it holds of the table that is changed, and of no other
                        await check(before)
                    after = await self._decided(live, decide)
                    if live.table is not before:  # another node has changed it
                        continue
                    if after is before:
                        return after
                    told = note(before, after)
                    # Nobody is charged for what others have waited here.
                    now = self.timekeeper.now()
                    after = plans.answered(after.timed(before, moment, now), moment, now)
                if await self._kept(live, after, change_of(before, after)):
                    self._show(live, after, told)
                    if not overdue:
                        return after
        raise overtaken()

    @asynccontextmanager
    async def _locked(self, table: str) -> AsyncIterator[LiveTable]:
        """The table that is in memory, with nobody else changing it."""
        while True:
            live = await self.in_memory(table)
            async with live.lock:
                if self._live.get(table) is live:  # it may have been put away meanwhile
                    yield live
                    return

    async def _decided(self, live: LiveTable, decide: Callable[[Table], Outcome]) -> Outcome:
        """What is decided of a table that is locked here. What is refused, or changes nothing, is
        decided anew if another node has changed the table meanwhile, which is shown then: the store
        is asked of nothing else that would tell."""
        try:
            found = decide(live.table)
            if found is not live.table or not await self._behind(live):
                return found
        except Refusal:
            if not await self._behind(live):
                raise
        await self._reload(live)
        return decide(live.table)

    async def _kept(self, live: LiveTable, after: Table, change: Change) -> bool:
        """Wait until a change is on the disk. If it is not, nothing has changed; if another node
        was quicker, its table is shown, and the change is to be decided anew."""
        worker = live.worker
        if self.others.node is not None:
            # Whoever changes a table has it at hand, and lets it go on.
            worker = self.others.node if live.goes_on(after) else None
            change = replace(change, facts={**change.facts, "worker": worker})
        try:
            await self.store.change(change)
        except Stale as error:
            log.info("%s", error)
            self.metrics.count("overtaken")
            await self._reload(live)
            return False
        except StoreUnavailable as error:
            log.error("%s", error)
            self.metrics.count("not_kept")
            raise not_kept() from None
        live.worker = worker
        self.metrics.count("changes")
        if len(after.moves) > len(live.table.moves):
            self.metrics.count("moves")
        return True

    def _show(self, live: LiveTable, table: Table, note: Note | None = None) -> None:
        """What is kept is shown, here and at other nodes."""
        concerned = live.table.concerned | table.concerned
        live.show(table, note)
        self.others.changed(table, note)
        self._observe(live)
        self.ring(concerned)

    # -- time

    async def _overdue(self, table: Table, moment: float) -> tuple[Table, Note | None]:
        """What becomes of a table where somebody's time is up: their flag falls, unless they had
        gone on vacation by then."""
        clock, flag = table.clock, table.flag_at
        assert clock is not None
        assert clock.running is not None
        assert flag is not None
        if clock.control.by_days:
            visitor = table.seats[clock.running].visitor or ""
            if period := await self._vacation(visitor, flag):
                rests = table.rest(visitor, period.until)
                return rests.timed(table, max(clock.since, period.began)), None
        after = table.flagged()
        self.metrics.count("flags")
        return after.timed(table, moment), _ran_out(table, after)

    async def _agreed_time(self) -> float:
        """What time it is, by a beat that is kept: while none could be, nobody's flag falls."""
        with must_be_kept():
            await self.timekeeper.beat()
        return self.timekeeper.now()

    async def fall_flag(self, table: str) -> None:
        """Whoever's time is up has lost; if it is not any more, nothing happens."""
        await self._protected(self._change(table, lambda now: now, lambda *_: None))

    async def _vacation(self, visitor: str, moment: float) -> Period | None:
        """The vacation that somebody was on then."""
        with must_be_kept():
            return current(await self.store.vacations.periods(visitor), moment)

    async def _check_back(self, visitor: str, control: TimeControl | None) -> None:
        """Whoever is on vacation begins no game of days."""
        if control is None or not control.by_days:
            return
        if await self._vacation(visitor, self.timekeeper.now()):
            raise Refusal(say("You are on vacation: come back before you begin such a game."), 409)

    # -- which node lets a table go on

    async def claim(self, live: LiveTable) -> bool:
        """Have this node let a table go on by itself, if no other does."""
        node, version = self.others.node, live.table.version
        if node is None:
            return True
        if live.worker in self.others.alive:
            return False
        holder = await self.store.nodes.claim(live.table.id, version, node)
        if live.table.version == version:
            live.worker = holder
        return holder == node

    async def close(self) -> None:
        """Let every change come to its end; no other begins."""
        self._closed = True
        while self._changes:
            await asyncio.gather(*self._changes, return_exceptions=True)


def _taken_over(before: Table, after: Table) -> int | None:
    """The seat that a computer has taken, where a game goes on without somebody."""
    seats = [old for old, new in enumerate(after.seats) if new != before.seats[old]]
    return seats[0] if seats else None


def left(before: Table, after: Table) -> Note | None:
    seat = _taken_over(before, after)
    return None if seat is None else Note("{role} leaves; a computer plays on.", seat=seat)


def _ran_out(before: Table, after: Table) -> Note | None:
    seat = _taken_over(before, after)
    return None if seat is None else Note("{role} ran out of time; a computer plays on.", seat=seat)


@contextmanager
def must_be_kept() -> Iterator[None]:
    """What the store cannot do just now is refused: nothing has changed."""
    try:
        yield
    except StoreUnavailable as error:
        log.error("%s", error)
        raise not_kept() from None


def overtaken() -> Refusal:
    return Refusal(say("The position has changed meanwhile; look again."), 409)


def not_kept() -> Refusal:
    return Refusal(
        say(
            "This could not be kept, so nothing has changed. The disk may be full or in use; try "
            "again in a moment."
        ),
        503,
        retry=RETRY_SECONDS,
    )
