"""Sets of squares as bits, so that one operation looks at the whole board.

Boards of up to 8×8 fit into one word, a byte per row; larger ones take three, 13 bits per row::

      one word                   three words
    8  56 57 58 … 63           12  143 144 145 … 154 (155)
    :   :  :  :    :            :   :   :   :     :    :
    2   8  9 10 … 15            2   13  14  15 …  24  (25)
    1   0  1  2 …  7            1    0   1   2 …  11  (12)
        a  b  c …  h                 a   b   c …   l

The thirteenth bit of a row is never a square: what leaves a row falls off the board there.

A set is always a triple of words here. A state of one word is read with two constant zeros, and
the compiler drops what is done with them; ``len(state.board)`` tells it which kind it has.

The eight directions, a pair for each axis, the even one toward higher numbers::

    6 4 2
    1 · 0
    3 5 7
"""

from typing import Any

import numpy as np

from linden.core.bits import how_many, place
from linden.core.bits import lowest as lowest_bit
from linden.core.kernel import rule
from linden.core.types import StateRecord

DIRECTIONS = 8

NONE, ONE = np.uint64(0), np.uint64(1)
EVERY = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
WORD = np.uint64(64)
IN_WORD = np.uint64(63)


# -- sets ----------------------------------------------------------------------------------------


@rule
def load(words: Any) -> Any:
    """The set that a field of a state holds."""
    if len(words) == 1:
        return words[0], NONE, NONE
    return words[0], words[1], words[2]


@rule
def store(words: Any, x: Any) -> None:
    """Make a field of a state hold ``x``."""
    words[0] = x[0]
    if len(words) > 1:
        words[1] = x[1]
        words[2] = x[2]


@rule
def both(x: Any, y: Any) -> Any:
    return x[0] & y[0], x[1] & y[1], x[2] & y[2]


@rule
def either(x: Any, y: Any) -> Any:
    return x[0] | y[0], x[1] | y[1], x[2] | y[2]


@rule
def without(x: Any, y: Any) -> Any:
    return x[0] & ~y[0], x[1] & ~y[1], x[2] & ~y[2]


@rule
def is_empty(x: Any) -> Any:
    return (x[0] | x[1] | x[2]) == NONE


# -- single squares ------------------------------------------------------------------------------


@rule
def count(x: Any) -> Any:
    """How many squares there are."""
    return how_many(x[0]) + how_many(x[1]) + how_many(x[2])


@rule
def bit(number: Any) -> Any:
    """The set of one square."""
    word = ONE << (np.uint64(number) & IN_WORD)
    which = number >> 6
    return (
        word if which == 0 else NONE,
        word if which == 1 else NONE,
        word if which == 2 else NONE,
    )


@rule
def highest_bit(word: Any) -> Any:
    for n in (1, 2, 4, 8, 16, 32):
        word |= word >> np.uint64(n)
    return word ^ (word >> ONE)


@rule
def nth(x: Any, n: Any) -> Any:
    """The number of the ``n``-th square, from 0."""
    word = x[0]
    base = 0
    if n >= how_many(word):
        n -= how_many(word)
        word = x[1]
        base = 64
        if n >= how_many(word):
            n -= how_many(word)
            word = x[2]
            base = 128
    for _ in range(n):
        word &= word - ONE
    return base + place(word)


@rule
def lowest(x: Any) -> Any:
    """The set of the square with the lowest number."""
    if x[0] != NONE:
        return lowest_bit(x[0]), NONE, NONE
    if x[1] != NONE:
        return NONE, lowest_bit(x[1]), NONE
    return NONE, NONE, lowest_bit(x[2])


@rule
def highest(x: Any) -> Any:
    """The set of the square with the highest number."""
    if x[2] != NONE:
        return NONE, NONE, highest_bit(x[2])
    if x[1] != NONE:
        return NONE, highest_bit(x[1]), NONE
    return highest_bit(x[0]), NONE, NONE


# -- lines ---------------------------------------------------------------------------------------

NOT_A = np.uint64(0xFEFE_FEFE_FEFE_FEFE)
NOT_H = np.uint64(0x7F7F_7F7F_7F7F_7F7F)
NOT_1, NOT_8 = EVERY << np.uint64(8), EVERY >> np.uint64(8)

# By direction, in one word: a step as a rotation of all bits, and the squares that it can reach
# without running over one edge of the board and in again at the other.
ROTATIONS = np.array([1, 63, 9, 55, 8, 56, 7, 57], np.uint64)
INSIDE = np.array(
    [
        NOT_A,
        NOT_H,
        NOT_A & NOT_1,
        NOT_H & NOT_8,
        NOT_1,
        NOT_8,
        NOT_H & NOT_1,
        NOT_A & NOT_8,
    ],
    np.uint64,
)

STRIDES = np.array([1, 14, 13, 12], np.uint64)  # by axis, in three words


@rule
def width(state: StateRecord) -> Any:
    """Bits per row."""
    return 8 if len(state.board) == 1 else 13


@rule
def inside(state: StateRecord, x: Any, direction: Any) -> Any:
    """Those squares of ``x`` that a step in this direction can reach."""
    if len(state.board) == 1:
        return x[0] & INSIDE[direction], NONE, NONE
    return x


@rule
def shift(state: StateRecord, x: Any, direction: Any, steps: Any) -> Any:
    """All of ``x`` moved along, 1, 2 or 4 steps."""
    if len(state.board) == 1:
        n = (ROTATIONS[direction] * np.uint64(steps)) & IN_WORD
        return (x[0] << n) | (x[0] >> (WORD - n)), NONE, NONE
    n = STRIDES[direction >> 1] * np.uint64(steps)
    rest = WORD - n
    if direction & 1:
        return (x[0] >> n) | (x[1] << rest), (x[1] >> n) | (x[2] << rest), x[2] >> n
    return x[0] << n, (x[1] << n) | (x[0] >> rest), (x[2] << n) | (x[1] >> rest)


@rule
def spread(state: StateRecord, x: Any, way: Any, direction: Any) -> Any:
    """``x``, and all that can be reached from it in this direction over squares of ``way``.

    The strides double: once every next square is reached, two more are at a time, then four.
    ``way`` is ``inside`` already, and becomes the squares that end so many steps over it.
    """
    x = either(x, both(way, shift(state, x, direction, 1)))
    way = both(way, shift(state, way, direction, 1))
    x = either(x, both(way, shift(state, x, direction, 2)))
    way = both(way, shift(state, way, direction, 2))
    x = either(x, both(way, shift(state, x, direction, 4)))
    if len(state.board) > 1:
        way = both(way, shift(state, way, direction, 4))
        further = shift(state, shift(state, x, direction, 4), direction, 4)
        x = either(x, both(way, further))
    return x
