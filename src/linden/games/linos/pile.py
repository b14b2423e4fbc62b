"""The pile as a list of stones, for everything that speaks or draws."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from linden.core.grid import square_name
from linden.core.kernel import interpreted
from linden.core.types import StateRecord
from linden.games.linos import geometry
from linden.games.linos.geometry import (
    ALONG_COLUMN,
    ALONG_ROW,
    DARK,
    LIGHT,
    SIZE,
    SQUARES,
    STANDING,
)

Square = tuple[int, int]
Cube = tuple[int, int, int]

EVERY_SQUARE = [(x, y) for y in range(SIZE) for x in range(SIZE)]

fitting = interpreted(geometry.fitting)


class Stone(NamedTuple):
    """A stone in its place. Sorted, stones come from the table up: each rests on earlier ones."""

    level: int
    """Of its lowest part, from 0."""
    y: int
    x: int
    how: int
    """``STANDING``, ``ALONG_ROW`` or ``ALONG_COLUMN``."""
    colour: int

    @property
    def squares(self) -> list[Square]:
        """The footprint: column and row of each square."""
        if self.how == STANDING:
            return [(self.x, self.y)]
        if self.how == ALONG_ROW:
            return [(self.x, self.y), (self.x + 1, self.y)]
        return [(self.x, self.y), (self.x, self.y + 1)]

    @property
    def cubes(self) -> list[Cube]:
        """Both cubes: column, row and level."""
        if self.how == STANDING:
            return [(self.x, self.y, self.level), (self.x, self.y, self.level + 1)]
        return [(x, y, self.level) for x, y in self.squares]

    @property
    def top(self) -> int:
        """The level of the highest part, as scoring counts it: from 1."""
        return self.level + 1 + (self.how == STANDING)

    @property
    def place(self) -> str:
        """Its squares in writing: ``d4``, ``d4e4``."""
        return "".join(square_name(x, y) for x, y in self.squares)


def stone_of(move: int, level: int = 0, colour: int = LIGHT) -> Stone:
    """The stone that a placement puts down."""
    how, square = divmod(move, SQUARES)
    return Stone(level, square // SIZE, square % SIZE, how * SQUARES, colour)


def royal(one: Stone, other: Stone) -> str | None:
    """``Jack``, ``Bale`` or nothing: how two stones lie together."""
    if one.how != other.how:
        return None
    apart = [abs(one.x - other.x), abs(one.y - other.y), abs(one.level - other.level)]
    along = apart.pop((ALONG_ROW, ALONG_COLUMN, STANDING).index(one.how))
    if along == 2 and not any(apart):
        return "Jack"
    return "Bale" if along == 0 and sum(apart) == 1 else None


# -- between stones and records ------------------------------------------------------------------


def stones(state: StateRecord) -> list[Stone]:
    """All stones of the pile, from the table up."""
    light, dark = state.cubes.tolist()
    words = zip(light, dark, state.rows.tolist(), state.columns.tolist(), strict=True)
    return list(_stones(tuple(words), int(state.south)))


@lru_cache(512)
def _stones(levels: tuple[tuple[int, int, int, int], ...], south: int) -> tuple[Stone, ...]:
    found = []
    feet: set[Square] = set()
    for level, words in enumerate(levels):
        if not any(words):
            break
        *cubes, rows, columns = (squares_of(word << 8 * south) for word in words)
        covered = feet | {(x + 1, y) for x, y in rows} | {(x, y + 1) for x, y in columns}
        feet = set()
        for colour in (LIGHT, DARK):
            for square in cubes[colour] - covered:
                x, y = square
                if square in rows:
                    found.append(Stone(level, y, x, ALONG_ROW, colour))
                elif square in columns:
                    found.append(Stone(level, y, x, ALONG_COLUMN, colour))
                else:
                    found.append(Stone(level, y, x, STANDING, colour))
                    feet.add(square)
    return tuple(sorted(found))


def squares_of(bits: int) -> set[Square]:
    """Column and row of each square in a set."""
    return {(bit % 8, bit // 8) for bit in range(bits.bit_length()) if bits >> bit & 1}


def heights(pile: Iterable[Stone]) -> dict[Square, int]:
    """How high each column is, given stones from the table up."""
    return {square: stone.top for stone in pile for square in stone.squares}


def tops_of(pile: list[Stone]) -> dict[Square, Stone]:
    """The stone on top of each column, given stones from the table up."""
    return {square: stone for stone in pile for square in stone.squares}


def build(state: StateRecord, pile: list[Stone]) -> None:
    """Put these stones, at least one, into a state whose pile is empty."""
    columns, rows = zip(*(square for stone in pile for square in stone.squares), strict=True)
    state.west, state.east = min(columns), max(columns)
    south = min(rows)
    state.south, state.north = south, max(rows)
    for stone in pile:
        corner = 1 << (8 * (stone.y - south) + stone.x)
        for x, y, level in stone.cubes:
            state.cubes[stone.colour, level] |= 1 << (8 * (y - south) + x)
        if stone.how == ALONG_ROW:
            state.rows[stone.level] |= corner
        elif stone.how == ALONG_COLUMN:
            state.columns[stone.level] |= corner
    narrow, broad = int(state.narrow), int(state.broad)
    state.room = fitting(state, narrow, broad) | fitting(state, broad, narrow)
