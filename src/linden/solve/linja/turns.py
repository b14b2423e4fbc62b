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
    """What the worth of a turn is read from."""

    values: Any
    """The tablebase, as far as it is filled."""
    points: Any
    """What each formation is worth at the end."""
    origin: Any
    first: Any
    moved: Any
    """These as ``Formations`` has them."""


class Sides(NamedTuple):
    """The two sides of a position: by the number of their formation, its progress, and its pawns
    in a byte a row as the mover sees them."""

    us: Any
    them: Any
    a: Any
    b: Any
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
def outcome(known: Any, us: Any, them: Any, a: Any, b: Any, ended: Any) -> Any:
    """What a finished turn is worth to the one who made it; ``a`` and ``b`` are the formations'
    progress. The game is over, or the other side moves."""
    if ended:
        return np.int64(known.points[us]) - np.int64(known.points[them])
    size = known.first[b + 1] - known.first[b]
    return -np.int64(known.values[known.origin[a, b] + us * size + them])


@rule
def best_bonus(known: Any, sides: Any, latched: Any, meddle: Any, best: Any) -> Any:
    """The better of ``best`` and the best step of a bonus (LJ-4, LJ-10)."""
    us, them, a, b, ours, theirs = sides
    both = ours + theirs
    for row in range(ROWS):
        if pawns(ours, row) > 0:
            for to in range(row - 1, row + 2, 2):
                if 0 <= to < ROWS and has_room(both, to):
                    after = ours + flag(to) - flag(row)
                    ended = latched or has_passed(after, theirs)
                    formation = np.int64(known.moved[us, 8 * row + to])
                    best = max(best, outcome(known, formation, them, a + to - row, b, ended))
        if meddle and row > 0 and pawns(theirs, row) > 0:
            for to in range(row - 1, row + 2, 2):
                if to < ROWS and has_room(both, to):
                    after = theirs + flag(to) - flag(row)
                    ended = latched or has_passed(ours, after)
                    formation = np.int64(known.moved[them, 8 * (GOAL - row) + GOAL - to])
                    best = max(best, outcome(known, us, formation, a, b + row - to, ended))
    return best


@rule
def best_turn(known: Any, sides: Any, meddle: Any) -> Any:
    """The value of a position: the best outcome of all turns; ``STUCK`` if there is none."""
    us, them, a, b, ours, theirs = sides
    both = ours + theirs
    if (both + TOO_MANY) & TOPS != 0 or has_passed(ours, theirs):
        return np.int64(NO_POSITION)
    best = np.int64(STUCK)
    for row in range(GOAL):
        if pawns(ours, row) == 0 or not has_room(both, row + 1):
            continue
        opened = ours + flag(row + 1) - flag(row)
        latched = has_passed(opened, theirs)
        formation = np.int64(known.moved[us, 9 * row + 1])
        # Ending the turn here: no follow-up is earned, or it is declined (LJ-1).
        best = max(best, outcome(known, formation, them, a + 1, b, latched))
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
            last = np.int64(known.moved[formation, 8 * start + to])
            gained = a + 1 + to - start
            best = max(best, outcome(known, last, them, gained, b, ended))
            if start + reach == GOAL:
                now = Sides(last, them, gained, b, followed, theirs)
                best = best_bonus(known, now, ended, meddle, best)
    return best


@rule
def settled(known: Any, us: Any, them: Any, a: Any, b: Any) -> Any:
    """The value of a position without an opening move (LJ-7): the other side's turn, or, if it
    cannot move either, the end. (Should another thread have settled that one already, it found the
    same end.)"""
    size = known.first[b + 1] - known.first[b]
    other = np.int64(known.values[known.origin[a, b] + us * size + them])
    if other == STUCK:
        return np.int64(known.points[us]) - np.int64(known.points[them])
    return -other


# -- a layer, on the CPU -------------------------------------------------------------------------


@rule
def solve_rows(known: Any, maps: Any, layer: Any, meddle: Any, low: Any, high: Any) -> None:
    """The first sweep, for the movers from ``low`` to ``high``."""
    values, words, mirrored = known.values, maps.words, maps.mirrored
    for us in range(low, high):
        a = maps.progress[us]
        b = layer - a
        base = known.origin[b, a] + us
        size = known.first[a + 1] - known.first[a]
        for them in range(known.first[b], known.first[b + 1]):
            sides = Sides(us, them, a, b, words[us], mirrored[them])
            values[base + them * size] = best_turn(known, sides, meddle)


@rule
def settle_rows(known: Any, maps: Any, layer: Any, low: Any, high: Any) -> None:
    """The second sweep."""
    values = known.values
    for us in range(low, high):
        a = maps.progress[us]
        b = layer - a
        base = known.origin[b, a] + us
        size = known.first[a + 1] - known.first[a]
        for them in range(known.first[b], known.first[b + 1]):
            if values[base + them * size] == STUCK:
                values[base + them * size] = settled(known, us, them, a, b)
