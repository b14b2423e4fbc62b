"""Computer players beside the event loop: a bounded pool of searches that can be called off."""

import asyncio
import os
import secrets
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from linden.core.position import Position
from linden.players.choice import Choice
from linden.players.levels import LEVELS
from linden.players.registry import player
from linden.web.levels import PERFECT
from linden.web.truth import exact_choice

Answer = TypeVar("Answer")

STRONGEST = len(LEVELS)
HINT_SECONDS = 1.2


class Thinkers:
    """Two pools: moves and hints, which somebody waits for, and reviews, which take long."""

    def __init__(self) -> None:
        cores = os.cpu_count() or 2
        self._moves = ThreadPoolExecutor(max(1, cores // 2), thread_name_prefix="linden-think")
        self._reviews = ThreadPoolExecutor(1, thread_name_prefix="linden-review")
        self._running: set[threading.Event] = set()

    async def _run(
        self, pool: ThreadPoolExecutor, work: Callable[[threading.Event], Answer]
    ) -> Answer:
        """Run in the pool; when the task that waits is cancelled, so is the search."""
        cancel = threading.Event()
        self._running.add(cancel)
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, work, cancel)
        finally:
            cancel.set()
            self._running.discard(cancel)

    async def move(self, position: Position, level: int) -> Choice:
        """What a computer of this level plays; it sees what its seat may know."""
        if level == PERFECT.number:
            exact = await self.exact(position)
            if exact is not None:
                return exact
            level = STRONGEST  # its table was taken away
        view = position.view(position.turn)
        computer = player(position.game, level=level, seed=secrets.randbits(32))
        return await self._run(self._moves, lambda cancel: computer.choose(view, cancel=cancel))

    async def exact(self, position: Position) -> Choice | None:
        """What perfect play does, where a table of exact values tells it."""
        return await self._run(self._moves, lambda cancel: exact_choice(position))

    async def hint(self, position: Position) -> Choice:
        """What the strongest player would do, knowing what the seat to move may know."""
        return await self.judge(position, HINT_SECONDS)

    async def judge(self, position: Position, seconds: float) -> Choice:
        view = position.view(position.turn)
        strongest = player(position.game, level=STRONGEST, seed=1)
        return await self._run(
            self._moves, lambda cancel: strongest.choose(view, seconds=seconds, cancel=cancel)
        )

    async def review(self, work: Callable[[threading.Event], Answer]) -> Answer:
        """Something long, one at a time."""
        return await self._run(self._reviews, work)

    def close(self) -> None:
        """Call off everything."""
        for cancel in list(self._running):
            cancel.set()
        self._moves.shutdown(wait=False, cancel_futures=True)
        self._reviews.shutdown(wait=False, cancel_futures=True)
