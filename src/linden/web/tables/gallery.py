"""Those who only watch: they wait for each other, so that a crowd holds up nobody who plays."""

import asyncio
import time

from linden.web.compute.fair import FairGate

BUSY_SECONDS = 0.002
REST_SECONDS = 0.001
WATCHER_SECONDS = 1 / 150
"""However busy the server is, so many watchers a second are told what happens."""
TAB_SECONDS = 1 / 20
"""The same for the tabs of one visitor."""
MOST_VISITORS = 10_000


class Gallery:
    """One watcher's tab after the other is let through, as soon as nobody else needs the time;
    visitors take turns."""

    def __init__(self) -> None:
        self._gate = FairGate()
        self._next: dict[str, float] = {}
        """When the next tab of a visitor is let through."""

    async def turn(self, visitor: str) -> None:
        """Wait for one's turn; there is no waiting while nobody else needs the time."""
        if not await busy():
            return
        now = time.monotonic()
        if len(self._next) > MOST_VISITORS:
            self._next = {who: then for who, then in self._next.items() if then > now}
        then = self._next[visitor] = max(now, self._next.get(visitor, 0.0) + TAB_SECONDS)
        await asyncio.sleep(then - now)
        async with self._gate.turn(visitor):
            latest = time.monotonic() + WATCHER_SECONDS
            while await busy() and time.monotonic() < latest:
                await asyncio.sleep(REST_SECONDS)


async def busy() -> bool:
    """Whether the event loop takes long for a round: then somebody waits."""
    began = time.perf_counter()
    await asyncio.sleep(0)
    return time.perf_counter() - began > BUSY_SECONDS
