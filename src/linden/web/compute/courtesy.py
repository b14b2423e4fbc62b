"""Which searches stand still while the server has its hands full: those of whoever has searched
much already.

A search in the time that nobody else wants still slows others down. A core that searches does not
count as idle, so the system is slow to move others' work there: with a program on two cores that
only counts in such time, a move takes twice as long at the same load. So everybody has a share of
searching. Who has used it up searches on where there is little else to do, and stands still for
most of the time while the event loop is busy or late.
"""

import asyncio
import threading
import time
from collections.abc import Callable, Iterable

from linden.web.limits import Allowance, Balances

SHARE = Allowance(burst=10, seconds=20)
"""Seconds of searching: so many at once, and one more every so many seconds. That is what a game
against the strongest computer takes. What a search waits for others is not counted."""
BUSY = 0.3
"""An event loop that works for so much of the time has its hands full."""
BUSY_SECONDS = 0.25
"""Over how long that is measured."""
LATE_SECONDS = 0.02
"""One that gets to something only after so long has them full, too."""
TENSE_SECONDS = 1.0
"""How long it counts as such after it was so."""
GOES_ON = 20
"""A search that stands still goes on for one of so many moments, so it comes to an end."""


class Courtesy:
    """How much everybody has searched lately, and whether the event loop is busy or late; asked
    from any thread, every moment while there is a search."""

    def __init__(self) -> None:
        self._balances = Balances()
        self._lock = threading.Lock()
        self._asked: float | None = None
        """When the event loop was asked for a sign of life, until it gives one."""
        self._measured = (0.0, 0.0)
        """When its work was measured last, and the work."""
        self._tense = -TENSE_SECONDS
        """When it was busy or late."""

    def spend(self, owner: str, seconds: float) -> None:
        with self._lock:
            self._balances.take("searching", owner, SHARE, seconds)

    def has_share(self, owner: str) -> bool:
        with self._lock:
            return self._balances.left("searching", owner, SHARE) > 0

    def tense(self, loop: asyncio.AbstractEventLoop) -> bool:
        """Whether the event loop is busy or late, or was a moment ago."""
        now, asked = time.monotonic(), self._asked
        if asked is None:
            self._asked = now
            loop.call_soon_threadsafe(self._heard)
        elif now - asked > LATE_SECONDS:
            self._tense = now
        return now - self._tense < TENSE_SECONDS

    def _heard(self) -> None:
        """The sign of life, given by the event loop."""
        now, worked = time.monotonic(), time.thread_time()
        asked, self._asked = self._asked, None
        late = asked is not None and now - asked > LATE_SECONDS
        then, before = self._measured
        if now - then > BUSY_SECONDS:
            self._measured = (now, worked)
        busy = BUSY_SECONDS < now - then < 2 * BUSY_SECONDS and worked - before > BUSY * (
            now - then
        )
        if busy or late:
            self._tense = now


class Pace:
    """When one search stands still, and how long it has really searched."""

    def __init__(
        self,
        courtesy: Courtesy,
        owner: str,
        loop: asyncio.AbstractEventLoop,
        awaited: Callable[[], Iterable[str]],
    ) -> None:
        self._courtesy = courtesy
        self._owner = owner
        self._loop = loop
        self._awaited = awaited
        """Who waits for this search to end."""
        self._moment = 0
        self._began = time.monotonic()
        self._still_since: float | None = None

    def stands_still(self) -> bool:
        """Asked every moment."""
        self._moment += 1
        still = self._moment % GOES_ON != 0 and self._gives_way()
        now = time.monotonic()
        if not still:
            self._go_on(now)
        elif self._still_since is None:
            self._still_since = now
        return still

    def _gives_way(self) -> bool:
        """Whoever has a share left, and whoever keeps such a person waiting, does not dawdle."""
        courtesy = self._courtesy
        if courtesy.has_share(self._owner) or not courtesy.tense(self._loop):
            return False
        return not any(courtesy.has_share(owner) for owner in self._awaited())

    def _go_on(self, now: float) -> None:
        if self._still_since is not None:
            self._began += now - self._still_since
            self._still_since = None

    def end(self, took: float | None = None) -> None:
        """It has taken so many seconds of processor time; where that is not known, all that it
        did not stand still."""
        now = time.monotonic()
        self._go_on(now)
        self._courtesy.spend(self._owner, now - self._began if took is None else took)
