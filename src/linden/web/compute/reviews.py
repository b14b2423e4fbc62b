"""Looking back at a game: what each move gave away, by the strongest player's lights."""

import asyncio
import logging
import random
import threading
from collections import Counter, OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from linden.core.errors import TablebaseError
from linden.core.position import Position
from linden.core.seats import CHANCE
from linden.players.chance import roll
from linden.players.player import Player
from linden.players.registry import player
from linden.solve.exact import Worth
from linden.web.compute.compiling import Compiling
from linden.web.compute.opponents import STRONGEST
from linden.web.compute.searches import Searches
from linden.web.compute.tablebases import known, worth_sentence
from linden.web.limits import Caller, Limits
from linden.web.messages import Analysis, Judgement
from linden.web.tables.table import Table
from linden.web.texts import say

log = logging.getLogger(__name__)

SECONDS = 0.4
"""For one position."""
LEAST_SECONDS = 0.03
ENOUGH = 0.05
"""The share of a search that a move must have got for its value to be believed."""
MOST_KEPT = 100
"""Analyses kept in memory."""

Grade = Literal["best", "good", "slip", "mistake", "blunder", "forced"]
GRADES: tuple[tuple[float, Grade], ...] = (
    (0.01, "best"),
    (0.05, "good"),
    (0.12, "slip"),
    (0.25, "mistake"),
)


def grade(loss: float) -> Grade:
    """How much of the win was given away, in a word."""
    return next((name for most, name in GRADES if loss < most), "blunder")


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

    async def _judge(self, owner: str, position: Position, move: str, ply: int) -> Judgement:
        """By the table of exact values if there is one, else by the strongest player."""
        judged = await self._searches.review(
            owner, lambda cancel: judge_exactly(position, move, ply)
        )
        if judged is not None:
            judged.truth = worth_sentence(position.game, judged.scores[0] - judged.scores[1])
            return judged
        await self._compiling.player(position.game, STRONGEST)
        return await self._searches.review(
            owner, lambda cancel: judge(position, move, ply, self._seconds, cancel)
        )

    async def close(self) -> None:
        tasks = [progress.task for progress in self._known.values() if progress.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def judge_exactly(position: Position, move: str, ply: int) -> Judgement | None:
    """What a move gave away for certain, where a table of exact values tells it."""
    table = known(position.game)
    if table is None:
        return None
    try:
        moves = table.moves(position)
    except TablebaseError as error:
        log.warning("%s", error)
        return None
    seat = position.turn
    first, worth = moves[0]
    played = dict(moves)[move]
    mine, theirs = worth.for_seat(seat), played.for_seat(seat)
    best = move if played == worth else first
    return Judgement.model_construct(
        ply=ply,
        seat=seat,
        move=move,
        win=[worth.win, 1 - worth.win],
        scores=list(worth.scores(position)),
        best=best,
        best_says=position.describe_marked(best),
        gain=mine.win,
        loss=mine.win - theirs.win,
        grade="forced" if len(moves) == 1 else grade_exactly(mine, theirs),
        exact=True,
        cost=mine.lead - theirs.lead,
    )


def grade_exactly(best: Worth, played: Worth) -> Grade:
    """A move that keeps the result but not the margin is good, and no more."""
    if played.win == best.win:
        return "best" if played.lead == best.lead else "good"
    return grade(best.win - played.win)


def judge(
    position: Position, move: str, ply: int, seconds: float, cancel: threading.Event
) -> Judgement:
    """What the strongest player, knowing what the mover knew, thinks of a move."""
    seat = position.turn
    view = position.view(seat)
    strongest = player(position.game, STRONGEST, seed=ply)
    choice = strongest.choose(view, seconds=seconds, cancel=cancel)
    best = choice.win[seat]
    forced = len(view.moves) == 1
    played = best
    if not forced and move != choice.move:
        thought = {candidate.move: candidate for candidate in choice.candidates}
        mine = thought.get(move)
        if mine is not None and mine.visits >= ENOUGH * choice.nodes:
            played = mine.value
        else:
            played = share(strongest, view.play(move), seat, seconds, cancel)
    loss = min(max(best - played, 0.0), 1.0)
    return Judgement.model_construct(
        ply=ply,
        seat=seat,
        move=move,
        win=list(choice.win),
        scores=list(choice.scores),
        best=choice.move,
        best_says=view.describe_marked(choice.move),
        gain=best,
        loss=loss,
        grade="forced" if forced else grade(loss),
        exact=choice.proven,
    )


def share(
    strongest: Player, position: Position, seat: int, seconds: float, cancel: threading.Event
) -> float:
    """The share of the win that ``seat`` can expect from a position."""
    if position.over:
        winners = [other for other, gain in enumerate(position.returns) if gain > 0]
        if not winners:
            return 1 / position.game.players
        return (seat in winners) / len(winners)
    if position.to_move == CHANCE:
        outcomes = position.outcomes
        each = max(seconds / len(outcomes), LEAST_SECONDS)
        return sum(
            weight * share(strongest, settled(position.play(outcome)), seat, each, cancel)
            for outcome, weight in outcomes.items()
        )
    choice = strongest.choose(position.view(position.turn), seconds=seconds, cancel=cancel)
    return choice.win[seat]


def settled(position: Position) -> Position:
    """The position once somebody has to choose: where chance follows chance, one way it may go,
    for all of them could be without end."""
    rng = random.Random(position.key)
    while position.to_move == CHANCE:
        position = position.play(roll(position, rng))
    return position
