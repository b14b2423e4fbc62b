"""The site's time at this node: it goes on by the process's monotonic clock from beat to beat, and
stands still where a beat is missing, so that nobody is charged for what the server could not do."""

import time

from linden.web.store.errors import StoreUnavailable
from linden.web.store.store import Store
from linden.web.store.times import STEP_SECONDS, Beat

FAR_SECONDS = 3600.0
RARE_SECONDS = 30.0
"""Where everybody has more time than this, a beat is kept so often: a disk is not woken every
second for games of days."""


class Timekeeper:
    """What time it is, for everybody at every table."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._beat = Beat(0.0, time.monotonic())
        self._kept = 0.0
        """When it was last kept, by this process's monotonic clock."""
        self._lost = False
        """Whether the last beat could not be kept."""

    def now(self) -> float:
        """Seconds for which the site has served."""
        return self._beat.seconds + min(STEP_SECONDS, time.monotonic() - self._beat.at)

    async def begin(self, node: str | None) -> None:
        """Go on from where the site has stopped, or with the others."""
        self._take(await self._store.times.begin(node))

    async def beat(self) -> None:
        """Have the time kept; where nobody else has to know, and nobody's runs or is up soon, only
        look whether it could be."""
        try:
            if self._store.database.shared or await self._needed():
                self._take(await self._store.times.beat(self._estimate))
                self._kept = self._beat.at
            else:
                self._take(Beat(self.now(), time.monotonic()))
        except StoreUnavailable:
            self._lost = True
            raise

    async def _needed(self) -> bool:
        nearest = await self._store.times.nearest()
        if nearest is None:
            return False
        lately = time.monotonic() - self._kept < RARE_SECONDS
        return not lately or nearest - self.now() < FAR_SECONDS

    def _take(self, beat: Beat) -> None:
        self._beat, self._lost = beat, False

    def _estimate(self, moment: float) -> float | None:
        """What this node thinks. After a beat that is missing others know more; where there are no
        others, time goes on from where it stood."""
        passed = moment - self._beat.at
        if self._lost or passed > STEP_SECONDS:
            return None if self._store.database.shared else self._beat.seconds
        return self._beat.seconds + passed
