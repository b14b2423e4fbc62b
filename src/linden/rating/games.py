"""What one finished game does to the ratings of those who played it; and what is known of a game
beforehand: its seats, its levels."""

import math
from collections.abc import Sequence

from linden.core.game import Game
from linden.core.playing import LEVELS, playing
from linden.rating import several
from linden.rating.glicko2 import MOST_SURE, SCALE, START, Rating, Result, aged
from linden.rating.glicko2 import updated as updated_for_two

ANCHOR = 4
"""The level whose rating is where everybody begins: it makes few plain mistakes."""
SMALLEST_SHARE = 0.01
"""Nobody's seat is taken for worse than this, whatever computers of one level made of it."""


def advantages(game: Game) -> list[float]:
    """The points by which each seat is better off than the mean, as far as the game's folder says
    how often each seat wins between equals. Only the usual rules were measured."""
    shares = playing(game).shares.get(game.players)
    others = {name: value for name, value in game.changed_options.items() if name != "players"}
    if shares is None or others:
        return [0.0] * game.players
    points = [SCALE * math.log(max(share, SMALLEST_SHARE)) for share in shares]
    mean = sum(points) / len(points)
    return [point - mean for point in points]


def rated(
    players: Sequence[Rating],
    returns: Sequence[float],
    advantages: Sequence[float],
    periods: Sequence[float] = (),
) -> list[Rating]:
    """The players' ratings after a game with these returns; ``periods`` have passed since each of
    them played last."""
    since = periods or [0.0] * len(players)
    if len(players) == 2:
        scores = [0.5 if gain == 0 else float(gain > 0) for gain in returns]
        before = [aged(player, past) for player, past in zip(players, since, strict=True)]
        return [
            updated_for_two(
                players[seat],
                [Result(before[1 - seat], scores[seat], advantages[seat] - advantages[1 - seat])],
                periods=since[seat],
            )
            for seat in range(2)
        ]
    rested = [aged(player, past) for player, past in zip(players, since, strict=True)]
    return several.updated(rested, [-gain for gain in returns], advantages)


def level_ratings(game: Game) -> list[float]:
    """The levels' ratings, from level 1 on; empty where nobody has ranked them."""
    elo = playing(game).elo
    return [START + one - elo[ANCHOR - 1] for one in elo] if len(elo) == LEVELS else []


def level_rating(game: Game, level: int | None) -> Rating | None:
    """A level as somebody who is met for a rating: it stands where the game declares it, as sure as
    anybody can be, as it is the scale that people are measured by. ``None`` where nobody has ranked
    it: the levels were ranked in games for two."""
    ratings = level_ratings(game) if game.players == 2 else []
    if level is None or not 1 <= level <= len(ratings):
        return None
    return Rating(ratings[level - 1], MOST_SURE)
