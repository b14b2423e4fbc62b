"""Computer players beside the event loop: searches that take turns and can be called off."""

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
from linden.web.compute.tablebases import exact_choice

Answer = TypeVar("Answer")

HINT_SECONDS = 1.2
QUICK_NODES = 3000
"""What looks at no more answers within some hundredths of a second."""


class Searches:
    """Three pools: quick answers; searches that somebody waits for; reviews, which take long. The
    longer a pool's work, the further it steps back for the server itself."""

    def __init__(self) -> None:
        cores = os.cpu_count() or 2
        self._quick = FairPool(1, "linden-quick")
        self._long = FairPool(max(1, cores // 2), "linden-think", nice=10)
        self._reviews = FairPool(1, "linden-review", nice=15)

    async def move(
        self, position: Position, text: str, owner: str, rank: int = WAITED_FOR
    ) -> Choice:
        """What this computer plays; it sees what its seat may know."""
        if text == PERFECT:
            exact = await self.exact(position, owner)
            if exact is not None:
                return exact
            text = STRONGEST  # its tablebase was taken away
        view = position.view(position.turn)
        computer = player(position.game, text, seed=secrets.randbits(32))
        nodes = computer.own_budget()[1]
        pool = self._quick if nodes is not None and nodes <= QUICK_NODES else self._long
        return await pool.run(owner, lambda cancel: computer.choose(view, cancel=cancel), rank)

    async def exact(self, position: Position, owner: str) -> Choice | None:
        """What perfect play does, where a tablebase tells it."""
        return await self._long.run(owner, lambda cancel: exact_choice(position))

    def asked_for(self, owner: str) -> int:
        """How many searches wait or run in this name."""
        return self._long.waiting(owner)

    async def judge(self, position: Position, seconds: float, owner: str) -> Choice:
        """What the strongest player would do, knowing what the seat to move may know."""
        view = position.view(position.turn)
        strongest = player(position.game, STRONGEST, seed=1)
        return await self._long.run(
            owner, lambda cancel: strongest.choose(view, seconds=seconds, cancel=cancel)
        )

    async def review(self, owner: str, work: Callable[[threading.Event], Answer]) -> Answer:
        """A part of something long."""
        return await self._reviews.run(owner, work)

    def close(self) -> None:
        """Call off everything."""
        for pool in (self._quick, self._long, self._reviews):
            pool.close()
