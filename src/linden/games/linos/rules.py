"""Linos, section by section as its rules page has it; rulings are cited by number (LO-3).

Squares and sets of squares are drawn in ``geometry``. The pile is kept level by level, level 0 on
the table. As no basket is more than four squares deep, a level needs only the four rows from the
pile's southern edge on, 32 bits::

    level 1    cubes[LIGHT] d4    cubes[DARK] -        rows -     columns -
    level 0    cubes[LIGHT] d4    cubes[DARK] e4 f4    rows e4    columns -

This is a light stone standing on d4 beside a dark one that lies along e4f4.
"""

from typing import Any

import numpy as np

from linden.core.bits import how_many
from linden.core.kernel import CHANCE, OVER, blank, rule, state_type
from linden.core.result import most_win
from linden.core.types import Move, Moves, Points, Seat, StateRecord
from linden.games.linos.geometry import (
    ALONG_COLUMN,
    ALONG_ROW,
    DARK,
    FIRST,
    LEVELS,
    LIGHT,
    ONE,
    ROW,
    SIZE,
    SQUARES,
    STANDING,
    STONES,
    TWO,
    TWO_ROWS,
    ZERO,
    beside,
    footprint_of,
    grow,
    height,
    write,
)

NONE = -1  # nothing in hand
FIRE, SHEET, BANK = 0, 1, 2
ON, DONE, BUST = 0, 1, 2  # why the game is over

DIE_FACES = 6
MOST_PLAYERS = 6

# A move is a placement (see geometry) or a roll.
DIE = 3 * SQUARES
MOVES = DIE + DIE_FACES
MOST_MOVES = 133  # 49 standing, 42 along rows, 42 along columns

State = state_type(
    __name__,
    [
        ("cubes", np.uint32, (2, LEVELS)),  # by colour and level: where stones are
        ("rows", np.uint32, (LEVELS,)),  # left halves of the stones that lie along a row
        ("columns", np.uint32, (LEVELS,)),  # lower halves of those along a column
        ("room", np.uint64),  # squares of the canvas that the basket leaves to play on
        ("line", np.uint16),  # the list: a bit per stone, the front lowest, DARK is 1
        ("left", np.int8),  # stones in the list
        ("hand", np.int8),  # the colour of the stone taken, or NONE
        ("west", np.int8),  # the box around all footprints; zeros before the first stone
        ("east", np.int8),
        ("south", np.int8),
        ("north", np.int8),
        ("turn", np.int8),  # the seat whose turn it is; after the end, whose turn was the last
        ("over", np.int8),  # ON, or why not
        ("pot", np.int16),
        ("coins", np.int16, (MOST_PLAYERS,)),
        ("players", np.int8),
        ("narrow", np.int8),  # the basket's sides, the shorter first
        ("broad", np.int8),
        ("scoring", np.int8),
    ],
)


# -- options and set-up --------------------------------------------------------------------------


def start(options: dict[str, Any]) -> Any:
    """The starting position under these options."""
    state = blank(State)
    state.line = 0b0110_0110_0110  # O X X O O X X O O X X O
    state.left = STONES
    state.hand = NONE
    state.room = FIRST
    state.players = options["players"]
    state.narrow, state.broad = sorted(map(int, options["basket"].split("x")))
    state.scoring = ("fire", "sheet", "bank").index(options["scoring"])
    if state.scoring == FIRE:
        state.pot = options["pot"]
    elif state.scoring == BANK:
        state.coins[: state.players] = options["pot"]  # LO-8
    return state


# -- roll ----------------------------------------------------------------------------------------


@rule
def take(state: StateRecord, place: Any) -> None:
    """Take the stone at ``place`` of the list, the front if there is none, and close the gap."""
    if place >= state.left:
        place = 0
    at = np.uint64(place)
    line = np.uint64(state.line)
    state.hand = np.int8((line >> at) & ONE)
    before = line & ((ONE << at) - ONE)
    state.line = np.uint16(before | ((line >> (at + ONE)) << at))
    state.left -= 1


@rule
def is_mixed(state: StateRecord) -> Any:
    """Whether both colours are left in the list."""
    return state.line != 0 and np.int64(state.line) != (1 << np.int64(state.left)) - 1


# -- place ---------------------------------------------------------------------------------------


@rule
def placements(state: StateRecord, royal: Any) -> Any:
    """Where the stone in hand can go: standing, along a row, along a column.

    Each is a set of squares, the lower left one standing for the stone. Royal plays are among
    them only if ``royal``. One level is looked at after the other, from the table up (LO-2).
    """
    standing, along_row, along_column = ZERO, ZERO, ZERO
    if state.left + 1 == STONES:
        return FIRST, FIRST, FIRST  # LO-1
    shift = np.uint64(state.south) * ROW
    reached = np.uint64(state.room)  # columns that are at least as high as this level
    feet_2, feet_1 = ZERO, ZERO  # where stones stand from two levels and from one level below on
    rows_1, columns_1 = ZERO, ZERO  # stones lying one level below
    for level in range(LEVELS):
        cubes = np.uint64(state.cubes[LIGHT, level] | state.cubes[DARK, level]) << shift
        rows = np.uint64(state.rows[level]) << shift
        columns = np.uint64(state.columns[level]) << shift
        feet = cubes & ~(feet_1 | rows | (rows << ONE) | columns | (columns << ROW))
        tops = reached & ~cubes  # columns exactly as high as this level
        if tops != ZERO:
            stand = tops
            row = tops & (tops >> ONE)
            column = tops & (tops >> ROW)
            if not royal:
                # LO-11: each Jack and Bale, with the stone below and with those beside.
                stand &= ~(feet_2 | beside(feet))
                row &= ~(rows_1 | (rows << TWO) | (rows >> TWO) | (rows << ROW) | (rows >> ROW))
                column &= ~(
                    columns_1
                    | (columns << TWO_ROWS)
                    | (columns >> TWO_ROWS)
                    | (columns << ONE)
                    | (columns >> ONE)
                )
            standing |= stand
            along_row |= row
            along_column |= column
        reached &= cubes
        if reached == ZERO:
            break
        feet_2, feet_1, rows_1, columns_1 = feet_1, feet, rows, columns
    return standing, along_row, along_column


@rule
def choices(state: StateRecord) -> Any:
    """The legal placements: royal plays only on a closed board (LO-3)."""
    standing, along_row, along_column = placements(state, False)
    if standing | along_row | along_column == ZERO:
        return placements(state, True)
    return standing, along_row, along_column


@rule
def mover(state: StateRecord) -> Any:
    if state.over != ON:
        return OVER
    if state.hand == NONE:
        return CHANCE
    return np.int64(state.turn)


@rule
def legal(state: StateRecord, out: Moves) -> Any:
    if state.hand == NONE:
        for face in range(DIE_FACES):  # LO-7: six, even where several give the same stone
            out[face] = DIE + face
        return DIE_FACES
    standing, along_row, along_column = choices(state)
    n = write(standing, STANDING, out, 0)
    n = write(along_row, ALONG_ROW, out, n)
    return write(along_column, ALONG_COLUMN, out, n)


@rule
def play(state: StateRecord, move: Move) -> None:
    if move >= DIE:
        take(state, move - DIE)
        return
    square = move % SQUARES
    x, y = square % SIZE, square // SIZE
    along_row = move >= ALONG_ROW and move < ALONG_COLUMN
    along_column = move >= ALONG_COLUMN
    footprint = footprint_of(move)
    level = height(state, footprint)
    points = touching(state, footprint, level, move < ALONG_ROW)
    points *= level + 1 + (move < ALONG_ROW)  # may be zero (LO-4)

    east, north = x + along_row, y + along_column
    if x < state.west or east > state.east or y < state.south or north > state.north:
        grow(state, x, east, y, north)
    cubes = np.uint32(footprint >> (np.uint64(state.south) * ROW))
    corner = np.uint32((footprint & (~footprint + ONE)) >> (np.uint64(state.south) * ROW))
    state.cubes[state.hand, level] |= cubes
    if along_row:
        state.rows[level] |= corner
    elif along_column:
        state.columns[level] |= corner
    else:
        state.cubes[state.hand, level + 1] |= cubes
    state.hand = NONE

    if state.left == 0:
        points //= 2  # with any number of players, the twelfth stone and no other (LO-10)
    pay(state, np.int64(state.turn), points)
    end_turn(state)


# -- score ---------------------------------------------------------------------------------------


@rule
def touching(state: StateRecord, footprint: Any, level: Any, stands: Any) -> Any:
    """How many unit faces of the stone in hand touch the other colour, or the table."""
    shift = np.uint64(state.south) * ROW
    them = 1 - np.int64(state.hand)
    around = beside(footprint) & ~footprint
    touched = how_many(around & (np.uint64(state.cubes[them, level]) << shift))
    if stands:
        touched += how_many(around & (np.uint64(state.cubes[them, level + 1]) << shift))
    if level == 0:
        return touched + how_many(footprint)
    return touched + how_many(footprint & (np.uint64(state.cubes[them, level - 1]) << shift))


# -- take the coins ------------------------------------------------------------------------------


@rule
def pay(state: StateRecord, seat: Seat, points: Any) -> None:
    """The pot pays, then the others; what they cannot pay together is a bust (LO-5, LO-9)."""
    if state.scoring == SHEET:  # LO-8
        state.coins[seat] += points
        return
    if points <= state.pot:
        state.coins[seat] += points
        state.pot -= points
        return
    everything = np.int64(state.pot)
    for other in range(state.players):
        everything += state.coins[other]
    if points > everything - state.coins[seat]:
        for other in range(state.players):
            state.coins[other] = 0
        state.coins[seat] = everything
        state.pot = 0
        state.over = BUST
        return
    state.coins[seat] += points
    points -= state.pot
    state.pot = 0
    if state.players == 2:
        state.coins[1 - seat] -= points
        return
    for _ in range(points):
        state.coins[richest_other(state, seat)] -= 1


@rule
def richest_other(state: StateRecord, seat: Seat) -> Any:
    """LO-9: who pays the next coin; among equals, the next in turn order from the scorer."""
    richest = (seat + 1) % state.players
    for step in range(2, state.players):
        other = (seat + step) % state.players
        if state.coins[other] > state.coins[richest]:
            richest = other
    return richest


@rule
def end_turn(state: StateRecord) -> None:
    """The game ends with a bust or the twelfth stone; else the next seat rolls, or need not."""
    if state.over == BUST:
        return
    if state.left == 0:
        state.over = DONE
        return
    state.turn += 1
    if state.turn == state.players:
        state.turn = 0
    if not is_mixed(state):
        take(state, 0)  # LO-7


@rule
def scores(state: StateRecord, out: Points) -> None:
    for seat in range(state.players):
        out[seat] = state.coins[seat]


@rule
def returns(state: StateRecord, out: Points) -> None:
    scores(state, out)
    if state.over == ON:
        for seat in range(state.players):
            out[seat] = 0
    else:
        most_win(out, np.int64(state.players))  # LO-6: equal coins are a draw
