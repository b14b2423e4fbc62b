"""A plain drawing, for a game that has none of its own yet: the record's numbers, and every move
as a box to touch."""

from collections.abc import Callable, Sequence

import numpy as np

from linden.core.catalogues import sentences
from linden.core.language import figure
from linden.core.position import Position
from linden.core.seats import CHANCE
from linden.core.svg import drawing, tag, words
from linden.core.types import StateRecord

say = sentences(__file__)

__all__ = ["STYLE", "account", "emblem", "status", "svg", "text", "touches"]

STYLE = (
    ".cell{fill:var(--paper);stroke:var(--line)}"
    ".move{fill:var(--wood);stroke:var(--wood-edge)}"
    ".seat{stroke:var(--ground);stroke-width:1.5}"
)


# -- sentences -----------------------------------------------------------------------------------


def status(position: Position) -> str:
    """Whose turn it is, or how it ended."""
    seats = position.game.roles
    if not position.over:
        who = seats[position.turn]
        if position.to_move == CHANCE:
            return say("{who} waits for chance.", who=who)
        return say("{who} to move.", who=who)
    winners = [seat for seat, gain in zip(seats, position.returns, strict=True) if gain > 0]
    points = ", ".join(f"{seat} {it}" for seat, it in zip(seats, position.scores, strict=True))
    if not winners:
        return say("A draw: {points}.", points=points)
    names = say(" and ").join(winners)
    return say.counting(
        "{names} wins: {points}.",
        "{names} win: {points}.",
        len(winners),
        names=names,
        points=points,
    )


def account(position: Position) -> Sequence[tuple[int, str]]:
    """Nothing is known of how scores come about."""
    return ()


def touches(state: StateRecord, move: int) -> tuple[str, ...]:
    """Every move has its own box."""
    return (_mark(move),)


def _mark(move: int) -> str:
    return f"move {int(move)}"


# -- terminal ------------------------------------------------------------------------------------


def text(position: Position, paint: Callable[[str, str], str]) -> str:
    """The fields of the record, a line or a block each."""
    lines = []
    for name, rows in _fields(position):
        head = f"{name}  "
        for row in rows:
            cells = "  ".join(row)
            for at in range(0, max(len(cells), 1), 60):
                lines.append(f"{head.rjust(18)}{cells[at : at + 60]}".rstrip())
                head = ""
    points = [
        paint(f"seat{seat}", f"{name} {figure(str(position.scores[seat]))}")
        for seat, name in enumerate(position.game.seats)
    ]
    return "\n".join([*lines, "", "   ".join(points), status(position)])


def _fields(position: Position) -> list[tuple[str, list[list[str]]]]:
    """Each field's name and its numbers, in rows."""
    state = position.state
    found = []
    for name in state.dtype.names:
        values = np.asarray(state[name])
        width = values.shape[-1] if values.ndim else 1
        flat = [
            f"{it:g}" if isinstance(it, float) else str(int(it)) for it in values.ravel().tolist()
        ]
        found.append((name, [flat[at : at + width] for at in range(0, len(flat), width)]))
    return found


# -- page ----------------------------------------------------------------------------------------

CELL, LEFT, TOP, WIDTH, FOOT = 34.0, 130.0, 16.0, 640.0, 44.0
ACROSS = 6
"""How many boxes of moves stand side by side."""


def svg(position: Position, *, theme: str = "auto") -> str:
    """The fields as grids, and a box for each move."""
    parts: list[str] = []
    y = TOP
    widest = LEFT
    for name, rows in _fields(position):
        parts.append(words(LEFT - 12, y + 22, name, 15, text_anchor="end", fill="var(--quiet)"))
        for row in rows:
            for column, value in enumerate(row):
                parts.append(_cell(LEFT + column * CELL, y, value))
            widest = max(widest, LEFT + len(row) * CELL)
            y += CELL
        y += 6
    width = max(WIDTH, widest + 16)
    y = _moves(position, width, y + 10, parts)
    return drawing(
        width,
        y + FOOT,
        parts,
        name=position.game.name,
        title=f"{position.game.title}. {status(position)}",
        caption=words(width / 2, y + FOOT - 16, status(position), 18),
        foot=FOOT,
        style=STYLE,
        theme=theme,
    )


def _cell(x: float, y: float, value: str) -> str:
    size = 15 if len(value) < 4 else 60 / len(value)
    box = tag("rect", class_="cell", x=x, y=y, width=CELL, height=CELL)
    return box + words(x + CELL / 2, y + 22, value, size)


def _moves(position: Position, width: float, y: float, parts: list[str]) -> float:
    """A box for each move, by its number; an outcome of chance needs none."""
    if position.to_move is None or position.to_move == CHANCE:
        return y
    wide = (width - 32) / ACROSS
    for number, (move, code) in enumerate(position.codes.items()):
        left, top = 16 + number % ACROSS * wide, y + number // ACROSS * CELL
        box = tag(
            "rect", class_="move", x=left + 2, y=top + 2, width=wide - 4, height=CELL - 4, rx=5.0
        )
        said = words(left + wide / 2, top + 22, move[:14], 15)
        parts.append(tag("g", box, said, data_at=_mark(code), aria_label=move))
    return y + -(-len(position.moves) // ACROSS) * CELL


def emblem(position: Position, seat: int) -> str:
    """A disc in the seat's colour, with its number."""
    disc = tag("circle", class_="seat", r=14.0, fill=f"var(--seat-{seat})")
    return disc + words(0, 5.5, str(seat + 1), 16, fill=f"var(--on-seat-{seat})")
