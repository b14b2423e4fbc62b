"""Levels that play each other are rated in their order, and within the intervals of the arena's
figures. In a moment for three levels of one game that see one move ahead; for all eight levels of
every game that was ranked, each meeting the two below it so many times, on all cores, with
LINDEN_RATED_GAMES=30."""

import os
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
from linden.rating.glicko2 import Rating

GAMES = int(os.environ.get("LINDEN_RATED_GAMES", "0"))
LEVELS = range(1, 9) if GAMES else (1, 4, 7)
RANKED = [name for name in linden.games() if level_ratings(linden.load(name))]
FIGURES = Path(__file__).parents[2] / "docs" / "players.md"


def arena_errors(title: str) -> dict[int, int]:
    """Half of the arena's 95% interval of each level, as the docs have it."""
    chapter = FIGURES.read_text(encoding="utf-8").split(f"### {title}\n")[1].split("\n#")[0]
    return {int(level): int(error) for level, error in re.findall(r"\| (\d) .*± (\d+) \|", chapter)}


def scores(name: str, meetings: list[Meeting]) -> Iterator[float]:
    play = partial(play_meeting, linden.load(name), seed=17)
    if not GAMES:
        yield from map(play, meetings)
        return
    with ProcessPoolExecutor(cores(), mp_context=get_context("spawn")) as pool:
        yield from pool.map(play, meetings)


@pytest.mark.timeout(3600 if GAMES else 60)
@pytest.mark.parametrize("name", RANKED if GAMES else ["linx"])
def test_levels_are_rated_as_the_arena_ranks_them(name: str) -> None:
    known = level_ratings(linden.load(name))
    errors = arena_errors(linden.load(name).title)
    assert sorted(errors) == list(range(1, 9))
    met = [(one, other) for one, other in combinations(LEVELS, 2) if not GAMES or other - one <= 2]
    pairs = [(number, *pair) for number in range(GAMES or 12) for pair in met]
    meetings = [Meeting(f"level{one}", f"level{other}", number) for number, one, other in pairs]
    found = {level: Rating() for level in LEVELS}
    for (_, one, other), score in zip(pairs, scores(name, meetings), strict=True):
        returns = [2 * score - 1, 1 - 2 * score]
        # Both play from both seats, so that neither is better off.
        found[one], found[other] = rated([found[one], found[other]], returns, [0, 0])
    ratings = [found[level].rating for level in LEVELS]
    print(name, {level: round(rating.rating) for level, rating in found.items()}, known)
    assert ratings == sorted(ratings)
    middle = sum(ratings) / len(ratings) - sum(known[level - 1] for level in LEVELS) / len(ratings)
    for level, rating in found.items():
        off = rating.rating - middle - known[level - 1]
        assert abs(off) < errors[level] + 2 * rating.deviation, (level, found)
