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
            "Bonus step",
            {"followup": "for an exact follow-up", "any": "for any move into the goal"},
        ),
        Option(
            "meddle",
            YesNo(),
            False,
            "a bonus may move an opponent's pawn instead of one's own",
            "A bonus may move the other side's pawns",
        ),
        Option(
            "own_side",
            OneOf((-1, 0)),
            -1,
            "points for each pawn still on its own half at the end",
            "A pawn left on its own half",
            {-1: "costs a point", 0: "costs nothing"},
        ),
    ),
)
