"""What a game does to ratings: for two and for more, with seats that are better off."""

import math
import random
from collections.abc import Sequence
from itertools import combinations

import pytest

import linden
from cases import OWN
from linden.core.playing import LEVELS, Playing
from linden.rating import several
from linden.rating.games import ANCHOR, advantages, level_rating, level_ratings, rated
from linden.rating.glicko2 import MOST_SURE, START, Rating, expected


def test_seats_are_worth_what_was_measured() -> None:
    yellow, blue = advantages(linden.load("linx"))
    even = Rating(deviation=0)
    assert expected(even, even, yellow - blue) == pytest.approx(0.696, abs=0.001)
    first, *others = advantages(linden.load("linos", players=4))
    assert first < min(others), "early seats are badly off"
    assert sum([first, *others]) == pytest.approx(0)


def test_what_was_not_measured_is_even() -> None:
    assert advantages(linden.load("linear", blockers=True)) == [0, 0]
    assert advantages(linden.load("linage")) == [0, 0]
    assert advantages(linden.load("pig")) == [0, 0]


def test_both_change_by_one_game_from_what_they_were_before_it() -> None:
    ada, bob = Rating(1600, 80), Rating(1500, 80)
    after = rated([ada, bob], [1, -1], [0, 0])
    assert after[0].rating > 1600
    assert after[0].rating - 1600 == pytest.approx(1500 - after[1].rating)
    drawn = rated([ada, bob], [0, 0], [0, 0])
    assert drawn[0].rating < 1600 < 1500 + 200 > drawn[1].rating > 1500


def test_several_players_are_rated_in_the_same_scale() -> None:
    players = [Rating(1500, 60)] * 4
    winner, *losers = rated(players, [3, -1, -1, -1], [0] * 4)
    assert winner.rating > 1500 > losers[0].rating
    assert losers[0].rating == pytest.approx(losers[1].rating)
    assert all(one.deviation < 60 for one in [winner, *losers])
    drawn = rated(players, [0, 0, 0, 0], [0] * 4)
    assert [one.rating for one in drawn] == [pytest.approx(1500)] * 4


def luce_by_hand(players: Sequence[Rating], ranks: Sequence[float]) -> list[tuple[float, float]]:
    """Everybody's rating and deviation after a game, by Algorithm 4 of Weng and Lin (*A Bayesian
    approximation method for online ranking*, 2011), in whose words the names are."""
    beta2 = (400 / math.log(10)) ** 2 / len(players)
    c = math.sqrt(sum(one.deviation**2 + beta2 for one in players))
    theta = [math.exp(one.rating / c) for one in players]
    after = []
    for i, player in enumerate(players):
        variance = player.deviation**2
        omega = delta = 0.0
        for q, rank in enumerate(ranks):
            if rank > ranks[i]:
                continue
            p = theta[i] / sum(theta[s] for s, other in enumerate(ranks) if other >= rank)
            tied = sum(other == rank for other in ranks)
            omega += ((i == q) - p) / tied
            delta += p * (1 - p) / tied
        gamma = player.deviation / c
        new = player.rating + variance / c * omega
        after.append((new, math.sqrt(variance * (1 - gamma * variance / c**2 * delta))))
    return after


@pytest.mark.parametrize(
    "ranks", [(0, 1, 2), (2, 0, 1), (0, 0, 2), (0, 1, 1), (1, 1, 1), (3, 0, 2, 1), (0, 2, 2, 1, 4)]
)
def test_several_change_as_weng_and_lin_describe_it(ranks: tuple[int, ...]) -> None:
    strengths = [(1500, 350), (1720, 60), (1388, 120.5), (1555, 200), (2010, 75)]
    players = [Rating(*strengths[seat]) for seat in range(len(ranks))]
    found = several.updated(players, ranks)
    for one, (rating, deviation) in zip(found, luce_by_hand(players, ranks), strict=True):
        assert one.rating == pytest.approx(rating, abs=1e-6)
        assert one.deviation == pytest.approx(deviation, abs=1e-6)


def test_a_win_from_a_poor_seat_counts_for_more() -> None:
    seats = advantages(linden.load("linos", players=4))
    players = [Rating(1500, 100)] * 4
    poor = rated(players, [3, -1, -1, -1], seats)[0].rating
    good = rated(players, [-1, -1, 3, -1], seats)[2].rating
    assert poor > good > 1500


def test_two_seats_by_either_way_are_alike() -> None:
    """The two models are not the same; on one scale they agree about a game between equals."""
    two = rated([Rating(1500, 80)] * 2, [1, -1], [0, 0])
    luce = several.updated([Rating(1500, 80)] * 2, [0, 1])
    assert luce[0].rating == pytest.approx(two[0].rating, abs=6)


@pytest.mark.parametrize("name", OWN)
def test_levels_have_ratings_in_order(name: str) -> None:
    ratings = level_ratings(linden.load(name))
    assert len(ratings) == LEVELS
    assert ratings == sorted(ratings)
    assert ratings[ANCHOR - 1] == START


def test_a_game_whose_levels_nobody_ranked_has_no_ratings() -> None:
    assert level_ratings(linden.load("pig")) == []
    with pytest.raises(ValueError, match="8 levels"):
        Playing(elo=(1, 2))
    with pytest.raises(ValueError, match="make 1"):
        Playing(shares={2: (0.5, 0.6)})


@pytest.mark.parametrize("name", OWN)
def test_a_level_is_met_where_the_game_declares_it(name: str) -> None:
    game = linden.load(name)
    for level, declared in enumerate(level_ratings(game), 1):
        assert level_rating(game, level) == Rating(declared, MOST_SURE)
    for nobody in (None, 0, LEVELS + 1):
        assert level_rating(game, nobody) is None


def test_levels_are_met_in_games_for_two() -> None:
    assert level_rating(linden.load("linos", players=3), 4) is None
    assert level_rating(linden.load("pig"), 4) is None


def test_games_between_levels_bring_their_ratings_back() -> None:
    """Players of known strengths who meet each other, everybody beginning at 1500: they come out
    in order, and as far from each other as they are, within what Glicko-2 is unsure of."""
    strengths = level_ratings(linden.load("linx"))
    found = [Rating() for _ in strengths]
    rng = random.Random(18)
    for _ in range(60):
        for one, other in combinations(range(LEVELS), 2):
            chance = 1 / (1 + 10 ** ((strengths[one] - strengths[other]) / 400))
            returns = [-1, 1] if rng.random() < chance else [1, -1]
            found[one], found[other] = rated([found[one], found[other]], returns, [0, 0])
    ratings = [rating.rating for rating in found]
    assert ratings == sorted(ratings)
    middle = sum(ratings) / LEVELS - sum(strengths) / LEVELS
    for rating, strength in zip(found, strengths, strict=True):
        assert abs(rating.rating - middle - strength) < 3 * rating.deviation
