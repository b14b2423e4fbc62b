"""Linage, section by section as its rules page has it; rulings are cited by number (LG-4).

Columns and rows count from 0 at the bottom left here and from a1 in notation. A row of the board
is a word, column 0 in the lowest bit. Every point is free, owned by a side, or a stone::

    row 2   . . # . .     free_rows[2]  0b11011
    row 1   . . # . .     free_rows[1]  0b11011
    row 0   . . . . .     free_rows[0]  0b11111
            0 1 2 3 4

What a stone changes nearly always shows within the eight by eight points around it. So questions
are answered in a window there, and only where a region runs on beyond the window's edge are they
asked again of the whole board (``geometry.py`` has both).
"""

from typing import Any

import numpy as np

from linden.core.bits import ONE, how_many, lowest, nth
from linden.core.kernel import OVER, blank, rule, state_type
from linden.core.result import most_win
from linden.core.types import Move, Moves, Points, StateRecord
from linden.games.linage import LONGEST, sides
from linden.games.linage.geometry import (
    BYTE,
    EIGHT,
    NONE,
    ROW,
    ROW_BITS,
    TWO_ROWS,
    along,
    corner,
    edge,
    level_lines,
    level_on,
    meet,
    reach,
    reach_on,
    sheet_of,
    sheet_with,
    spread,
    upright_lines,
    upright_on,
    window,
    without,
)

VERTICAL, HORIZONTAL = 0, 1
NAMING, CHOOSING, PLAYING, ENDED = 0, 1, 2, 3

# A placement is row * LONGEST + column.
PASS = LONGEST * LONGEST
MOST_KOMI = 40  # in half points, either way (LG-1)
KOMI = PASS + 1 + MOST_KOMI  # plus the komi in half points
TAKE_VERTICAL = KOMI + MOST_KOMI + 1
TAKE_HORIZONTAL = TAKE_VERTICAL + 1
MOVES = TAKE_HORIZONTAL + 1
MOST_MOVES = PASS + 1

State = state_type(
    __name__,
    [
        ("free_rows", np.uint32, (LONGEST,)),  # the points of free regions
        ("owned_rows", np.uint32, (2, LONGEST)),  # those of Vertical's and Horizontal's
        ("room", np.int16),  # how many points are free
        ("komi", np.int16),  # in half points
        ("turn", np.int8),  # the seat whose turn it is; after the end, whose turn was the last
        ("part", np.int8),  # NAMING, CHOOSING, PLAYING or ENDED
        ("vertical", np.int8),  # the seat that plays Vertical; 0 until it is chosen
        ("passes", np.int8),  # in a row up to now
        ("width", np.int8),
        ("height", np.int8),
        ("line", np.int8),
        ("chosen", np.bool_),  # whether komi and sides are chosen in play (LG-1)
    ],
)


# -- before play ---------------------------------------------------------------------------------


def start(options: dict[str, Any]) -> Any:
    """The starting position under these options."""
    state = blank(State)
    state.width, state.height = sides(options["size"])
    state.line = options["line"]
    state.free_rows[: state.height] = (1 << int(state.width)) - 1
    state.room = int(state.width) * int(state.height)
    if options["komi"] == "choose":  # LG-1
        state.chosen = True
    else:
        state.komi = int(options["komi"] * 2)
        state.part = PLAYING
    return state


# -- play ----------------------------------------------------------------------------------------


@rule
def placeable(state: StateRecord, row: Any, column: Any) -> Any:
    """Whether a stone on this free point leaves a line in every region.

    Only the point's own region changes, and each part left of it touches the point.
    """
    bottom, left = corner(row, state.height), corner(column, state.width)
    stone = ONE << np.uint64(8 * (row - bottom) + column - left)
    points = window(state.free_rows, bottom, left) & ~stone
    lines = along(level_lines(points, state.line), state.line, ONE)
    lines |= along(upright_lines(points, state.line), state.line, EIGHT)
    doubtful = spread(stone) & points & ~lines
    while doubtful != NONE:
        region = reach(points, lowest(doubtful), lines, lines, 1)
        if region & lines == NONE:
            if region & edge(bottom, left, state.height, state.width) == NONE:
                return False
            at = how_many(lowest(doubtful) - ONE)
            sheet = without(sheet_of(state.free_rows), sheet_with(row, column))
            if not has_line(sheet, bottom + (at >> 3), left + (at & 7), state.line):
                return False
        doubtful &= ~region
    return True


@rule
def has_line(sheet: Any, row: Any, column: Any, line: Any) -> Any:
    """Whether there is a line in the region of this point, on the whole board."""
    level, upright = level_on(sheet, line), upright_on(sheet, line)
    region = reach_on(sheet, sheet_with(row, column), level, upright, 1)
    return meet(region, level) or meet(region, upright)


@rule
def mover(state: StateRecord) -> Any:
    if state.part == ENDED:
        return OVER
    return np.int64(state.turn)


@rule
def legal(state: StateRecord, out: Moves) -> Any:
    if state.part == NAMING:
        for i in range(2 * MOST_KOMI + 1):
            out[i] = KOMI - MOST_KOMI + i
        return 2 * MOST_KOMI + 1
    if state.part == CHOOSING:
        out[0] = TAKE_VERTICAL
        out[1] = TAKE_HORIZONTAL
        return 2
    n = 0
    for row in range(state.height):
        left = np.uint64(state.free_rows[row])
        while left != NONE:
            column = nth(left, 0)
            left &= left - ONE
            if placeable(state, row, column):
                out[n] = row * LONGEST + column
                n += 1
    out[n] = PASS  # LG-2: always
    return n + 1


@rule
def play(state: StateRecord, move: Move) -> None:
    if state.part == NAMING:
        state.komi = move - KOMI
        state.part = CHOOSING
        state.turn = 1
    elif state.part == CHOOSING:
        state.vertical = 1 if move == TAKE_VERTICAL else 0
        state.part = PLAYING
        state.turn = state.vertical
    elif move == PASS:
        state.passes += 1
        if state.passes == 2:
            state.part = ENDED
        else:
            state.turn = 1 - state.turn
    else:
        state.passes = 0
        place(state, move // LONGEST, move % LONGEST)
        if state.room == 0:  # LG-2
            state.part = ENDED
        else:
            state.turn = 1 - state.turn


@rule
def place(state: StateRecord, row: Any, column: Any) -> None:
    """Put a stone on a free point; what is left of its region may find an owner."""
    take(state, row, ONE << np.uint64(column))
    bottom, left = corner(row, state.height), corner(column, state.width)
    stone = ONE << np.uint64(8 * (row - bottom) + column - left)
    points = window(state.free_rows, bottom, left)
    level = along(level_lines(points, state.line), state.line, ONE)
    upright = along(upright_lines(points, state.line), state.line, EIGHT)
    touched = spread(stone) & points
    while touched != NONE:
        region = reach(points, lowest(touched), level, upright, 2)
        if region & level == NONE or region & upright == NONE:
            if region & edge(bottom, left, state.height, state.width) == NONE:
                side = VERTICAL if region & level == NONE else HORIZONTAL
                shift = np.uint64(left)
                for i in range(8):
                    bits = (region >> np.uint64(8 * i)) & BYTE
                    give(state, side, bottom + i, bits << shift)
            else:
                at = how_many(lowest(touched) - ONE)
                settle(state, bottom + (at >> 3), left + (at & 7))
        touched &= ~region


@rule
def settle(state: StateRecord, row: Any, column: Any) -> None:
    """Give the region of this point to its owner, if it is free no longer; on the whole board."""
    sheet = sheet_of(state.free_rows)
    region = sheet_with(row, column)
    if not meet(region, sheet):
        return  # this part hangs together with one that was settled before it
    level, upright = level_on(sheet, state.line), upright_on(sheet, state.line)
    region = reach_on(sheet, region, level, upright, 2)
    if meet(region, level):
        if meet(region, upright):
            return
        side = HORIZONTAL
    else:
        side = VERTICAL
    give_three(state, side, 0, region[0])
    give_three(state, side, 3, region[1])
    give_three(state, side, 6, region[2])
    give_three(state, side, 9, region[3])
    give_three(state, side, 12, region[4])
    give_three(state, side, 15, region[5])
    give(state, side, 18, region[6])


@rule
def take(state: StateRecord, row: Any, bits: Any) -> None:
    """These points of a row are no longer free."""
    state.free_rows[row] = np.uint32(np.uint64(state.free_rows[row]) & ~bits)
    state.room -= how_many(bits)


@rule
def give(state: StateRecord, side: Any, row: Any, bits: Any) -> None:
    """These points of a row, free until now, belong to ``side``."""
    take(state, row, bits)
    state.owned_rows[side, row] = np.uint32(np.uint64(state.owned_rows[side, row]) | bits)


@rule
def give_three(state: StateRecord, side: Any, row: Any, word: Any) -> None:
    """The same for a word of a sheet, whose lowest row is ``row``."""
    give(state, side, row, word & ROW_BITS)
    give(state, side, row + 1, (word >> ROW) & ROW_BITS)
    give(state, side, row + 2, (word >> TWO_ROWS) & ROW_BITS)


# -- end and score -------------------------------------------------------------------------------


@rule
def points_of(state: StateRecord, side: Any) -> Any:
    """The points in the regions that ``side`` owns (LG-3)."""
    total = 0
    for row in range(state.height):
        total += how_many(np.uint64(state.owned_rows[side, row]))
    return total


@rule
def scores(state: StateRecord, out: Points) -> None:
    out[0] = out[1] = 0
    if state.part == PLAYING or state.part == ENDED:  # LG-6
        out[state.vertical] = points_of(state, VERTICAL)
        out[1 - state.vertical] = points_of(state, HORIZONTAL) + state.komi / 2


@rule
def returns(state: StateRecord, out: Points) -> None:
    if state.part != ENDED:
        out[0] = out[1] = 0
        return
    scores(state, out)
    most_win(out, 2)  # LG-4: equal scores are a draw
