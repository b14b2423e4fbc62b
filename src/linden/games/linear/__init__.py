"""Linear Progression, by Warpspawn Games: two colours spread along queen's lines."""

from linden.core.game import Declaration
from linden.core.match import MatchRules
from linden.core.options import Drawn, Option, Written, YesNo
from linden.games.linear.board import (
    BOARDS,
    LONGEST,
    STARTS,
    check,
    map_of,
    read_board,
    read_start,
)

GAME = Declaration(
    name="linear",
    title="Linear Progression",
    summary="Slide like a queen, lay a token on every square you enter, and fill the board.",
    designer="Warpspawn Games",
    publisher="Warpspawn Games",
    year=2000,
    source="Linear Progression, rule sheet 000131; the minutes are our estimate",
    minutes=(10, 20),
    seats=lambda options: ("White", "Black"),
    match=MatchRules(starter="rotate", counts="wins"),
    chance=True,
    points="tokens",
    options=(
        Option(
            "board",
            Drawn(
                read_board,
                BOARDS,
                ("standard", "center-isle", "6x6", "10x10", "12x12"),
                rows=map_of,
                longest=LONGEST,
            ),
            "standard",
            "the squares in use: a name, columns x rows without their corners, or a map of "
            "squares and islands",
            "Board",
            {
                "standard": "8×8",
                "center-isle": "with an island",
                "6x6": "6×6",
                "10x10": "10×10",
                "12x12": "12×12",
            },
        ),
        Option(
            "start",
            Written(read_start, STARTS, ("drop", "choose")),
            "drop",
            "where the first tokens lie: dropped at random, chosen by White and then Black, or "
            "given as two squares",
            "First tokens",
            {"drop": "fall anywhere", "choose": "are put by each side"},
        ),
        Option(
            "equal_moves",
            YesNo(),
            False,
            "Black has one more slide after White fills the last empty square",
            "Black may answer the last slide",
        ),
        Option(
            "blockers",
            YesNo(),
            False,
            "each side has a blocker, which tokens may not enter or cross",
            "Each side has a blocker",
        ),
    ),
    check=check,
)
