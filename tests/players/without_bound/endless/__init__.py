"""Endless: throw two coins or keep the turn's points, first to twenty; no line has a bound.

Both coins are thrown one after the other, so a chance node follows a chance node. Two tails lose
what the turn has gathered, as in Pig.
"""

from linden.core.game import Declaration
from linden.core.match import MatchRules

GAME = Declaration(
    name="endless",
    title="Endless",
    summary="Throw, or keep.",
    designer="nobody",
    publisher="nobody",
    year=None,
    source="this file",
    minutes=(1, 5),
    seats=lambda options: ("Left", "Right"),
    match=MatchRules(starter="loser", counts="points"),
    chance=True,
)
