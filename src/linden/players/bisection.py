"""Decisions that name an amount: the fair one, found by halving."""

from collections.abc import Callable

from linden.core.playing import Bisection
from linden.core.position import Position

Judge = Callable[[Position], float]
"""Gives the share of the win of the seat to move."""


def fair_amount(position: Position, how: Bisection, judge: Judge) -> tuple[str, float]:
    """The move that names the fair amount, and the share of the win that the other side then has
    at most."""
    moves = sorted(position.moves, key=how.amount)
    low, high = 0, len(moves) - 1
    shares: dict[int, float] = {}
    while low < high:
        middle = (low + high) // 2
        shares[middle] = judge(how.judged(position, moves[middle]))
        if shares[middle] > 0.5:
            low = middle + 1
        else:
            high = middle
    if low not in shares:
        shares[low] = judge(how.judged(position, moves[low]))
    best = min(shares, key=lambda number: abs(shares[number] - 0.5))
    return moves[best], max(shares[best], 1 - shares[best])
