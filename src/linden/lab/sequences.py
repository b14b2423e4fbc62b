"""Confidence sequences: intervals that hold the truth at all times together, 95 times in 100.

Who looks at an interval again and again, and stops when it pleases, is wrong far more often than
the interval admits. A confidence sequence may be looked at any time, and a decision made when it
allows one. This one is the hedged capital of Waudby-Smith and Ramdas (*Estimating means of bounded
random variables by betting*, JRSS B 2024): somebody bets against every value that the mean might
have, and those whose opponent's capital has grown twentyfold are ruled out. It is exact for any
number of games, and pays for that: it is wider than an interval for a fixed number of games, and
holds the truth more often than 95 times in 100.
"""

import math

import numpy as np
import numpy.typing as npt

from linden.lab.intervals import LEVEL, Interval, Values

GRID = 60
"""Values of the mean that are bet against, three times over: each time closer together."""
SINGLE = 2000
"""Values that are bet on one by one; later ones in groups that grow with their place, fixed
beforehand, so that millions take a moment."""
MOST = 0.5
"""The part of the capital that may be lost at once."""


def groups(n: int) -> list[int]:
    """Where groups of ``n`` values begin, and the end; an unfinished last group waits.

    >>> groups(5)
    [0, 1, 2, 3, 4, 5]
    >>> len(groups(1_000_000)) < 20_000
    True
    """
    bounds = list(range(min(n, SINGLE) + 1))
    while (end := bounds[-1] + max(1, bounds[-1] // SINGLE)) <= n:
        bounds.append(end)
    return bounds


def sequence(values: Values, low: float, high: float, level: float = LEVEL) -> Interval:
    """Where the mean of values between ``low`` and ``high`` lies, whenever it is asked."""
    n = len(values)
    if n == 0:
        return Interval(math.nan, low, high, 0)
    scaled = (values - low) / (high - low)
    bounds = np.array(groups(n))
    sizes = np.diff(bounds)
    sums = np.add.reduceat(scaled[: bounds[-1]], bounds[:-1])
    squares = np.add.reduceat(scaled[: bounds[-1]] ** 2, bounds[:-1])
    means = sums / sizes
    # What is known before each bet: nothing yet looks like half the range.
    before = bounds[:-1]
    mean = (0.5 + np.concatenate([[0.0], np.cumsum(sums)[:-1]])) / (before + 1)
    spread = (0.25 + np.concatenate([[0.0], np.cumsum(squares)[:-1]])) / (before + 1) - mean**2
    spread = np.maximum(spread, 1 / (4 * (before + 1.0)))
    ends = bounds[1:].astype(np.float64)
    bet = sizes * np.sqrt(2 * math.log(2 / (1 - level)) / (spread * ends * np.log1p(ends)))
    limit = math.log(2 / (1 - level))
    kept_low, kept_high = 0.0, 1.0
    for _ in range(3):
        grid = np.linspace(kept_low, kept_high, GRID + 1)
        alive = ~_ruled_out(means, bet, grid, limit)
        if not alive.any():
            break
        first, last = int(alive.argmax()), len(alive) - 1 - int(alive[::-1].argmax())
        step = (kept_high - kept_low) / GRID
        # A value between two of the grid may be in, up to the first that is ruled out.
        kept_low, kept_high = max(0.0, grid[first] - step), min(1.0, grid[last] + step)
    width = high - low
    estimate = float(values.mean())
    return Interval(
        estimate,
        min(estimate, low + width * float(kept_low)),
        max(estimate, low + width * float(kept_high)),
        n,
    )


def _ruled_out(means: Values, bet: Values, grid: Values, limit: float) -> npt.NDArray[np.bool_]:
    """Of each value of the grid, whether the capital against it ever passed the limit."""
    ever = np.zeros(len(grid), np.bool_)
    up, down = np.zeros(len(grid)), np.zeros(len(grid))
    for at in range(0, len(means), 500):
        part, bets = means[at : at + 500, None], bet[at : at + 500, None]
        off = part - grid[None, :]
        more = np.minimum(bets, MOST / np.maximum(grid, 1e-9)[None, :])
        less = np.minimum(bets, MOST / np.maximum(1 - grid, 1e-9)[None, :])
        rising = up + np.cumsum(np.log1p(more * off), axis=0)
        falling = down + np.cumsum(np.log1p(-less * off), axis=0)
        ever |= (np.maximum(rising, falling) >= limit).any(axis=0)
        up, down = rising[-1], falling[-1]
    return ever
