"""Linja set up by hand: any pawn into any row, and whose turn it is."""

from collections.abc import Iterator

from linden.core.catalogues import key
from linden.core.position import Position
from linden.core.setup import Edit
from linden.games.linja.drawing import pawn_mark
from linden.games.linja.notation import NAMES, SEATS, pawns_in, say
from linden.games.linja.rules import BLACK, RED, ROWS

PUT = (
    key("Put a red pawn from row {origin} into row {to}."),
    key("Put a black pawn from row {origin} into row {to}."),
)


def edits(position: Position) -> Iterator[Edit]:
    """A pawn is taken by touching it, and goes where is touched next."""
    sides = [list(pawns_in(position.state, seat)) for seat in (RED, BLACK)]
    turn = position.turn
    other = 1 - turn
    turned = say("{who} is to move.", who=say(NAMES[other]))
    yield Edit(_text(position, sides, other), ("turn",), turned)
    for seat in (RED, BLACK):
        for origin in range(ROWS):
            for to in range(ROWS):
                if sides[seat][origin] and to != origin:
                    moved = [list(rows) for rows in sides]
                    moved[seat][origin] -= 1
                    moved[seat][to] += 1
                    yield Edit(
                        _text(position, moved, turn),
                        (pawn_mark(seat, origin), str(to + 1)),
                        say(PUT[seat], origin=origin + 1, to=to + 1),
                    )


def _text(position: Position, sides: list[list[int]], seat: int) -> str:
    rows = "/".join(".".join(map(str, side)) for side in sides)
    turns = f" t{position.state.turns}" if position.state.bonus_any else ""
    return f"{rows} {SEATS[seat]} opening{turns}"
