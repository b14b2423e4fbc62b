"""Breakthrough in writing: ``b2-b3``, ``b2xc3``, and positions on one line.

A position is the rows from the top, ``w``, ``b`` and ``.`` for the squares, then whose move it
is; after the end, whose move was the last::

    bbbb/..b./.w../wwww white
"""

import re

from linden.core.grid import read_square, square_name
from linden.core.kernel import interpreted
from linden.core.types import StateRecord

from . import rules
from .rules import BLACK, EMPTY, STRIDE, WHITE

NAMES = ("White", "Black")
LETTERS = ".wb"

target = interpreted(rules.target)


def name_of(square: int) -> str:
    return square_name(square % STRIDE, square // STRIDE)


# -- moves ---------------------------------------------------------------------------------------


def move_text(state: StateRecord, move: int) -> str:
    to = int(target(state, move))
    if to < 0:
        raise ValueError("that leaves the board")
    return f"{name_of(move // 3)}{'x' if state.squares[to] != EMPTY else '-'}{name_of(to)}"


def read_move(state: StateRecord, text: str) -> int:
    found = re.fullmatch(r"([a-h][1-8])\s*[-x–]?\s*([a-h][1-8])", text.strip().lower())
    if not found:
        raise ValueError("moves look like b2-b3, or b2xc3")
    side = int(state.side)
    (column, row), (to_column, to_row) = (read_square(it, side, side) for it in found.groups())
    way = to_column - column
    if abs(way) > 1 or to_row - row != (1 if state.turn == 0 else -1):
        raise ValueError("a pawn goes one row forward, straight or aslant")
    return (row * STRIDE + column) * 3 + way + 1


def why_not(state: StateRecord, move: int) -> str:
    us = int(state.turn)
    square, to = move // 3, int(target(state, move))
    if state.squares[square] != us + 1:
        return f"there is no pawn of {NAMES[us]} on {name_of(square)}"
    if state.squares[to] == us + 1:
        return f"a pawn of {NAMES[us]} stands on {name_of(to)} already"
    return "a pawn takes only aslant"


def describe(state: StateRecord, move: int) -> str:
    to = int(target(state, move))
    does = "takes on" if state.squares[to] != EMPTY else "goes to"
    return f"{NAMES[int(state.turn)]}'s pawn on {name_of(move // 3)} {does} {name_of(to)}."


# -- positions -----------------------------------------------------------------------------------


def position_text(state: StateRecord) -> str:
    side = int(state.side)
    rows = [
        "".join(LETTERS[state.squares[row * STRIDE + column]] for column in range(side))
        for row in reversed(range(side))
    ]
    return f"{'/'.join(rows)} {NAMES[int(state.turn)].lower()}"


def read_position(state: StateRecord, text: str) -> None:
    side = int(state.side)
    found = re.fullmatch(r"\s*([wb./]+)\s+(white|black)\s*", text.lower())
    rows = found[1].split("/") if found else []
    if not found or len(rows) != side or any(len(row) != side for row in rows):
        raise ValueError(f"it has {side} rows of {side} squares, then white or black")
    for row, written in enumerate(reversed(rows)):
        for column, letter in enumerate(written):
            state.squares[row * STRIDE + column] = LETTERS.index(letter)
    state.turn = us = ("white", "black").index(found[2])
    cells = [[int(it) for it in state.squares[row * STRIDE :][:side]] for row in range(side)]
    counts = [sum(row.count(colour) for row in cells) for colour in (WHITE, BLACK)]
    if max(counts) > 2 * side:
        raise ValueError(f"nobody has more than {2 * side} pawns")
    through = (cells[-1].count(WHITE), cells[0].count(BLACK))
    if through[us] + (counts[1 - us] == 0) > 1 or through[1 - us] or counts[us] == 0:
        raise ValueError("the game was over before")
    state.over = bool(through[us] or counts[1 - us] == 0)
