"""Several nodes at the same tables: who they are, what they tell each other, and what is done when
a word is lost or a node dies.

The tables are in the database; what a node has in memory is a copy. So nothing here has to arrive:
words make others look sooner than they would by themselves.
"""

import asyncio
import logging
import os
import socket
import time
from collections.abc import Coroutine, Set
from contextlib import suppress
from typing import Any

from linden.web.errors import Refusal
from linden.web.limits import LIMITS, Caller, Limits
from linden.web.store.bell import LOST, Bell, Word
from linden.web.store.errors import StoreUnavailable
from linden.web.store.postgres import PostgreSQL
from linden.web.store.store import Store
from linden.web.tables.autoplay import Autoplay
from linden.web.tables.live import LiveTable
from linden.web.tables.lobby import Lobby
from linden.web.tables.notes import Note
from linden.web.tables.others import Company
from linden.web.tables.sitters import fresh_id
from linden.web.tables.table import Table

log = logging.getLogger(__name__)

BEAT_SECONDS = 1.0
RETRY_SECONDS = 0.3
"""The next beat where one could not be counted."""
DEAD_SECONDS = 6.0
"""A node whose beats stand still for so long is taken for dead."""
HUNG_UP_SECONDS = 1.5
"""The same where its line is gone too."""
UNKNOWN = -1
"""The count of a node whose count was not seen yet."""
LOOK_BEATS = 5
"""Every so many beats a node looks for itself whether its tables are as they are kept."""
LOOKED_AT = 500
"""Tables looked at by one query."""


class Neighbours:
    """This node among the others. The lobby tells it what happens here."""

    def __init__(self, store: Store, lobby: Lobby, autoplay: Autoplay, limits: Limits) -> None:
        self.node: str | None = fresh_id()
        self._me = self.node
        self._store = store
        self._register = store.nodes
        self._lobby = lobby
        self._autoplay = autoplay
        self._limits = limits
        self._beats: dict[str, tuple[int, float]] = {}
        """The others' counts, and since when they stand there by this node's clock."""
        self._adopting = True
        """Whether a dead node may have left tables behind."""
        self._looked_after = 0
        """How many of the database's failures there were when it was last looked."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._catching_up: dict[str, asyncio.Task[None]] = {}
        self._bell: Bell
        lobby.others = self
        limits.tell = self.taken

    async def open(self) -> None:
        """Begin to serve."""
        assert isinstance(self._store.database, PostgreSQL)
        await self._register.enter(self._me, f"{socket.gethostname()} {os.getpid()}")
        self._bell = Bell(self._store.database.url, self._me, self._heard, self._maybe_missed)
        await self._beat()
        self._tell("here")
        self._begin(self._live())

    async def close(self) -> None:
        """Leave: what went on by itself here goes on elsewhere at once."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(StoreUnavailable):
            await self._register.leave(self._me)
        self._tell("gone")
        await asyncio.to_thread(self._bell.close)

    def _begin(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            if isinstance(error, StoreUnavailable | Refusal):
                log.warning("%s", error)
            else:
                log.error("Something went wrong between nodes.", exc_info=error)

    # -- what is told to the others

    @property
    def alive(self) -> Set[str]:
        return self._beats.keys()

    @property
    def waiting(self) -> int:
        """Words that wait to be told."""
        return self._bell.waiting

    def _tell(self, *word: Any, to: str | None = None) -> None:
        nodes = list(self._beats) if to is None else [to]
        if nodes:
            self._bell.ring(nodes, [self._me, *word])

    def changed(self, table: Table, note: Note | None) -> None:
        self._tell("changed", table.id, table.revision, note and note.text)

    def renamed(self, visitor: str, name: str) -> None:
        self._tell("renamed", visitor, name)

    def handed_over(self, table: str, revision: int) -> None:
        self._tell("changed", table, revision, None)

    def taken(self, what: str, caller: Caller, cost: float) -> None:
        """Somebody has taken of what they may ask for."""
        self._tell("taken", what, caller.visitor, caller.address, cost)

    def present(self, live: LiveTable, to: str | None = None) -> None:
        company = live.company()
        self._tell("present", live.table.id, sorted(company.people), company.watchers, to=to)

    # -- what the others tell

    def _heard(self, word: Word) -> None:
        match word:
            case [str(), "changed", str(table), int(revision), str() | None as note]:
                self._catch_up(table, revision, Note.read(note) if note else None)
                self._lobby.ring()
            case [str(), "renamed", str(visitor), str(name)]:
                self._begin(self._lobby.show_name(visitor, name))
            case [str(), "taken", str(what), str(visitor), str(address), float() | int() as cost]:
                if what in LIMITS:
                    self._limits.taken(what, Caller(visitor, address), cost)
            case [str(node), "present", str(table), list(people), int(watchers)]:
                self._company(node, table, Company(frozenset(people), watchers))
            case [str(node), "go on", str(table), list(people), int(watchers)]:
                self._begin(self._go_on(node, table, Company(frozenset(people), watchers)))
            case [str(node), "here"]:
                self._beats.setdefault(node, (UNKNOWN, time.monotonic()))
                self._introduce(node)
            case [str(), str(said)] if said == LOST:
                self._begin(self._look())
            case [str(node), "gone"]:
                self._gone(node)
            case _:
                log.warning("Another node said what is not understood here: %.200s", word)

    def _catch_up(self, table: str, revision: int, note: Note | None = None) -> None:
        """One after the other for each table: the last word counts."""
        before = self._catching_up.get(table)

        async def catch_up() -> None:
            if before is not None:
                await asyncio.wait([before])
            try:
                await self._lobby.catch_up(table, revision, note)
            finally:
                if self._catching_up.get(table) is task:
                    del self._catching_up[table]

        live = self._lobby.opened(table)
        known = revision if note is None else revision + 1  # what happened is told all the same
        if live is None or live.table.revision >= known:
            return
        if self._autoplay.busy(table) or not self._lobby.forget(live):
            task = self._catching_up[table] = self._begin(catch_up())

    def _company(self, node: str, table: str, company: Company) -> None:
        """Somebody came to a table at another node, or went."""
        live = self._lobby.opened(table)
        if live is None:
            return
        known = live.elsewhere.pop(node, None)
        if company != Company():
            live.elsewhere[node] = company
            if known is None and live.tabs:
                self.present(live, node)  # who comes hears who is there
        live.presence_changed()

    async def _go_on(self, node: str, table: str, company: Company) -> None:
        """Another node waits at a table that this one is to let go on."""
        live = await self._lobby.in_memory(table)
        live.elsewhere.setdefault(node, company)
        if live.worker == self._me and not self._autoplay.busy(table):
            self._autoplay.wake(live)

    def _introduce(self, node: str) -> None:
        """A node that has missed something, or is new, hears who is at the tables here; and that
        it may not have heard of what changed before it was known."""
        self._tell(LOST, to=node)
        for live in self._lobby.open_tables:
            if live.tabs:
                self.present(live, node)

    def _gone(self, node: str) -> None:
        """A node serves no more."""
        self._beats.pop(node, None)
        for live in self._lobby.open_tables:
            if live.elsewhere.pop(node, None) is not None:
                live.presence_changed()
        self._adopting = True

    def _maybe_missed(self) -> None:
        """The line for listening is new: words may be lost."""
        self._begin(self._look())
        self._tell("here")
        for live in self._lobby.open_tables:
            if live.tabs:
                self.present(live)

    # -- what is done without being told

    async def _live(self) -> None:
        """Beat, and see who else does."""
        beats = 0
        while True:
            try:
                await self._beat()
                beats += 1
                if self._adopting or beats % (4 * LOOK_BEATS) == 0:
                    await self._adopt()
                failures = self._store.database.failures
                if beats % LOOK_BEATS == 0 or failures != self._looked_after:
                    self._looked_after = failures
                    await self._look()
            except StoreUnavailable as error:
                log.warning("%s", error)
                # Nobody could beat: who is dead is seen from the next beat on.
                now = time.monotonic()
                self._beats = {node: (beat, now) for node, (beat, _) in self._beats.items()}
                await asyncio.sleep(RETRY_SECONDS)
            except Exception:
                log.exception("Other nodes could not be looked after.")
                await asyncio.sleep(RETRY_SECONDS)
            else:
                await asyncio.sleep(BEAT_SECONDS)

    async def _beat(self) -> None:
        pulses = await self._register.beat(self._me)
        if pulses is None:  # it was taken for dead, or the list is new
            await self._register.enter(self._me, f"{socket.gethostname()} {os.getpid()}")
            self._maybe_missed()
            return
        now = time.monotonic()
        del pulses[self._me]
        for node in self._beats.keys() - pulses.keys():
            self._gone(node)
        for node, (beat, hung_up) in pulses.items():
            if node not in self._beats:
                self._beats[node] = beat, now
                log.info("Node %s serves, too.", node)
                self._introduce(node)
            elif self._beats[node][0] != beat:
                self._beats[node] = beat, now
            elif now - self._beats[node][1] > (HUNG_UP_SECONDS if hung_up else DEAD_SECONDS):
                if await self._register.bury(node, beat):
                    log.warning("Node %s is dead; others go on with its tables.", node)
                self._gone(node)

    async def _adopt(self) -> None:
        """Let tables go on whose node is dead. Each node takes a few at a time."""
        orphans = await self._register.orphans()
        self._adopting = bool(orphans)
        for table in orphans:
            try:
                live = await self._lobby.in_memory(table)
            except Refusal as refusal:
                log.warning("Table %s cannot go on: %s", table, refusal.sentence)
                if refusal.retry is None:
                    await self._register.release(table)
                continue
            if not live.goes_on(live.table):
                await self._register.release(table)
            elif await self._lobby.claim(live):
                self._autoplay.wake(live)

    async def _look(self) -> None:
        """Whether the tables in memory are as they are kept, and whether all go on."""
        tables = self._lobby.open_tables
        for first in range(0, len(tables), LOOKED_AT):
            some = tables[first : first + LOOKED_AT]
            kept = await self._register.revisions([live.table.id for live in some])
            for live in some:
                revision = kept.get(live.table.id, live.table.revision)
                if live.table.revision < revision:
                    self._catch_up(live.table.id, revision)
                elif live.table.revision > revision:  # or it was changed here a moment ago
                    self._begin(self._lobby.go_back(live))
                elif live.tabs and not self._autoplay.busy(live.table.id):
                    self._see_to(live)
            await self._look_at_names(some)

    def _see_to(self, live: LiveTable) -> None:
        """Nothing goes on here: either nothing is to, or it is for another node to do."""
        if live.goes_on(live.table) and live.worker in self._beats:
            company = live.company()
            words = ("go on", live.table.id, sorted(company.people), company.watchers)
            self._tell(*words, to=live.worker)
        else:
            self._autoplay.wake(live)

    async def _look_at_names(self, tables: list[LiveTable]) -> None:
        shown = {
            seat.visitor: seat.name
            for live in tables
            for seat in live.table.seats
            if seat.own and seat.visitor and live.tabs
        }
        names = await self._register.names(list(shown))
        for visitor, name in names.items():
            if shown[visitor] != name:
                await self._lobby.show_name(visitor, name)
