"""Where wins that fall along a logistic curve cross a share.

The interval is that of the profile likelihood: every place is kept at which some steepness makes
the games nearly as likely as the best curve does (Wilks 1938). It is narrow where wins fall so
gently that no single value is settled by its games, and is worth as much as the curve is: who does
not want to take one for granted has the interval of ``even``, which needs none.
"""

import math
from collections.abc import Sequence

import numpy as np

from linden.lab.intervals import Interval, Values, z_value

FALL = z_value() ** 2 / 2
"""By how much the logarithm of the likelihood may fall: half of what a chi-squared quantity of one
degree of freedom exceeds once in twenty times."""
STEEPNESSES = 160
PLACES = 128
HALVINGS = 25
"""After which an end, or the best place, is known to a millionth of the range."""
EXTREME = 20.0
"""A fall may be so many times as long as the range, or so many times as short as a step."""


class Curve:
    """Wins at some values, as a logistic curve that falls may explain them."""

    def __init__(self, values: Sequence[float], shares: Sequence[Values], target: float) -> None:
        tried = [at for at, one in enumerate(shares) if len(one)]
        self._at = np.array([values[at] for at in tried])
        self._games = np.array([float(len(shares[at])) for at in tried])
        self._won = np.array([float(shares[at].sum()) for at in tried])
        self._shift = math.log(target / (1 - target))
        step = float(np.diff(np.asarray(values)).min())
        range_ = values[-1] - values[0]
        self._steepness = np.geomspace(1 / (EXTREME * range_), EXTREME / step, STEEPNESSES)

    def likelihood(self, place: float) -> float:
        """The logarithm of that of the games, along the best curve that crosses here."""
        z = (place - self._at) * self._steepness[:, None] + self._shift
        # log(1 - p) is log(p) - z.
        known = np.logaddexp(0, -z) @ self._games + z @ (self._games - self._won)
        return -float(known.min())


def along_curve(values: Sequence[float], shares: Sequence[Values], target: float) -> Interval:
    """Where the curve crosses the target, with its interval; infinite where even an end of the
    range is not ruled out. The shares fall, and are each one deal's."""
    curve = Curve(values, shares, target)
    places, step = np.linspace(values[0], values[-1], PLACES, retstep=True)
    found = [curve.likelihood(place) for place in places]
    best = int(np.argmax(found))
    low, high = places[max(best - 1, 0)], places[min(best + 1, PLACES - 1)]
    for _ in range(HALVINGS):
        third = (high - low) / 3
        if curve.likelihood(low + third) < curve.likelihood(high - third):
            low += third
        else:
            high -= third
    estimate = float(low + high) / 2
    limit = max(*found, curve.likelihood(estimate)) - FALL
    inside = [float(place) for place, one in zip(places, found, strict=True) if one >= limit]
    first, last = min([estimate, *inside]), max([estimate, *inside])
    return Interval(
        estimate,
        -math.inf if first == values[0] else _end(curve, limit, first, first - step),
        math.inf if last == values[-1] else _end(curve, limit, last, last + step),
        sum(map(len, shares)),
    )


def _end(curve: Curve, limit: float, inside: float, outside: float) -> float:
    """Where the likelihood falls below the limit."""
    for _ in range(HALVINGS):
        middle = (inside + outside) / 2
        if curve.likelihood(middle) >= limit:
            inside = middle
        else:
            outside = middle
    return inside
