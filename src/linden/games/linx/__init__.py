"""Linx, by Fabrice Puleo and Arnaud Charpentier: rock, paper and scissors, three in a line."""

from linden.core.game import Declaration
from linden.core.match import MatchRules
from linden.core.options import OneOf, Option

SEATS = ("Yellow", "Blue", "Pink", "Green")

GAME = Declaration(
    name="linx",
    title="Linx",
    summary="Lay and cover rock, paper and scissors until three of your tiles stand in a line.",
    designer="Fabrice Puleo and Arnaud Charpentier",
    publisher="",
    year=None,
    source="Linx, rule sheet in English and French; the minutes are our estimate",
    minutes=(10, 20),
    seats=lambda options: SEATS[: options["players"]],
    match=MatchRules(starter="rotate", counts="wins", wins=2),
    options=(
        Option(
            "players",
            OneOf((2, 3, 4)),
            2,
            "how many play; three play around a block of neutral tiles",
        ),
    ),
    chance=True,
    hidden=True,
    points="visible tiles",
    draws=lambda options: False,
)
