"""Linear Progression set up by hand: tokens on any square, and whose turn it is."""

from collections.abc import Iterator

from linden.core.catalogues import key
from linden.core.grid import square_name
from linden.core.position import Position
from linden.core.setup import Edit
from linden.games.linear.notation import say
from linden.games.linear.positions import NAMES, SEATS, position_text

SIGNS = {
    "w": key("A white token on {square}."),
    "b": key("A black token on {square}."),
    ".": key("Nothing on {square}."),
}


def edits(position: Position) -> Iterator[Edit]:
    """A square is touched, and what is to lie there chosen."""
    board, _, *rest = position_text(position.state).split()
    lines = board.split("/")
    turn = position.turn
    for text in _texts(lines, 1 - turn, rest):
        yield Edit(text, ("turn",), say("{who} is to move.", who=say(NAMES[1 - turn])))
    for row, line in enumerate(reversed(lines)):
        for column, sign in enumerate(line):
            for other, what in SIGNS.items():
                if sign in SIGNS and other != sign:
                    changed = list(lines)
                    changed[-1 - row] = line[:column] + other + line[column + 1 :]
                    name = square_name(column, row)
                    does = say(what, square=name)
                    for seat in (turn, 1 - turn):
                        for text in _texts(changed, seat, rest):
                            yield Edit(text, (name,), does)


def _texts(lines: list[str], seat: int, rest: list[str]) -> Iterator[str]:
    """The position in which that seat slides next, or is where the game is; with the blockers that
    are there."""
    part, *more = rest
    at = more.index("blockers") if "blockers" in more else len(more)
    for now in dict.fromkeys(("slide", part)):
        yield " ".join(["/".join(lines), SEATS[seat], now, *more[at : at + 3]])
