"""What a move gave away: by a tablebase, or by the strongest player's lights."""

import logging
import random
import threading
from typing import Literal

from linden.core.coaching import Later, Miss, remark_at_once
from linden.core.errors import TablebaseError
from linden.core.position import Position
from linden.core.seats import CHANCE
from linden.players.chance import roll
from linden.players.choice import Candidate, Choice
from linden.players.foresight import with_foresight
from linden.players.player import Player
from linden.players.registry import player
from linden.solve.exact import Worth
from linden.web.compute.opponents import STRONGEST
from linden.web.compute.tablebases import known
from linden.web.messages import Judgement

log = logging.getLogger(__name__)

LEAST_SECONDS = 0.03
ENOUGH = 0.05
"""The share of a search that a move must have got for its value to be believed."""

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


def judge_exactly(position: Position, move: str | None, ply: int) -> Judgement | None:
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
    move = move or first
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
    position: Position, move: str | None, ply: int, seconds: float, cancel: threading.Event
) -> Judgement:
    """What the strongest player, knowing what the mover knew, thinks of a move; without one, of
    the position."""
    seat = position.turn
    view = position.view(seat)
    strongest = player(position.game, STRONGEST, seed=ply)
    choice = strongest.choose(view, seconds=seconds, cancel=cancel)
    move = move or choice.move
    best = choice.win[seat]
    forced = len(view.moves) == 1
    played = best
    if not forced and move != choice.move:
        thought = {candidate.move: candidate for candidate in choice.candidates}
        mine = thought.get(move)
        if mine is not None and believed(mine, choice):
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


def believed(mine: Candidate, choice: Choice) -> bool:
    """Whether a search has thought enough of a move that it has not chosen. One that ends because a
    win is proven has hardly begun with the others, which may win as well."""
    return mine.proven or (not choice.proven and mine.visits >= ENOUGH * choice.nodes)


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


def foresee(miss: Miss, cancel: threading.Event) -> tuple[Later, ...]:
    """How a game goes on after both moves of a miss, where nothing can be told of them at once."""
    return () if remark_at_once(miss) else with_foresight(miss, cancel).later
