"""Linos at the table: what is to be touched, and why something cannot be."""

from collections.abc import Mapping, Sequence

from linden.core.grid import read_square, square_name
from linden.core.position import Position
from linden.games.linos.geometry import SIZE, STANDING
from linden.games.linos.notation import COLOURS, read_move, why_not
from linden.games.linos.pile import stone_of
from linden.games.linos.rules import DIE, NONE


def prompts(position: Position) -> Mapping[str, str]:
    """A stone is touched down: its square twice if it stands, both of its squares if it lies."""
    state = position.state
    if state.hand == NONE:
        return {"": "Touch the die to roll it."}
    told = {"": f"Touch the square where your {COLOURS[state.hand]} stone goes."}
    ways: dict[str, set[bool]] = {}
    for move in position.codes.values():
        stone = stone_of(move)
        for square in stone.squares:
            ways.setdefault(square_name(*square), set()).add(stone.how == STANDING)
    for mark, how in ways.items():
        stands = "Touch it again for an upright stone"
        lies = "a square beside it for a lying one"
        if how == {True, False}:
            told[mark] = f"{stands}, {lies}."
        else:
            told[mark] = f"{stands}." if True in how else f"Touch {lies}."
    return told


def refusal(position: Position, touched: Sequence[str]) -> str:
    state = position.state
    if state.hand == NONE:
        return "the die comes first: touch it to roll"
    if touched[-1] == "die":
        return "the stone is in your hand already; touch the square where it goes"
    squares = [read_square(mark, SIZE, SIZE) for mark in touched]
    if len(squares) == 1 or squares[-1] == squares[-2]:
        return why_not(state, read_move(state, touched[-1]))
    try:
        move = read_move(state, touched[-2] + touched[-1])
    except ValueError as error:
        return str(error)
    return "" if move >= DIE else why_not(state, move)
