"""Looking back at a game: what each move gave away, by the strongest player's lights."""

import asyncio
import logging
from collections import Counter, OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field

from linden.core.coaching import Later, Miss
from linden.core.position import Position
from linden.core.seats import CHANCE
from linden.players.foresight import quick_text
from linden.web.compute.compiling import Compiling
from linden.web.compute.judging import foresee, judge, judge_exactly
from linden.web.compute.moments import miss_of, worth_a_look
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
SECOND_LOOK = 2.5
"""How many times longer a move is looked at before it is called one of the worst of a game."""
MOST_LOOKS = 6
"""Second looks at the moves of one seat."""
MOST_KEPT = 100
"""Analyses kept in memory."""
MOST_JUDGED = 1000
"""Judgements of single moves kept beside them."""

MOST_FORESEEN = 200
"""Misses of which it is kept how the game goes on."""


@dataclass
class Progress:
    """One analysis under way, or done."""

    owner: str
    of: int
    plies: list[Judgement] = field(default_factory=list)
    sure: bool = True
    """Whether the worst moves were looked at twice."""
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
        self._foreseen: OrderedDict[tuple[Position, str, str], tuple[Later, ...]] = OrderedDict()
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
        if found.error:  # told once; whoever asks again begins anew
            self._forget(key)
        done = len(found.plies) if found.sure else min(len(found.plies), found.of - 1)
        return Analysis.model_construct(
            done=done, of=found.of, plies=found.plies, error=found.error
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
            people = [seat for seat, one in enumerate(table.seats) if one.kind == "person"]
            progress.sure = not people
            work = self._run(progress, plies, moves, positions, people)
            progress.task = asyncio.create_task(work)
        return progress

    async def _run(
        self,
        progress: Progress,
        plies: list[int],
        moves: Sequence[str],
        positions: Sequence[Position],
        people: Sequence[int],
    ) -> None:
        try:
            for ply in plies:
                judged = await self._judge(progress.owner, positions[ply], moves[ply], ply + 1)
                progress.plies.append(judged)
            for seat in people:
                await self._look_again(progress, positions, seat)
                for one in worth_a_look(progress.plies, seat):
                    miss = miss_of(positions[one.ply - 1], one)
                    await self.foresee(miss, progress.owner)
            progress.sure = True
        except Exception:
            log.exception("A review failed.")
            progress.error = say("The analysis stopped; load the page again to begin anew.")

    async def _look_again(
        self, progress: Progress, positions: Sequence[Position], seat: int
    ) -> None:
        """Judge the moves again that seem to be a person's worst, and more thoroughly: a short
        search takes some good move for a bad one, and of many moves such are found first."""
        seen: set[int] = set()
        while len(seen) < MOST_LOOKS:
            worst = worth_a_look(progress.plies, seat)
            doubtful = [one for one in worst if not one.truth and one.ply not in seen]
            if not doubtful:
                return
            old = doubtful[0]
            seen.add(old.ply)
            new = await self._judge(
                progress.owner, positions[old.ply - 1], old.move, old.ply, SECOND_LOOK
            )
            progress.plies[progress.plies.index(old)] = new

    def known(self, table: Table, ply: int, exact: bool = False) -> Judgement | None:
        """What an analysis that is at hand says of the move to a ply."""
        found = self._known.get((table.id, table.version, exact))
        return next((one for one in found.plies if one.ply == ply), None) if found else None

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

    async def foresee(self, miss: Miss, owner: str) -> tuple[Later, ...]:
        """How the game goes on after both moves of a miss, remembered for a while; nothing where
        that cannot be played, which is no reason to keep a moment back."""
        key = (miss.before, miss.played, miss.better)
        if key not in self._foreseen:
            game = miss.before.game
            try:
                await self._compiling.player(game, quick_text(game))
                found = await self._searches.review(owner, foresee, miss)
            except Exception:
                log.exception("How a game of %s goes on cannot be told.", game.title)
                found = ()
            self._foreseen[key] = found
            while len(self._foreseen) > MOST_FORESEEN:
                self._foreseen.popitem(last=False)
        return self._foreseen.get(key, ())

    async def _judge(
        self, owner: str, position: Position, move: str | None, ply: int, longer: float = 1
    ) -> Judgement:
        """By the table of exact values if there is one, else by the strongest player."""
        judged = await self._searches.look_up(owner, judge_exactly, position, move, ply)
        if judged is not None:
            judged.truth = worth_sentence(position.game, judged.scores[0] - judged.scores[1])
            return judged
        await self._compiling.player(position.game, STRONGEST)
        return await self._searches.review(
            owner, judge, position, move, ply, longer * self._seconds
        )

    async def close(self) -> None:
        tasks = [progress.task for progress in self._known.values() if progress.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
