"""The even value of an option, on win curves whose crossing is known."""

import itertools
import math
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest

from linden.lab.curve import along_curve
from linden.lab.even import Even, Places, capital, crossing, even, judge, look, regression
from linden.lab.experiment import Experiment, ExperimentError
from linden.lab.intervals import Values
from linden.lab.pools import Here
from linden.lab.store import LabFile

KOMI = [float(value) for value in range(-30, 31)]
BUDGET = 400
Curve = Callable[[float], float]


class Games:
    """Games that the first seat wins as often as a curve says, always the same ones of a seed."""

    def __init__(self, curve: Curve, seed: int, forced: dict[float, list[float]] | None = None):
        self._curve = curve
        self._forced = forced or {}
        self._seed = seed

    def play(self, deals: Sequence[int], values: Sequence[float] = KOMI) -> list[Values]:
        made = []
        for at, (value, count) in enumerate(zip(values, deals, strict=True)):
            rng = np.random.default_rng([self._seed, at])
            shares = (rng.random(count) < self._curve(value)).astype(np.float64)
            first = self._forced.get(value, [])[:count]
            shares[: len(first)] = first
            made.append(shares)
        return made


def found(curve: Curve, seed: int = 0, budget: int = BUDGET, target: float = 0.5) -> Even:
    return look(KOMI, target, Games(curve, seed).play, budget)


def logistic(middle: float, width: float) -> Curve:
    return lambda value: 1 / (1 + math.exp((value - middle) / width))


CURVES: dict[str, tuple[Curve, float, float]] = {
    "perfect players, who draw at 4": (lambda x: float(x < 4) + 0.5 * (x == 4), 4, 1),
    "perfect players, who never draw": (lambda x: float(x <= 4), 4.5, 0.5),
    "steep": (logistic(7.3, 0.7), 7.3, 1),
    "gentle": (logistic(-3.2, 2), -3.2, 2),
    "one game in ten is lost by a blunder": (lambda x: 0.1 + 0.8 * logistic(2, 1.5)(x), 2, 2),
    "flat": (logistic(12.4, 6), 12.4, 6),
}
"""Each with the value at which it is even, and how far off any estimate may be."""


@pytest.mark.parametrize("name", CURVES)
def test_known_crossings_are_found_and_lie_in_the_interval(name: str) -> None:
    curve, truth, off = CURVES[name]
    repeats = [found(curve, seed) for seed in range(40)]
    errors = np.array([it.estimate - truth for it in repeats])
    assert np.abs(errors).max() <= off
    assert abs(float(errors.mean())) <= off / 4
    inside = sum(it.low <= truth <= it.high for it in repeats)
    assert inside >= 38  # of 40, where 95 in 100 are promised
    assert all(it.low <= it.estimate <= it.high for it in repeats)
    assert all(it.games <= BUDGET for it in repeats)
    assert all(it.once for it in repeats)


def test_a_curve_is_known_better_where_wins_fall_gently() -> None:
    """And an interval that takes nothing for granted is the wider one."""
    told = found(logistic(2.3, 7), seed=3)
    assert told.curve is not None
    assert told.curve.low < 2.3 < told.curve.high
    assert told.curve.low < told.curve.estimate < told.curve.high
    assert told.curve.half < 3 < (told.high - told.low) / 2
    assert told.curve.n == told.games


def test_the_likelihood_of_a_curve_is_that_of_its_games() -> None:
    """Three values, the middle one even: by hand the best curve crosses there, and its interval
    ends where twice the logarithm has fallen by 3.84."""
    shares = [np.array([1.0] * 9 + [0.0]), np.array([1.0, 0.0] * 5), np.array([0.0] * 9 + [1.0])]
    told = along_curve([-4.0, 0.0, 4.0], shares, 0.5)
    assert told.estimate == pytest.approx(0, abs=1e-3)
    assert told.low == pytest.approx(-told.high, abs=1e-3)

    def best(place: float) -> float:
        falls = np.linspace(0.05, 3, 3000)
        total = np.zeros_like(falls)
        for at, won in ((-4, 9), (0, 5), (4, 1)):
            wins = 1 / (1 + np.exp((at - place) * falls))
            total += won * np.log(wins) + (10 - won) * np.log1p(-wins)
        return float(total.max())

    assert 2 * (best(0) - best(told.high)) == pytest.approx(3.84146, abs=0.02)


@pytest.mark.parametrize("wins", [0.9, 0.5])
def test_a_curve_that_may_cross_outside_has_no_end(wins: float) -> None:
    rng = np.random.default_rng(1)
    shares = [(rng.random(40) < wins).astype(np.float64) for _ in range(5)]
    told = along_curve([0.0, 1.0, 2.0, 3.0, 4.0], shares, 0.5)
    assert math.isinf(told.high)
    assert told.low <= told.estimate


def test_certain_games_take_few() -> None:
    sure = found(CURVES["perfect players, who never draw"][0])
    assert sure.games < BUDGET / 2
    assert (sure.low, sure.high) == (4, 5)
    assert found(logistic(7.3, 0.7)).games > sure.games


def test_bad_luck_is_taken_back() -> None:
    """A value well beyond the even one, at which the first games all go the wrong way: a search
    that decides once would stay on the wrong side of it for ever."""
    curve = logistic(4, 1.5)
    misleading = Games(curve, 3, {10.0: [1.0] * 6, 8.0: [1.0] * 4, -2.0: [0.0] * 4})
    told = look(KOMI, 0.5, misleading.play, BUDGET)
    assert abs(told.estimate - 4) < 1.5
    assert told.low <= 4 <= told.high


def test_more_games_tell_more() -> None:
    curve, truth, _ = CURVES["gentle"]
    few, many = found(curve, budget=150), found(curve, budget=3000)
    assert many.high - many.low < few.high - few.low
    assert abs(many.estimate - truth) < 0.5


def test_wins_that_rise_are_the_same_turned_around() -> None:
    falling = found(logistic(3.5, 1))
    games = Games(logistic(3.5, 1), 0)
    rising = look(KOMI, 0.5, lambda deals: [1 - one for one in games.play(deals)], BUDGET)
    assert (rising.estimate, rising.low, rising.high) == pytest.approx(
        (falling.estimate, falling.low, falling.high)
    )


def test_three_seats_have_a_third_each() -> None:
    curve = logistic(0, 1.5)
    truth = 1.5 * math.log(2)  # where the curve is a third
    repeats = [found(curve, seed, target=1 / 3) for seed in range(20)]
    assert sum(it.low <= truth <= it.high for it in repeats) >= 19
    assert abs(np.mean([it.estimate for it in repeats]) - truth) < 0.4


def test_wins_that_change_sides_to_and_fro_are_told() -> None:
    to_and_fro = found(lambda x: 0.95 if x < -5 or 0 < x < 10 else 0.05, budget=4000)
    curve = [np.tile([1.0, 1.0, 1.0, 0.0], 20), np.tile([0.0, 0.0, 0.0, 1.0], 20)]
    told = judge([0, 1, 2, 3], [curve[0], curve[1], curve[0], curve[1]], 0.5)
    assert told is not None
    assert not told.once
    assert (told.low, told.high) == (0, 3)
    assert to_and_fro.low <= 10
    assert to_and_fro.high >= -5


def test_a_range_that_is_too_small() -> None:
    with pytest.raises(ExperimentError, match=r"ahead from -30 to 30; look further out"):
        found(lambda x: 0.9)
    with pytest.raises(ExperimentError, match=r"behind from -30 to 30; look further out"):
        found(lambda x: 0.0)
    near = found(logistic(-29.5, 4), seed=1, budget=60)
    assert math.isinf(near.low)
    assert near.between == f"at {near.high:g} or below"


def test_betting_against_the_truth_is_fair() -> None:
    """Over all courses of twelve games the mean capital is exactly what it was at first."""
    courses = [np.array(it, np.float64) for it in itertools.product((0.0, 1.0), repeat=12)]
    fair = [math.exp(capital(it, 0.5)) for it in courses]
    assert np.mean(fair) == pytest.approx(1)
    chance = [0.3 ** it.sum() * 0.7 ** (12 - it.sum()) for it in courses]
    assert sum(
        p * math.exp(capital(it, 0.3)) for p, it in zip(chance, courses, strict=True)
    ) == pytest.approx(1)
    assert sum(p * one for p, one in zip(chance, fair, strict=True)) < 1
    assert capital(np.ones(12), 0.5) > math.log(20) > 0 > capital(np.zeros(12), 0.5) - 0.1


def test_places_around_what_was_played() -> None:
    won, lost, even_games = np.ones(10), np.zeros(10), np.full(10, 0.5)
    sure = Places.of([won, won, lost, lost], 0.5, rising=False)
    assert sure.left.tolist() == [4]
    assert sure.ends() == (1, 2)
    drawn = Places.of([won, even_games, lost], 0.5, rising=False)
    assert drawn.ends() == (0, 2)
    unknown = Places.of([np.zeros(0)] * 3, 0.5, rising=False)
    assert unknown.ends() == (-1, 3)


def test_a_few_games_far_away_draw_nothing_to_them() -> None:
    """Far below the even value some blunders make the sides look alike; an estimate from all values
    pooled would lie there."""

    def games(count: int, won: int) -> Values:
        return np.diff(np.arange(count + 1) * won // count).astype(np.float64)

    values = [-30, -8, -7, -6, -1, 0, 1, 2, 30]
    won = [(8, 8), (12, 7), (12, 6), (4, 4), (8, 8), (16, 13), (24, 20), (16, 0), (8, 0)]
    told = judge(values, [games(*it) for it in won], 0.5)
    assert told is not None
    assert (told.low, told.high) == (0, 2)
    assert 1 < told.estimate < 1.5


def test_regression_and_crossing() -> None:
    points = regression([0, 2, 4], np.array([0.8, 0.4, 0.6]), np.array([10, 30, 10]))
    assert points == [(0.0, 0.8), (2.5, pytest.approx(0.45))]
    assert crossing([(0, 1.0), (1, 0.5), (2, 0.5), (3, 0.0)], 0.5) == 1.5
    assert crossing([(0, 0.75), (1, 0.25)], 0.5) == 0.5
    assert crossing([(0, 0.75), (1, 0.6)], 0.5) is None


def test_the_even_komi_of_a_solved_board(tmp_path: Path) -> None:
    """On 3 x 3 with lines of 3 Vertical wins by exactly 4."""
    options = {"size": [3], "line": [3], "komi": list(range(-5, 11))}
    experiment = Experiment("linage", options, [["level4"]], games=16, judge="none")
    heard: list[str] = []
    with LabFile.create(tmp_path / "komi.sqlite", experiment) as file:
        told = even(file, Here(), 120, heard.append)
        assert abs(told.estimate - 4) <= 1
        assert told.low <= 4 <= told.high
        assert even(file, Here(), 120) == told
    assert heard[0].startswith("16 deals: between ")
    far = Experiment("linage", {**options, "komi": [6, 7, 8]}, [["level4"]], games=16)
    with (
        LabFile.create(tmp_path / "far.sqlite", far) as file,
        pytest.raises(ExperimentError, match=r"behind from 6 to 8; look further out"),
    ):
        even(file, Here(), 40)
    fixed = Experiment("linage", {"size": [3], "komi": [1]}, [["level4"]], games=16)
    with (
        LabFile.create(tmp_path / "fixed.sqlite", fixed) as file,
        pytest.raises(ExperimentError, match=r"looked for in one option"),
    ):
        even(file, Here(), 40)
