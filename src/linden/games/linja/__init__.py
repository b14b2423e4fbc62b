"""Linja, by Steffen Mühlhäuser: two sides of twelve pawns race through one another."""

from linden.core.game import Declaration
from linden.core.match import MatchRules
from linden.core.options import OneOf, Option, YesNo

GAME = Declaration(
    name="linja",
    title="Linja",
    summary="Race twelve pawns through the other side; crowded rows carry you farther.",
    designer="Steffen Mühlhäuser",
    publisher="Steffen-Spiele; The Geeky Pen",
    year=2003,
    source="Linja, A Zen duel for all ages (The Geeky Pen), rule sheet",
    minutes=(15, 30),
    seats=lambda options: ("Red", "Black"),
    match=MatchRules(starter="loser", counts="points"),
    options=(
        Option(
            "bonus",
            OneOf(("followup", "any")),
            "followup",
            "what earns a bonus step: only a follow-up that reaches the goal exactly, "
            "or an opening move into the goal too",
        ),
        Option(
            "meddle",
            YesNo(),
            False,
            "a bonus may move an opponent's pawn instead of one's own",
        ),
        Option(
            "own_side",
            OneOf((-1, 0)),
            -1,
            "points for each pawn still on its own half at the end",
        ),
    ),
)
