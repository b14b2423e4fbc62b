"""Linos, by James Ernest: twelve stones from a line, stacked on a linen cloth."""

import re

from linden.core.game import Declaration, Options
from linden.core.match import MatchRules
from linden.core.options import Between, OneOf, Option, Written

BASKETS = ("3x4", "3x3", "3x2", "2x2", "2x4", "4x4")
"""One spelling for each pair of sides."""


def read_basket(value: object) -> str:
    """The canonical name of a basket; 4x3 is 3x4.

    >>> read_basket("4 x 3")
    '3x4'
    """
    if isinstance(value, str):
        found = re.fullmatch(r"\s*([2-4])\s*[xX×]\s*([2-4])\s*", value)
        if found:
            one, two = f"{found[1]}x{found[2]}", f"{found[2]}x{found[1]}"
            return one if one in BASKETS else two
    raise ValueError


def seats(options: Options) -> tuple[str, ...]:
    return ("First", "Second", "Third", "Fourth", "Fifth", "Sixth")[: options["players"]]


GAME = Declaration(
    name="linos",
    title="Linos",
    summary="Stack twelve stones; what touches the other colour, high up, pays best.",
    designer="James Ernest",
    publisher="Crab Fragment Labs",
    year=2024,
    source="Linos, rules 1.4 of 18 May 2024; the minutes are our estimate",
    minutes=(10, 20),
    seats=seats,
    match=MatchRules(starter="rotate", counts="points", games="players"),
    chance=True,
    points="coins",
    roll="Roll the die",
    options=(
        Option("players", OneOf((2, 3, 4, 6)), 2, "how many play, in turn, with the same stones"),
        Option(
            "basket",
            Written(read_basket, "two sides from 2x2 to 4x4, such as 3x4", BASKETS),
            "3x4",
            "the footprint that all stones together must fit in, either way round",
            "Basket",
            {basket: basket.replace("x", "×") for basket in BASKETS},
        ),
        Option(
            "pot",
            Between(1, 99),
            25,
            "coins in the pot at the start; each player's own, where the others pay from the first "
            "play",
            "Coins",
        ),
        Option(
            "scoring",
            OneOf(("fire", "sheet", "bank")),
            "fire",
            "who pays: the pot and then the opponents, nobody (points are only written down), "
            "or the opponents from the first play",
            "Who pays",
            {
                "fire": "the pot, then the others",
                "sheet": "nobody, points are written down",
                "bank": "the others, from the first stone",
            },
        ),
    ),
)
