"""Glicko-2, the rating of games for two (Glickman 2012, "Example of the Glicko-2 system").

Two things are added, as large sites for chess do it. A rating period need not be whole: a game is
counted when it ends, and time without games makes a rating less sure by as much as it took. And a
seat that is known to be better off is worth some points while the game lasts.

>>> ada = Rating(1500, 200, 0.06)
>>> bob = Rating(1400, 30)
>>> after = updated(ada, [Result(bob, 1.0)], periods=1)
>>> round(after.rating), round(after.deviation)
(1564, 175)
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

START, LEAST_SURE, USUAL_VOLATILITY = 1500.0, 350.0, 0.06
"""What nobody knows anything about is rated."""
MOST_SURE = 30.0
"""The smallest deviation: nobody is known so well that the next game says nothing."""
SCALE = 400 / math.log(10)
"""Points of a rating for one unit of the paper's inner scale."""
TAU = 0.5
"""How much a volatility may change; the paper's usual choices are 0.3 to 1.2."""
TOLERANCE = 1e-6
PERIODS_A_DAY = 0.2144
"""A rating of deviation 60 has one of 110 after a year without games."""


@dataclass(frozen=True)
class Rating:
    """A strength, how sure it is, and how much it tends to change."""

    rating: float = START
    deviation: float = LEAST_SURE
    volatility: float = USUAL_VOLATILITY


@dataclass(frozen=True)
class Result:
    """One game as one of its players sees it."""

    opponent: Rating
    score: float
    """1 for a win, 0 for a loss, a half for a draw."""
    advantage: float = 0.0
    """The points by which this player's seat is better off than the other's."""


def aged(player: Rating, periods: float) -> Rating:
    """The same player after so many periods without a game: less sure, to a limit."""
    spread = math.hypot(player.deviation, SCALE * player.volatility * math.sqrt(periods))
    return Rating(player.rating, min(spread, LEAST_SURE), player.volatility)


def expected(player: Rating, opponent: Rating, advantage: float = 0.0) -> float:
    """The score that ``player`` is expected to have, between 0 and 1."""
    gap = (player.rating + advantage - opponent.rating) / SCALE
    return 1 / (1 + math.exp(-_weight(opponent.deviation / SCALE) * gap))


def updated(
    player: Rating, results: Sequence[Result], *, periods: float = 0.0, tau: float = TAU
) -> Rating:
    """The player after these games, of one rating period or of a part of one. With whole
    ``periods`` it is the paper's."""
    if not results:
        return aged(player, periods)
    phi = player.deviation / SCALE
    information = surprise = 0.0
    for result in results:
        weight = _weight(result.opponent.deviation / SCALE)
        chance = expected(player, result.opponent, result.advantage)
        information += weight**2 * chance * (1 - chance)
        surprise += weight * (result.score - chance)
    variance = 1 / information
    volatility = _volatility(phi, player.volatility, variance, variance * surprise, tau)
    before = phi**2 + volatility**2 * periods
    after = 1 / math.sqrt(1 / before + 1 / variance)
    deviation = min(max(SCALE * after, MOST_SURE), LEAST_SURE)
    return Rating(player.rating + SCALE * after**2 * surprise, deviation, volatility)


def _weight(phi: float) -> float:
    """How much a game against somebody says who is known no better than this (the paper's g)."""
    return 1 / math.sqrt(1 + 3 * phi**2 / math.pi**2)


def _volatility(phi: float, sigma: float, variance: float, delta: float, tau: float) -> float:
    """The new volatility, by the Illinois method (the paper's step 5)."""
    start = math.log(sigma**2)

    def slope(x: float) -> float:
        spread = phi**2 + variance + math.exp(x)
        rise = math.exp(x) * (delta**2 - spread) / (2 * spread**2)
        return rise - (x - start) / tau**2

    low = start
    if delta**2 > phi**2 + variance:
        high = math.log(delta**2 - phi**2 - variance)
    else:
        step = 1
        while slope(start - step * tau) < 0:
            step += 1
        high = start - step * tau
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > TOLERANCE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)
