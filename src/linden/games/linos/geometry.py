"""Squares of the canvas as bits, and the basket that closes around the pile.

A set of squares of the 7×7 canvas is a word of 64 bits, a byte per row; the eighth bit of a
row stays empty, so that a shift by one never reaches a neighbouring row::

    row 7   48 49 50 51 52 53 54  .
    ...
    row 4   24 25 26 27 28 29 30  .       27 is d4, where the first stone goes (LO-1)
    ...
    row 1    0  1  2  3  4  5  6  .
             a  b  c  d  e  f  g

Moves count squares without the empty bits: a1 is 0, g1 6, a2 7, d4 24.
"""

from typing import Any

import numpy as np

from linden.core.bits import BYTES, place
from linden.core.kernel import rule
from linden.core.types import Move, StateRecord

SIZE = 7
SQUARES = 49
STONES = 12
LEVELS = 24
LIGHT, DARK = 0, 1

# A placement is a square plus how the stone is put on it.
STANDING = 0
ALONG_ROW = SQUARES  # the square is the left one of the two
ALONG_COLUMN = 2 * SQUARES  # the square is the lower one

ZERO, ONE, TWO, FOUR = (np.uint64(n) for n in (0, 1, 2, 4))
ROW, TWO_ROWS, FOUR_ROWS = (np.uint64(8 * n) for n in (1, 2, 4))
LEVEL_BITS = np.uint64(0xFFFFFFFF)
FIRST = np.uint64(1 << 27)  # d4


# -- sets of squares -----------------------------------------------------------------------------


@rule
def lowest(squares: Any) -> Any:
    """The first square of a set, as moves count it."""
    bit = place(squares)
    return bit - (bit >> 3)


@rule
def nth(squares: Any, n: Any) -> Any:
    """The ``n``-th square of a set, from 0."""
    for _ in range(n):
        squares &= squares - ONE
    return lowest(squares)


@rule
def write(squares: Any, how: Any, out: Any, n: Any) -> Any:
    """Append the moves onto these squares; return the new length."""
    while squares != ZERO:
        out[n] = how + lowest(squares)
        n += 1
        squares &= squares - ONE
    return n


@rule
def beside(squares: Any) -> Any:
    """All squares with a neighbour in the set."""
    return (squares << ONE) | (squares >> ONE) | (squares << ROW) | (squares >> ROW)


@rule
def band(first: Any, last: Any) -> Any:
    """The bits from ``first`` to ``last``."""
    return ((ONE << np.uint64(last - first + 1)) - ONE) << np.uint64(first)


# -- the basket (LO-1) ---------------------------------------------------------------------------


@rule
def fitting(state: StateRecord, wide: Any, deep: Any) -> Any:
    """The squares that keep all footprints within ``wide`` columns and ``deep`` rows."""
    if state.east - state.west >= wide or state.north - state.south >= deep:
        return ZERO
    west = max(np.int64(state.east) - wide + 1, 0)
    east = min(np.int64(state.west) + wide - 1, SIZE - 1)
    south = max(np.int64(state.north) - deep + 1, 0)
    north = min(np.int64(state.south) + deep - 1, SIZE - 1)
    return band(west, east) * (BYTES & band(south * 8, north * 8 + 7))


@rule
def grow(state: StateRecord, west: Any, east: Any, south: Any, north: Any) -> None:
    """Stretch the box to a new footprint and find the room that the basket leaves (LO-1)."""
    if state.left + 1 == STONES:
        state.west, state.east, state.south, state.north = west, east, south, north
    else:
        if south < state.south:
            rebase(state, np.uint32(8 * (state.south - south)))
            state.south = south
        state.west = min(np.int64(state.west), west)
        state.east = max(np.int64(state.east), east)
        state.north = max(np.int64(state.north), north)
    narrow, broad = np.int64(state.narrow), np.int64(state.broad)
    state.room = fitting(state, narrow, broad) | fitting(state, broad, narrow)


@rule
def rebase(state: StateRecord, shift: Any) -> None:
    """Move the pile up within its words, as its southern edge moves down."""
    for level in range(LEVELS):
        if state.cubes[LIGHT, level] | state.cubes[DARK, level] == 0:
            return
        state.cubes[LIGHT, level] <<= shift
        state.cubes[DARK, level] <<= shift
        state.rows[level] <<= shift
        state.columns[level] <<= shift


# -- one stone -----------------------------------------------------------------------------------


@rule
def footprint_of(move: Move) -> Any:
    """The squares that a placement covers."""
    square = move % SQUARES
    corner = ONE << np.uint64(square + square // SIZE)
    if move < ALONG_ROW:
        return corner
    if move < ALONG_COLUMN:
        return corner | (corner << ONE)
    return corner | (corner << ROW)


@rule
def height(state: StateRecord, footprint: Any) -> Any:
    """The lowest level at which the pile leaves this footprint free; above it nothing is."""
    here = (footprint >> (np.uint64(state.south) * ROW)) & LEVEL_BITS
    level = 0
    while np.uint64(state.cubes[LIGHT, level] | state.cubes[DARK, level]) & here != ZERO:
        level += 1
    return level
