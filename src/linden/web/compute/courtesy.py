"""Which searches stand still while the server has its hands full: those of whoever has searched
much already.

A search in the time that nobody else wants still slows others down: it empties the caches of their
core, and the moves that it finds have to be kept and drawn. So everybody has a share of searching.
Who has used it up searches on where there is nothing else to do, and stands still for most of the
time while the event loop is late.
"""

import asyncio
import threading
import time
from collections.abc import Callable, Iterable

from linden.web.limits import Allowance, Balances

SHARE = Allowance(burst=6, seconds=7)
"""Seconds of searching: so many at once, and one more every so many seconds. A game against the
strongest computer takes less than a twentieth of the time."""
LATE_SECONDS = 0.008
"""An event loop that gets to something only after so long has its hands full."""
TENSE_SECONDS = 0.3
"""How long it counts as late after it was so."""
GOES_ON = 10
"""A search that stands still goes on for one of so many moments, so it comes to an end."""


class Courtesy:
    """How much everybody has searched lately, and how late the event loop is; for all threads."""

    def __init__(self) -> None:
        self._balances = Balances()
        self._lock = threading.Lock()
        self._asked: float | None = None
        """When the event loop was asked for a sign of life, until it gives one."""
        self._late = -TENSE_SECONDS
        """When it was late."""

    def spend(self, owner: str, seconds: float) -> None:
        with self._lock:
            self._balances.take("searching", owner, SHARE, seconds)

    def has_share(self, owner: str) -> bool:
        with self._lock:
            return self._balances.left("searching", owner, SHARE) > 0

    def tense(self, loop: asyncio.AbstractEventLoop) -> bool:
        """Whether the event loop is late, or was a moment ago."""
        now = time.monotonic()
        asked = self._asked
        if asked is None:
            self._asked = now
            loop.call_soon_threadsafe(self._heard)
        elif now - asked > LATE_SECONDS:
            self._late = now
        return now - self._late < TENSE_SECONDS

    def _heard(self) -> None:
        now = time.monotonic()
        if self._asked is not None and now - self._asked > LATE_SECONDS:
            self._late = now
        self._asked = None


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

    def end(self) -> None:
        now = time.monotonic()
        self._go_on(now)
        self._courtesy.spend(self._owner, now - self._began)
