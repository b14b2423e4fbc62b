"""Tables in memory: loaded when asked for, as they are kept, and let go when nobody is there.

What is in memory is a copy that may be dropped at any time; where other nodes have changed a table
it is shown as they have kept it.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Collection
from contextlib import suppress

from linden.core.errors import IllegalMove, NotationError, OptionError
from linden.web.compute.compiling import Compiling
from linden.web.compute.drawers import Drawers
from linden.web.compute.fair import FairGate
from linden.web.compute.programs import Programs
from linden.web.errors import Refusal, game_fault
from linden.web.metrics import Metrics
from linden.web.store.errors import StoreUnavailable
from linden.web.store.models import TableRow
from linden.web.store.store import Kept, Store
from linden.web.tables.gallery import Gallery
from linden.web.tables.live import LiveTable
from linden.web.tables.notes import Note
from linden.web.tables.others import ALONE, Others
from linden.web.tables.rows import game_of, table_of
from linden.web.tables.table import Table
from linden.web.tables.timekeeper import Timekeeper
from linden.web.texts import say

log = logging.getLogger(__name__)

MOST_LIVE = 300
"""Tables kept in memory; more, if people sit at them."""
IDLE_SECONDS = 5.0
"""How long a table stays in memory at least: somebody may be on their way to it."""
RETRY_SECONDS = 3
CANNOT_BE_READ = 409
"""The status of a table that was played under other rules."""


class Opened:
    """The tables that somebody asks for."""

    def __init__(
        self,
        store: Store,
        compiling: Compiling,
        drawers: Drawers | None = None,
        programs: Programs | None = None,
    ) -> None:
        self.store = store
        self.compiling = compiling
        self.programs = programs or Programs()
        self.drawers = drawers or Drawers(0)
        self.observers: list[Callable[[LiveTable], None]] = []
        """Called when a table has changed, or is visited."""
        self.rung: list[Callable[[Collection[str] | None], None]] = []
        """Called when a table has changed, here or elsewhere, in memory or not, with those whom it
        concerns, or ``None`` where that is not known."""
        self.metrics = Metrics()
        self.others: Others = ALONE
        """Other nodes at the same tables, if there are."""
        self.timekeeper = Timekeeper(store)
        self.gallery = Gallery()
        self.painting = FairGate()
        """Lists of tables are drawn one drawing after the other."""
        self.reading = FairGate()
        """Records from elsewhere are read one text after the other: the threads that read them are
        those that load tables, too."""
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[None]] = {}

    async def get(self, table: str) -> LiveTable:
        """The table in memory, as whoever asks may know it from any node: no older than what is
        kept. Nothing comes between this answer and whoever asked: until they wait for something
        else, it is the one that everybody has."""
        live = self._live.get(table)
        if live is not None and self.others.node is not None:
            with suppress(StoreUnavailable):  # then it is as new as can be told
                await self.catch_up(table, await self.store.revision(table))
        return await self.in_memory(table)

    async def in_memory(self, table: str) -> LiveTable:
        """The same without asking whether another node has changed it."""
        while (live := self._live.get(table)) is None:
            if table not in self._loading:
                task = self._loading[table] = asyncio.create_task(self._load(table))
                task.add_done_callback(lambda _: self._loading.pop(table, None))
            await asyncio.shield(self._loading[table])
        live.touched = time.monotonic()
        return live

    async def as_listed(self, row: TableRow) -> LiveTable:
        """The table whose row was just read: no older than that."""
        await self.catch_up(row.id, row.revision)
        return await self.in_memory(row.id)

    @property
    def open_tables(self) -> list[LiveTable]:
        """Those in memory."""
        return list(self._live.values())

    def opened(self, table: str) -> LiveTable | None:
        """A table, if it is in memory."""
        return self._live.get(table)

    async def _load(self, table: str) -> None:
        loaded, worker = await self._read(table)
        self._forget_idle()
        self._live[table] = LiveTable(loaded, worker, self.others, self.timekeeper.now)

    async def _read(self, table: str, known: Table | None = None) -> tuple[Table, str | None]:
        """The table as it is kept, and the node that lets it go on; ``known`` is what is in
        memory."""
        try:
            with self.metrics.timed("load_seconds"):
                kept = await self.store.load(table)
        except StoreUnavailable as error:
            log.error("%s", error)
            raise Refusal(
                say("The tables cannot be read just now; try again in a moment."),
                503,
                retry=RETRY_SECONDS,
            ) from None
        if kept is None:
            raise Refusal(say("There is no such table."), 404)
        try:
            self.compiling.open(game_of(kept.row))
            if known is not None:  # there is little to play again
                return rebuilt(kept, known), kept.row.worker
            return await asyncio.to_thread(rebuilt, kept), kept.row.worker
        except (IllegalMove, NotationError, OptionError) as error:
            log.error("Table %s cannot be read: %s", table, error)
            raise Refusal(say("This table was played under other rules."), 409) from None
        except Exception as error:
            refusal = game_fault(error)
            if refusal is None:
                raise
            raise refusal from None

    def _forget_idle(self) -> None:
        """Make room for others, however many have been open at once."""
        if len(self._live) >= MOST_LIVE:
            long_ago = time.monotonic() - IDLE_SECONDS
            idle = [live for live in self._live.values() if live.idle and live.touched < long_ago]
            spared = len(self._live) - MOST_LIVE * 3 // 4
            for live in sorted(idle, key=lambda one: one.touched)[:spared]:
                del self._live[live.table.id]

    def forget(self, live: LiveTable) -> bool:
        """Let go of a table that nobody has open; whether it could be."""
        if not live.idle:
            return False
        self._live.pop(live.table.id, None)
        return True

    def visited(self, live: LiveTable) -> None:
        """A tab was opened: what goes on by itself may go on."""
        self.drawers.crowd(sum(len(other.tabs) for other in self._live.values()))
        self._observe(live)

    def _observe(self, live: LiveTable) -> None:
        for observer in self.observers:
            observer(live)

    def ring(self, people: Collection[str] | None = None) -> None:
        """Some table has changed, which concerns these people."""
        for listener in self.rung:
            listener(people)

    async def kept(self, table: str) -> Table:
        """The table as it is kept, without taking it into memory."""
        if table in self._live:
            return (await self.get(table)).table
        return (await self._read(table))[0]

    # -- what other nodes have changed

    async def _behind(self, live: LiveTable) -> bool:
        if self.others.node is None:
            return False
        try:
            return live.table.revision < await self.store.revision(live.table.id)
        except StoreUnavailable:
            return False

    async def _reload(self, live: LiveTable, note: Note | None = None) -> None:
        """Show a table as it is kept, where others have changed it."""
        table, live.worker = await self._read(live.table.id, live.table)
        live.show(table, note)
        self._observe(live)
        self.ring()

    async def catch_up(self, table: str, revision: int, note: Note | None = None) -> None:
        """Another node has changed a table: show it, if it is open here and older. Where it was
        read here before the word came, what happened is still told."""
        live = self._live.get(table)
        if live is None or live.table.revision > revision:
            return
        async with live.lock:
            if self._live.get(table) is not live:
                return
            if live.table.revision < revision:
                self.metrics.count("caught_up")
                await self._reload(live, note)
            elif live.table.revision == revision and note is not None:
                live.tell(note)

    async def go_back(self, live: LiveTable) -> None:
        """What is kept may be older than what is shown, as where a server has lost what it had
        acknowledged: show what there is."""
        async with live.lock:
            kept, worker = await self._read(live.table.id, live.table)
            if kept.revision < live.table.revision:
                log.warning(
                    "Table %s is older in the database than it was; it is shown so.", kept.id
                )
                live.worker = worker
                live.show(kept)
                self._observe(live)


def rebuilt(kept: Kept, known: Table | None = None) -> Table:
    """The table that was kept, with what is ``known`` of it. Where an older Linden has lost a move
    of a running game, it goes on from before the gap."""
    if len(kept.moves) != kept.row.plies:
        if kept.row.ended:
            raise IllegalMove(f"{kept.row.plies} moves were made, {len(kept.moves)} are kept.")
        log.warning(
            "Table %s has a gap after %d of %d moves; it goes on from there.",
            *(kept.row.id, len(kept.moves), kept.row.plies),
        )
    return table_of(kept.row, kept.moves, known, kept.lefts)
