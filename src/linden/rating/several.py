"""Ratings of games for three and more: Plackett and Luce's model, updated as Weng and Lin (2011)
do, by the library ``openskill``.

The scale is that of Glicko-2: between two players who are known well a lead of 400 points means ten
wins to one, however many others sit at the table.
"""

import math
from collections.abc import Sequence

from openskill.models import PlackettLuce

from linden.rating.glicko2 import LEAST_SURE, MOST_SURE, SCALE, START, Rating


def updated(
    players: Sequence[Rating], ranks: Sequence[float], advantages: Sequence[float] = ()
) -> list[Rating]:
    """All players after a game, given who came before whom (the smallest is best, equals share a
    place) and by how many points each seat is better off than the mean."""
    known = advantages or [0.0] * len(players)
    # What the model divides by grows with the seats; its luck a seat is made smaller in turn.
    model = PlackettLuce(mu=START, sigma=LEAST_SURE, beta=SCALE / math.sqrt(len(players)), tau=0.0)
    teams = [
        [model.rating(mu=player.rating + extra, sigma=player.deviation)]
        for player, extra in zip(players, known, strict=True)
    ]
    rated = model.rate(teams, ranks=list(ranks))
    return [
        Rating(
            team[0].mu - extra, min(max(team[0].sigma, MOST_SURE), LEAST_SURE), player.volatility
        )
        for team, extra, player in zip(rated, known, players, strict=True)
    ]
