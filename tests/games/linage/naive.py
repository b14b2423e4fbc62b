"""Linage, played naively: a set of stones, every region filled afresh on each query."""

from __future__ import annotations

from fractions import Fraction

_Point = tuple[int, int]  # column and row, both from 0 at the bottom left


class Naive:
    """One game of Linage."""

    def __init__(self, **options: object) -> None:
        unknown = set(options) - {"size", "komi", "line"}
        assert not unknown, unknown
        size = str(options.get("size", 11)).lower()
        komi = str(options.get("komi", "choose"))
        line = int(str(options.get("line", 3)))
        # LG-5: WxH is columns x rows.
        width, height = size.split("x") if "x" in size else (size, size)
        self._width = int(width)
        self._height = int(height)
        self._line = line
        assert 3 <= self._width <= 19
        assert 3 <= self._height <= 19
        assert 2 <= line <= 5
        assert line <= min(self._width, self._height)
        self._stones: set[_Point] = set()
        self._komi: float | None = None
        self._vertical: int | None = None  # the seat that plays Vertical
        self._seat = 0
        self._passes = 0  # in succession, up to now
        self._over = False
        if komi != "choose":
            # LG-1: a fixed komi; seat 0 is Vertical and play starts at once.
            self._komi = float(komi)
            self._vertical = 0
            assert self._komi * 2 == int(self._komi * 2)

    def copy(self) -> Naive:
        """A game of its own in the same state."""
        other = Naive.__new__(Naive)
        other.__dict__.update(self.__dict__)
        other._stones = set(self._stones)
        return other

    def to_move(self) -> int | None:
        """The seat to move, None when the game is over."""
        return None if self._over else self._seat

    def moves(self) -> list[str]:
        """Every legal move."""
        if self._over:
            return []
        if self._komi is None:
            return [f"komi {halves / 2:g}" for halves in range(-40, 41)]  # LG-1
        if self._vertical is None:
            return ["vertical", "horizontal"]  # LG-1; LG-6: no pass
        found = ["pass"]  # LG-2
        for region in self._regions(self._empty()):
            if self._is_free(region):
                found += [_name(point) for point in region if self._leaves_lines(region, point)]
        return found

    def chances(self) -> dict[str, Fraction]:
        """Linage has no chance nodes."""
        return {}

    def play(self, move: str) -> None:
        """Make one move."""
        assert self._is_legal(move), move
        if self._komi is None:
            self._komi = float(move.removeprefix("komi "))
            self._seat = 1
        elif self._vertical is None:
            self._vertical = 1 if move == "vertical" else 0
            self._seat = self._vertical  # LG-1: Vertical moves first
        elif move == "pass":
            self._passes += 1
            self._seat = 1 - self._seat
            self._over = self._passes == 2
        else:
            self._passes = 0
            self._stones.add(next(point for point in self._empty() if _name(point) == move))
            self._seat = 1 - self._seat
            # LG-2: over as well when nothing is free any more.
            self._over = not any(self._is_free(r) for r in self._regions(self._empty()))

    def scores(self) -> list[float]:
        """The points owned as the board stands, Horizontal's with the komi (LG-6)."""
        if self._komi is None or self._vertical is None:
            return [0.0, 0.0]
        total = [0.0, 0.0]
        total[1 - self._vertical] = self._komi
        for region in self._regions(self._empty()):
            if self._is_free(region):
                continue  # LG-3
            if self._has_line(region, 1, 0):
                total[1 - self._vertical] += len(region)
            else:
                total[self._vertical] += len(region)
        return total

    def returns(self) -> list[float]:
        """+1 and -1, or zeros for a draw (LG-4) and while the game is on."""
        first, second = self.scores()
        if not self._over or first == second:
            return [0.0, 0.0]
        return [1.0, -1.0] if first > second else [-1.0, 1.0]

    def _empty(self) -> set[_Point]:
        """Every point without a stone."""
        board = {(column, row) for column in range(self._width) for row in range(self._height)}
        return board - self._stones

    def _regions(self, empty: set[_Point]) -> list[set[_Point]]:
        """The maximal orthogonally connected parts of a set of empty points."""
        left = set(empty)
        found: list[set[_Point]] = []
        while left:
            start = left.pop()
            region = {start}
            waiting = [start]
            while waiting:
                for point in _neighbours(waiting.pop()):
                    if point in left:
                        left.remove(point)
                        region.add(point)
                        waiting.append(point)
            found.append(region)
        return found

    def _has_line(self, region: set[_Point], across: int, up: int) -> bool:
        """Whether the region holds a line in this direction."""
        for column, row in region:
            length = 0
            while (column + length * across, row + length * up) in region:
                length += 1
                if length == self._line:
                    return True
        return False

    def _is_free(self, region: set[_Point]) -> bool:
        """Whether the region holds lines of both kinds."""
        return self._has_line(region, 1, 0) and self._has_line(region, 0, 1)

    def _leaves_lines(self, region: set[_Point], point: _Point) -> bool:
        """Whether a stone on the point leaves a line in all that is left of its region.

        No other region changes, and every part left over touches the point.
        """
        left = region - {point}
        return all(self._meets_line(left, start) for start in _neighbours(point) if start in left)

    def _meets_line(self, left: set[_Point], start: _Point) -> bool:
        """Whether a walk from the start through these points comes to an end of a line."""
        seen = {start}
        waiting = [start]
        while waiting:
            point = waiting.pop()
            column, row = point
            for across, up in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                if all((column + i * across, row + i * up) in left for i in range(self._line)):
                    return True
            for other in _neighbours(point):
                if other in left and other not in seen:
                    seen.add(other)
                    waiting.append(other)
        return False

    def _is_legal(self, move: str) -> bool:
        """Whether this is one of the moves, a placement judged on the whole board."""
        if self._over or self._komi is None or self._vertical is None or move == "pass":
            return move in self.moves()
        for region in self._regions(self._empty()):
            for point in region:
                if _name(point) == move:
                    after = self._regions(self._empty() - {point})
                    return self._is_free(region) and all(
                        self._has_line(r, 1, 0) or self._has_line(r, 0, 1) for r in after
                    )
        return False


def _neighbours(point: _Point) -> list[_Point]:
    column, row = point
    return [(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)]


def _name(point: _Point) -> str:
    column, row = point
    return "abcdefghijklmnopqrs"[column] + str(row + 1)
