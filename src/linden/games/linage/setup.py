"""Linage set up by hand: a stone on any point, or none, and whose turn it is."""

from collections.abc import Iterator

from linden.core.grid import square_name
from linden.core.position import Position
from linden.core.setup import Edit
from linden.games.linage.notation import SIDES, STONE, board, halves, side_of
from linden.games.linage.rules import NAMING


def edits(position: Position) -> Iterator[Edit]:
    """A point is touched to put a stone there, or to take it away."""
    state = position.state
    signs = [["#" if what == STONE else "." for what in row] for row in board(state)]
    side = 0 if state.part == NAMING else side_of(state, int(state.turn))
    other = _text(position, signs, 1 - side)
    yield Edit(other, ("turn",), f"{SIDES[1 - side].capitalize()} is to move.")
    for row, points in enumerate(signs):
        for column, sign in enumerate(points):
            points[column] = "." if sign == "#" else "#"
            name = square_name(column, row)
            does = f"Take the stone from {name}." if sign == "#" else f"Put a stone on {name}."
            yield Edit(_text(position, signs, side), (name,), does)
            points[column] = sign


def _text(position: Position, signs: list[list[str]], side: int) -> str:
    state = position.state
    words = ["/".join("".join(row) for row in reversed(signs)), f"komi {halves(int(state.komi))}"]
    if state.chosen:
        words.append(f"first={SIDES[side_of(state, 0)]}")
    return " ".join([*words, SIDES[side]])
