"""What Linja tells generic code and players beside its rules: a hash, numbers for learning
agents, a random move, a guess at the end."""

from typing import Any

import numpy as np

from linden.core.kernel import rule
from linden.core.stream import below, mix
from linden.core.types import Numbers, Points, Seat, StateRecord, Stream
from linden.games.linja.rules import (
    BLACK,
    BONUS,
    EVERY,
    FOLLOW_UP,
    ONE,
    ONES,
    PASS,
    RED,
    ROWS,
    THEIRS,
    advances,
    bonus_down,
    bonus_up,
    count,
    goal,
    row_flag,
)

# -- for generic code -----------------------------------------------------------------------------


@rule
def key(state: StateRecord) -> Any:
    word = np.uint64(state.turn) + np.uint64(state.part) * np.uint64(2)
    word += np.uint64(state.reach) * np.uint64(8) + np.uint64(state.passes) * np.uint64(64)
    word += np.uint64(state.over) * np.uint64(256) + np.uint64(state.turns) * np.uint64(1024)
    return mix(mix(mix(word) + state.pawns[RED]) + state.pawns[BLACK])


# What a pawn is worth in the end, by the rows it has to go, and what it is worth to be on move: a
# least-squares fit of the final margin over 81,659 positions of 2,147 games between searches.
PROSPECTS = (4.11, 3.27, 3.00, 2.50, 1.92, 1.12, 0.47, 0.0)
TO_MOVE = 0.81


@rule
def evaluate(state: StateRecord, out: Points) -> None:
    for seat in range(2):
        out[seat] = TO_MOVE / 2 if seat == state.turn else -TO_MOVE / 2
        for distance in range(ROWS):
            row = 7 - distance if seat == RED else distance
            out[seat] += PROSPECTS[distance] * count(state.pawns[seat], row)


OBSERVATION = (21,)


@rule
def observe(state: StateRecord, seat: Seat, out: Numbers) -> None:
    """Own pawns by rows travelled, theirs the same way, the part (3), the reach, whose turn."""
    for row in range(ROWS):
        travelled = row if seat == RED else 7 - row
        out[travelled] = count(state.pawns[seat], row)
        out[8 + travelled] = count(state.pawns[1 - seat], row)
    for part in range(3):
        out[16 + part] = state.part == part
    out[19] = state.reach
    out[20] = state.turn == seat


@rule
def sample(state: StateRecord, rng: Stream) -> Any:
    """A random legal move, picked by counting rows instead of listing moves."""
    us = np.int64(state.turn)
    if state.part == BONUS:
        return sample_bonus(state, us, rng)
    steps = np.int64(state.reach) if state.part == FOLLOW_UP else np.int64(1)
    rows = advances(state, steps)
    n = how_many(rows)
    pick = below(rng, n + 1) if state.part == FOLLOW_UP else below(rng, n) if n > 0 else n
    if pick == n:
        return np.int64(PASS)
    row = nth_row(rows, pick)
    return row * ROWS + min(max(row + (1 - 2 * us) * steps, 0), 7)


@rule
def sample_bonus(state: StateRecord, us: Any, rng: Stream) -> Any:
    """A random bonus: a step of one's own, with ``meddle`` one of theirs, or none."""
    up = bonus_up(state, us, EVERY)
    down = bonus_down(state, us, EVERY)
    ours = how_many(up) + how_many(down)
    if not state.meddle:
        return nth_step(up, down, below(rng, ours + 1))
    them = 1 - us
    free = ~row_flag(goal(them))
    their_up = bonus_up(state, them, free)
    their_down = bonus_down(state, them, free)
    pick = below(rng, ours + how_many(their_up) + how_many(their_down) + 1)
    if pick < ours:
        return nth_step(up, down, pick)
    move = nth_step(their_up, their_down, pick - ours)
    return move if move == PASS else move + THEIRS


@rule
def how_many(flags: Any) -> Any:
    """How many rows are flagged: the sum of the bytes."""
    return np.int64((flags * ONES) >> np.uint64(56))


@rule
def nth_row(flags: Any, n: Any) -> Any:
    """The ``n``-th flagged row, from 0."""
    for _ in range(n):
        flags &= flags - ONE
    lowest = flags & (~flags + ONE)
    return how_many((lowest - ONE) & ONES)


@rule
def nth_step(up: Any, down: Any, n: Any) -> Any:
    """The ``n``-th of the steps up and then down, or ``PASS`` after the last."""
    if n < how_many(up):
        row = nth_row(up, n)
        return row * ROWS + row + 1
    n -= how_many(up)
    if n < how_many(down):
        row = nth_row(down, n)
        return row * ROWS + row - 1
    return np.int64(PASS)
