"""Ratings from results: Elo by the Bradley–Terry model, and when to stop playing.

A result is a score between 0 and 1 of one player against another, a draw being a half.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]
ELO = 400 / math.log(10)


@dataclass(frozen=True)
class Rating:
    """A player's strength on the Elo scale; ``error`` is half of the 95% interval."""

    name: str
    elo: float
    error: float
    score: float
    """Points out of all its games, from 0 to 1."""
    games: int


def rate(results: Sequence[tuple[str, str, float]], anchor: str | None = None) -> list[Rating]:
    """Ratings of all players in (player, player, score of the first) results, best first.

    They are the maximum of the likelihood with half a virtual draw for each pair that met, which
    keeps a player that won or lost everything finite. ``anchor`` is put at 0, or else the mean.
    """
    names = sorted({name for one, two, _ in results for name in (one, two)})
    n = len(names)
    index = {name: i for i, name in enumerate(names)}
    points, met = np.zeros((n, n)), np.zeros((n, n))
    for one, two, score in results:
        i, j = index[one], index[two]
        points[i, j] += score
        points[j, i] += 1 - score
        met[i, j] += 1
        met[j, i] += 1
    score, games = points.sum(axis=1), met.sum(axis=1)
    prior = (met > 0) * 0.5
    points, met = points + prior / 2, met + prior
    strength = np.zeros(n)
    for _ in range(200):
        expected = met / (1 + np.exp(strength[None, :] - strength[:, None]))
        slope = points.sum(axis=1) - expected.sum(axis=1)
        step = np.linalg.lstsq(_information(strength, met), slope, rcond=None)[0]
        strength += np.clip(step, -1, 1)
        if np.abs(step).max() < 1e-9:
            break
    strength -= strength[index[anchor]] if anchor is not None else strength.mean()
    covariance = np.linalg.pinv(_information(strength, met))
    if anchor is not None:
        a = index[anchor]
        spread = np.diag(covariance) + covariance[a, a] - 2 * covariance[a]
    else:
        spread = np.diag(covariance)
    errors = 1.96 * np.sqrt(np.maximum(spread, 0)) * ELO
    ratings = [
        Rating(
            name,
            float(strength[i] * ELO),
            float(errors[i]),
            float(score[i] / games[i]),
            int(games[i]),
        )
        for i, name in enumerate(names)
    ]
    return sorted(ratings, key=lambda rating: -rating.elo)


def _information(strength: Numbers, met: Numbers) -> Numbers:
    """How sharply the results tell strengths apart: the negated Hessian of the likelihood."""
    chance = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
    weight = met * chance * (1 - chance)
    information: Numbers = np.diag(weight.sum(axis=1)) - weight
    return information


@dataclass(frozen=True)
class Sprt:
    """Wald's sequential test: does the first player score ``better``, or only ``equal``?"""

    better: float = 0.6
    equal: float = 0.5
    error: float = 0.05
    least: int = 0
    """Games that are played in any case."""

    def verdict(self, scores: Sequence[float]) -> bool | None:
        """``True``: better. ``False``: not. ``None``: play on."""
        if len(scores) < self.least:
            return None
        limit = math.log((1 - self.error) / self.error)
        won = math.log(self.better / self.equal)
        lost = math.log((1 - self.better) / (1 - self.equal))
        evidence = sum(score * won + (1 - score) * lost for score in scores)
        if evidence >= limit:
            return True
        return False if evidence <= -limit else None
