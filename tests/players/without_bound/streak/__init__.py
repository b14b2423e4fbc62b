"""Streak: throw a coin or pass, first to twenty; heads count, and let the coin fall again.

So chance follows chance, and no count of its falls ends.
"""

from linden.core.game import Declaration
from linden.core.match import MatchRules

GAME = Declaration(
    name="streak",
    title="Streak",
    summary="Throw, or pass.",
    designer="nobody",
    publisher="nobody",
    year=None,
    source="this file",
    minutes=(1, 5),
    seats=lambda options: ("Left", "Right"),
    match=MatchRules(starter="loser", counts="points"),
    chance=True,
)
