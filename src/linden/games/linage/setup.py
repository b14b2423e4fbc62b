"""Linage set up by hand: a stone on any point, or none, and whose turn it is."""

from collections.abc import Iterator

from linden.core.grid import square_name
from linden.core.position import Position
from linden.core.setup import Edit
from linden.games.linage.notation import NAMES, SIDES, STONE, board, halves, say, side_of
from linden.games.linage.rules import NAMING


def edits(position: Position) -> Iterator[Edit]:
    """A point is touched to put a stone there, or to take it away."""
    state = position.state
    signs = [["#" if what == STONE else "." for what in row] for row in board(state)]
    side = 0 if state.part == NAMING else side_of(state, int(state.turn))
    other = _text(position, signs, 1 - side)
    yield Edit(other, ("turn",), say("{side} is to move.", side=say(NAMES[1 - side])))
    for row, points in enumerate(signs):
        for column, sign in enumerate(points):
            points[column] = "." if sign == "#" else "#"
            name = square_name(column, row)
            if sign == "#":
                does = say("Take the stone from {point}.", point=name)
            else:
                does = say("Put a stone on {point}.", point=name)
            yield Edit(_text(position, signs, side), (name,), does)
            points[column] = sign


def _text(position: Position, signs: list[list[str]], side: int) -> str:
    state = position.state
    words = ["/".join("".join(row) for row in reversed(signs)), f"komi {halves(int(state.komi))}"]
    if state.chosen:
        words.append(f"first={SIDES[side_of(state, 0)]}")
    return " ".join([*words, SIDES[side]])
