"""The best of all turns: what a position is worth once all later layers are known."""

from typing import Any, NamedTuple

import numpy as np

from linden.core.kernel import rule
from linden.games.linja.rules import BYTE, FULL, LOW, ONE, ROWS, TOPS, occupied
from linden.solve.files import NO_POSITION
from linden.solve.linja.formations import GOAL

STUCK = -127  # for the second sweep: no opening move
TOO_MANY = np.uint64(0x0079797979797900)  # added, sets the top bit of an inner byte of 7 or more


class Known(NamedTuple):
    """What the worth of a turn is read from.

    It is taken apart once a stretch of a layer, not once a position: taking an array out of a tuple
    counts a reference, which costs time.
    """

    values: Any
    """The tablebase, as far as it is filled."""
    points: Any
    """What each formation is worth at the end."""
    origin: Any
    first: Any
    moved: Any
    """These as ``Formations`` has them."""


class Pair(NamedTuple):
    """Two formations by their numbers, and the progress of each."""

    us: Any
    them: Any
    a: Any
    b: Any


class Rows(NamedTuple):
    """The pawns of both sides, a byte a row, as the mover sees them."""

    ours: Any
    theirs: Any


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
def place(origin: Any, first: Any, us: Any, them: Any, a: Any, b: Any) -> Any:
    """Where the tablebase has the position in which ``us``, of progress ``a``, is to move."""
    return origin[b, a] + them * (first[a + 1] - first[a]) + us


@rule
def outcome(values: Any, points: Any, origin: Any, first: Any, pair: Any, ended: Any) -> Any:
    """What a finished turn is worth to the one who made it: the game is over, or the other side
    moves."""
    us, them, a, b = pair
    if ended:
        return np.int64(points[us]) - np.int64(points[them])
    return -np.int64(values[place(origin, first, them, us, b, a)])


@rule
def best_bonus(
    values: Any,
    points: Any,
    origin: Any,
    first: Any,
    moved: Any,
    pair: Any,
    rows: Any,
    latched: Any,
    meddle: Any,
) -> Any:
    """The best step of a bonus (LJ-4, LJ-10), or ``STUCK`` if there is none."""
    us, them, a, b = pair
    ours, theirs = rows
    both = ours + theirs
    best = np.int64(STUCK)
    for row in range(ROWS):
        if pawns(ours, row) > 0:
            for to in range(row - 1, row + 2, 2):
                if 0 <= to < ROWS and has_room(both, to):
                    ended = latched or has_passed(ours + flag(to) - flag(row), theirs)
                    after = Pair(np.int64(moved[us, 8 * row + to]), them, a + to - row, b)
                    best = max(best, outcome(values, points, origin, first, after, ended))
        if meddle and row > 0 and pawns(theirs, row) > 0:
            for to in range(row - 1, row + 2, 2):
                if to < ROWS and has_room(both, to):
                    ended = latched or has_passed(ours, theirs + flag(to) - flag(row))
                    pushed = np.int64(moved[them, 8 * (GOAL - row) + GOAL - to])
                    after = Pair(us, pushed, a, b + row - to)
                    best = max(best, outcome(values, points, origin, first, after, ended))
    return best


@rule
def best_turn(
    values: Any,
    points: Any,
    origin: Any,
    first: Any,
    moved: Any,
    pair: Any,
    rows: Any,
    meddle: Any,
) -> Any:
    """The value of a position: the best outcome of all turns; ``STUCK`` if there is none."""
    us, them, a, b = pair
    ours, theirs = rows
    both = ours + theirs
    if (both + TOO_MANY) & TOPS != 0 or has_passed(ours, theirs):
        return np.int64(NO_POSITION)
    best = np.int64(STUCK)
    for row in range(GOAL):
        if pawns(ours, row) == 0 or not has_room(both, row + 1):
            continue
        opened = ours + flag(row + 1) - flag(row)
        latched = has_passed(opened, theirs)
        formation = np.int64(moved[us, 9 * row + 1])
        # Ending the turn here: no follow-up is earned, or it is declined (LJ-1).
        after = Pair(formation, them, a + 1, b)
        best = max(best, outcome(values, points, origin, first, after, latched))
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
            last = np.int64(moved[formation, 8 * start + to])
            after = Pair(last, them, a + 1 + to - start, b)
            best = max(best, outcome(values, points, origin, first, after, ended))
            if start + reach == GOAL:
                now = Rows(followed, theirs)
                bonus = best_bonus(values, points, origin, first, moved, after, now, ended, meddle)
                best = max(best, bonus)
    return best


@rule
def settled(values: Any, points: Any, origin: Any, first: Any, pair: Any) -> Any:
    """The value of a position without an opening move (LJ-7): the other side's turn, or, if it
    cannot move either, the end. (Should another thread have settled that one already, it found the
    same end.)"""
    us, them, a, b = pair
    other = np.int64(values[place(origin, first, them, us, b, a)])
    if other == STUCK:
        return np.int64(points[us]) - np.int64(points[them])
    return -other


# -- a layer, on the CPU -------------------------------------------------------------------------


@rule
def solve_rows(known: Any, maps: Any, layer: Any, meddle: Any, low: Any, high: Any) -> None:
    """The first sweep, for the movers from ``low`` to ``high``."""
    values, points, origin, first, moved = known
    words, mirrored, progress = maps.words, maps.mirrored, maps.progress
    for us in range(low, high):
        a = progress[us]
        b = layer - a
        for them in range(first[b], first[b + 1]):
            pair, rows = Pair(us, them, a, b), Rows(words[us], mirrored[them])
            values[place(origin, first, us, them, a, b)] = best_turn(
                values, points, origin, first, moved, pair, rows, meddle
            )


@rule
def settle_rows(known: Any, maps: Any, layer: Any, low: Any, high: Any) -> None:
    """The second sweep."""
    values, points, origin, first, _ = known
    progress = maps.progress
    for us in range(low, high):
        a = progress[us]
        b = layer - a
        for them in range(first[b], first[b + 1]):
            at = place(origin, first, us, them, a, b)
            if values[at] == STUCK:
                values[at] = settled(values, points, origin, first, Pair(us, them, a, b))
