"""Glicko-2: the paper's worked example, and what is added to it."""

import math

import pytest

from linden.rating.glicko2 import (
    LEAST_SURE,
    PERIODS_A_DAY,
    Rating,
    Result,
    aged,
    expected,
    updated,
)

OPPONENTS = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]


def test_the_worked_example_of_the_paper() -> None:
    player = Rating(1500, 200, 0.06)
    results = [Result(opponent, score) for opponent, score in OPPONENTS]
    assert [round(expected(player, one.opponent), 3) for one in results] == [0.639, 0.432, 0.303]
    after = updated(player, results, periods=1, tau=0.5)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_without_games_a_rating_stays_and_is_less_sure() -> None:
    player = Rating(1600, 60)
    year = updated(player, [], periods=365 * PERIODS_A_DAY)
    assert year == aged(player, 365 * PERIODS_A_DAY)
    assert year.rating == 1600
    assert year.deviation == pytest.approx(110, abs=1)
    assert aged(player, 1e6).deviation == LEAST_SURE


def test_a_better_seat_is_part_of_what_is_expected() -> None:
    one, other = Rating(1500, 50), Rating(1500, 50)
    edge = 400 * math.log10(0.7 / 0.3)
    assert expected(one, other, edge) == pytest.approx(0.7, abs=0.01)
    with_it = updated(one, [Result(other, 1.0, edge)])
    without = updated(one, [Result(other, 1.0)])
    assert 1500 < with_it.rating < without.rating
    lost = updated(other, [Result(one, 0.0, -edge)])
    assert with_it.rating - 1500 == pytest.approx(1500 - lost.rating)


@pytest.mark.parametrize("score", [0.0, 1.0])
def test_a_great_surprise_changes_the_volatility_and_ends(score: float) -> None:
    sure = Rating(2500 if score == 0 else 500, 40)
    opponents = [Result(Rating(1500, 40), score)] * 30
    after = updated(sure, opponents, periods=1)
    assert after.volatility > sure.volatility
    assert (after.rating > sure.rating) == (score == 1.0)
    assert math.isfinite(after.rating)
