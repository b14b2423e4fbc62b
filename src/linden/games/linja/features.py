"""What Linja tells generic code and players beside its rules: a hash, numbers for learning
agents, a random move, a guess at the end."""

from typing import Any

import numpy as np

from linden.core.kernel import rule
from linden.core.observation import Actions, Number, Observation
from linden.core.stream import below, mix
from linden.core.types import Action, Move, Points, Seat, StateRecord, Stream, Words
from linden.games.linja.rules import (
    BLACK,
    BONUS,
    EVERY,
    FOLLOW_UP,
    ONES,
    PASS,
    PAWNS,
    RED,
    ROWS,
    SEVEN,
    THEIRS,
    TOPS,
    TURN_LIMIT,
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


# -- for learning agents: rows count from the seat's own start line ------------------------------


def observation(options: dict[str, Any]) -> Observation:
    rows = range(ROWS)
    numbers = [
        Number(f"ours {row}", "own pawns so many rows from the start", PAWNS) for row in rows
    ]
    numbers += [Number(f"theirs {row}", "their pawns in that row", PAWNS) for row in rows]
    numbers += [
        Number("reach", "rows that a follow-up advances; 0 in other parts of a turn", 11),
        Number("bonus", "whether the bonus step is to be made"),
        Number("passed", "whether the turn before was a forced pass"),
        Number("to_move", "whether it is the seat's turn"),
    ]
    if options["bonus"] == "any":
        numbers.append(Number("turns", "turns played; the game ends with the last", TURN_LIMIT))
    return Observation(tuple(numbers))


@rule
def observe(state: StateRecord, seat: Seat, out: Words) -> None:
    for row in range(ROWS):
        travelled = row if seat == RED else 7 - row
        out[travelled] = count(state.pawns[seat], row)
        out[8 + travelled] = count(state.pawns[1 - seat], row)
    out[16] = state.reach
    out[17] = state.part == BONUS
    out[18] = state.passes
    out[19] = state.turn == seat
    if state.bonus_any:
        out[20] = state.turns


def actions(options: dict[str, Any]) -> Actions:
    planes: tuple[str, ...] = ("forward from", "back from")
    if options["meddle"]:
        planes += ("theirs forward from", "theirs back from")
    return Actions(("pass",), planes, rows=1, columns=ROWS)


# A flag in each byte becomes a bit in the highest byte: in order, or the last row first.
TO_BITS = np.uint64(0x0102040810204080)
TO_BITS_REVERSED = np.uint64(0x8040201008040201)
HIGHEST_BYTE = np.uint64(56)


@rule
def row_bits(us: Any, flags: Any) -> Any:
    """Flags of rows as bits, counted from the start line of ``us``."""
    return np.uint32((flags * (TO_BITS if us == RED else TO_BITS_REVERSED)) >> HIGHEST_BYTE)


@rule
def mask(state: StateRecord, out: Words) -> None:
    us = np.int64(state.turn)
    may_pass = True
    if state.part == BONUS:
        up, down = bonus_up(state, us, EVERY), bonus_down(state, us, EVERY)
        out[us] = row_bits(us, up)
        out[1 - us] = row_bits(us, down)
    else:
        steps = np.int64(state.reach) if state.part == FOLLOW_UP else np.int64(1)
        rows = advances(state, steps)
        may_pass = state.part == FOLLOW_UP or rows == 0
        out[0] = row_bits(us, rows)
        out[1] = 0
    others = 2
    if state.meddle:
        others = 4
        out[2] = 0
        out[3] = 0
        if state.part == BONUS:
            them = 1 - us
            free = ~row_flag(goal(them))
            out[2 + us] = row_bits(us, bonus_up(state, them, free))
            out[3 - us] = row_bits(us, bonus_down(state, them, free))
    out[others] = may_pass


@rule
def action_of(state: StateRecord, move: Move) -> Any:
    if move == PASS:
        return np.int64(32 if state.meddle else 16)
    us = np.int64(state.turn)
    plane = np.int64(0)
    if move >= THEIRS:
        plane = np.int64(2)
        move -= THEIRS
    origin, to = move >> 3, move & 7
    back = (to < origin) != (us == BLACK)
    return (plane + np.int64(back)) * ROWS + (origin if us == RED else 7 - origin)


@rule
def move_of(state: StateRecord, action: Action) -> Any:
    if action == (32 if state.meddle else 16):
        return np.int64(PASS)
    us = np.int64(state.turn)
    plane, travelled = action >> 3, action & 7
    origin = travelled if us == RED else 7 - travelled
    steps = np.int64(state.reach) if state.part == FOLLOW_UP else np.int64(1)
    up = (plane & 1 == 0) == (us == RED)
    to = min(origin + steps, 7) if up else max(origin - steps, 0)
    return (THEIRS if plane >= 2 else 0) + origin * ROWS + to


# -- a random move -------------------------------------------------------------------------------


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
    """The ``n``-th flagged row, from 0: as many rows as have at most ``n`` flags up to and with
    themselves. No loop, as a processor would mostly guess wrong when it ends."""
    so_far = flags * ONES
    return how_many((((np.uint64(n) * ONES | TOPS) - so_far) & TOPS) >> SEVEN)


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
