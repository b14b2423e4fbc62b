"""Playouts, compiled: a game played to its end by quick moves; and static evaluations of moves."""

from typing import Any

import numpy as np

from linden.core import kernel
from linden.core.kernel import CHANCE, OVER, rule

LONGEST_PLAYOUT = 2000  # moves after which a game that is not over is everybody's in equal shares

# The states a simulation works in.
HERE, TRIED, STATES = 0, 1, 2


@rule
def play_out(state: Any, tree: Any, work: Any, settings: Any, stamp: Any) -> None:
    """Play on to the end; write everybody's share and points, and mark the moves made for RAVE."""
    states, gains, points = work.states, work.gains, work.points
    played_at, rng = tree.played_at, tree.rng
    steps = 0
    now = np.int64(kernel.mover(state))
    while now != OVER and steps < LONGEST_PLAYOUT:
        move = playout_move(state, states, rng, settings, points)
        if settings.rave_visits != 0 and now != CHANCE:
            played_at[move, now] = stamp
        kernel.play(state, move)
        now = np.int64(kernel.mover(state))
        steps += 1
    kernel.returns(state, gains)
    for seat in range(len(gains)):
        gains[seat] = (gains[seat] + 1) / len(gains)
    kernel.scores(state, points)


@rule
def playout_move(state: Any, states: Any, rng: Any, settings: Any, points: Any) -> Any:
    """A random move; with candidates to compare one that is urgent, or the best-looking of them."""
    candidates = settings.playout_candidates
    if candidates == 0:
        return np.int64(kernel.sample(state, rng))
    seat = kernel.mover(state)
    if seat == CHANCE:
        return np.int64(kernel.sample(state, rng))
    best = np.int64(kernel.urgent(state, rng))
    if best >= 0:
        return best
    if candidates == 1:
        return np.int64(kernel.sample(state, rng))
    best_lead = -1e300
    for _ in range(candidates):
        move = np.int64(kernel.sample(state, rng))
        if move != best:
            lead = lead_after(state, states, move, seat, points)
            if lead > best_lead:
                best_lead = lead
                best = move
    return best


@rule
def lead_after(state: Any, states: Any, move: Any, seat: Any, points: Any) -> Any:
    """By how much ``seat`` leads the mean of the others after ``move``, by static evaluation."""
    states[TRIED] = state
    kernel.play(states[TRIED], move)
    kernel.evaluate(states[TRIED], points)
    others = 0.0
    for other in range(len(points)):
        if other != seat:
            others += points[other]
    return points[seat] - others / (len(points) - 1)


@rule
def static_lead(root: Any, states: Any, move: Any, seat: Any, points: Any) -> Any:
    """``lead_after`` of a state that stands alone in an array."""
    return lead_after(root[0], states, move, seat, points)


@rule
def first_move(root: Any, moves: Any) -> Any:
    """Some legal move, or outcome of chance."""
    kernel.legal(root[0], moves)
    return np.int64(moves[0])
