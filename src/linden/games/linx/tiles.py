"""What lies where, told in squares and counts: for writing, checking and drawing."""

from functools import lru_cache

from linden.core.catalogues import key
from linden.core.grid import square_name
from linden.core.types import StateRecord
from linden.games.linx.stock import SYMBOLS
from linden.games.linx.window import COLUMNS

LETTERS = "RPS"
WORDS = (key("rock"), key("paper"), key("scissors"))
COLOURS = "ybpg"
BEATS = (2, 0, 1)  # the symbol that each beats

Tiles = dict[int, tuple[int, int | None]]
"""For each square with a tile: the visible one's colour, and its symbol if it lies face up."""


def table(state: StateRecord) -> tuple[int, int]:
    """How many rows and columns the table has, and the largest box allowed on it (LX-1)."""
    return (7, 4) if state.players == 2 else (9, 5)


def place_name(square: int) -> str:
    """
    >>> place_name(30)
    'd4'
    """
    return square_name(square % COLUMNS, square // COLUMNS)


def top_tiles(state: StateRecord) -> Tiles:
    """The visible tiles, in the order of their squares."""
    fields = (state[name].tolist() for name in ("shows", "face_up", "face_down"))
    return dict(_top_tiles(*map(tuple, fields), int(state["corner"])))


@lru_cache(512)
def _top_tiles(
    shows: tuple[int, ...], face_up: tuple[int, ...], face_down: tuple[int, ...], corner: int
) -> tuple[tuple[int, tuple[int, int | None]], ...]:
    tiles: Tiles = {}
    for colour, (up, down) in enumerate(zip(face_up, face_down, strict=True)):
        left = up | down
        while left:
            bit = left & -left
            left ^= bit
            row, column = divmod(bit.bit_length() - 1, 8)
            square = corner + (row - 1) * COLUMNS + column - 1
            shown = [symbol for symbol in range(SYMBOLS) if shows[symbol] & bit]
            tiles[square] = (colour, shown[0] if up & bit else None)
    return tuple(sorted(tiles.items()))


def room(state: StateRecord) -> set[int]:
    """Every square of the table that still fits in one box with all tiles."""
    size, most = table(state)
    tiles = list(top_tiles(state)) or [size // 2 * (COLUMNS + 1)]
    rows = [square // COLUMNS for square in tiles]
    columns = [square % COLUMNS for square in tiles]
    return {
        row * COLUMNS + column
        for row in range(max(0, max(rows) - most + 1), min(size, min(rows) + most))
        for column in range(max(0, max(columns) - most + 1), min(size, min(columns) + most))
    }


def hand_of(state: StateRecord, seat: int) -> list[int]:
    """How many tiles of each symbol; zeros if the hand is veiled."""
    return [int(n) for n in state.hand[seat]]


def pile_of(state: StateRecord, seat: int) -> list[int]:
    """The pile by symbol; of a veiled seat, hand and pile."""
    return [int(n) for n in state.pile[seat]]


def hand_count(state: StateRecord, seat: int) -> int:
    """How many tiles the hand has: all know that (LX-5)."""
    return int(state.unseen[seat]) + sum(hand_of(state, seat))


def pile_count(state: StateRecord, seat: int) -> int:
    """How many tiles the pile has."""
    return sum(pile_of(state, seat)) - int(state.unseen[seat])


def may_hold(state: StateRecord, seat: int, symbol: int) -> bool:
    """Whether the seat has such a tile in hand, or can have one if the hand is veiled."""
    return bool(state.hand[seat, symbol] or (state.unseen[seat] and state.pile[seat, symbol]))


def lines(squares: set[int]) -> list[tuple[int, int, int]]:
    """All threes of neighbours in a row, a column or a diagonal."""
    found = []
    for first in sorted(squares):
        for row, column in ((0, 1), (1, 0), (1, 1), (1, -1)):
            step = row * COLUMNS + column
            if 0 <= first % COLUMNS + 2 * column < COLUMNS:
                three = (first, first + step, first + 2 * step)
                if squares.issuperset(three):
                    found.append(three)
    return found
