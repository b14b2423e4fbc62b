"""Calibrating chances: curves fitted to what was told and what came of it; how far off they are.

Fitting is multinomial logistic regression by Newton's method, with a little pull towards the plain
curve. What it is worth is judged on games that it was not fitted to.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
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
STEPS, CLOSE = 25, 1e-4
"""Of Newton's method: how many at most, and how small the last one is."""
INNER, DOUBT = 0.02, 10
"""Chances nearer to certainty are not bent; the answers that speak for the line."""
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
        tried = _likelihood(numbers + step, features, results, pull)
        while tried[0] < worth and np.abs(step).max() > CLOSE:
            step /= 2
            tried = _likelihood(numbers + step, features, results, pull)
        if np.abs(step).max() <= CLOSE:
            break
        numbers = numbers + step
        worth, slope, bend = tried
    nodes = [one.nodes for one in told]
    named = zip(NUMBERS, numbers.tolist(), strict=True)
    found = {name: round(number, 3) + 0.0 for name, number in named}
    line = Curve(nodes=(min(nodes), max(nodes)), **found)
    return replace(line, steps=_steps(line, told), others=_others(line, told))


def _others(line: Curve, told: Sequence[Told]) -> float:
    """How far the line may be trusted between those who were not to move: what makes it likeliest
    who of them won, where one of them did."""
    if len(told[0].result) == 2:
        return 1.0
    chances = np.array(
        [line.chances(one.shares, one.seat, one.progress, one.nodes) for one in told]
    )
    results = np.array([one.result for one in told])
    movers = np.array([one.seat for one in told])[:, None] == np.arange(results.shape[1])
    logs = np.where(movers, -np.inf, np.log(chances))
    results = np.where(movers, 0.0, results)

    def likelihood(power: float) -> float:
        logits = power * logs
        logits -= np.logaddexp.reduce(logits, axis=1)[:, None]
        return float((results * np.where(movers, 0.0, logits)).sum())

    return max((number / 20 for number in range(1, 41)), key=likelihood)


def _steps(line: Curve, told: Sequence[Told]) -> tuple[tuple[float, float], ...]:
    """Where a line is off: the mean of each tenth of its chances and what came of them, made to
    rise and drawn to the line where there are few."""
    pairs = [
        (
            line.chances(one.shares, one.seat, one.progress, one.nodes)[one.seat],
            one.result[one.seat],
        )
        for one in told
    ]
    bent = [
        (tenth.told, tenth.told + (tenth.won - tenth.told) * tenth.count / (tenth.count + DOUBT))
        for tenth in reliability([pair for pair in pairs if INNER < pair[0] < 1 - INNER])
    ]
    # Neighbours that fall are put together until all rise.
    rising: list[list[tuple[float, float]]] = []
    for point in bent:
        rising.append([point])
        while len(rising) > 1 and _mean(rising[-1])[1] <= _mean(rising[-2])[1]:
            rising[-2:] = [rising[-2] + rising[-1]]
    knots = [(0.0, 0.0), *map(_mean, rising), (1.0, 1.0)]
    return tuple((round(found, 3), round(won, 3)) for found, won in knots)


def _mean(points: Sequence[tuple[float, float]]) -> tuple[float, float]:
    return (
        sum(found for found, _ in points) / len(points),
        sum(won for _, won in points) / len(points),
    )


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
    weighted = (chances[:, :, None] * away).reshape(-1, len(numbers))
    bend = weighted.T @ away.reshape(-1, len(numbers)) + np.diag(pull)
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
