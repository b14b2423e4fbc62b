"""Sets of points as bits, and how regions and lines are found in them.

A *window* is a part of the board eight points wide and high, in one word; bit 8 * row + column::

    56 57 58 ... 63
     :  :  :      :
     8  9 10 ... 15
     0  1  2 ...  7

A *sheet* is a whole board, in a tuple of seven words; three rows to a word, 20 bits to a row.
Column 19 is never part of a board, so that nothing runs from the end of a row into the next.

A line is found by its lowest point: the left end of a level one, the lower end of an upright one.
"""

from typing import Any

import numpy as np

from linden.core.bits import ONE
from linden.core.kernel import rule

NONE = np.uint64(0)
EIGHT = np.uint64(8)
BYTE = np.uint64(0xFF)
LEFTMOST = np.uint64(0x0101010101010101)
RIGHTMOST = np.uint64(0x8080808080808080)
LOWEST_ROW = np.uint64(0x00000000000000FF)
HIGHEST_ROW = np.uint64(0xFF00000000000000)
NOT_LEFTMOST = np.uint64(0xFEFEFEFEFEFEFEFE)
NOT_RIGHTMOST = np.uint64(0x7F7F7F7F7F7F7F7F)

ROW = np.uint64(20)  # bits to a row of a sheet
TWO_ROWS = np.uint64(40)
ROW_BITS = np.uint64(0xFFFFF)


# -- windows -------------------------------------------------------------------------------------


@rule
def corner(place: Any, side: Any) -> Any:
    """The first row or column of the window around ``place``, kept within a side of the board."""
    return max(min(np.int64(place) - 3, np.int64(side) - 8), 0)


@rule
def window(rows: Any, bottom: Any, left: Any) -> Any:
    """What is in these rows of a board within the window that has this corner."""
    points = NONE
    shift = np.uint64(left)
    for i in range(8):
        points |= ((np.uint64(rows[bottom + i]) >> shift) & BYTE) << np.uint64(8 * i)
    return points


@rule
def edge(bottom: Any, left: Any, height: Any, width: Any) -> Any:
    """The points of a window beyond which the board goes on."""
    points = NONE
    if bottom > 0:
        points |= LOWEST_ROW
    if bottom + 8 < height:
        points |= HIGHEST_ROW
    if left > 0:
        points |= LEFTMOST
    if left + 8 < width:
        points |= RIGHTMOST
    return points


@rule
def spread(points: Any) -> Any:
    """These points and their neighbours."""
    level = ((points & NOT_RIGHTMOST) << ONE) | ((points & NOT_LEFTMOST) >> ONE)
    return points | (points << EIGHT) | (points >> EIGHT) | level


@rule
def level_lines(points: Any, line: Any) -> Any:
    """The left ends of the level lines among these points."""
    found = points
    for _ in range(line - 1):
        found = points & (found >> ONE) & NOT_RIGHTMOST
    return found


@rule
def upright_lines(points: Any, line: Any) -> Any:
    """The lower ends of the upright lines among these points."""
    found = points
    for _ in range(line - 1):
        found = points & (found >> EIGHT)
    return found


@rule
def along(ends: Any, line: Any, step: Any) -> Any:
    """All points of the lines with these lower ends: a step right is one bit, a step up eight."""
    for _ in range(line - 1):
        ends |= ends << step
    return ends


@rule
def reach(points: Any, region: Any, level: Any, upright: Any, kinds: Any) -> Any:
    """How far the region reaches among these points; cut short when it has met so many kinds of
    lines, of which ``level`` and ``upright`` are given."""
    grown = region
    while True:
        region = grown
        if np.int64(region & level != NONE) + np.int64(region & upright != NONE) >= kinds:
            return region
        grown = spread(region) & points
        if grown == region:
            return region


# -- sheets --------------------------------------------------------------------------------------


@rule
def three_rows(rows: Any, lowest_row: Any) -> Any:
    """A word of a sheet."""
    low = np.uint64(rows[lowest_row]) | (np.uint64(rows[lowest_row + 1]) << ROW)
    return low | (np.uint64(rows[lowest_row + 2]) << TWO_ROWS)


@rule
def sheet_of(rows: Any) -> Any:
    """The rows of a board as a sheet."""
    return (
        three_rows(rows, 0),
        three_rows(rows, 3),
        three_rows(rows, 6),
        three_rows(rows, 9),
        three_rows(rows, 12),
        three_rows(rows, 15),
        np.uint64(rows[18]),
    )


@rule
def word_with(number: Any, row: Any, column: Any) -> Any:
    """A word of a sheet on which there is one point."""
    if row // 3 != number:
        return NONE
    return ONE << np.uint64(20 * (row % 3) + column)


@rule
def sheet_with(row: Any, column: Any) -> Any:
    """A sheet on which there is one point."""
    return (
        word_with(0, row, column),
        word_with(1, row, column),
        word_with(2, row, column),
        word_with(3, row, column),
        word_with(4, row, column),
        word_with(5, row, column),
        word_with(6, row, column),
    )


@rule
def without(sheet: Any, others: Any) -> Any:
    """The sheet without what is on another."""
    a, b, c, d, e, f, g = others
    return (
        sheet[0] & ~a,
        sheet[1] & ~b,
        sheet[2] & ~c,
        sheet[3] & ~d,
        sheet[4] & ~e,
        sheet[5] & ~f,
        sheet[6] & ~g,
    )


@rule
def spread_word(under: Any, word: Any, over: Any) -> Any:
    """A word of a sheet, and the neighbours of its points and of those in the words beside it."""
    level = word | (word << ONE) | (word >> ONE)
    return level | (word << ROW) | (word >> ROW) | (under >> TWO_ROWS) | (over << TWO_ROWS)


@rule
def spread_within(sheet: Any, region: Any) -> Any:
    """The region, and its neighbours as far as they are on the sheet."""
    a, b, c, d, e, f, g = region
    return (
        spread_word(NONE, a, b) & sheet[0],
        spread_word(a, b, c) & sheet[1],
        spread_word(b, c, d) & sheet[2],
        spread_word(c, d, e) & sheet[3],
        spread_word(d, e, f) & sheet[4],
        spread_word(e, f, g) & sheet[5],
        spread_word(f, g, NONE) & sheet[6],
    )


@rule
def level_word(word: Any, line: Any) -> Any:
    """The left ends of the level lines in a word of a sheet."""
    found = word
    for _ in range(line - 1):
        found = word & (found >> ONE)
    return found


@rule
def level_on(sheet: Any, line: Any) -> Any:
    """The left ends of the level lines of a sheet."""
    a, b, c, d, e, f, g = sheet
    return (
        level_word(a, line),
        level_word(b, line),
        level_word(c, line),
        level_word(d, line),
        level_word(e, line),
        level_word(f, line),
        level_word(g, line),
    )


@rule
def lowered(word: Any, over: Any) -> Any:
    """A word of a sheet moved down by a row, the one above it following."""
    return (word >> ROW) | (over << TWO_ROWS)


@rule
def upright_on(sheet: Any, line: Any) -> Any:
    """The lower ends of the upright lines of a sheet."""
    found = sheet
    for _ in range(line - 1):
        a, b, c, d, e, f, g = found
        found = (
            sheet[0] & lowered(a, b),
            sheet[1] & lowered(b, c),
            sheet[2] & lowered(c, d),
            sheet[3] & lowered(d, e),
            sheet[4] & lowered(e, f),
            sheet[5] & lowered(f, g),
            sheet[6] & lowered(g, NONE),
        )
    return found


@rule
def meet(some: Any, others: Any) -> Any:
    """Whether two sheets have a point in common."""
    low = (some[0] & others[0]) | (some[1] & others[1]) | (some[2] & others[2])
    high = (some[3] & others[3]) | (some[4] & others[4]) | (some[5] & others[5])
    return (low | high | (some[6] & others[6])) != NONE


@rule
def differ(some: Any, others: Any) -> Any:
    """Whether two sheets are unlike each other."""
    low = (some[0] ^ others[0]) | (some[1] ^ others[1]) | (some[2] ^ others[2])
    high = (some[3] ^ others[3]) | (some[4] ^ others[4]) | (some[5] ^ others[5])
    return (low | high | (some[6] ^ others[6])) != NONE


@rule
def reach_on(sheet: Any, region: Any, level: Any, upright: Any, kinds: Any) -> Any:
    """The same as ``reach``, on a sheet."""
    grown = region
    while True:
        region = grown
        if np.int64(meet(region, level)) + np.int64(meet(region, upright)) >= kinds:
            return region
        grown = spread_within(sheet, region)
        if not differ(grown, region):
            return region
