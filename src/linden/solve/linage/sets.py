"""Sets of stones as numbers: whose land is what, which sets are legal, and what they are worth."""

from typing import Any, NamedTuple

import numpy as np

from linden.core.bits import ONE, how_many, place
from linden.core.kernel import rule
from linden.solve.files import NO_POSITION

NONE = np.uint64(0)

# What ``Board.facts`` holds.
WIDTH, LINE, BOARD, NOT_LEFT, NOT_RIGHT, STARTS, SQUARE = range(7)


class Board(NamedTuple):
    """What sets of stones on a board are looked at with, as arrays."""

    facts: Any
    turned: Any
    """A row's stones, turned over the diagonal into a column (square boards)."""
    over: Any
    """Where a point goes when the board is turned over its diagonal."""


class Shape(NamedTuple):
    """A board, and the order in which its sets are taken."""

    points: int
    square: bool
    board: Board
    low: int
    """How many points the lower part of a set has; the rest is its upper part."""
    order: Any
    """All lower parts, those with few stones first."""
    start: Any
    """Where those with so many stones begin."""


def shape(width: int, height: int, line: int) -> Shape:
    points = width * height
    columns = np.arange(points) % width
    masks = [
        sum(1 << at for at in range(points) if wanted[at])
        for wanted in (columns > 0, columns < width - 1, columns + line <= width)
    ]
    square = width == height
    facts = np.array([width, line, (1 << points) - 1, *masks, square], np.uint64)
    low = points // 2
    parts = np.arange(1 << low, dtype=np.uint32)
    counts = np.bitwise_count(parts)
    columns_of_rows = [
        sum(1 << width * x for x in range(width) if row >> x & 1) for row in range(1 << width)
    ]
    board = Board(
        facts,
        np.array(columns_of_rows, np.uint64),
        np.array([at % width * width + at // width for at in range(points)], np.uint64),
    )
    return Shape(
        points,
        square,
        board,
        low,
        parts[np.argsort(counts, kind="stable")],
        np.searchsorted(np.sort(counts), np.arange(low + 2)).astype(np.int64),
    )


@rule
def line_points(ends: Any, steps: Any, step: Any) -> Any:
    """All points of the lines with these lower ends."""
    for _ in range(steps):
        ends |= ends << step
    return ends


@rule
def line_ends(empty: Any, steps: Any, step: Any) -> Any:
    """The lower ends of the lines of empty points, those that run over the edge included."""
    found = empty
    for _ in range(steps):
        found = empty & (found >> step)
    return found


@rule
def region_of(land: Any, empty: Any, width: Any, not_left: Any, not_right: Any) -> Any:
    """All empty points that hang together with this land."""
    while True:
        level = ((land << ONE) & not_left) | ((land >> ONE) & not_right)
        grown = (land | level | (land << width) | (land >> width)) & empty
        if grown == land:
            return land
        land = grown


@rule
def lands(stones: Any, facts: Any) -> Any:
    """The empty points, and the regions with a level line and with an upright one."""
    width, not_left, not_right = facts[WIDTH], facts[NOT_LEFT], facts[NOT_RIGHT]
    steps = np.int64(facts[LINE]) - 1
    empty = facts[BOARD] & ~stones
    near = ((empty << ONE) & not_left) | ((empty >> ONE) & not_right)
    near |= (empty << width) | (empty >> width)
    if empty & ~near != NONE:  # a point alone: most illegal sets have one
        return empty, NONE, NONE
    level = line_points(line_ends(empty, steps, ONE) & facts[STARTS], steps, ONE)
    upright = line_points(line_ends(empty, steps, width), steps, width)
    wide = region_of(level, empty, width, not_left, not_right)
    tall = region_of(upright, empty, width, not_left, not_right)
    return empty, wide, tall


@rule
def turn_over(stones: Any, facts: Any, turned: Any) -> Any:
    """A square board's set turned over its diagonal."""
    width = facts[WIDTH]
    row_bits = (ONE << width) - ONE
    found = NONE
    shift = NONE
    while stones != NONE:
        found |= turned[stones & row_bits] << shift
        stones >>= width
        shift += ONE
    return found


@rule
def solve_set(values: Any, facts: Any, turned: Any, over: Any, stones: Any) -> None:
    """Write what this set is worth, if it is legal; all sets with one stone more are known."""
    empty, wide, tall = lands(stones, facts)
    if wide | tall != empty:
        return
    score = how_many(empty & ~wide) - how_many(empty & ~tall)
    free = wide & tall
    half = np.int64(facts[BOARD]) + 1
    square = facts[SQUARE] != NONE
    ours = score
    theirs = score
    if free != NONE:
        best, least = np.int64(NO_POSITION), np.int64(-NO_POSITION)
        across = turn_over(stones, facts, turned) if square else NONE
        while free != NONE:
            point = place(free)
            free &= free - ONE
            child = np.int64(stones | (ONE << np.uint64(point)))
            value = np.int64(values[child])
            if value != NO_POSITION:
                least = min(least, value)
                if square:
                    best = max(best, -np.int64(values[np.int64(across | (ONE << over[point]))]))
                else:
                    best = max(best, np.int64(values[half + child]))
        ours = max(best, min(least, score))
        theirs = min(least, max(best, score))
    at = np.int64(stones)
    values[at] = ours
    if not square:
        values[half + at] = theirs


@rule
def solve_uppers(values: Any, shape: Any, stones: Any, low: Any, high: Any) -> None:
    """All sets of so many stones whose upper part is from ``low`` to ``high``."""
    facts, turned, over = shape.board
    order, start, low_points = shape.order, shape.start, shape.low
    for upper in range(low, high):
        rest = stones - how_many(np.uint64(upper))
        if rest < 0 or rest > low_points:
            continue
        base = np.uint64(upper) << np.uint64(low_points)
        for i in range(start[rest], start[rest + 1]):
            solve_set(values, facts, turned, over, base | np.uint64(order[i]))
