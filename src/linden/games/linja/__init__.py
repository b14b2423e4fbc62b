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
    source="rule sheet of The Geeky Pen; year and minutes as Steffen-Spiele gives them",
    minutes=(10, 20),
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
