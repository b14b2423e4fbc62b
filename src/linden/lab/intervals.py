"""Intervals that hold the truth 95 times in 100, each by its name in the literature.

``wilson`` (Wilson 1927) and ``clopper_pearson`` (Clopper and Pearson 1934) for shares, ``scored``,
which is as Wilson's, for means of shares, ``student`` for other means, ``jackknife`` (Tukey 1958)
for what is computed from several means: all for a number of games that was fixed beforehand. Games
that are played until an interval is narrow enough are the fixed-width procedure of Chow and Robbins
(1965), whose intervals these are too. ``sequences`` has those that may be looked at any time.
"""

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np
import numpy.typing as npt

Values = npt.NDArray[np.float64]
LEVEL = 0.95
SAME = 1e-9
"""Values that differ by less do so by rounding."""


@dataclass(frozen=True)
class Interval:
    """An estimate, and where the truth lies 95 times in 100."""

    estimate: float
    low: float
    high: float
    n: int
    """Independent witnesses: games, or deals where several games share one."""

    @property
    def half(self) -> float:
        """Half of its width."""
        return (self.high - self.low) / 2

    def moved(self, by: float) -> "Interval":
        """The same for a quantity that is so much larger."""
        return Interval(self.estimate + by, self.low + by, self.high + by, self.n)

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high


def z_value(level: float = LEVEL) -> float:
    """How many standard deviations a normal quantity stays within, either way."""
    return NormalDist().inv_cdf((1 + level) / 2)


def t_value(freedom: int, level: float = LEVEL) -> float:
    """The same for Student's t (expansion of Abramowitz and Stegun 26.7.5).

    >>> [round(t_value(n), 2) for n in (5, 10, 30, 1000)]
    [2.57, 2.23, 2.04, 1.96]
    """
    if freedom <= 2:  # where the expansion is poor there are closed forms
        inner = math.pi * level / 2
        exact = math.tan(inner) if freedom < 2 else level * math.sqrt(2 / (1 - level**2))
        return exact
    z, n = z_value(level), freedom
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return math.fsum(term / n**power for power, term in enumerate(terms))


def wilson(successes: float, n: int, level: float = LEVEL) -> Interval:
    """A share of ``n`` games.

    >>> found = wilson(0, 10)
    >>> found.low, round(found.high, 3)
    (0.0, 0.278)
    """
    if n == 0:
        return Interval(math.nan, 0.0, 1.0, 0)
    z, p = z_value(level), successes / n
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    # What never happened may be impossible, and what always did may be certain: rounding is not to
    # keep these out.
    low = max(0.0, middle - half) if successes > 0 else 0.0
    high = min(1.0, middle + half) if successes < n else 1.0
    return Interval(p, low, high, n)


def clopper_pearson(successes: int, n: int, level: float = LEVEL) -> Interval:
    """A share of ``n`` games, never too sure: for shares near 0 or 1 and few games.

    >>> found = clopper_pearson(0, 10)
    >>> round(found.low, 3), round(found.high, 3)
    (0.0, 0.308)
    """
    tail = (1 - level) / 2

    def at_most(k: int, p: float) -> float:
        if p <= 0 or p >= 1:
            return 1.0 if p <= 0 or k >= n else 0.0
        logs = [
            math.lgamma(n + 1)
            - math.lgamma(i + 1)
            - math.lgamma(n - i + 1)
            + i * math.log(p)
            + (n - i) * math.log1p(-p)
            for i in range(k + 1)
        ]
        return math.fsum(map(math.exp, logs))

    low = 0.0 if successes == 0 else _root(lambda p: 1 - at_most(successes - 1, p) - tail)
    high = 1.0 if successes == n else _root(lambda p: tail - at_most(successes, p))
    return Interval(successes / n if n else math.nan, low, high, n)


def _root(rising: Callable[[float], float]) -> float:
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if rising(middle) < 0 else (low, middle)
    return (low + high) / 2


def student(values: Values, level: float = LEVEL) -> Interval:
    """The mean of independent values."""
    n = len(values)
    if n == 0:
        return Interval(math.nan, -math.inf, math.inf, 0)
    mean = float(values.mean())
    if n == 1:
        return Interval(mean, -math.inf, math.inf, 1)
    half = t_value(n - 1, level) * float(values.std(ddof=1)) / math.sqrt(n)
    return Interval(mean, mean - half, mean + half, n)


def jackknife(
    values: npt.NDArray[Any], statistic: Callable[[Any], float], level: float = LEVEL
) -> Interval:
    """What ``statistic`` says of the column means of ``values``, a row for each witness.

    Leaving out one row after the other tells how far it can be off; from 400 rows on, one group
    of rows after the other. Rows that are all the same tell nothing of that. Where they differ and
    leaving them out makes no difference, the statistic does not depend on them, and is certain.
    """
    n = len(values)
    whole, total = statistic(values.mean(axis=0)), values.sum(axis=0)
    groups = min(n, 400)
    if groups < 3 or np.ptp(values, axis=0).max() < SAME:
        return Interval(whole, -math.inf, math.inf, n)
    bounds = np.linspace(0, n, groups + 1).astype(int)
    left_out = np.array(
        [
            statistic((total - values[low:high].sum(axis=0)) / (n - (high - low)))
            for low, high in itertools.pairwise(bounds)
        ]
    )
    if not np.isfinite(left_out).all():  # so few that leaving out one leaves nothing to compare
        return Interval(whole, -math.inf, math.inf, n)
    half = t_value(groups - 1, level) * math.sqrt(
        (groups - 1) / groups * float(((left_out - left_out.mean()) ** 2).sum())
    )
    return Interval(whole, whole - half, whole + half, n)


def scored(values: Values, level: float = LEVEL) -> Interval:
    """The mean of shares, values from 0 to 1: of wins with draws, or of a deal's games.

    As in Wilson's interval, what is tried as the truth brings its own spread with it: where it is
    more than the mean, some games would have had a 1 in place of what they had, and where it is
    less, a 0. What was never seen is thus as likely as Wilson has it, and the spread that was seen
    counts as Student has it. So it holds for shares that are seldom other than their usual value,
    where Student's does not, and its ends are shares themselves.

    >>> found = scored(np.full(100, 0.5))
    >>> round(found.low, 3), round(found.high, 3)
    (0.482, 0.518)
    """
    n, mean, variance = len(values), float(values.mean()), float(values.var())
    z = z_value(level) ** 2
    seen = t_value(n - 1, level) ** 2 * variance * n / max(n - 1, 1)

    def off(room: float) -> float:
        """How far the truth may be towards an end that is so far from the mean."""
        unseen = z * (room - variance / max(room, SAME))
        return (unseen + math.sqrt(unseen**2 + 4 * (n + z) * seen)) / (2 * (n + z))

    return Interval(mean, max(0.0, mean - off(mean)), min(1.0, mean + off(1 - mean)), n)


def of_values(values: Values, share: bool, level: float = LEVEL) -> Interval:
    """Wilson's interval for a share of games in which something happened, the same in spirit where
    a game can have a part of a share, Student's elsewhere.

    >>> of_values(np.array([0.0, 1.0, 1.0, 0.0]), True).high < 1
    True
    >>> of_values(np.array([0.0, 0.0, 0.0, 0.5]), True).low
    0.0
    """
    if not share or not len(values) or values.min() < -SAME or values.max() > 1 + SAME:
        return student(values, level)
    if np.isin(values, (0.0, 1.0)).all():
        return wilson(float(values.sum()), len(values), level)
    return scored(np.clip(values, 0.0, 1.0), level)
