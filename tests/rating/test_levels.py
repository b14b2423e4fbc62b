"""Levels that play each other are rated in their order, and within the intervals of the arena's
figures. In a moment for three levels that see one move ahead; for all eight, and as many games as
there is patience for, with LINDEN_RATED_GAMES=100."""

import os
from itertools import combinations

import linden
from linden.players.arena import Meeting, play_meeting
from linden.rating.games import level_ratings, rated
from linden.rating.glicko2 import Rating

GAMES = int(os.environ.get("LINDEN_RATED_GAMES", "0"))
LEVELS = range(1, 9) if GAMES else (1, 4, 7)
ERRORS = {1: 95, 2: 134, 3: 168, 4: 192, 5: 207, 6: 227, 7: 245, 8: 267}
"""Half of the arena's 95% interval (docs/players.md)."""


def test_levels_are_rated_as_the_arena_ranks_them() -> None:
    game = linden.load("linx")
    known = level_ratings(game)
    found = {level: Rating() for level in LEVELS}
    for number in range(GAMES or 12):
        for one, other in combinations(LEVELS, 2):
            score = play_meeting(game, Meeting(f"level{one}", f"level{other}", number), seed=17)
            returns = [2 * score - 1, 1 - 2 * score]
            # Both play from both seats, so that neither is better off.
            found[one], found[other] = rated([found[one], found[other]], returns, [0, 0])
    ratings = [found[level].rating for level in LEVELS]
    assert ratings == sorted(ratings)
    middle = sum(ratings) / len(ratings) - sum(known[level - 1] for level in LEVELS) / len(ratings)
    for level, rating in found.items():
        off = rating.rating - middle - known[level - 1]
        assert abs(off) < ERRORS[level] + 2 * rating.deviation, (level, found)
