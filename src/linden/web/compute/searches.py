"""Computer players beside the event loop: searches that take turns and can be called off."""

import logging
import os
import secrets
import threading
from collections.abc import Callable
from typing import TypeVar

from linden.core.position import Position
from linden.players.choice import Choice
from linden.players.registry import player
from linden.web.compute.fair import WAITED_FOR, FairPool
from linden.web.compute.opponents import PERFECT, STRONGEST
from linden.web.compute.search_process import SearchFailed, SearchProcess
from linden.web.compute.tablebases import exact_choice

log = logging.getLogger(__name__)

Answer = TypeVar("Answer")

HINT_SECONDS = 1.2
QUICK_NODES = 3000
"""What looks at no more answers within some hundredths of a second."""


class Searches:
    """Three pools: quick answers; searches that somebody waits for, in processes of their own;
    reviews, which take long."""

    def __init__(self) -> None:
        cores = os.cpu_count() or 2
        self._quick = FairPool(1, "linden-quick")
        searching = max(1, cores // 2)
        self._long = FairPool(searching, "linden-think")
        self._processes = [SearchProcess() for _ in range(searching)]
        self._free = list(self._processes)
        """Processes that no thread of the long pool is using."""
        self._reviews = FairPool(1, "linden-review", nice=15)

    async def move(
        self, position: Position, text: str, owner: str, rank: int = WAITED_FOR
    ) -> Choice:
        """What this computer plays; it sees what its seat may know."""
        if text == PERFECT:
            exact = await self.exact(position, owner, secrets.randbits(32))
            if exact is not None:
                return exact
            text = STRONGEST  # its tablebase was taken away
        view = position.view(position.turn)
        computer = player(position.game, text, seed=secrets.randbits(32))
        nodes = computer.own_budget()[1]
        if nodes is not None and nodes <= QUICK_NODES:
            return await self._quick.run(
                owner, lambda cancel: computer.choose(view, cancel=cancel), rank
            )
        seed = secrets.randbits(32)
        return await self._long.run(
            owner, lambda cancel: self._choose(view, text, seed, cancel), rank
        )

    async def glance(
        self, position: Position, text: str, owner: str, rank: int = WAITED_FOR
    ) -> Choice:
        """What a computer plays that only looks at each move once, by plain Python: for as long
        as nothing is compiled."""
        view = position.view(position.turn)
        computer = player(position.game, text, seed=secrets.randbits(32))
        if not computer.interpret():
            raise ValueError(f"{text} takes too long without its compiled code.")
        return await self._quick.run(
            owner, lambda cancel: computer.choose(view, cancel=cancel), rank
        )

    def _choose(
        self,
        view: Position,
        text: str,
        seed: int,
        cancel: threading.Event,
        seconds: float | None = None,
    ) -> Choice:
        """Have a process search; there is one for each thread of the pool."""
        process = self._free.pop()
        try:
            try:
                return process.choose(view, text, seed, cancel, seconds)
            except SearchFailed:
                log.warning("A process that searches has ended; another one begins anew.")
                return process.choose(view, text, seed, cancel, seconds)
        finally:
            self._free.append(process)

    async def exact(self, position: Position, owner: str, seed: int = 0) -> Choice | None:
        """What perfect play does, where a tablebase tells it."""
        return await self._long.run(owner, lambda cancel: exact_choice(position, seed))

    async def judge(self, position: Position, seconds: float, owner: str) -> Choice:
        """What the strongest player would do, knowing what the seat to move may know."""
        view = position.view(position.turn)
        return await self._long.run(
            owner, lambda cancel: self._choose(view, STRONGEST, 1, cancel, seconds)
        )

    async def review(self, owner: str, work: Callable[[threading.Event], Answer]) -> Answer:
        """A part of something long."""
        return await self._reviews.run(owner, work)

    def close(self) -> None:
        """Call off everything."""
        for pool in (self._quick, self._long, self._reviews):
            pool.close()
        for process in self._processes:
            process.close()
