"""How games end that are not played to their end, and how that is told."""

from typing import Literal

from linden.core.game import Game
from linden.web.texts import say

Ending = Literal["", "played", "resigned", "agreed", "flagged", "left", "adjudicated", "aborted"]
LOST: tuple[Ending, ...] = ("resigned", "flagged", "left")
"""Endings that somebody has lost, whatever the position is."""
VERDICTS: dict[float | None, int | None] = {0.0: 0, 0.5: None, 1.0: 1}
"""Who has lost, by the first seat's share of the win; where chance decides it, nobody has yet."""


def decided(game: Game, how: Ending, loser: int | None) -> str | None:
    """How a game ended that was not played to its end, with its seats marked."""
    if how == "agreed":
        return say("A draw by agreement.")
    if how == "adjudicated" and loser is None:
        return say("Adjudicated: a draw with perfect play.")
    if loser is None:
        return None
    two = game.players == 2
    seats = {"loser": game.role(loser), "winner": game.role(1 - loser) if two else ""}
    match how, two:
        case "resigned", True:
            return say("{winner} won: {loser} resigned.", **seats)
        case "resigned", False:
            return say("{loser} resigned.", loser=seats["loser"])
        case "flagged", True:
            return say("{winner} won: {loser} ran out of time.", **seats)
        case "flagged", False:
            return say("{loser} ran out of time.", loser=seats["loser"])
        case "left", True:
            return say("{winner} won: {loser} left the table.", **seats)
        case "left", False:
            return say("{loser} left the table.", loser=seats["loser"])
        case "adjudicated", _:
            return say("Adjudicated: {winner} won with perfect play.", winner=seats["winner"])
        case "aborted", _:
            return say("Called off: {loser} did not come.", loser=seats["loser"])
    return None
