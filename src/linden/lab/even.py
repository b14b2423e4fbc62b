"""The value of an option, such as a komi, at which the first seat has its share of the wins.

Games are noise, so no value is ever settled for good: what is kept is the evidence for and against
every place at which the wins may change sides. Whoever doubts a place bets against it at all values
at once, that the first seat is behind where it should be ahead, or ahead where it should be behind.
If the place is the true one these are fair bets or worse, so the capital grows twentyfold once in
twenty times at most, whenever one looks and wherever games were played (Ville 1939). The places
that are left are the interval: it takes for granted that the wins change sides once, and nothing
about how they do. Next games are played where the places that are left divide into quarters, which
is the probabilistic bisection of Horstein (1963) with a weight for every place instead of a
decision.

The estimate is where centered isotonic regression (Oron and Flournoy 2017) of the wins crosses the
share; ``curve`` has another for those who take a shape of the wins for granted. Margins are not
looked at: who plays to win plays for anything once the win is certain.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from linden.lab.curve import along_curve
from linden.lab.experiment import ExperimentError
from linden.lab.intervals import LEVEL, Interval, Values, of_values
from linden.lab.pools import Pool
from linden.lab.runner import run_some
from linden.lab.store import LabFile
from linden.lab.summary import by_deal, shares_by_seat

FIRST = 8
"""Deals at both ends: they tell whether the wins rise or fall."""
STEP = 4
"""Deals that are added to each value that is asked in a round."""
ASKED = 3
"""Values that are asked in a round."""
CAUTION = 2
"""Even games that a bet counts besides those that were played."""
MOST = 0.75
"""The part of the capital that may be lost at once."""


@dataclass(frozen=True)
class Even:
    """The value of an option at which the first seat has its share of the wins."""

    estimate: float
    low: float
    """Beyond these two one side is surely ahead; infinite where even the end of the range may not
    be far enough."""
    high: float
    games: int
    probes: tuple[tuple[float, Interval], ...]
    """Each value that was tried, with the first seat's share by itself."""
    once: bool = True
    """Whether the wins may change sides just once; where they surely change to and fro, the
    interval holds all the places."""
    curve: Interval | None = None
    """Where a logistic curve would have it, which is known better where wins fall gently; not
    where they change to and fro, nor where it may lie outside."""

    @property
    def between(self) -> str:
        """The interval in words."""
        if math.isinf(self.low) and math.isinf(self.high):
            return "anywhere"
        if math.isinf(self.low):
            return f"at {self.high:g} or below"
        if math.isinf(self.high):
            return f"at {self.low:g} or above"
        return f"between {self.low:g} and {self.high:g}"


def capital(shares: Values, target: float) -> float:
    """The logarithm of what somebody has who bets, game after game, that the mean is above the
    target, as much as the games before suggest; nothing where they suggest it is not."""
    if len(shares) < 2:
        return 0.0
    before = np.arange(1, len(shares) + 1)
    mean = (CAUTION * target + np.cumsum(shares)) / (before + CAUTION)
    deviations = CAUTION * target * (1 - target) + np.cumsum((shares - mean) ** 2)
    spread = deviations / (before + CAUTION)
    ahead = np.maximum(mean - target, 0.0)
    bets = np.minimum(ahead / (spread + ahead**2), MOST / target)
    return float(np.log1p(bets[:-1] * (shares[1:] - target)).sum())


@dataclass(frozen=True)
class Places:
    """Everywhere the wins may change sides: before the first value, at it, between it and the
    second, and so on; for wins that fall, or turned around for those that rise."""

    weights: Values
    """Of each place, the evidence against it: the logarithm of the capital."""

    @classmethod
    def of(cls, shares: Sequence[Values], target: float, rising: bool) -> "Places":
        ahead = np.array([capital(one, target) for one in shares])
        behind = np.array([capital(1 - one, 1 - target) for one in shares])
        if rising:
            ahead, behind = behind, ahead
        # Below a place the first seat is ahead, above it behind, and at it neither.
        below = np.concatenate([[0.0], np.cumsum(behind)])
        above = np.concatenate([np.cumsum(ahead[::-1])[::-1], [0.0]])
        found = np.empty(2 * len(shares) + 1)
        found[::2] = below + above
        found[1::2] = below[:-1] + np.logaddexp(ahead, behind) - math.log(2) + above[1:]
        return cls(found)

    @property
    def left(self) -> npt.NDArray[np.int_]:
        """The places that are not ruled out."""
        kept: npt.NDArray[np.int_] = np.flatnonzero(self.weights < -math.log(1 - LEVEL))
        return kept

    def ends(self) -> tuple[int, int]:
        """The numbers of the values around the places that are left; −1, or one too many, where
        the place may be outside."""
        first, last = int(self.left[0]), int(self.left[-1])
        return (first + 1) // 2 - 1, last // 2

    def asked(self, played: Sequence[int]) -> list[int]:
        """The values to play at next: at the middle of what is left, each place counting by what
        speaks for it, and half-way from there to both ends."""
        weights = np.exp(self.weights.min() - self.weights)
        middle = int(np.searchsorted(np.cumsum(weights / weights.sum()), 0.5))
        ends = (int(self.left[0]), int(self.left[-1])) if len(self.left) else (middle, middle)
        chosen: list[int] = []
        for place in (middle, (ends[0] + middle) // 2, (middle + ends[1] + 1) // 2):
            around = [place // 2] if place % 2 else [place // 2 - 1, place // 2]
            inside = [at for at in around if 0 <= at < len(played)]
            chosen.append(min(inside, key=lambda at: played[at] + STEP * chosen.count(at)))
        return chosen


def regression(places: Sequence[float], shares: Values, games: Values) -> list[tuple[float, float]]:
    """Centered isotonic regression of shares that fall: neighbours that rise are one point, in
    their middle, each counting by its games.

    >>> regression([0, 1, 2, 3], np.array([0.9, 0.4, 0.6, 0.1]), np.array([8, 8, 8, 8]))
    [(0.0, 0.9), (1.5, 0.5), (3.0, 0.1)]
    """
    pooled: list[tuple[float, float, float]] = []
    for one in zip(places, shares.tolist(), games.tolist(), strict=True):
        pooled.append((float(one[0]), one[1], one[2]))
        while len(pooled) > 1 and pooled[-1][1] > pooled[-2][1]:
            (x, share, n), (before, other, more) = pooled.pop(), pooled.pop()
            both = n + more
            middle, mean = (x * n + before * more) / both, (share * n + other * more) / both
            pooled.append((middle, mean, both))
    return [(x, share) for x, share, _ in pooled]


def crossing(points: Sequence[tuple[float, float]], target: float) -> float | None:
    """Where shares that fall cross the target, the middle where they rest on it."""
    above = [x for x, share in points if share > target]
    below = [x for x, share in points if share < target]
    at = [x for x, share in points if share == target]
    if at:
        return (at[0] + at[-1]) / 2
    if not above or not below:
        return None
    (x, share), (beyond, other) = points[len(above) - 1], points[len(above)]
    return x + (share - target) / (share - other) * (beyond - x)


def judge(values: Sequence[float], shares: Sequence[Values], target: float) -> Even | None:
    """What games at some values say, each with the first seat's share of the win in order; nothing
    where the first seat is ahead, or behind, at all of them."""
    tried = [at for at, one in enumerate(shares) if len(one)]
    rising = rises(shares)
    places = Places.of(shares, target, rising)
    once = bool(len(places.left))
    low, high = _ends(values, places) if once else _hull(values, shares, target, rising)
    inside = [at for at in tried if low <= values[at] <= high]
    estimate = _estimate(values, shares, inside, target, rising)
    if estimate is None:
        estimate = _estimate(values, shares, tried, target, rising)
    if estimate is None:
        return None
    return Even(
        min(max(estimate, low), high),
        low,
        high,
        sum(len(one) for one in shares),
        tuple((values[at], of_values(shares[at], True)) for at in tried),
        once,
        _curve(values, shares, target, rising) if once else None,
    )


def _curve(
    values: Sequence[float], shares: Sequence[Values], target: float, rising: bool
) -> Interval | None:
    falling = [1 - one for one in shares] if rising else shares
    found = along_curve(values, falling, 1 - target if rising else target)
    return found if math.isfinite(found.low) and math.isfinite(found.high) else None


def _estimate(
    values: Sequence[float],
    shares: Sequence[Values],
    chosen: Sequence[int],
    target: float,
    rising: bool,
) -> float | None:
    """Where the wins at the chosen values cross the target. Those in the interval are enough: far
    from it a value that few games make look even would draw its neighbours away with it."""
    means = np.array([shares[at].mean() for at in chosen])
    turned, share = (1 - means, 1 - target) if rising else (means, target)
    counts = np.array([float(len(shares[at])) for at in chosen])
    return crossing(regression([values[at] for at in chosen], turned, counts), share)


def rises(shares: Sequence[Values]) -> bool:
    """Whether the first seat wins more at the last value than at the first."""
    return bool(shares[-1].mean() > shares[0].mean())


def _ends(values: Sequence[float], places: Places) -> tuple[float, float]:
    first, last = places.ends()
    low = values[first] if first >= 0 else -math.inf
    return low, values[last] if last < len(values) else math.inf


def _hull(
    values: Sequence[float], shares: Sequence[Values], target: float, rising: bool
) -> tuple[float, float]:
    """From before the first value at which the far side is ahead to behind the last one at which
    the near side is."""
    limit = -math.log(1 - LEVEL)
    ahead = [at for at, one in enumerate(shares) if capital(one, target) >= limit]
    behind = [at for at, one in enumerate(shares) if capital(1 - one, 1 - target) >= limit]
    near, far = (behind, ahead) if rising else (ahead, behind)
    low = min((at - 1 for at in far), default=-1)
    high = max((at + 1 for at in near), default=len(values))
    return (
        values[low] if low >= 0 else -math.inf,
        values[high] if high < len(values) else math.inf,
    )


def look(
    values: Sequence[float],
    target: float,
    play: Callable[[Sequence[int]], list[Values]],
    budget: int,
    report: Callable[[str], None] = lambda sentence: None,
) -> Even:
    """The even value, with up to ``budget`` deals: fewer where it is soon known to lie between two
    neighbours of one value. ``play`` has so many deals at each value, and tells the first seat's
    share in each."""
    deals = [0] * len(values)
    deals[0] = deals[-1] = FIRST
    while True:
        shares = play(deals)
        places = Places.of(shares, target, rises(shares))
        _tell(report, values, places, sum(deals))
        if len(places.left) and places.ends()[1] - places.ends()[0] <= 2:
            break
        if sum(deals) + ASKED * STEP > budget:
            break
        for at in places.asked(deals):
            deals[at] += STEP
    found = judge(values, shares, target)
    if found is None:
        side = "ahead" if shares[0].mean() > target else "behind"
        raise ExperimentError(
            f"The first seat is {side} from {values[0]:g} to {values[-1]:g}; look further out."
        )
    return found


def _tell(
    report: Callable[[str], None], values: Sequence[float], places: Places, spent: int
) -> None:
    if len(places.left):
        low, high = _ends(values, places)
        report(f"{spent:,} deals: between {low:g} and {high:g}")
    else:
        report(f"{spent:,} deals: the wins change sides more than once")


# -- with games ----------------------------------------------------------------------------------


def shares_at(file: LabFile, upto: Sequence[int] | None = None) -> list[Values]:
    """The first seat's share in every deal at every value, as far as they are played."""
    found = []
    for variant in file.experiment.variants:
        rows = file.rows(variant, upto=None if upto is None else upto[variant.number])
        size = file.experiment.deal_size(variant)
        found.append(by_deal(shares_by_seat(rows)[:, 0], size))
    return found


def even_values(file: LabFile) -> list[float]:
    """The values of the one option that the file's experiment varies."""
    experiment = file.experiment
    varied = [values for values in experiment.options.values() if len(values) > 1]
    if len(varied) != 1 or len(experiment.players) > 1 or sorted(varied[0]) != varied[0]:
        raise ExperimentError(
            "An even value is looked for in one option, whose values are numbers that rise."
        )
    return [float(value) for value in varied[0]]


def even(
    file: LabFile, pool: Pool, budget: int, report: Callable[[str], None] = lambda sentence: None
) -> Even:
    """Look for the even value of the one option that the file's experiment varies, with up to
    ``budget`` games."""
    values = even_values(file)
    variants = file.experiment.variants
    size = file.experiment.deal_size(variants[0])
    if budget < 2 * FIRST * size:
        raise ExperimentError(
            f"Looking for an even value takes at least {2 * FIRST * size} games; not {budget}."
        )

    def play(deals: Sequence[int]) -> list[Values]:
        run_some(file, pool, {at: count * size for at, count in enumerate(deals) if count})
        return shares_at(file, [count * size for count in deals])

    return look(values, 1 / variants[0].game.players, play, budget // size, report)
