"""Linja, section by section as its rules page has it; rulings are cited by number (LJ-4).

Rows count from 0 here and from 1 in notation. A side's pawns are the eight bytes of one word,
row 0 in the lowest, so that one operation looks at all rows at once::

    byte   0  1  2  3  4  5  6  7
    Red    6  1  1  1  1  1  1  0     travels up, its goal is row 7
    Black  0  1  1  1  1  1  1  6     travels down, its goal is row 0
"""

from typing import Any

import numpy as np

from linden.core.kernel import OVER, blank, rule, state_type
from linden.core.result import most_win
from linden.core.types import Move, Moves, Points, Seat, StateRecord

RED, BLACK = 0, 1
OPENING, FOLLOW_UP, BONUS = 0, 1, 2
ON, PASSED, STUCK, LIMIT = 0, 1, 2, 3  # why the game is over

ROWS = 8
FULL = 6  # pawns in an inner row
PAWNS = 12
TURN_LIMIT = 200  # LJ-9

# A move is from * 8 + to; THEIRS is added for an opponent's pawn.
THEIRS = 64
PASS = 128
MOVES = 129
MOST_MOVES = 40

State = state_type(
    __name__,
    [
        ("pawns", np.uint64, (2,)),  # a byte per row
        ("turns", np.int16),  # turns played, counted only with bonus="any" (LJ-9)
        ("turn", np.int8),  # the seat whose turn it is; after the end, whose turn was the last
        ("part", np.int8),  # OPENING, FOLLOW_UP or BONUS
        ("reach", np.int8),  # rows a follow-up advances, else 0
        ("passes", np.int8),  # forced passes in a row up to now
        ("over", np.int8),  # ON, or why not
        ("bonus_any", np.bool_),
        ("meddle", np.bool_),
        ("own_side", np.int8),
    ],
)


# -- options, board and set-up -------------------------------------------------------------------


def start(options: dict[str, Any]) -> Any:
    """The starting position under these options."""
    state = blank(State)
    state.pawns[RED] = 0x00_01_01_01_01_01_01_06
    state.pawns[BLACK] = 0x06_01_01_01_01_01_01_00
    state.bonus_any = options["bonus"] == "any"
    state.meddle = options["meddle"]
    state.own_side = options["own_side"]
    return state


# -- rows as bytes -------------------------------------------------------------------------------

BYTE = np.uint64(8)
LOW = np.uint64(0xFF)
ONE = np.uint64(1)
ONES = np.uint64(0x0101010101010101)
TOPS = np.uint64(0x8080808080808080)
TO_TOP_FROM_1 = np.uint64(0x7F7F7F7F7F7F7F7F)  # added, sets a byte's top bit if it is at least 1
TO_TOP_FROM_FULL = np.uint64(0x007A7A7A7A7A7A00)  # the same for FULL, in the inner rows only
SEVEN = np.uint64(7)
EVERY = np.uint64(0xFFFFFFFFFFFFFFFF)


@rule
def row_flag(row: Any) -> Any:
    """A word with a 1 in the byte of ``row``."""
    return ONE << (np.uint64(row) * BYTE)


@rule
def count(rows: Any, row: Any) -> Any:
    """How many pawns stand in ``row``."""
    return np.int64((rows >> (np.uint64(row) * BYTE)) & LOW)


@rule
def occupied(rows: Any) -> Any:
    """Flags of the rows that hold a pawn."""
    return ((rows + TO_TOP_FROM_1) & TOPS) >> SEVEN


@rule
def with_room(state: StateRecord) -> Any:
    """Flags of the rows a move may end in: start lines, and inner rows that are not full."""
    both = state.pawns[RED] + state.pawns[BLACK]
    return ONES ^ (((both + TO_TOP_FROM_FULL) & TOPS) >> SEVEN)


@rule
def goal(seat: Seat) -> Any:
    """The row that ``seat`` travels to."""
    return 7 - 7 * seat


# -- a turn --------------------------------------------------------------------------------------


@rule
def advances(state: StateRecord, steps: Any) -> Any:
    """Flags of the rows from which an own pawn can advance ``steps``, stopping in the goal."""
    us = state.turn
    movable = occupied(state.pawns[us]) & ~row_flag(goal(us))
    room = with_room(state)
    shift = np.uint64(steps) * BYTE
    if us == RED:
        beyond = ~(EVERY >> shift)  # rows so near to the goal that the move is clamped (LJ-2)
        return movable & ((room >> shift) | beyond)
    beyond = ~(EVERY << shift)
    return movable & ((room << shift) | beyond)


@rule
def bonus_up(state: StateRecord, seat: Seat, movable: Any) -> Any:
    """Flags of the rows from which a pawn of ``seat`` can step up one row (LJ-4)."""
    return occupied(state.pawns[seat]) & movable & (with_room(state) >> BYTE)


@rule
def bonus_down(state: StateRecord, seat: Seat, movable: Any) -> Any:
    """The same for a step down."""
    return occupied(state.pawns[seat]) & movable & (with_room(state) << BYTE)


@rule
def bonus_exists(state: StateRecord) -> Any:
    """Whether any pawn can use the bonus."""
    us = state.turn
    if (bonus_up(state, us, EVERY) | bonus_down(state, us, EVERY)) != 0:
        return True
    if not state.meddle:
        return False
    them = 1 - us
    free = ~row_flag(goal(them))  # LJ-10: not a pawn in its goal
    return (bonus_up(state, them, free) | bonus_down(state, them, free)) != 0


@rule
def list_advances(state: StateRecord, steps: Any, out: Any) -> Any:
    """Write the moves that advance one own pawn by ``steps``; return how many."""
    us = state.turn
    rows = advances(state, steps)
    direction = 1 - 2 * us
    n = 0
    for row in range(ROWS):
        if (rows >> (np.uint64(row) * BYTE)) & ONE:
            to = min(max(row + direction * steps, 0), 7)
            out[n] = row * ROWS + to
            n += 1
    return n


@rule
def list_steps(state: StateRecord, seat: Seat, movable: Any, base: Any, out: Any, n: Any) -> Any:
    """Append the one-row moves of a bonus for pawns of ``seat``; return the new length."""
    up = bonus_up(state, seat, movable)
    down = bonus_down(state, seat, movable)
    for row in range(ROWS):
        shift = np.uint64(row) * BYTE
        if (down >> shift) & ONE:
            out[n] = base + row * ROWS + row - 1
            n += 1
        if (up >> shift) & ONE:
            out[n] = base + row * ROWS + row + 1
            n += 1
    return n


@rule
def mover(state: StateRecord) -> Any:
    if state.over != ON:
        return OVER
    return np.int64(state.turn)


@rule
def legal(state: StateRecord, out: Moves) -> Any:
    if state.part == OPENING:
        n = list_advances(state, 1, out)
        if n > 0:
            return n  # the opening is a must, unless nothing can move (LJ-7)
    elif state.part == FOLLOW_UP:
        n = list_advances(state, np.int64(state.reach), out)
    else:
        us = state.turn
        n = list_steps(state, us, EVERY, 0, out, 0)
        if state.meddle:
            them = 1 - us
            n = list_steps(state, them, ~row_flag(goal(them)), THEIRS, out, n)
    out[n] = PASS
    return n + 1


@rule
def play(state: StateRecord, move: Move) -> None:
    us = np.int64(state.turn)
    if move == PASS:
        if state.part == OPENING:
            pass_turn(state)
        else:
            end_turn(state, have_passed(state))
        return
    seat = us
    if move >= THEIRS:
        seat = 1 - us
        move -= THEIRS
    origin = move >> 3
    to = move & 7
    latched = have_passed(state)  # LJ-6: a bonus step back does not undo it
    state.pawns[seat] += row_flag(to) - row_flag(origin)
    latched = latched or have_passed(state)

    if state.part == OPENING:
        state.passes = 0
        if to == goal(us):
            if state.bonus_any:  # LJ-3
                state.part = BONUS
        else:
            others = count(state.pawns[RED], to) + count(state.pawns[BLACK], to) - 1
            if others > 0:
                state.part = FOLLOW_UP
                state.reach = others
    elif state.part == FOLLOW_UP:
        exact = to == goal(us) and abs(to - origin) == state.reach
        state.reach = 0
        state.part = BONUS if exact else OPENING
    else:
        state.part = OPENING  # LJ-4: a bonus never earns another

    # LJ-1: a part that no pawn can use lapses.
    if state.part == FOLLOW_UP and advances(state, state.reach) == 0:
        state.part = OPENING
        state.reach = 0
    elif state.part == BONUS and not bonus_exists(state):
        state.part = OPENING
    if state.part == OPENING:
        end_turn(state, latched)


@rule
def pass_turn(state: StateRecord) -> None:
    """LJ-7: a turn without an opening move. Two in a row end the game."""
    state.passes += 1
    if state.passes == 2:
        state.over = STUCK
        state.turns += state.bonus_any
    else:
        end_turn(state, False)


@rule
def end_turn(state: StateRecord, latched: Any) -> None:
    """The turn is over: so is the game, or the other seat goes on."""
    state.part = OPENING
    state.reach = 0
    state.turns += state.bonus_any
    if latched:
        state.over = PASSED
    elif state.turns == TURN_LIMIT:  # LJ-9
        state.over = LIMIT
        state.passes = 0
    else:
        state.turn = 1 - state.turn


# -- end and score -------------------------------------------------------------------------------


@rule
def have_passed(state: StateRecord) -> Any:
    """LJ-5: every Red pawn stands in a higher row than every Black pawn."""
    red = occupied(state.pawns[RED])
    lowest = red & (~red + ONE)
    return state.pawns[BLACK] < lowest


@rule
def points(state: StateRecord, seat: Seat) -> Any:
    """What the pawns of ``seat`` are worth where they stand."""
    total = 0
    for distance in range(ROWS):
        row = 7 - distance if seat == RED else distance
        pawns = count(state.pawns[seat], row)
        if distance == 0:
            total += 5 * pawns
        elif distance < 4:
            total += (4 - distance) * pawns
        else:
            total += state.own_side * pawns
    return total


@rule
def scores(state: StateRecord, out: Points) -> None:
    out[RED] = points(state, RED)
    out[BLACK] = points(state, BLACK)


@rule
def returns(state: StateRecord, out: Points) -> None:
    if state.over == ON:
        out[RED] = out[BLACK] = 0
        return
    scores(state, out)
    most_win(out, 2)  # LJ-8: equal points are a draw
