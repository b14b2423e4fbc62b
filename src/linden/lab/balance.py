"""Which points taken off the last scores would even the seats, from games that were played.

Where late seats are ahead, a rule sheet can take something off their scores at the end. The games
are kept with their scores, so that any such reduction can be tried on them without playing again.
It is what players do who do not know of it: a large one would change how they play.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from linden.lab.intervals import Interval, Values, of_values
from linden.lab.summary import by_deal

RESAMPLES = 200
"""How often the deals are drawn anew, to see how far a reduction can be off (Efron 1979)."""


@dataclass(frozen=True)
class Reduction:
    """What to take off one seat's score, and what the seat wins then."""

    points: Interval
    before: Interval
    after: Interval
    """Of the deals that were not used to find the reductions."""


def shares_with(scores: Values, taken: npt.ArrayLike) -> Values:
    """Each game's win by seat when so much is taken off the scores; equals share it.

    >>> shares_with(np.array([[5.0, 7.0], [5.0, 9.0]]), [0, 2]).tolist()
    [[0.5, 0.5], [0.0, 1.0]]
    """
    left = scores - np.asarray(taken, dtype=np.float64)
    best = (left == left.max(axis=1, keepdims=True)).astype(np.float64)
    shares: Values = best / best.sum(axis=1, keepdims=True)
    return shares


def reductions(scores: Values, step: float = 1.0, begin: Values | None = None) -> Values:
    """Multiples of ``step`` that bring every seat nearest to its share, the worst seat counting;
    the seat that gives least gives nothing.

    It begins with the differences of the mean scores, unless told where, and goes on by one step
    of one seat, or of two, as long as that helps.
    """
    seats = scores.shape[1]
    moves = [step * row for row in np.eye(seats)]
    moves += [-row for row in moves]
    moves += [one + other for one in moves for other in moves if (one + other).any()]
    ahead = scores.mean(axis=0) - scores.mean(axis=0).min()
    taken: Values = np.round(ahead / step) * step if begin is None else begin
    loss = _loss(scores, taken)
    while True:
        tried = [taken + move for move in moves]
        losses = [_loss(scores, it) for it in tried]
        best = int(np.argmin(losses))
        if losses[best] >= loss:
            least: Values = taken - taken.min()
            return least
        taken, loss = tried[best], losses[best]


def _loss(scores: Values, taken: Values) -> float:
    off: Values = shares_with(scores, taken).mean(axis=0) - 1 / scores.shape[1]
    return float(np.abs(off).max())


def balance(
    scores: Values, step: float = 1.0, seed: int = 0, deal_size: int = 1
) -> list[Reduction]:
    """The reduction of every seat: found with every second deal, tried on the others.

    The games of a deal stay together: they share their luck, and each player sits in each seat in
    one of them.
    """
    seats = scores.shape[1]
    deals = scores[: len(scores) // deal_size * deal_size].reshape(-1, deal_size, seats)
    found_with, tried_on = deals[::2], deals[1::2].reshape(-1, seats)
    taken = reductions(found_with.reshape(-1, seats), step)
    rng = np.random.default_rng(seed)
    n = len(found_with)
    resampled = np.array(
        [
            reductions(found_with[rng.integers(n, size=n)].reshape(-1, seats), step, taken)
            for _ in range(RESAMPLES)
        ]
    )
    low, high = np.quantile(resampled, (0.025, 0.975), axis=0)
    before, after = shares_with(tried_on, np.zeros(seats)), shares_with(tried_on, taken)
    return [
        Reduction(
            Interval(float(taken[seat]), float(low[seat]), float(high[seat]), n),
            of_values(by_deal(before[:, seat], deal_size), True),
            of_values(by_deal(after[:, seat], deal_size), True),
        )
        for seat in range(seats)
    ]
