"""Breakthrough drawn: a board of squares; White's pawns are round, Black's have corners."""

from collections.abc import Callable

from linden.core.position import Position
from linden.core.svg import drawing, tag, words
from linden.core.types import StateRecord

from .notation import NAMES, name_of, target
from .rules import EMPTY, STRIDE

GLYPHS = ("·", "○", "▲")


def status(position: Position) -> str:
    who = NAMES[position.turn]
    return f"{who} breaks through and wins." if position.over else f"{who} to move."


def touches(state: StateRecord, move: int) -> tuple[str, ...]:
    """The pawn, then the square it goes to."""
    return (name_of(move // 3), name_of(int(target(state, move))))


# -- terminal ------------------------------------------------------------------------------------


def text(position: Position, paint: Callable[[str, str], str]) -> str:
    state = position.state
    side = int(state.side)
    lines = []
    for row in reversed(range(side)):
        cells = [int(it) for it in state.squares[row * STRIDE :][:side]]
        painted = [paint(f"seat{it - 1}" if it else "quiet", GLYPHS[it]) for it in cells]
        lines.append(f"{row + 1}  {' '.join(painted)}")
    lines.append("   " + paint("quiet", " ".join("abcdefgh"[:side])))
    return "\n".join([*lines, "", status(position)])


# -- page ----------------------------------------------------------------------------------------

CELL, EDGE, FOOT = 60.0, 30.0, 44.0
STYLE = (
    ".light{fill:var(--paper)}.dark{fill:var(--wood)}"
    ".white{fill:var(--white);stroke:var(--on-white);stroke-width:2}"
    ".black{fill:var(--black);stroke:var(--on-black);stroke-width:2}"
    ".came{fill:none;stroke:var(--last);stroke-width:3}"
)


def svg(position: Position, *, theme: str = "auto") -> str:
    state = position.state
    side = int(state.side)
    came = position.last.moves[-1][-2:] if position.last else ""
    parts = []
    for row in range(side):
        y = EDGE + (side - 1 - row) * CELL
        parts.append(words(EDGE / 2, y + CELL / 2 + 5, str(row + 1), 14, fill="var(--quiet)"))
        for column in range(side):
            square = row * STRIDE + column
            parts.append(_square(state, square, EDGE + column * CELL, y, name_of(square) == came))
    for column in range(side):
        x, y = EDGE + (column + 0.5) * CELL, EDGE * 1.7 + side * CELL
        parts.append(words(x, y, "abcdefgh"[column], 14, fill="var(--quiet)"))
    width, height = side * CELL + 2 * EDGE, side * CELL + 2 * EDGE + FOOT
    return drawing(
        width,
        height,
        parts,
        name="breakthrough",
        title=f"Breakthrough. {status(position)}",
        caption=words(width / 2, height - 14, status(position), 18),
        foot=FOOT,
        style=STYLE,
        theme=theme,
    )


def _square(state: StateRecord, square: int, x: float, y: float, came: bool) -> str:
    """A square, and the pawn on it; both are touched as one."""
    there = int(state.squares[square])
    shade = "light" if (square // STRIDE + square % STRIDE) % 2 else "dark"
    ground = tag("rect", class_=shade, x=x, y=y, width=CELL, height=CELL)
    said = f"{name_of(square)}, {NAMES[there - 1] if there else 'empty'}"
    pawn = ""
    if there != EMPTY:
        pawn = tag(
            "g",
            tag("circle", class_="came", r=25.0) if came else "",
            _pawn(there - 1),
            id=f"pawn-{there - 1}-{name_of(square)}",
            class_=f"pawn seat-{there - 1}",
            transform=f"translate({x + CELL / 2:.0f} {y + CELL / 2:.0f})",
        )
    return tag("g", ground, pawn, data_at=name_of(square), aria_label=said)


def _pawn(seat: int) -> str:
    if seat == 0:
        return tag("circle", class_="white", r=20.0)
    return tag("path", class_="black", d="M0-22L21 15H-21Z")


def emblem(position: Position, seat: int) -> str:
    return tag("g", _pawn(seat), transform="scale(.7)")
