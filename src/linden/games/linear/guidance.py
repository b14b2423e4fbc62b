"""Linear Progression at the table: what is to be touched, and why something cannot be."""

from collections.abc import Mapping, Sequence

from linden.core.catalogues import key
from linden.core.grid import read_square
from linden.core.position import Position
from linden.games.linear.notation import read_move, say, why_not
from linden.games.linear.positions import NAMES, squares_in
from linden.games.linear.rules import BLOCKER, CHOOSE, CORNER, EXTRA

FIRST = {
    CHOOSE: key("Touch the square of your first token."),
    CORNER: key("Touch the corner where your blocker begins."),
    BLOCKER: key("You may move your blocker: touch it, or pass."),
    EXTRA: key("One more slide is yours: touch a token, or pass."),
}


def prompts(position: Position) -> Mapping[str, str]:
    usual = key("Touch one of your tokens, then where it slides to.")
    return {"": say(FIRST.get(int(position.state.part), usual))}


def refusal(position: Position, touched: Sequence[str]) -> str:
    state, us = position.state, position.turn
    *before, mark = touched
    if state.part == CHOOSE:
        return why_not(state, read_move(state, mark))
    if state.part == CORNER:
        return why_not(state, read_move(state, f"*{mark}"))
    if state.part == BLOCKER:
        if not before:
            return say("the blocker is next: touch it, or pass")
        return why_not(state, read_move(state, f"*{mark.lstrip('*')}"))
    if mark.startswith("*"):
        return say("a token slides first, then the blocker may move")
    own, square = squares_in(state.tokens[us]), read_square(mark)
    if before and square in own:
        return why_not(state, read_move(state, f"{mark}-{before[-1]}"))
    if before:
        return why_not(state, read_move(state, f"{before[-1]}-{mark}"))
    if square in squares_in(state.tokens[1 - us]):
        them = say.seat(1 - us, NAMES[1 - us])
        return say("this token is {them}'s; slide one of your own", them=them)
    if square in own:
        return say("this token has nowhere to slide: no way from it leads over an empty square")
    return say("touch the token that is to slide first")
