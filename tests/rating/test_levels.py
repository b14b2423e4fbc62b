"""Whoever plays as a level does is rated as that level. Each comes as somebody new, meets the two
levels above and below it, which have the ratings that the game declares, and all come out in their
order and within the arena's intervals.

The results are of real games, kept in ``meetings.json``. A few are played again to see that they
are what the levels do; with LINDEN_MEETINGS=30 all of them are (a quarter of an hour on 16 cores),
and with LINDEN_MEETINGS=write the file is made anew, after levels have changed."""

import json
import math
import os
import random
import re
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import combinations
from multiprocessing import get_context
from pathlib import Path

import pytest

import linden
from linden.batch.threads import cores
from linden.players.arena import Meeting, play_meeting
from linden.rating.games import level_ratings, rated
from linden.rating.glicko2 import MOST_SURE, Rating, expected

KEPT = Path(__file__).with_name("meetings.json")
FIGURES = Path(__file__).parents[2] / "docs" / "players.md"
ASKED = os.environ.get("LINDEN_MEETINGS", "")
COUNT = 30
SURE_95 = 1.96
"""Standard deviations from the middle of a 95% interval to its end."""
LEVELS = range(1, 9)
MET = [(one, other) for one, other in combinations(LEVELS, 2) if other - one <= 2]
RANKED = [name for name in linden.games() if level_ratings(linden.load(name))]

Scores = dict[str, dict[str, list[float]]]
"""Of each game and pair of levels, such as ``3-4``: what the lower one won, game by game."""


def kept() -> Scores:
    scores: Scores = json.loads(KEPT.read_text(encoding="utf-8"))
    return scores


def written(scores: Scores) -> str:
    """A line for each pair."""
    games = (
        f'  "{name}": {{\n'
        + ",\n".join(f'    "{pair}": {json.dumps(won)}' for pair, won in pairs.items())
        + "\n  }"
        for name, pairs in scores.items()
    )
    return "{\n" + ",\n".join(games) + "\n}\n"


def played(name: str, pairs: list[tuple[int, int]], count: int) -> dict[str, list[float]]:
    meetings = [
        Meeting(f"level{one}", f"level{other}", number)
        for one, other in pairs
        for number in range(count)
    ]
    scores = list(_played(name, meetings))
    tidy = [int(score) if score == int(score) else score for score in scores]
    return {
        f"{one}-{other}": tidy[at * count : (at + 1) * count]
        for at, (one, other) in enumerate(pairs)
    }


def _played(name: str, meetings: list[Meeting]) -> Iterator[float]:
    play = partial(play_meeting, linden.load(name), seed=17)
    if not ASKED:
        yield from map(play, meetings)
        return
    with ProcessPoolExecutor(cores(), mp_context=get_context("spawn")) as pool:
        yield from pool.map(play, meetings)


def arena_errors(title: str) -> dict[int, int]:
    """Half of the arena's 95% interval of each level, as the docs have it."""
    chapter = FIGURES.read_text(encoding="utf-8").split(f"### {title}\n")[1].split("\n#")[0]
    return {int(level): int(error) for level, error in re.findall(r"\| (\d) .*± (\d+) \|", chapter)}


@pytest.mark.timeout(7200 if ASKED else 60)
@pytest.mark.parametrize("name", RANKED)
def test_the_results_are_what_the_levels_do(name: str) -> None:
    if ASKED == "write":
        scores = {**(kept() if KEPT.exists() else {}), name: played(name, MET, COUNT)}
        KEPT.write_text(written(dict(sorted(scores.items()))), encoding="utf-8")
    count = int(ASKED) if ASKED.isdigit() else 2
    for pair, scores_again in played(name, MET if ASKED else [(1, 2), (2, 3)], count).items():
        assert scores_again == kept()[name][pair][:count]


def games_of(name: str) -> dict[int, list[tuple[int, float]]]:
    """Each level's opponents, and what it won of them."""
    games: dict[int, list[tuple[int, float]]] = {level: [] for level in LEVELS}
    for pair, scores in kept()[name].items():
        one, other = map(int, pair.split("-"))
        assert len(scores) == COUNT
        games[one] += [(other, score) for score in scores]
        games[other] += [(one, 1 - score) for score in scores]
    return games


def best_fit(games: list[tuple[int, float]], known: list[float]) -> float:
    """The rating by which as much was to be expected as was won (maximum likelihood)."""
    won, low, high = sum(score for _, score in games), -1000.0, 5000.0
    while high - low > 0.1:
        middle = (low + high) / 2
        hoped = sum(expected(Rating(middle), Rating(known[one - 1], 0.0)) for one, _ in games)
        low, high = (middle, high) if hoped < won else (low, middle)
    return low


def ratings_of(name: str) -> dict[int, Rating]:
    """Each level as somebody new, after all of its games."""
    known = level_ratings(linden.load(name))
    games, found = games_of(name), {}
    for level in LEVELS:
        random.Random(1).shuffle(games[level])
        someone = Rating()
        for opponent, score in games[level]:
            there = Rating(known[opponent - 1], MOST_SURE)
            # Both play from both seats, so that neither is better off.
            someone, _ = rated([someone, there], [2 * score - 1, 1 - 2 * score], [0, 0])
        found[level] = someone
    return found


@pytest.mark.parametrize("name", RANKED)
def test_levels_are_rated_as_the_arena_ranks_them(name: str) -> None:
    known = level_ratings(linden.load(name))
    errors = arena_errors(linden.load(name).title)
    assert sorted(errors) == list(LEVELS)
    found = ratings_of(name)
    ratings = [found[level].rating for level in LEVELS]
    assert ratings == sorted(ratings)
    for level, rating in found.items():
        off = rating.rating - known[level - 1]
        assert abs(off) < errors[level] + 2 * rating.deviation, (level, found)


@pytest.mark.parametrize("name", RANKED)
def test_all_games_together_are_within_the_arenas_intervals_alone(name: str) -> None:
    """Where nothing is left of the 1500 that everybody begins with, nor of the games' order."""
    known = level_ratings(linden.load(name))
    errors = arena_errors(linden.load(name).title)
    fits = {level: best_fit(games, known) for level, games in games_of(name).items()}
    assert list(fits.values()) == sorted(fits.values())
    for level, fit in fits.items():
        assert abs(fit - known[level - 1]) <= errors[level], (level, fits)


def arena_deviation(name: str, level: int) -> float:
    """How sure the arena is of a level beside those that it meets here, as a standard deviation.
    Its intervals are of the distance from ``random``, at the foot of a ladder where each level has
    met the next one: what is known of each step is what the interval grows by."""
    game = linden.load(name)
    known, errors = level_ratings(game), {0: 0, **arena_errors(game.title)}
    weights: dict[int, float] = {}
    for opponent, _ in games_of(name)[level]:
        chance = expected(Rating(known[level - 1]), Rating(known[opponent - 1], 0.0))
        weights[opponent] = weights.get(opponent, 0.0) + chance * (1 - chance)
    variance = 0.0
    for step in LEVELS:  # from the level below it
        above = sum(it for other, it in weights.items() if level < step <= other)
        below = sum(it for other, it in weights.items() if other < step <= level)
        share = (above - below) / sum(weights.values())
        variance += share**2 * (errors[step] ** 2 - errors[step - 1] ** 2) / SURE_95**2
    return math.sqrt(variance)


def test_no_more_levels_are_off_than_chance_makes() -> None:
    """By both uncertainties, the arena's and the rating's own: of 40 levels two are outside 95% on
    average, more than five once in seventy times, and one is outside 3.3 deviations once in
    twenty-five."""
    off = {
        (name, level): (found.rating - level_ratings(linden.load(name))[level - 1])
        / math.hypot(found.deviation, arena_deviation(name, level))
        for name in RANKED
        for level, found in ratings_of(name).items()
    }
    outside = {which: how for which, how in off.items() if abs(how) > SURE_95}
    assert len(off) == 40
    assert len(outside) <= 5, outside
    assert max(map(abs, off.values())) < 3.3, outside
