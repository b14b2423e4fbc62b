"""Intervals hold the truth as often as they say."""

import math

import numpy as np
import pytest

from linden.lab.coverage import TRIALS, Trial, _differences, covered
from linden.lab.intervals import Interval, Values, jackknife, of_values, scored, student, wilson
from linden.lab.sequences import sequence

REPEATS = 150
SLACK = 4 * math.sqrt(0.95 * 0.05 / REPEATS)
"""Four standard deviations of what 95% covers in so many repeats; 1,000 of them, for 93 to 97%, are
python -m linden.lab.coverage."""


@pytest.mark.parametrize("trial", TRIALS, ids=lambda trial: trial.name)
def test_the_truth_is_inside(trial: Trial) -> None:
    repeats = REPEATS if trial.exact else REPEATS // 5
    share = covered(trial, repeats)
    assert share >= 0.95 - (SLACK if trial.exact else 0.1)
    if trial.exact:
        assert share <= 0.95 + min(SLACK, 0.048)


def test_looking_on_without_a_sequence_would_be_dishonest() -> None:
    """The same looks with an interval for a fixed number of games: the trial sees it."""

    def peeking(rng: np.random.Generator) -> Interval:
        draw = _differences(rng, 0.0)
        values = draw(100)
        while 0.0 in (found := student(values)) and len(values) < 2000:
            values = np.concatenate([values, draw(50)])
        return found

    inside = [0.0 in peeking(np.random.default_rng(seed)) for seed in range(150)]
    assert sum(inside) / 150 < 0.88


def test_known_intervals() -> None:
    found = wilson(15, 50)  # Brown, Cai and DasGupta 2001, by their formula
    assert (found.low, found.high) == pytest.approx((0.1910, 0.4375), abs=5e-4)
    found = student(np.array([1.0, 2.0, 3.0, 4.0, 5.0]))
    assert (found.low, found.high) == pytest.approx((1.0368, 4.9632), abs=5e-3)


@pytest.mark.parametrize("games", [7, 100, 1000, 12_345, 999_983])
def test_what_never_happened_may_be_impossible(games: int) -> None:
    """By rounding, the interval of 0 in 1,000 began at 4e-20 once."""
    assert 0.0 in wilson(0, games)
    assert 1.0 in wilson(games, games)


def test_shares_in_parts_have_wilson_s_interval_too() -> None:
    """Of 0 and 1 it is Wilson's, but for Student's quantile; beside draws, Wilson's on the side on
    which something was seen; and never beyond what a share can be."""
    wins: Values = (np.random.default_rng(3).random(4000) < 0.3).astype(np.float64)
    ours, theirs = scored(wins), wilson(float(wins.sum()), 4000)
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=2e-5)
    some = np.concatenate([np.full(1997, 0.5), np.ones(3)])
    assert of_values(some, True).high == pytest.approx(0.5 + wilson(3, 2000).high / 2, abs=2e-5)
    few = of_values(np.array([0.5] + 59 * [0.0]), True)
    assert 0 <= few.low < few.estimate < few.high < 0.1
    assert of_values(1 - np.array([0.5] + 59 * [0.0]), True).high <= 1


def test_what_tells_nothing_of_its_spread_is_not_sure() -> None:
    """Rows that are all the same might all be luck; a number that no row changes is certain."""
    alike = jackknife(np.ones((50, 1)), lambda means: float(means[0]) ** 2)
    assert (alike.estimate, alike.low, alike.high) == (1, -math.inf, math.inf)
    rows = np.random.default_rng(1).random((50, 1))
    assert jackknife(rows, lambda means: 0.5) == Interval(0.5, 0.5, 0.5, 50)


def test_the_jackknife_of_a_mean_is_student_s() -> None:
    values = np.random.default_rng(1).gamma(2, 3, 200)
    ours = jackknife(values[:, None], lambda means: float(means[0]))
    theirs = student(values)
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high))


def test_a_sequence_narrows_and_is_wider_than_an_interval() -> None:
    draw: Values = (np.random.default_rng(2).random(20_000) < 0.6).astype(np.float64)
    widths = [sequence(draw[:n], 0, 1).half for n in (100, 1000, 10_000, 20_000)]
    assert widths == sorted(widths, reverse=True)
    for n, width in zip((100, 1000, 10_000, 20_000), widths, strict=True):
        assert student(draw[:n]).half < width < 3 * student(draw[:n]).half
    assert 0.6 in sequence(draw, 0, 1)
    assert sequence(2 * draw - 1, -1, 1).half == pytest.approx(2 * widths[-1], rel=0.02)
