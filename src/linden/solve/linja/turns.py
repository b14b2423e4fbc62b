"""The best of all turns: what a position is worth once all later layers are known."""

from typing import Any

import numpy as np

from linden.core.kernel import rule
from linden.games.linja.rules import BYTE, FULL, LOW, ONE, ROWS, TOPS, occupied
from linden.solve.files import NO_POSITION
from linden.solve.linja.stands import GOAL

STUCK = -127  # for the second sweep: no opening move
TOO_MANY = np.uint64(0x0079797979797900)  # added, sets the top bit of an inner byte of 7 or more


@rule
def has_passed(ours: Any, theirs: Any) -> Any:
    """LJ-5, seen by the mover, who travels up."""
    rows = occupied(ours)
    return theirs < (rows & (~rows + ONE))


@rule
def pawns(word: Any, row: Any) -> Any:
    return np.int64((word >> (np.uint64(row) * BYTE)) & LOW)


@rule
def flag(row: Any) -> Any:
    return ONE << (np.uint64(row) * BYTE)


@rule
def has_room(both: Any, row: Any) -> Any:
    """Whether a move may end in this row."""
    return row == 0 or row == GOAL or pawns(both, row) < FULL


@rule
def outcome(
    table: Any, points: Any, origin: Any, first: Any, us: Any, them: Any, a: Any, b: Any, ended: Any
) -> Any:
    """What a finished turn is worth to the one who made it; ``a`` and ``b`` are the stands'
    progress. The game is over, or the other side moves."""
    if ended:
        return np.int64(points[us]) - np.int64(points[them])
    return -np.int64(table[origin[a, b] + us * (first[b + 1] - first[b]) + them])


@rule
def best_bonus(
    table: Any,
    points: Any,
    origin: Any,
    first: Any,
    moved: Any,
    us: Any,
    them: Any,
    a: Any,
    b: Any,
    ours: Any,
    theirs: Any,
    latched: Any,
    meddle: Any,
    best: Any,
) -> Any:
    """The better of ``best`` and the best step of a bonus (LJ-4, LJ-10)."""
    both = ours + theirs
    for row in range(ROWS):
        if pawns(ours, row) > 0:
            for to in range(row - 1, row + 2, 2):
                if 0 <= to < ROWS and has_room(both, to):
                    after = ours + flag(to) - flag(row)
                    ended = latched or has_passed(after, theirs)
                    stand = np.int64(moved[us, 8 * row + to])
                    gain = a + to - row
                    best = max(
                        best, outcome(table, points, origin, first, stand, them, gain, b, ended)
                    )
        if meddle and row > 0 and pawns(theirs, row) > 0:
            for to in range(row - 1, row + 2, 2):
                if to < ROWS and has_room(both, to):
                    after = theirs + flag(to) - flag(row)
                    ended = latched or has_passed(ours, after)
                    stand = np.int64(moved[them, 8 * (GOAL - row) + GOAL - to])
                    gain = b + row - to
                    best = max(
                        best, outcome(table, points, origin, first, us, stand, a, gain, ended)
                    )
    return best


@rule
def best_turn(
    table: Any,
    points: Any,
    origin: Any,
    first: Any,
    moved: Any,
    us: Any,
    them: Any,
    a: Any,
    b: Any,
    ours: Any,
    theirs: Any,
    meddle: Any,
) -> Any:
    """The value of a position: the best outcome of all turns; ``STUCK`` if there is none."""
    both = ours + theirs
    if (both + TOO_MANY) & TOPS != 0 or has_passed(ours, theirs):
        return np.int64(NO_POSITION)
    best = np.int64(STUCK)
    for row in range(GOAL):
        if pawns(ours, row) == 0 or not has_room(both, row + 1):
            continue
        opened = ours + flag(row + 1) - flag(row)
        latched = has_passed(opened, theirs)
        stand = np.int64(moved[us, 9 * row + 1])
        # Ending the turn here: no follow-up is earned, or it is declined (LJ-1).
        best = max(best, outcome(table, points, origin, first, stand, them, a + 1, b, latched))
        if row + 1 == GOAL:
            continue
        reach = pawns(both, row + 1)
        if reach == 0:
            continue
        both_now = opened + theirs
        for start in range(GOAL):
            to = min(start + reach, GOAL)
            if pawns(opened, start) == 0 or not has_room(both_now, to):
                continue
            followed = opened + flag(to) - flag(start)
            ended = latched or has_passed(followed, theirs)
            last = np.int64(moved[stand, 8 * start + to])
            gained = a + 1 + to - start
            best = max(best, outcome(table, points, origin, first, last, them, gained, b, ended))
            if start + reach == GOAL:
                best = best_bonus(
                    table,
                    points,
                    origin,
                    first,
                    moved,
                    last,
                    them,
                    gained,
                    b,
                    followed,
                    theirs,
                    ended,
                    meddle,
                    best,
                )
    return best


@rule
def settled(
    table: Any, points: Any, origin: Any, first: Any, us: Any, them: Any, a: Any, b: Any
) -> Any:
    """The value of a position without an opening move (LJ-7): the other side's turn, or, if it
    cannot move either, the end. (Should another thread have settled that one already, it found the
    same end.)"""
    other = np.int64(table[origin[a, b] + us * (first[b + 1] - first[b]) + them])
    if other == STUCK:
        return np.int64(points[us]) - np.int64(points[them])
    return -other


# -- a layer, on the CPU -------------------------------------------------------------------------


@rule
def solve_rows(
    table: Any,
    points: Any,
    origin: Any,
    first: Any,
    moved: Any,
    words: Any,
    mirrored: Any,
    progress: Any,
    layer: Any,
    meddle: Any,
    low: Any,
    high: Any,
) -> None:
    """The first sweep, for the movers from ``low`` to ``high``."""
    for us in range(low, high):
        a = progress[us]
        b = layer - a
        base = origin[b, a] + us
        size = first[a + 1] - first[a]
        for them in range(first[b], first[b + 1]):
            table[base + them * size] = best_turn(
                table,
                points,
                origin,
                first,
                moved,
                us,
                them,
                a,
                b,
                words[us],
                mirrored[them],
                meddle,
            )


@rule
def settle_rows(
    table: Any,
    points: Any,
    origin: Any,
    first: Any,
    progress: Any,
    layer: Any,
    low: Any,
    high: Any,
) -> None:
    """The second sweep."""
    for us in range(low, high):
        a = progress[us]
        b = layer - a
        base = origin[b, a] + us
        size = first[a + 1] - first[a]
        for them in range(first[b], first[b + 1]):
            if table[base + them * size] == STUCK:
                table[base + them * size] = settled(table, points, origin, first, us, them, a, b)
