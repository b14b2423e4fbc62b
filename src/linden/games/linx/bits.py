"""Sets of squares as the bits of one word: how many, which, and whether three are in line.

A row of squares is eight bits, so that a step to the right is 1 bit and a step up is 8. The
callers keep the outermost squares free of what they shift, and nothing runs over an edge.
"""

from typing import Any

import numpy as np

from linden.core.kernel import rule

ONE, TWO, FOUR, SEVEN, EIGHT, NINE = (np.uint64(n) for n in (1, 2, 4, 7, 8, 9))
FOURTEEN, SIXTEEN, EIGHTEEN, FIFTY_SIX = (np.uint64(n) for n in (14, 16, 18, 56))

PAIRS = np.uint64(0x5555555555555555)
NIBBLES = np.uint64(0x3333333333333333)
BYTES = np.uint64(0x0F0F0F0F0F0F0F0F)
ONES = np.uint64(0x0101010101010101)


@rule
def how_many(squares: Any) -> Any:
    """The number of squares; compilers know this sum for the processor's own."""
    squares = squares - ((squares >> ONE) & PAIRS)
    squares = (squares & NIBBLES) + ((squares >> TWO) & NIBBLES)
    squares = (squares + (squares >> FOUR)) & BYTES
    return np.int64((squares * ONES) >> FIFTY_SIX)


@rule
def lowest(squares: Any) -> Any:
    """The bit number of the first square."""
    return how_many((squares & (~squares + ONE)) - ONE)


@rule
def nth(squares: Any, n: Any) -> Any:
    """The bit number of the ``n``-th square, from 0."""
    for _ in range(n):
        squares &= squares - ONE
    return lowest(squares)


@rule
def around(squares: Any) -> Any:
    """These squares and all that touch them, diagonals included."""
    wide = squares | (squares << ONE) | (squares >> ONE)
    return wide | (wide << EIGHT) | (wide >> EIGHT)


@rule
def in_line(squares: Any) -> Any:
    """Whether three neighbours stand in a row, a column or a diagonal: the lowest of each."""
    return (
        (squares & (squares >> ONE) & (squares >> TWO))
        | (squares & (squares >> EIGHT) & (squares >> SIXTEEN))
        | (squares & (squares >> NINE) & (squares >> EIGHTEEN))
        | (squares & (squares >> SEVEN) & (squares >> FOURTEEN))
    )
