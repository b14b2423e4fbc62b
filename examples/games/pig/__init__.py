"""Pig, a folk game told by John Scarne: roll as often as you dare."""

from linden.core.game import Declaration
from linden.core.match import MatchRules
from linden.core.options import Between, OneOf, Option

GAME = Declaration(
    name="pig",
    title="Pig",
    summary="Roll as often as you dare; a one costs you the turn.",
    designer="",
    publisher="John Scarne",
    year=1945,
    source="the rules as they are generally told; the minutes are our estimate",
    minutes=(5, 15),
    seats=lambda options: ("First", "Second", "Third", "Fourth")[: options["players"]],
    match=MatchRules(starter="rotate", counts="wins"),
    chance=True,
    draws=lambda options: False,
    options=(
        Option("players", OneOf((2, 3, 4)), 2, "how many play, in turn"),
        Option("goal", Between(10, 100), 100, "who first has this many points wins"),
    ),
)
