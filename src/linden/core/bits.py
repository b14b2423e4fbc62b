"""Sets as the bits of a word: how many members, which is the lowest, which the n-th, and
all of them from the last to the first."""

from typing import Any

import numpy as np

from linden.core.kernel import rule

ONE, TWO, FOUR, TOP_BYTE = (np.uint64(n) for n in (1, 2, 4, 56))
EIGHT, SIXTEEN, HALF = (np.uint64(n) for n in (8, 16, 32))
PAIRS = np.uint64(0x5555555555555555)
FOURS = np.uint64(0x3333333333333333)
EIGHTS = np.uint64(0x0F0F0F0F0F0F0F0F)
BYTES = np.uint64(0x0101010101010101)
LOWER_BYTES = np.uint64(0x00FF00FF00FF00FF)
LOWER_WORDS = np.uint64(0x0000FFFF0000FFFF)


@rule
def how_many(bits: Any) -> Any:
    """How many bits are set; compilers know this pattern and use one instruction."""
    bits -= (bits >> ONE) & PAIRS
    bits = (bits & FOURS) + ((bits >> TWO) & FOURS)
    bits = (bits + (bits >> FOUR)) & EIGHTS
    return np.int64((bits * BYTES) >> TOP_BYTE)


@rule
def lowest(bits: Any) -> Any:
    """The lowest set bit alone."""
    return bits & (~bits + ONE)


@rule
def place(bits: Any) -> Any:
    """The place of the lowest set bit, from 0."""
    return how_many(lowest(bits) - ONE)


@rule
def nth(bits: Any, n: Any) -> Any:
    """The place of the ``n``-th set bit, both from 0."""
    for _ in range(n):
        bits &= bits - ONE
    return place(bits)


@rule
def backwards(bits: Any) -> Any:
    """The 64 bits from the last to the first."""
    bits = ((bits >> ONE) & PAIRS) | ((bits & PAIRS) << ONE)
    bits = ((bits >> TWO) & FOURS) | ((bits & FOURS) << TWO)
    bits = ((bits >> FOUR) & EIGHTS) | ((bits & EIGHTS) << FOUR)
    bits = ((bits >> EIGHT) & LOWER_BYTES) | ((bits & LOWER_BYTES) << EIGHT)
    bits = ((bits >> SIXTEEN) & LOWER_WORDS) | ((bits & LOWER_WORDS) << SIXTEEN)
    return (bits >> HALF) | (bits << HALF)
