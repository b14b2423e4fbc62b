"""Shuttle: a seat pushes a shuttle to and fro for as long as it likes, and its turn ends when it
says so; nothing ever ends but by leaving the track."""

from linden.core.game import Declaration
from linden.core.match import MatchRules

GAME = Declaration(
    name="shuttle",
    title="Shuttle",
    summary="To and fro.",
    designer="nobody",
    publisher="nobody",
    year=None,
    source="this file",
    minutes=(1, 5),
    seats=lambda options: ("Left", "Right"),
    match=MatchRules(starter="loser", counts="points"),
)
