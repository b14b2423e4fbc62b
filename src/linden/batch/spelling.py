"""Words spelled out as the numbers that agents take: see ``core.observation``.

Indexes are unsigned here, as Numba looks at every other one to see whether it counts from the end;
and rows are written where they are, as taking one out of an array counts a reference.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from linden.core.kernel import rule
from linden.core.observation import Form

BYTE, EIGHT_BITS = np.uint32(255), np.uint32(8)
ZERO, ONE, TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT = (np.uint64(n) for n in range(9))


class Spelling(NamedTuple):
    """``core.observation.Form`` for kernels: first the flags, then the rest."""

    flag_words: int
    columns: int
    place: Any
    shift: Any
    bits: Any
    low: Any
    scale: Any


def spelling(form: Form) -> Spelling:
    rest = form.place, form.shift, form.bits, form.low, form.scale
    return Spelling(form.flag_words, form.columns, *rest)


@cache
def eights(dtype: Any) -> Any:
    """Each byte's bits as eight numbers."""
    every = np.arange(256, dtype=np.uint8)[:, None]
    return np.unpackbits(every, axis=1, bitorder="little").astype(dtype)


@rule
def write_bits(
    words: Any, i: Any, first: Any, count: Any, columns: Any, eights: Any, out: Any, j: Any, at: Any
) -> None:
    """Write the lowest ``columns`` bits of so many of ``words[i]``, from ``out[j, at]`` on.

    Eight are copied at a time. What is too much is overwritten by what follows, and at the end
    of the row there is nothing too much.
    """
    source, row, here = np.uint64(i), np.uint64(j), np.uint64(at)
    width, size = np.uint64(columns), np.uint64(out.shape[1])
    for word in range(np.uint64(first), np.uint64(first + count)):
        bits = words[source, word]
        column = ZERO
        while column < width:
            byte = np.uint64(bits & BYTE)
            bits >>= EIGHT_BITS
            to = here + column
            if to + EIGHT <= size:
                a, b, c, d = eights[byte, 0], eights[byte, 1], eights[byte, 2], eights[byte, 3]
                e, f, g, h = eights[byte, 4], eights[byte, 5], eights[byte, 6], eights[byte, 7]
                out[row, to], out[row, to + ONE] = a, b
                out[row, to + TWO], out[row, to + THREE] = c, d
                out[row, to + FOUR], out[row, to + FIVE] = e, f
                out[row, to + SIX], out[row, to + SEVEN] = g, h
            else:
                for k in range(min(EIGHT, width - column)):
                    out[row, to + k] = eights[byte, k]
            column += EIGHT
        here += width


@rule
def scaled(word: Any, low: Any, scale: Any) -> Any:
    """A number of an observation as ``float32``."""
    return np.float32(np.int32(word) + low) * scale


@rule
def write_numbers(words: Any, first: Any, low: Any, scale: Any, out: Any, i: Any, at: Any) -> None:
    """Write what is not flags as ``float32``: every number is a word of its own."""
    row, here, source = np.uint64(i), np.uint64(at), np.uint64(first)
    for k in range(np.uint64(len(low))):
        out[row, here + k] = scaled(words[ZERO, source + k], low[k], scale[k])


@rule
def write_parts(words: Any, place: Any, shift: Any, bits: Any, out: Any, i: Any, at: Any) -> None:
    """Write what is not flags as bytes or bits."""
    row, here = np.uint64(i), np.uint64(at)
    for k in range(np.uint64(len(place))):
        out[row, here + k] = (words[ZERO, place[k]] >> shift[k]) & bits[k]
