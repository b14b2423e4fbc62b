"""Are the intervals honest? Experiments with a known truth, repeated, and how often it was inside.

    python -m linden.lab.coverage [REPEATS]

Truths are known because the "games" are drawn from distributions whose means are: shares of wins,
lengths, paired differences, luck. Each row says how the interval was made and when it was stopped.
``whole_coverage`` repeats whole experiments, from their text to their summary.
"""

import math
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from linden.lab.even import look
from linden.lab.intervals import Interval, Values, clopper_pearson, of_values, student, wilson
from linden.lab.sequences import sequence

Rng = np.random.Generator


@dataclass(frozen=True)
class Trial:
    """A kind of experiment with a known truth."""

    name: str
    truth: float
    interval: Callable[[Rng], Interval]
    exact: bool = True
    """Whether it should hold the truth 95 times in 100, neither more nor less; the others are
    allowed to hold it more often."""


def until_narrow(draw: Callable[[int], Values], half: float, share: bool) -> Interval:
    """Play on until the interval is narrow enough, as a run with a precision does."""
    values = draw(100)
    while (found := of_values(values, share)).half > half:
        values = np.concatenate([values, draw(max(1, len(values) // 10))])
    return found


def until_decided(draw: Callable[[int], Values], low: float, high: float) -> Interval:
    """Look at a confidence sequence every 100 games; stop when it excludes 0, or after 1,000."""
    values = draw(100)
    while 0.0 in (found := sequence(values, low, high)) and len(values) < 1000:
        values = np.concatenate([values, draw(100)])
    return found


def _bernoulli(rng: Rng, p: float) -> Callable[[int], Values]:
    return lambda n: (rng.random(n) < p).astype(np.float64)


def _with_draws(rng: Rng) -> Callable[[int], Values]:
    return lambda n: rng.choice([0.0, 0.5, 1.0], n, p=[0.4, 0.15, 0.45])


def _differences(rng: Rng, shift: float) -> Callable[[int], Values]:
    return lambda n: rng.choice([-1.0, 0.0, 1.0], n, p=[0.1, 0.8 - shift, 0.1 + shift])


def _luck(rng: Rng, deals: int) -> Interval:
    """Deals with a chance of their own, each played twice: the truth is 1/3.

    A chance drawn evenly from 0 to 1 has the variance 1/12, a result the variance 1/4."""
    from linden.lab.summary import luck_of

    chance = rng.random(deals)
    first = (rng.random((deals, 2)) < chance[:, None]).astype(np.float64)
    return luck_of(np.stack([first, 1 - first], axis=2))


def even_value(rng: Rng, truth: float, width: float, budget: int, curve: bool = False) -> Interval:
    """Where wins that fall along a logistic curve are even, from −30 to 30; the games are chosen
    one after the other by those before. Whether they do so along a curve need not be known."""
    values = [float(value) for value in range(-30, 31)]
    kept: list[Values] = [np.zeros(0)] * len(values)

    def play(deals: Sequence[int]) -> list[Values]:
        for at, count in enumerate(deals):
            wins = 1 / (1 + math.exp((values[at] - truth) / width))
            kept[at] = np.concatenate([kept[at], _bernoulli(rng, wins)(count - len(kept[at]))])
        return kept

    found = look(values, 0.5, play, budget)
    if curve:
        return found.curve or Interval(found.estimate, -math.inf, math.inf, found.games)
    return Interval(found.estimate, found.low, found.high, found.games)


TRIALS = (
    Trial("wins, 1,000 games", 0.53, lambda rng: _share(rng, 0.53, 1000)),
    Trial("busts, 400 games", 0.12, lambda rng: _share(rng, 0.12, 400)),
    Trial("wins with draws, 500 games", 0.525, lambda rng: of_values(_with_draws(rng)(500), True)),
    Trial("wins, 250 deals of two games", 0.53, lambda rng: _pairs(rng, 0.53, 250)),
    Trial("length, 60 games", 30.0, lambda rng: student(rng.normal(30, 6, 60))),
    Trial("length, skewed, 400 games", 20.0, lambda rng: student(rng.gamma(4, 5, 400))),
    Trial("luck, 1,000 deals", 1 / 3, lambda rng: _luck(rng, 1000)),
    Trial(
        "wins, stopped at ±3%", 0.53, lambda rng: until_narrow(_bernoulli(rng, 0.53), 0.03, True)
    ),
    Trial(
        "wins with draws, stopped at ±3%",
        0.525,
        lambda rng: until_narrow(_with_draws(rng), 0.03, True),
    ),
    Trial(
        "length, stopped at ±1",
        20.0,
        lambda rng: until_narrow(lambda n: rng.gamma(4, 5, n), 1.0, False),
    ),
    Trial(
        "rare busts, 60 games, Clopper and Pearson",
        0.02,
        lambda rng: clopper_pearson(int(_bernoulli(rng, 0.02)(60).sum()), 60),
        exact=False,
    ),
    Trial(
        "rare busts, 100 deals of two games, three expected",
        3 / 200,
        lambda rng: _pairs(rng, 3 / 200, 100),
        exact=False,
    ),
    Trial(
        "rare busts, 500 deals of two games, three expected",
        3 / 1000,
        lambda rng: _pairs(rng, 3 / 1000, 500),
        exact=False,
    ),
    Trial(
        "draws but for three wins expected, 200 games",
        0.5 + 3 / 400,
        lambda rng: of_values((1 + _bernoulli(rng, 3 / 200)(200)) / 2, True),
        exact=False,
    ),
    Trial(
        "no difference, looked at until it seems one",
        0.0,
        lambda rng: until_decided(_differences(rng, 0.0), -1, 1),
        exact=False,
    ),
    Trial(
        "a difference of 5%, looked at until it is decided",
        0.05,
        lambda rng: until_decided(_differences(rng, 0.05), -1, 1),
        exact=False,
    ),
    Trial(
        "an even value, steep wins, at most 400 games",
        7.3,
        lambda rng: even_value(rng, 7.3, 0.7, 400),
        exact=False,
    ),
    Trial(
        "an even value, gentle wins, 400 games",
        -3.2,
        lambda rng: even_value(rng, -3.2, 2.0, 400),
        exact=False,
    ),
    Trial(
        "an even value along its curve, gentle wins, 400 games",
        -3.2,
        lambda rng: even_value(rng, -3.2, 2.0, 400, curve=True),
    ),
    Trial(
        "an even value along its curve, very gentle wins, 400 games",
        2.3,
        lambda rng: even_value(rng, 2.3, 7.0, 400, curve=True),
    ),
)


def _share(rng: Rng, p: float, n: int) -> Interval:
    return wilson(float(_bernoulli(rng, p)(n).sum()), n)


def _pairs(rng: Rng, p: float, deals: int) -> Interval:
    """Of deals of two games each, with a truth of ``p``."""
    return of_values(rng.binomial(2, p, deals) / 2, True)


def covered(trial: Trial, repeats: int, seed: int = 0) -> float:
    """How often the truth was inside."""
    seeds = np.random.SeedSequence([seed, TRIALS.index(trial)]).spawn(repeats)
    inside = [trial.truth in trial.interval(np.random.default_rng(it)) for it in seeds]
    return sum(inside) / repeats


def table(repeats: int) -> Iterator[tuple[Trial, float]]:
    for trial in TRIALS:
        yield trial, covered(trial, repeats)


if __name__ == "__main__":
    for one, share in table(int(sys.argv[1]) if len(sys.argv) > 1 else 1000):
        allowed = "93 to 97%" if one.exact else "at least 93%"
        print(f"{share:7.1%}  {one.name} ({allowed})")
