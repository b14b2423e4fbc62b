"""Breakthrough, by Dan Troyka: two armies of pawns, and the first to reach the far row wins."""

from linden.core.game import Declaration
from linden.core.match import MatchRules
from linden.core.options import Between, Option

GAME = Declaration(
    name="breakthrough",
    title="Breakthrough",
    summary="March your pawns; the first to reach the far row wins.",
    designer="Dan Troyka",
    publisher="William Chang",
    year=2001,
    source="the rules as they are generally told; the minutes are our estimate",
    minutes=(10, 20),
    seats=lambda options: ("White", "Black"),
    match=MatchRules(starter="rotate", counts="wins"),
    points="rows broken through",
    draws=lambda options: False,
    options=(Option("side", Between(4, 8), 8, "how many squares the board has on each side"),),
)
