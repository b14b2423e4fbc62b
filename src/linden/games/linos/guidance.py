"""Linos at the table: what is to be touched, and why something cannot be."""

from collections.abc import Mapping, Sequence

from linden.core.catalogues import key
from linden.core.grid import read_square, square_name
from linden.core.position import Position
from linden.games.linos.geometry import SIZE, STANDING
from linden.games.linos.notation import read_move, say, why_not
from linden.games.linos.pile import stone_of
from linden.games.linos.rules import DIE, NONE

WHERE_TO = (
    key("Touch the square where your light stone goes."),
    key("Touch the square where your dark stone goes."),
)


def prompts(position: Position) -> Mapping[str, str]:
    """A stone is touched down: its square twice if it stands, both of its squares if it lies."""
    state = position.state
    if state.hand == NONE:
        return {"": say("Touch the die to roll it.")}
    told = {"": say(WHERE_TO[state.hand])}
    ways: dict[str, set[bool]] = {}
    for move in position.codes.values():
        stone = stone_of(move)
        for square in stone.squares:
            ways.setdefault(square_name(*square), set()).add(stone.how == STANDING)
    for mark, how in ways.items():
        if how == {True, False}:
            told[mark] = say(
                "Touch it again for an upright stone, a square beside it for a lying one."
            )
        elif True in how:
            told[mark] = say("Touch it again for an upright stone.")
        else:
            told[mark] = say("Touch a square beside it for a lying one.")
    return told


def refusal(position: Position, touched: Sequence[str]) -> str:
    state = position.state
    if state.hand == NONE:
        return say("the die comes first: touch it to roll")
    if touched[-1] == "die":
        return say("the stone is in your hand already; touch the square where it goes")
    squares = [read_square(mark, SIZE, SIZE) for mark in touched]
    if len(squares) == 1 or squares[-1] == squares[-2]:
        return why_not(state, read_move(state, touched[-1]))
    try:
        move = read_move(state, touched[-2] + touched[-1])
    except ValueError as error:
        return str(error)
    return "" if move >= DIE else why_not(state, move)
