"""Computer players beside the event loop: searches that take turns and can be called off."""

import asyncio
import logging
import os
import secrets
import threading
from collections.abc import Callable
from typing import Any, TypeVar

from linden.core.position import Position
from linden.players.choice import Choice
from linden.players.registry import player
from linden.web.compute.courtesy import Courtesy, Pace
from linden.web.compute.fair import WAITED_FOR, FairPool
from linden.web.compute.opponents import PERFECT, STRONGEST
from linden.web.compute.search_process import (
    SearchFailed,
    SearchProcess,
    choose,
    choose_whole,
    choose_within,
)
from linden.web.compute.tablebases import exact_choice

log = logging.getLogger(__name__)

Answer = TypeVar("Answer")

HINT_SECONDS = 1.2
WHOLE_THOUGHT = 15.0
"""Seconds that a level has for all of its nodes where people are rated by it: no clock, no load and
no other search of whoever plays it makes it weaker."""
QUICK_NODES = 3000
"""What looks at no more answers within some hundredths of a second."""


class SearchPool:
    """Threads that hand work out in turn, with a process for each of them."""

    def __init__(self, size: int, name: str, courtesy: Courtesy) -> None:
        self.pool = FairPool(size, name)
        self._courtesy = courtesy
        self.processes = [SearchProcess() for _ in range(size)]
        self._last = [SearchProcess(last=True) for _ in range(size)]
        """For whoever has used up their share; the others are answered on a busy machine, too."""
        self._free = list(zip(self.processes, self._last, strict=True))
        """Those that no thread is using."""

    async def ask(
        self,
        owner: str,
        work: Callable[..., Answer],
        arguments: tuple[Any, ...],
        rank: int = WAITED_FOR,
    ) -> Answer:
        """Have a process work, when it is this owner's turn."""
        loop = asyncio.get_running_loop()

        def hand_out(cancel: threading.Event) -> Answer:
            pace = Pace(self._courtesy, owner, loop, self.pool.awaited)
            pair = self._free.pop()
            process = pair[0 if self._courtesy.has_share(owner) else 1]
            try:
                try:
                    return process.ask(work, arguments, cancel, pace.stands_still)
                except SearchFailed:
                    log.warning("A process that searches has ended; another one begins anew.")
                    return process.ask(work, arguments, cancel, pace.stands_still)
            finally:
                self._free.append(pair)
                pace.end(process.took)

        return await self.pool.run(owner, hand_out, rank)

    def close(self) -> None:
        self.pool.close()
        for process in (*self.processes, *self._last):
            process.close()


class Searches:
    """Three pools: quick answers; searches that somebody waits for; reviews, which take long. The
    last two search in processes of their own."""

    def __init__(self) -> None:
        courtesy = Courtesy()
        self._quick = FairPool(1, "linden-quick")
        self._long = SearchPool(max(1, (os.cpu_count() or 2) // 2), "linden-think", courtesy)
        self._reviews = SearchPool(1, "linden-review", courtesy)

    @property
    def waiting(self) -> int:
        """Searches that wait for their turn."""
        return self._quick.queued + self._long.pool.queued

    @property
    def reviews_waiting(self) -> int:
        return self._reviews.pool.queued

    async def move(
        self,
        position: Position,
        text: str,
        owner: str,
        rank: int = WAITED_FOR,
        most: float | None = None,
        *,
        whole: bool = False,
    ) -> Choice:
        """What this computer plays; it sees what its seat may know, and thinks for so many seconds
        at ``most``, or until it has looked at the ``whole`` of its nodes."""
        if text == PERFECT:
            exact = await self.exact(position, owner, secrets.randbits(32))
            if exact is not None:
                return exact
            text = STRONGEST  # its tablebase was taken away
        view = position.view(position.turn)
        computer = player(position.game, text, seed=secrets.randbits(32))
        seconds, nodes = computer.own_budget()
        if nodes is not None and nodes <= QUICK_NODES:
            longest = WHOLE_THOUGHT if whole else seconds
            return await self._quick.run(
                owner,
                lambda cancel: computer.choose(view, seconds=longest, nodes=nodes, cancel=cancel),
                rank,
            )
        seed = secrets.randbits(32)
        if whole:
            return await self._long.ask(
                owner, choose_whole, (view, text, seed, WHOLE_THOUGHT), rank
            )
        if most is not None:
            return await self._long.ask(owner, choose_within, (view, text, seed, most), rank)
        return await self._search(view, text, seed, owner, rank)

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

    async def _search(
        self,
        view: Position,
        text: str,
        seed: int,
        owner: str,
        rank: int = WAITED_FOR,
        seconds: float | None = None,
    ) -> Choice:
        return await self._long.ask(owner, choose, (view, text, seed, seconds), rank)

    async def exact(self, position: Position, owner: str, seed: int = 0) -> Choice | None:
        """What perfect play does, where a tablebase tells it."""
        return await self._long.pool.run(owner, lambda cancel: exact_choice(position, seed))

    async def judge(self, position: Position, seconds: float, owner: str) -> Choice:
        """What the strongest player would do, knowing what the seat to move may know."""
        view = position.view(position.turn)
        return await self._search(view, STRONGEST, 1, owner, seconds=seconds)

    async def look_up(self, owner: str, work: Callable[..., Answer], *arguments: Any) -> Answer:
        """What a tablebase tells, as a part of something long."""
        return await self._reviews.pool.run(owner, lambda cancel: work(*arguments))

    async def review(self, owner: str, work: Callable[..., Answer], *arguments: Any) -> Answer:
        """A part of something long."""
        return await self._reviews.ask(owner, work, arguments)

    def close(self) -> None:
        """Call off everything."""
        self._quick.close()
        self._long.close()
        self._reviews.close()
