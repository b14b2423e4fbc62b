"""Positions as numbers in base three, and what they are worth once fuller boards are known."""

from typing import Any, NamedTuple

import numpy as np

from linden.core.bits import ONE, how_many, place
from linden.core.kernel import rule
from linden.games.linear.board import Board

NONE = np.uint64(0)
STUCK = -127  # for the second sweep: no slide
EDGE = -1
STEPS = ((1, 0), (-1, 0), (1, 1), (-1, -1), (0, 1), (0, -1), (-1, 1), (1, -1))
HALF_SQUARES = np.uint64(12)  # squares whose codes are in the first of two tables
HALF_BITS = np.uint64((1 << 12) - 1)


class Codes(NamedTuple):
    """What positions are numbered with, as arrays; ``Ground`` says of which board."""

    following: Any
    """The next square in each of the eight directions, or ``EDGE``."""
    powers: Any
    """Three to the power of each square's number."""
    codes: Any
    """The code of a set of tokens of digit 1: of the low squares, then of the others."""
    order: Any
    """All sets of squares, those with few squares first."""
    start: Any
    """Where those of so many squares begin."""
    bits: Any
    """Each square's bit in the rules' words."""
    halves: int
    """2 where it makes a difference which colour is to move."""


class Ground(NamedTuple):
    """A board's squares, numbered."""

    squares: tuple[tuple[int, int], ...]
    maps: Codes


def ground(board: Board, halves: int) -> Ground:
    squares = tuple(sorted(board.squares, key=lambda square: (square[1], square[0])))
    number = {square: i for i, square in enumerate(squares)}
    following = np.array(
        [[number.get((x + dx, y + dy), EDGE) for dx, dy in STEPS] for x, y in squares], np.int64
    )
    powers = np.array([3**i for i in range(len(squares))], np.int64)
    half = int(HALF_SQUARES)
    bits = np.arange(1 << half)[:, None] >> np.arange(half) & 1
    codes = np.stack(
        [bits @ np.array([3 ** (i + more) for i in range(half)]) for more in (0, half)]
    )
    sets = np.arange(1 << len(squares), dtype=np.uint32)
    counts = np.bitwise_count(sets)
    maps = Codes(
        following,
        powers,
        codes.astype(np.int64),
        sets[np.argsort(counts, kind="stable")],
        np.searchsorted(np.sort(counts), np.arange(len(squares) + 2)).astype(np.int64),
        np.array([8 * y + x for x, y in squares], np.int64),
        halves,
    )
    return Ground(squares, maps)


@rule
def code_of(tokens: Any, codes: Any) -> Any:
    """The number of a set of tokens of digit 1; twice that for digit 2."""
    return codes[0, tokens & HALF_BITS] + codes[1, tokens >> HALF_SQUARES]


@rule
def best_slide(values: Any, following: Any, powers: Any, own: Any, theirs: Any, base: Any) -> Any:
    """The best slide's value, or ``STUCK``; ``base`` is where the other side finds the position as
    it is in its half of the tablebase."""
    best = np.int64(STUCK)
    others = how_many(theirs)
    movers = own
    while movers != NONE:
        token = place(movers)
        movers &= movers - ONE
        for direction in range(8):
            square = following[token, direction]
            child = base
            left = others
            filled = False
            while square != EDGE:
                here = ONE << np.uint64(square)
                if own & here != NONE:
                    break  # LP-3: stopping here is stopping one square short
                if theirs & here != NONE:
                    if left == 1:
                        break  # LP-2
                    left -= 1
                    child += powers[square]
                else:
                    filled = True
                    child += 2 * powers[square]
                if filled:
                    best = max(best, -np.int64(values[child]))
                square = following[square, direction]
    return best


@rule
def most_taken(following: Any, own: Any, theirs: Any) -> Any:
    """How many tokens the extra slide on a full board can take (LP-6)."""
    most = 0
    others = how_many(theirs)
    movers = own
    while movers != NONE:
        token = place(movers)
        movers &= movers - ONE
        for direction in range(8):
            square = following[token, direction]
            taken = 0
            while (
                square != EDGE and taken + 1 < others and own & (ONE << np.uint64(square)) == NONE
            ):
                taken += 1
                square = following[square, direction]
            most = max(most, taken)
    return most


@rule
def solve_position(
    values: Any,
    following: Any,
    powers: Any,
    codes: Any,
    squares: Any,
    halves: Any,
    own: Any,
    theirs: Any,
) -> None:
    """Write a position's value, in each half of the tablebase; all fuller boards are known."""
    mine, yours = code_of(own, codes), code_of(theirs, codes)
    at = mine + 2 * yours
    swapped = yours + 2 * mine
    half = len(values) // halves
    if how_many(own | theirs) == squares:
        margin = how_many(own) - how_many(theirs)
        values[at] = margin
        if halves == 2:
            values[half + at] = margin + 2 * most_taken(following, own, theirs)
        return
    other = swapped + half if halves == 2 else swapped
    values[at] = best_slide(values, following, powers, own, theirs, other)
    if halves == 2:
        values[half + at] = best_slide(values, following, powers, own, theirs, swapped)


@rule
def settle_position(values: Any, codes: Any, halves: Any, own: Any, theirs: Any) -> None:
    """The second sweep: without a slide it is the other side's turn, or, if that has none either,
    the end. (Should another thread have settled that one already, it found the same end.)"""
    mine, yours = code_of(own, codes), code_of(theirs, codes)
    half = len(values) // halves
    for turn in range(halves):
        at = turn * half + mine + 2 * yours
        if values[at] == STUCK:
            other = np.int64(values[(halves - 1 - turn) * half + yours + 2 * mine])
            if other == STUCK:
                values[at] = how_many(own) - how_many(theirs)
            else:
                values[at] = -other


@rule
def solve_sets(values: Any, maps: Any, sweep: Any, low: Any, high: Any) -> None:
    """One sweep over all positions whose tokens lie on these sets of squares."""
    following, powers, codes, order, _, _, halves = maps
    squares = len(powers)
    for i in range(low, high):
        occupied = np.uint64(order[i])
        own = (occupied - ONE) & occupied
        while own != NONE:  # all but the whole set and none: a last token is never taken
            if sweep == 0:
                solve_position(
                    values, following, powers, codes, squares, halves, own, occupied & ~own
                )
            else:
                settle_position(values, codes, halves, own, occupied & ~own)
            own = (own - ONE) & occupied
