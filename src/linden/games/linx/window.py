"""The window on the table that the words of a state show: see ``rules`` for a picture.

The box around all tiles has its lower left corner at bit 9; ``state.corner`` says which square of
the table that is.
"""

from typing import Any

import numpy as np

from linden.core.bits import ONE, how_many, place
from linden.core.kernel import rule
from linden.core.types import StateRecord
from linden.games.linx.bits import around

COLUMNS, SQUARES = 9, 81  # of the table, as moves number its squares
FIRST = np.uint64(1 << 9)
COLUMN_0 = np.uint64(0x0101010101010101)
ROW_0 = np.uint64(0xFF)
ROOM_4 = np.uint64(0x1F1F1F1F1F)  # rows and columns 0 to 4: what fits, seen from the corner
ROOM_5 = np.uint64(0x3F3F3F3F3F3F)
COLUMN_4, ROW_4 = np.uint64(0x10 * 0x0101010101), np.uint64(0x1F << 32)
COLUMN_5, ROW_5 = np.uint64(0x20 * 0x010101010101), np.uint64(0x3F << 40)


@rule
def free_squares(state: StateRecord) -> Any:
    """Where a tile may go face up: empty, beside a tile, and in a box of the size allowed."""
    taken = state.taken
    if taken == 0:
        return FIRST  # LX-1
    if state.players == 2:
        room, last_column, last_row = ROOM_4, COLUMN_4, ROW_4
    else:
        room, last_column, last_row = ROOM_5, COLUMN_5, ROW_5
    # The box cannot grow to the left or down if it has its full width or height.
    if taken & last_column:
        room &= ~COLUMN_0
    if taken & last_row:
        room &= ~ROW_0
    return around(taken) & room & ~taken


@rule
def square_of(state: StateRecord, bit: Any) -> Any:
    """The table's square at a bit: rows are nine squares there and eight bits here."""
    return bit + (bit >> 3) + state.corner - 10


@rule
def bit_of(state: StateRecord, square: Any) -> Any:
    """The bit of a square within the window."""
    beyond = square - state.corner + 10
    return beyond - beyond // COLUMNS


@rule
def slide(state: StateRecord, by: Any) -> None:
    """Move the window, so that the box keeps its corner at bit 9."""
    state.taken <<= by
    for symbol in range(3):
        state.shows[symbol] <<= by
    for colour in range(4):
        state.face_up[colour] <<= by
        state.face_down[colour] <<= by


@rule
def is_full(state: StateRecord) -> Any:
    """Whether the box has its full size and no empty square."""
    return how_many(state.taken) == (16 if state.players == 2 else 25)


@rule
def list_squares(state: StateRecord, squares: Any, base: Any, out: Any, n: Any) -> Any:
    """Append the moves to these squares; return the new length."""
    while squares != 0:
        out[n] = base + square_of(state, place(squares))
        squares &= squares - ONE
        n += 1
    return n
