"""Looking back at a game: what each move gave away, by the strongest player's lights."""

import asyncio
import logging
from collections import Counter, OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field

from linden.core.position import Position
from linden.core.seats import CHANCE
from linden.web.compute.compiling import Compiling
from linden.web.compute.judging import judge, judge_exactly
from linden.web.compute.opponents import STRONGEST
from linden.web.compute.searches import Searches
from linden.web.compute.tablebases import worth_sentence
from linden.web.limits import Caller, Limits
from linden.web.messages import Analysis, Judgement
from linden.web.tables.table import Table
from linden.web.texts import say

log = logging.getLogger(__name__)

SECONDS = 0.4
"""For one position."""
MOST_KEPT = 100
"""Analyses kept in memory."""
MOST_JUDGED = 1000
"""Judgements of single moves kept beside them."""


@dataclass
class Progress:
    """One analysis under way, or done."""

    owner: str
    of: int
    plies: list[Judgement] = field(default_factory=list)
    error: str | None = None
    task: "asyncio.Task[None] | None" = None


class Reviews:
    """The analyses of this server; whoever asks for many keeps nobody else waiting."""

    def __init__(
        self, searches: Searches, compiling: Compiling, limits: Limits, seconds: float = SECONDS
    ) -> None:
        self._searches = searches
        self._compiling = compiling
        self._limits = limits
        self._seconds = seconds
        self._judged: OrderedDict[tuple[Position, str | None], Judgement] = OrderedDict()
        self._known: OrderedDict[tuple[str, int, bool], Progress] = OrderedDict()

    def of(self, table: Table, caller: Caller, exact: bool = False) -> Analysis:
        """The analysis as far as it has come; the first request starts it, and so does the first
        one since the game is known completely (``exact``)."""
        table.check_review(caller.visitor)
        key = (table.id, table.version, exact)
        found = self._known.get(key) or self._start(table, caller)
        if found.of and key not in self._known:
            self._forget((table.id, table.version, not exact))
            self._known[key] = found
            self._make_room()
        return Analysis.model_construct(
            done=len(found.plies), of=found.of, plies=found.plies, error=found.error
        )

    def _make_room(self) -> None:
        """Forget the oldest analysis of whoever has most."""
        while len(self._known) > MOST_KEPT:
            held = Counter(progress.owner for progress in self._known.values())
            largest = held.most_common(1)[0][0]
            self._forget(next(key for key, known in self._known.items() if known.owner == largest))

    def _forget(self, key: tuple[str, int, bool]) -> None:
        known = self._known.pop(key, None)
        if known is not None and known.task is not None:
            known.task.cancel()

    def _start(self, table: Table, caller: Caller) -> Progress:
        moves, positions = table.moves, table.positions
        plies = [ply for ply in range(len(moves)) if positions[ply].to_move != CHANCE]
        progress = Progress(caller.owner, of=len(plies))
        if plies:
            self._limits.take("analyses", caller)
            progress.task = asyncio.create_task(self._run(progress, plies, moves, positions))
        return progress

    async def _run(
        self,
        progress: Progress,
        plies: list[int],
        moves: Sequence[str],
        positions: Sequence[Position],
    ) -> None:
        try:
            for ply in plies:
                judged = await self._judge(progress.owner, positions[ply], moves[ply], ply + 1)
                progress.plies.append(judged)
        except Exception:
            log.exception("A review failed.")
            progress.error = say("The analysis stopped; load the page again to begin anew.")

    async def judge(
        self, position: Position, move: str | None, ply: int, caller: Caller
    ) -> Judgement:
        """What a move at a position is worth, or the best one there; asked for by itself, and
        remembered for a while."""
        key = (position, move)
        if key not in self._judged:
            self._judged[key] = await self._judge(caller.owner, position, move, ply)
            while len(self._judged) > MOST_JUDGED:
                self._judged.popitem(last=False)
        return self._judged[key].model_copy(update={"ply": ply})

    async def _judge(self, owner: str, position: Position, move: str | None, ply: int) -> Judgement:
        """By the table of exact values if there is one, else by the strongest player."""
        judged = await self._searches.look_up(owner, judge_exactly, position, move, ply)
        if judged is not None:
            judged.truth = worth_sentence(position.game, judged.scores[0] - judged.scores[1])
            return judged
        await self._compiling.player(position.game, STRONGEST)
        return await self._searches.review(owner, judge, position, move, ply, self._seconds)

    async def close(self) -> None:
        tasks = [progress.task for progress in self._known.values() if progress.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
