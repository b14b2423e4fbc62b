"""Flags that fall: whose time is up has lost, whether anybody looks or not.

When a flag falls is written with its table. Every node looks at what is due, those of its own
tables and of nobody's; before a flag falls the node takes the table, as it does for a computer's
turn, so that another one goes on where it dies. That it falls once is for the table's revision to
see to.
"""

import asyncio
import logging
from contextlib import suppress

from linden.web.errors import Refusal
from linden.web.store.errors import StoreUnavailable
from linden.web.store.times import BEAT_SECONDS, Due
from linden.web.tables.clock import FALL_SECONDS
from linden.web.tables.live import LiveTable
from linden.web.tables.lobby import Lobby

log = logging.getLogger(__name__)

RETRY_SECONDS = 0.3
"""The next beat where one could not be kept."""
AHEAD_SECONDS = 2 * BEAT_SECONDS
"""What falls within this time is waited for by itself."""


class Flags:
    """Beats for the site's time, and lets fall what is due."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._time = lobby.timekeeper
        self._falling: dict[str, asyncio.Task[None]] = {}
        self._unreadable: set[str] = set()
        """Tables whose game or rules are not here any more; others' flags do not wait for them."""
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        await self._time.begin(self._lobby.others.node)
        self._task = asyncio.create_task(self._live())

    async def _live(self) -> None:
        while True:
            try:
                await self._time.beat()
                node = self._lobby.others.node
                soon = self._time.now() + AHEAD_SECONDS
                more = len(self._unreadable)
                for due in await self._lobby.store.times.due(soon, node, more):
                    self._watch(due)
            except StoreUnavailable as error:
                log.warning("%s", error)
                await asyncio.sleep(RETRY_SECONDS)
            except Exception:
                log.exception("Clocks could not be looked after.")
                await asyncio.sleep(RETRY_SECONDS)
            else:
                await asyncio.sleep(BEAT_SECONDS)

    def _watch(self, due: Due) -> None:
        if due.table not in self._falling and due.table not in self._unreadable:
            task = self._falling[due.table] = asyncio.create_task(self._fall(due))
            task.add_done_callback(lambda _: self._falling.pop(due.table, None))

    async def _fall(self, due: Due) -> None:
        """Wait until the time is up, and let the flag fall. What cannot be done now, as the server
        or its database stood still meanwhile, is found again."""
        await asyncio.sleep(max(0.0, due.flag_at + FALL_SECONDS - self._time.now()))
        try:
            live = await self._found(due.table)
            if live is None:
                return
            if live.table.late(self._time.now()) and await self._lobby.claim(live):
                await self._lobby.fall_flag(due.table)
        except (StoreUnavailable, Refusal) as error:
            log.warning("A flag at table %s cannot fall now: %s", due.table, error)
        except Exception:
            log.exception("A flag at table %s could not fall.", due.table)

    async def _found(self, table: str) -> LiveTable | None:
        """The table; ``None`` if it cannot be read, now or later."""
        try:
            return await self._lobby.get(table)
        except Refusal as refusal:
            if refusal.retry is not None:
                raise
            self._unreadable.add(table)
            log.warning("No flag falls at table %s: %s", table, refusal.sentence)
            return None

    async def close(self) -> None:
        """No flag falls any more."""
        running = [*self._falling.values(), *([self._task] if self._task else [])]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        with suppress(StoreUnavailable):
            await self._time.beat()  # the next one goes on from here
