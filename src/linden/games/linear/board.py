"""Boards as they are written in options: ``standard``, ``10x8``, or a map with islands."""

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from linden.core.catalogues import sentences
from linden.core.errors import OptionError
from linden.core.grid import read_square, square_name

Square = tuple[int, int]
"""Column and row, both from 0."""

LONGEST = 12  # columns or rows
say = sentences(__file__)
BOARDS = (
    "standard, center-isle, a size from 4x4 to 12x12 (columns x rows), or a map of up to 12 rows "
    "from the top like ..#./...., where . is a square and # an island"
)
STARTS = "drop, choose, or two squares like 'c3 f6' (White's, then Black's)"

_NAMED = {"standard": ("8x8", ""), "center-isle": ("8x8", "d4 d5 e4 e5")}
_SIZE = re.compile("([0-9]{1,2})[x×]([0-9]{1,2})")


@dataclass(frozen=True)
class Board:
    """Which squares are in use."""

    columns: int
    rows: int
    squares: frozenset[Square]

    @property
    def corners(self) -> list[Square]:
        """The extreme squares that are unused: where blockers begin (LP-11)."""
        extremes = {(x, y) for x in (0, self.columns - 1) for y in (0, self.rows - 1)}
        return sorted(extremes - self.squares)


@cache
def layout(board: str) -> Board:
    """The board that a canonical value of the option names."""
    size, islands = _NAMED.get(board, (board, ""))
    if found := _SIZE.fullmatch(size):
        columns, rows = int(found[1]), int(found[2])
        every = {(x, y) for x in range(columns) for y in range(rows)}
        corners = {(x, y) for x in (0, columns - 1) for y in (0, rows - 1)}
        unused = corners | {read_square(name) for name in islands.split()}
        return Board(columns, rows, frozenset(every - unused))
    lines = board.split("/")[::-1]
    squares = {(x, y) for y, line in enumerate(lines) for x, c in enumerate(line) if c == "."}
    return Board(len(lines[0]), len(lines), frozenset(squares))


def map_of(board: str) -> list[str]:
    """A board as a map, rows from the top.

    >>> map_of("4x4")
    ['#..#', '....', '....', '#..#']
    """
    found = layout(board)
    columns = range(found.columns)
    return [
        "".join("." if (x, y) in found.squares else "#" for x in columns)
        for y in reversed(range(found.rows))
    ]


# -- reading the options -------------------------------------------------------------------------


def read_board(value: object) -> str:
    if not isinstance(value, str) or len(value) > 999:
        raise ValueError
    board = re.sub(r"\s+", "", value).lower()
    if board in _NAMED:
        return board
    if found := _SIZE.fullmatch(board):
        columns, rows = int(found[1]), int(found[2])
        if not (4 <= columns <= LONGEST and 4 <= rows <= LONGEST):
            raise ValueError(
                say(
                    "{columns} columns and {rows} rows; each is from 4 to {most}",
                    columns=columns,
                    rows=rows,
                    most=LONGEST,
                )
            )
        return f"{columns}x{rows}"
    if not re.fullmatch("[.#/]+", board):
        raise ValueError
    lines = board.split("/")
    if len(set(map(len, lines))) != 1:
        raise ValueError(say("the rows of a map are equally long"))
    if not 1 <= len(lines[0]) <= LONGEST or len(lines) > LONGEST:
        raise ValueError(say("a map has 1 to {most} columns and rows", most=LONGEST))
    if board.count(".") < 2:
        raise ValueError(say("a map has at least two squares"))
    return board


def read_start(value: object) -> str:
    if not isinstance(value, str) or len(value) > 99:
        raise ValueError
    words = value.lower().split()
    if words in (["drop"], ["choose"]):
        return words[0]
    if len(words) != 2:
        raise ValueError
    first, second = (square_name(*read_square(word, LONGEST, LONGEST)) for word in words)
    if first == second:
        raise ValueError(say("the two squares differ"))
    return f"{first} {second}"


def check(options: dict[str, Any]) -> None:
    """The first tokens lie on the board, and blockers have corners to begin in."""
    board = layout(options["board"])
    if options["start"] not in ("drop", "choose"):
        for name in options["start"].split():
            if read_square(name) not in board.squares:
                told = say(
                    "The first tokens cannot lie on {square}, which is no square of this board: "
                    "name two of its squares, or let them fall or be put.",
                    square=name,
                )
                raise OptionError(told)
    if options["blockers"] and len(board.corners) < 2:
        told = say(
            "Blockers begin in unused corners, and this board has {corners}; "
            "they need at least two.",
            corners=len(board.corners),
        )
        raise OptionError(told)
