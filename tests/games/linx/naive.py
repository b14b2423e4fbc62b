"""A slow, plain Linx, written from the rules page alone: stacks of tiles on a dict of squares."""

from fractions import Fraction
from typing import NamedTuple

Square = tuple[int, int]

BEATS = {"R": "S", "S": "P", "P": "R"}
HANDS = {2: (2, 3), 3: (2, 2, 3), 4: (2, 2, 3, 3)}
NEUTRAL = 3  # with three players the unused fourth colour
BLOCK = ("RPS", "PSR", "SRP")  # LX-2: rows 6, 5, 4, columns d e f
LINES = ((1, 0), (0, 1), (1, 1), (1, -1))


class Tile(NamedTuple):
    """One placed tile: its colour (a seat), its symbol, and which side shows."""

    colour: int
    symbol: str
    face_up: bool


def _name(square: Square) -> str:
    return "abcdefghi"[square[0]] + str(square[1] + 1)


class Naive:
    """A game of Linx."""

    def __init__(self, **options: object) -> None:
        assert set(options) <= {"players"}, options
        players = options.get("players", 2)
        assert isinstance(players, int)
        assert players in (2, 3, 4)
        self._players = players
        self._size = 4 if players == 2 else 5
        self._canvas = 7 if players == 2 else 9  # LX-1
        self._piles = [list("RRRRRPPPPPSSSSS") for _ in range(players)]
        self._hands: list[list[str]] = [[] for _ in range(players)]
        self._board: dict[Square, list[Tile]] = {}
        if players == 3:
            for row, symbols in zip((5, 4, 3), BLOCK, strict=True):
                for column, symbol in zip((3, 4, 5), symbols, strict=True):
                    self._board[column, row] = [Tile(NEUTRAL, symbol, True)]
        # LX-4: whose tile is drawn next, front first; the deal goes seat by seat
        self._to_draw = [seat for seat in range(players) for _ in range(HANDS[players][seat])]
        self._seat = 0
        self._idle_passes = 0  # in a row, none of which drew a tile
        self._winner: int | None = None

    def to_move(self) -> int | None:
        """The seat to move, -1 for a draw, None when over."""
        if self._winner is not None:
            return None
        if self._to_draw:
            return -1
        return self._seat

    def moves(self) -> list[str]:
        """All legal moves or draws."""
        mover = self.to_move()
        if mover is None:
            return []
        if mover == -1:
            return list(self.chances())
        found = []
        for symbol in sorted(set(self._hands[mover])):
            found += [symbol + _name(square) for square in self._free()]
            found += [symbol + "x" + _name(square) for square in self._beaten(symbol)]
        return found or ["pass"]  # LX-8

    def chances(self) -> dict[str, Fraction]:
        """LX-4: each symbol left in the pile, by its number."""
        if self.to_move() != -1:
            return {}
        pile = self._piles[self._to_draw[0]]
        return {
            f"draw {symbol}": Fraction(pile.count(symbol), len(pile))
            for symbol in sorted(set(pile))
        }

    def play(self, move: str) -> None:
        """Draw, place or pass."""
        assert move in self.moves(), move
        if self.to_move() == -1:
            owner = self._to_draw.pop(0)
            symbol = move.removeprefix("draw ")
            self._piles[owner].remove(symbol)
            self._hands[owner].append(symbol)
            return
        seat = self._seat
        self._seat = (seat + 1) % self._players
        if move == "pass":
            if self._piles[seat]:
                self._idle_passes = 0
                self._draw_two(seat)
            else:
                self._idle_passes += 1
                if self._idle_passes == self._players:  # LX-6 (b)
                    self._winner = self._most_visible()
            return
        self._idle_passes = 0
        symbol = move[0]
        face_up = move[1] != "x"
        name = move[1:] if face_up else move[2:]
        square = ("abcdefghi".index(name[0]), int(name[1:]) - 1)
        self._hands[seat].remove(symbol)
        self._board.setdefault(square, []).append(Tile(seat, symbol, face_up))
        if self._has_line(seat):  # LX-9: before any draw and before LX-6
            self._winner = seat
        elif self._is_covered():  # LX-6 (a)
            self._winner = self._most_visible()
        elif face_up:
            self._draw_two(seat)

    def copy(self) -> "Naive":
        """An independent copy."""
        other = Naive.__new__(Naive)
        other._players = self._players
        other._size = self._size
        other._canvas = self._canvas
        other._piles = [list(pile) for pile in self._piles]
        other._hands = [list(hand) for hand in self._hands]
        other._board = {square: list(stack) for square, stack in self._board.items()}
        other._to_draw = list(self._to_draw)
        other._seat = self._seat
        other._idle_passes = self._idle_passes
        other._winner = self._winner
        return other

    def scores(self) -> list[float]:
        """LX-9: the visible tiles of each seat."""
        tops = [stack[-1] for stack in self._board.values()]
        return [
            float(sum(1 for tile in tops if tile.colour == seat)) for seat in range(self._players)
        ]

    def returns(self) -> list[float]:
        """One winner, always."""
        if self._winner is None:
            return [0.0] * self._players
        losers = self._players - 1
        return [float(losers) if seat == self._winner else -1.0 for seat in range(self._players)]

    def _draw_two(self, seat: int) -> None:
        """Two tiles, or what the pile still has: LX-3."""
        self._to_draw = [seat] * min(2, len(self._piles[seat]))

    def _free(self) -> list[Square]:
        """The empty squares a tile may go to face up."""
        if not self._board:
            return [(self._canvas // 2, self._canvas // 2)]  # LX-1
        squares = [(x, y) for x in range(self._canvas) for y in range(self._canvas)]
        return [
            square
            for square in squares
            if square not in self._board and self._is_beside(square) and self._fits(square)
        ]

    def _is_beside(self, square: Square) -> bool:
        """Whether a placed tile is next to the square, orthogonally or diagonally."""
        return any(
            max(abs(square[0] - other[0]), abs(square[1] - other[1])) == 1 for other in self._board
        )

    def _fits(self, square: Square) -> bool:
        """LX-1: whether the bounding box, this square included, is small enough."""
        return max(self._box([*self._board, square])) <= self._size

    def _box(self, squares: list[Square]) -> tuple[int, int]:
        columns = [x for x, _ in squares]
        rows = [y for _, y in squares]
        return (max(columns) - min(columns) + 1, max(rows) - min(rows) + 1)

    def _beaten(self, symbol: str) -> list[Square]:
        """The squares whose top tile is face up and beaten: anyone's, neutral too (LX-2)."""
        return [
            square
            for square, stack in self._board.items()
            if stack[-1].face_up and BEATS[symbol] == stack[-1].symbol
        ]

    def _has_line(self, seat: int) -> bool:
        """Whether three neighbours in line show the seat's tiles, all face up or all face down."""
        for face_up in (True, False):
            shown = {
                square
                for square, stack in self._board.items()
                if stack[-1].colour == seat and stack[-1].face_up == face_up
            }
            for x, y in shown:
                for dx, dy in LINES:
                    if {(x + dx, y + dy), (x + 2 * dx, y + 2 * dy)} <= shown:
                        return True  # LX-7: part of a longer line will do
        return False

    def _is_covered(self) -> bool:
        """LX-6 (a): a full-size box, no empty square, every top tile face down."""
        return (
            self._box(list(self._board)) == (self._size, self._size)
            and len(self._board) == self._size**2
            and not any(stack[-1].face_up for stack in self._board.values())
        )

    def _most_visible(self) -> int:
        """LX-6: the seat with the most visible tiles, ties to the later seat."""
        scores = self.scores()
        return max(seat for seat in range(self._players) if scores[seat] == max(scores))
