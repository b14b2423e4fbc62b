"""A naive Linear Progression, written from the rules page alone, to compare the engine with."""

import re
from fractions import Fraction

Square = tuple[int, int]  # (column, row), both from 0; a1 is (0, 0)

WHITE = 0
BLACK = 1
CHANCE = -1

DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


def _name(square: Square) -> str:
    """The square in notation: (2, 2) is c3."""
    column, row = square
    return "abcdefghijkl"[column] + str(row + 1)


def _square(name: str) -> Square:
    """The square a notation names: c3 is (2, 2)."""
    if not re.fullmatch(r"[a-l][1-9][0-9]?", name):
        raise ValueError(f"not a square: {name!r}")
    return "abcdefghijkl".index(name[0]), int(name[1:]) - 1


def _step(square: Square, direction: tuple[int, int]) -> Square:
    """The next square in that direction, on the board or not."""
    return square[0] + direction[0], square[1] + direction[1]


def _direction(origin: Square, target: Square) -> tuple[int, int]:
    """The direction in which a queen goes from origin to target."""
    across = target[0] - origin[0]
    up = target[1] - origin[1]
    assert (across, up) != (0, 0)
    assert across == 0 or up == 0 or abs(across) == abs(up)
    return (across > 0) - (across < 0), (up > 0) - (up < 0)


def _read_board(board: str) -> tuple[set[Square], list[Square]]:
    """The squares in use, and the unused ones among the four extreme squares (LP-11)."""
    if board == "standard":
        return _read_board("8x8")
    if board == "center-isle":
        squares, corners = _read_board("8x8")
        for name in ["d4", "d5", "e4", "e5"]:
            squares.remove(_square(name))
        return squares, corners

    squares = set()
    size = re.fullmatch(r"([0-9]+)x([0-9]+)", board)
    if size:
        width = int(size.group(1))
        height = int(size.group(2))
        if not (4 <= width <= 12 and 4 <= height <= 12):
            raise ValueError("a board WxH is from 4x4 to 12x12")
        for column in range(width):
            for row in range(height):
                if not (column in (0, width - 1) and row in (0, height - 1)):
                    squares.add((column, row))
    else:
        lines = board.split("/")
        height = len(lines)
        width = len(lines[0])
        if not (1 <= width <= 12 and 1 <= height <= 12):
            raise ValueError("a map is from 1x1 to 12x12")
        for number, line in enumerate(lines):
            if len(line) != width or not set(line) <= {".", "#"}:
                raise ValueError("a map has rows of equal length, of . and # only")
            for column in range(width):
                if line[column] == ".":
                    squares.add((column, height - 1 - number))  # the first row is the top one
        if len(squares) < 2:
            raise ValueError("a map has at least two squares")

    # On a map of one row or one column, two of the four extreme squares are the same square.
    corners = []
    for column in [0, width - 1]:
        for row in [0, height - 1]:
            if (column, row) not in squares and (column, row) not in corners:
                corners.append((column, row))
    return squares, corners


class Naive:
    """One game in progress."""

    def __init__(self, **options: object) -> None:
        board = options.pop("board", "standard")
        start = options.pop("start", "drop")
        equal_moves = options.pop("equal_moves", False)
        blockers = options.pop("blockers", False)
        if options:
            raise ValueError(f"unknown options: {sorted(options)}")
        if not isinstance(board, str) or not isinstance(start, str):
            raise TypeError("board and start are strings")
        if not isinstance(equal_moves, bool) or not isinstance(blockers, bool):
            raise TypeError("equal_moves and blockers are true or false")

        self._squares, self._corners = _read_board(board)
        self._equal_moves = equal_moves
        self._with_blockers = blockers
        if blockers and len(self._corners) < 2:  # LP-11
            raise ValueError("blockers need at least two unused corners")

        # The part of the game being played:
        # drop, choose: a first token (LP-1); corner: a blocker's first corner (LP-7);
        # token, blocker: the two parts of a turn; extra: Black's last slide (LP-6); over.
        self._part = "over"
        self._seat = WHITE
        self._tokens: dict[Square, int] = {}
        self._blockers: dict[int, Square] = {}  # by seat
        self._slide_ends: dict[int, Square] = {}  # by seat: where its latest slide ended (LP-8)
        self._passes = 0  # token parts in a row that were pass (LP-4, LP-10)

        if start in ("drop", "choose"):
            self._part = start
        else:
            names = start.split()
            if len(names) != 2:
                raise ValueError("start is drop, choose or two squares")
            for name in names:
                square = _square(name)
                if square not in self._squares or square in self._tokens:
                    raise ValueError(f"no first token can be put on {name}")
                self._place_first_token(square)

    # What the tests call.

    def to_move(self) -> int | None:
        """The seat to move, -1 at a chance node, None when the game is over."""
        if self._part == "over":
            return None
        if self._part == "drop":
            return CHANCE
        return self._seat

    def moves(self) -> list[str]:
        """All legal moves, or chance outcomes, in notation."""
        if self._part == "drop":  # LP-1
            return ["drop " + _name(square) for square in self._empty_squares()]
        if self._part == "choose":  # LP-1
            return [_name(square) for square in self._empty_squares()]
        if self._part == "corner":  # LP-7: unoccupied corners
            taken = self._blockers.values()
            return ["*" + _name(corner) for corner in self._corners if corner not in taken]
        if self._part == "token":
            slides = self._slides()
            if not slides:  # LP-4, LP-7: pass only with no legal slide
                return ["pass"]
            return [_name(origin) + "-" + _name(target) for origin, target in slides]
        if self._part == "blocker":  # LP-7: pass declines
            origin = self._blockers[self._seat]
            targets = self._blocker_targets()
            return ["*" + _name(origin) + "-" + _name(target) for target in targets] + ["pass"]
        if self._part == "extra":  # LP-6: pass is always allowed, and may be the only move
            slides = self._extra_slides()
            return [_name(origin) + "-" + _name(target) for origin, target in slides] + ["pass"]
        return []

    def chances(self) -> dict[str, Fraction]:
        """At a chance node the probability of every outcome."""
        if self._part != "drop":
            return {}
        outcomes = self.moves()
        return {outcome: Fraction(1, len(outcomes)) for outcome in outcomes}  # LP-1: uniform

    def play(self, move: str) -> None:
        """Play one of moves(), in place."""
        assert move in self.moves(), move
        if self._part == "drop":
            self._place_first_token(_square(move.removeprefix("drop ")))
        elif self._part == "choose":
            self._place_first_token(_square(move))
        elif self._part == "corner":
            self._blockers[self._seat] = _square(move.removeprefix("*"))
            if self._seat == WHITE:
                self._seat = BLACK
            else:
                self._seat = WHITE
                self._part = "token"
        elif self._part == "token":
            self._play_token_part(move)
        elif self._part == "blocker":
            if move != "pass":
                target = move.split("-")[1]
                self._blockers[self._seat] = _square(target)
            self._end_turn()
        else:
            if move != "pass":
                self._slide(move)
            self._part = "over"  # LP-6: "then the game is over": no blocker part for Black

    def copy(self) -> "Naive":
        """Another game in the same state."""
        other = Naive.__new__(Naive)
        other._squares = set(self._squares)
        other._corners = list(self._corners)
        other._equal_moves = self._equal_moves
        other._with_blockers = self._with_blockers
        other._part = self._part
        other._seat = self._seat
        other._tokens = dict(self._tokens)
        other._blockers = dict(self._blockers)
        other._slide_ends = dict(self._slide_ends)
        other._passes = self._passes
        return other

    def scores(self) -> list[float]:
        """The number of tokens of each seat; one under a blocker counts (LP-9)."""
        return [float(self._count(WHITE)), float(self._count(BLACK))]

    def returns(self) -> list[float]:
        """+1 and -1 for winner and loser; 0 in a draw (LP-5) and before the end."""
        white, black = self.scores()
        if self._part != "over" or white == black:
            return [0.0, 0.0]
        if white > black:
            return [1.0, -1.0]
        return [-1.0, 1.0]

    # The board.

    def _count(self, seat: int) -> int:
        """How many tokens the seat has."""
        return list(self._tokens.values()).count(seat)

    def _empty_squares(self) -> list[Square]:
        """The squares without a token; one under a blocker is still empty (LP-9)."""
        return [square for square in sorted(self._squares) if square not in self._tokens]

    # The parts of the game.

    def _place_first_token(self, square: Square) -> None:
        """Put the next first token there: White's, then Black's (LP-1)."""
        self._tokens[square] = self._seat
        if self._seat == WHITE:
            self._seat = BLACK
            return
        self._seat = WHITE
        if not self._empty_squares():
            self._part = "over"  # LP-11: over at once, before any blocker is put
        elif self._with_blockers:
            self._part = "corner"  # LP-7
        else:
            self._part = "token"

    def _play_token_part(self, move: str) -> None:
        """A slide or a pass, and what follows from it."""
        if move == "pass":
            self._passes += 1
            if self._passes == 2:
                self._part = "over"  # LP-4; LP-10: the moment the second is played
                return
        else:
            self._passes = 0
            self._slide(move)
            # LP-6: only if White filled the board has Black an extra slide.
            extra = self._equal_moves and self._seat == WHITE
            if not self._empty_squares() and not extra:
                self._part = "over"  # LP-10: before the blocker part
                return
        if self._with_blockers and self._blocker_targets():
            self._part = "blocker"
        else:
            self._end_turn()  # LP-7: a blocker without a move lapses

    def _end_turn(self) -> None:
        """The other seat's turn; on a full board it is Black's extra slide (LP-6)."""
        if self._empty_squares():
            self._part = "token"
        else:
            assert self._equal_moves
            assert self._seat == WHITE
            self._part = "extra"
        self._seat = 1 - self._seat

    # Slides.

    def _walk(self, origin: Square, direction: tuple[int, int]) -> list[Square]:
        """All the squares a slide in that direction could enter, one after the other."""
        mine = self._seat
        opponent_left = self._count(1 - mine)
        entered: list[Square] = []
        square = _step(origin, direction)
        while square in self._squares:
            if square in self._blockers.values():
                break  # LP-9: not even entered
            holds = self._tokens.get(square)
            if holds == 1 - mine:
                if opponent_left == 1:
                    break  # LP-2: the last remaining at this point of the slide
                opponent_left -= 1
            entered.append(square)
            if holds == mine:
                break  # must stop there
            square = _step(square, direction)
        return entered

    def _movable(self) -> list[Square]:
        """The mover's tokens that are not under a blocker (LP-9)."""
        movable = []
        for square in sorted(self._tokens):
            if self._tokens[square] == self._seat and square not in self._blockers.values():
                movable.append(square)
        return movable

    def _slides(self) -> list[tuple[Square, Square]]:
        """The legal slides of a turn, as origin and target."""
        slides = []
        for origin in self._movable():
            for direction in DIRECTIONS:
                entered_empty = False
                for target in self._walk(origin, direction):
                    if target not in self._tokens:
                        entered_empty = True
                    if not entered_empty:
                        continue
                    own = self._tokens.get(target) == self._seat
                    if own and not self._with_blockers:
                        continue  # LP-3: the shorter form is listed already
                    slides.append((origin, target))
        return slides

    def _extra_slides(self) -> list[tuple[Square, Square]]:
        """The slides of LP-6: no empty square needed, the shorter form only, something changed."""
        slides = []
        for origin in self._movable():
            for direction in DIRECTIONS:
                for target in self._walk(origin, direction):
                    # Own tokens end every walk: a target that is not one's own changes colour,
                    # and a target that is one's own is a longer form or changes nothing.
                    if self._tokens.get(target) != self._seat:
                        slides.append((origin, target))
        return slides

    def _slide(self, move: str) -> None:
        """Put the mover's tokens on every square entered."""
        origin, target = (_square(name) for name in move.split("-"))
        direction = _direction(origin, target)
        square = origin
        while square != target:
            square = _step(square, direction)
            self._tokens[square] = self._seat
        self._slide_ends[self._seat] = target

    # Blockers.

    def _blocker_targets(self) -> list[Square]:
        """Where the mover's blocker may go (LP-8)."""
        empty = self._empty_squares()
        forbidden = set()  # to stop on; passing over is allowed
        if len(empty) == 1:
            forbidden.add(empty[0])
        for seat in [WHITE, BLACK]:
            tokens = [square for square in self._tokens if self._tokens[square] == seat]
            if len(tokens) == 1:
                forbidden.add(tokens[0])
        opponent = 1 - self._seat
        if opponent in self._slide_ends:
            forbidden.add(self._slide_ends[opponent])

        targets = []
        for direction in DIRECTIONS:
            square = _step(self._blockers[self._seat], direction)
            # Islands and corners are no squares in use: neither through nor onto them.
            while square in self._squares and square != self._blockers[opponent]:
                if square not in forbidden:
                    targets.append(square)
                square = _step(square, direction)
        return targets
