"""From points to returns, for games that the most points win."""

from typing import Any

from linden.core.kernel import rule
from linden.core.types import Points


@rule
def most_win(out: Points, seats: Any) -> None:
    """Turn points per seat, in place, into returns.

    Winners share one point for each loser, losers lose one; if all are equal, nobody does.
    """
    best = out[0]
    for seat in range(1, seats):
        best = max(best, out[seat])
    winners = 0
    for seat in range(seats):
        if out[seat] == best:
            winners += 1
    for seat in range(seats):
        if winners == seats:
            out[seat] = 0
        elif out[seat] == best:
            out[seat] = (seats - winners) / winners
        else:
            out[seat] = -1
