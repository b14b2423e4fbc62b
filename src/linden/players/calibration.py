"""Calibrating chances: curves fitted to what was told and what came of it; how far off they are.

Fitting is multinomial logistic regression by Newton's method, with a little pull towards the plain
curve. What it is worth is judged on games that it was not fitted to.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linden.core.chances import LEAST_SHARE, MIDDLE_NODES, Curve
from linden.players.calibrating import Told

Array = Any
WITHOUT_SEARCH = ("greedy", "random")
"""Kinds whose answers are the same however long they may think."""
NUMBERS = ("trust", "trust_later", "trust_deeper", "mover", "mover_later", "mover_deeper")
PULL = np.array([0.5, 2.0, 20.0, 2.0, 2.0, 20.0])
"""How strongly each number of a curve is drawn to that of the plain one, in answers."""
PLAIN = np.array([1.0, 0.0, 0.0, 0.0, 0.0, 0.0])
STEPS = 25
ENOUGH, MOST_OFF = 60, 0.07
"""A tenth with so many answers counts, and so far it may be off for a kind that does not search."""
UNKNOWING = Curve(trust=0.0)
FOLDS = 5
TENTHS = 10


def fitted(told: Sequence[Told]) -> Curve:
    """The curve under which what happened is likeliest; all answers are of one kind and as many
    seats."""
    features = np.stack([_features(one) for one in told])
    results = np.array([one.result for one in told])
    pull = PULL.copy()
    if told[0].kind in WITHOUT_SEARCH:
        pull[[2, 5]] = 1e12
    numbers = PLAIN.copy()
    worth, slope, bend = _likelihood(numbers, features, results, pull)
    for _ in range(STEPS):
        step = np.linalg.solve(bend, slope)
        while (tried := _likelihood(numbers + step, features, results, pull))[0] < worth:
            step /= 2
            if np.abs(step).max() < 1e-6:
                break
        else:
            numbers = numbers + step
            worth, slope, bend = tried
    nodes = [one.nodes for one in told]
    named = zip(NUMBERS, numbers.tolist(), strict=True)
    found = {name: round(number, 3) + 0.0 for name, number in named}
    return Curve(nodes=(min(nodes), max(nodes)), **found)


def _likelihood(
    numbers: Array, features: Array, results: Array, pull: Array
) -> tuple[float, Array, Array]:
    """How likely the results are under these numbers, as a logarithm with the pull taken off, its
    slope, and how it bends."""
    logits = features @ numbers
    logits -= logits.max(axis=1, keepdims=True)
    chances = np.exp(logits)
    chances /= chances.sum(axis=1, keepdims=True)
    away = features - (chances[:, :, None] * features).sum(axis=1, keepdims=True)
    worth = float((results * np.log(np.maximum(chances, 1e-300))).sum())
    worth -= float((pull * (numbers - PLAIN) ** 2).sum()) / 2
    slope = ((results - chances)[:, :, None] * features).sum(axis=(0, 1))
    slope -= pull * (numbers - PLAIN)
    bend = np.einsum("ns,nsi,nsj->ij", chances, away, away) + np.diag(pull)
    return worth, slope, bend


def honest(told: Sequence[Told]) -> Curve:
    """The fitted curve; for a kind that does not search, and is off all the same, one that knows
    nothing and tells the same of every position."""
    pairs = [pair for one, chances in held_out(told) for pair in pairs_of(one, chances)]
    off = [abs(tenth.told - tenth.won) for tenth in reliability(pairs) if tenth.count >= ENOUGH]
    if told[0].kind in WITHOUT_SEARCH and max(off, default=0.0) > MOST_OFF:
        return UNKNOWING
    return fitted(told)


def _features(one: Told) -> Any:
    """For each seat, what the numbers of a curve are multiplied with."""
    shares = np.log(np.maximum(one.shares, LEAST_SHARE))
    moves = np.zeros(len(shares))
    moves[one.seat] = 1
    deeper = np.log(max(one.nodes, 1) / MIDDLE_NODES)
    scales = (1.0, one.progress, deeper)
    return np.stack([part * scale for part in (shares, moves) for scale in scales], axis=1)


@dataclass(frozen=True)
class Tenth:
    """All chances between two tenths, and what came of them."""

    low: float
    count: int
    told: float
    """The mean chance that was told."""
    won: float
    """The mean share of the win."""


def reliability(pairs: Sequence[tuple[float, float]]) -> list[Tenth]:
    """Chances that were told, with the shares that were won, tenth by tenth."""
    found = []
    for number in range(TENTHS):
        inside = [pair for pair in pairs if min(int(pair[0] * TENTHS), TENTHS - 1) == number]
        if inside:
            told, won = np.mean(inside, axis=0).tolist()
            found.append(Tenth(number / TENTHS, len(inside), told, won))
    return found


def pairs_of(one: Told, chances: Sequence[float]) -> list[tuple[float, float]]:
    """What was told of a position: of the seat to move where there are two, as the other has the
    rest, and else of every seat."""
    pairs = list(zip(chances, one.result, strict=True))
    return [pairs[one.seat]] if len(pairs) == 2 else pairs


def held_out(told: Sequence[Told]) -> list[tuple[Told, tuple[float, ...]]]:
    """Every answer with the chances that it gets from a curve fitted to other games."""
    found = []
    for fold in range(FOLDS):
        curve = fitted([one for one in told if one.game % FOLDS != fold])
        found += [
            (one, curve.chances(one.shares, one.seat, one.progress, one.nodes))
            for one in told
            if one.game % FOLDS == fold
        ]
    return found
