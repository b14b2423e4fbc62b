"""Linja at the table: what is to be touched, and why something cannot be."""

from collections.abc import Mapping, Sequence

from linden.core.position import Position
from linden.core.types import StateRecord
from linden.games.linja.notation import NAMES, SEATS, say, why_not
from linden.games.linja.rules import BONUS, FOLLOW_UP, OPENING, RED, ROWS


def prompts(position: Position) -> Mapping[str, str]:
    rows = {str(row + 1): say("Now touch the pawn that goes there.") for row in range(ROWS)}
    return {"": _first(position), **rows}


def _first(position: Position) -> str:
    state = position.state
    if state.part == FOLLOW_UP:
        rows = say.counting("one row", "exactly {n} rows", int(state.reach))
        return say("A follow-up: one of your pawns may go on {rows}. Touch it, or pass.", rows=rows)
    if state.part == BONUS:
        return say("A bonus: one of your pawns may step one row either way. Touch it, or pass.")
    return say("Touch one of your pawns, then the next row ahead.")


def refusal(position: Position, touched: Sequence[str]) -> str:
    state, us = position.state, position.turn
    *before, mark = touched
    seat, row = _pawn(mark)
    if seat == 1 - us and not (state.part == BONUS and state.meddle):
        return say("this pawn is {them}'s; move one of your own", them=say.seat(seat, NAMES[seat]))
    first, origin = _pawn(before[-1]) if before else (None, 0)
    if seat == us:
        to = origin if before and first is None else _ahead(state, us, row)
        return why_not(state, row * ROWS + to)
    if not before:
        return say("touch a pawn first, then the row it goes to")
    if first is None:
        return say("row {row} is touched already; touch the pawn that goes there", row=origin + 1)
    return why_not(state, origin * ROWS + row)


def _pawn(mark: str) -> tuple[int | None, int]:
    """Whose pawn a mark is, nobody's for a row, and the row."""
    name, _, row = mark.rpartition("-")
    return (SEATS.index(name) if name in SEATS else None), int(row) - 1


def _ahead(state: StateRecord, us: int, row: int) -> int:
    """The row that a pawn would go to now."""
    steps = int(state.reach) if state.part == FOLLOW_UP else 1
    to = row + steps if us == RED else row - steps
    return min(max(to, 0), ROWS - 1) if state.part != OPENING or 0 <= to < ROWS else row
