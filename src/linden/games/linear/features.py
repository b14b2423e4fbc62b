"""What Linear Progression tells generic code and players beside its rules: a hash, numbers for
learning agents, a random move, a guess at the end."""

from functools import partial
from typing import Any

import numpy as np

from linden.core.grid import read_square
from linden.core.kernel import rule
from linden.core.observation import (
    TURNINGS,
    Actions,
    Number,
    Observation,
    Plane,
    Symmetry,
    Turning,
    turned,
)
from linden.core.stream import below, mix
from linden.core.types import Action, Move, Points, Seat, StateRecord, Stream, Words
from linden.games.linear.board import LONGEST, layout
from linden.games.linear.rules import (
    BLOCKER,
    CORNER,
    ENDED,
    EXTRA,
    FIRST,
    PASS,
    SQUARES,
    STAND,
    empty,
    is_sliding,
    may_pass,
    placement_base,
    placements,
    square,
)
from linden.games.linear.slides import count_slides, ground, lane, nth_slide, slides
from linden.games.linear.squares import (
    DIRECTIONS,
    NONE,
    both,
    count,
    either,
    inside,
    load,
    nth,
    shift,
)

# -- for generic code -----------------------------------------------------------------------------


@rule
def key(state: StateRecord) -> Any:
    word = np.uint64(state.part * 4 + state.passes * 2 + state.turn)
    for seat in range(2):
        for i in range(len(state.board)):
            word = mix(word + state.tokens[seat, i])
            if state.with_blockers:
                word = mix(mix(word + state.blockers[seat, i]) + state.ends[seat, i])
    return word


# -- for learning agents -------------------------------------------------------------------------


def observation(options: dict[str, Any]) -> Observation:
    board = layout(options["board"])
    planes = [Plane("ours", "own tokens"), Plane("theirs", "their tokens")]
    numbers = [
        Number("passed", "whether the last slide was a pass"),
        Number("to_move", "whether it is the seat's turn"),
    ]
    if options["blockers"]:
        planes += [
            Plane("our blocker", "where the own blocker stands"),
            Plane("their blocker", "where theirs stands"),
            Plane("our end", "where the own latest slide ended"),
            Plane("their end", "where theirs ended"),
        ]
        numbers.append(Number("blocking", "whether a blocker is to be moved"))
    return Observation(tuple(numbers), tuple(planes), board.rows, board.columns)


@rule
def row_of(state: StateRecord, x: Any, row: Any) -> Any:
    """The squares of one row, as the lowest bits of a word."""
    if len(state.board) == 1:
        return np.uint32((x[0] >> np.uint64(8 * row)) & ROW_OF_8)
    first = 13 * row
    low = np.uint64(first & 63)
    word = x[0] if first < 64 else x[1] if first < 128 else x[2]
    over = x[1] if first < 64 else x[2] if first < 128 else NONE
    bits = word >> low
    if low > 51:
        bits |= over << (np.uint64(64) - low)
    return np.uint32(bits & ROW_OF_12)


ROW_OF_8, ROW_OF_12 = np.uint64(0xFF), np.uint64(0xFFF)


@rule
def write_rows(state: StateRecord, x: Any, plane: Any, out: Any) -> None:
    """A set of squares as the words of a plane."""
    rows = np.int64(state.rows)
    for row in range(rows):
        out[plane * rows + row] = row_of(state, x, row)


@rule
def observe(state: StateRecord, seat: Seat, out: Words) -> None:
    planes = 2
    for side in range(2):
        whose = seat if side == 0 else 1 - seat
        write_rows(state, load(state.tokens[whose]), side, out)
        if state.with_blockers:
            planes = 6
            write_rows(state, load(state.blockers[whose]), 2 + side, out)
            write_rows(state, load(state.ends[whose]), 4 + side, out)
    at = planes * np.int64(state.rows)
    out[at] = state.passes
    out[at + 1] = state.turn == seat
    if state.with_blockers:
        out[at + 2] = state.part == BLOCKER


# The planes of actions: slides by direction, then a first token where it is chosen, and a blocker
# where there is one.


def actions(options: dict[str, Any]) -> Actions:
    board = layout(options["board"])
    planes = [f"slide {where} to" for where in DIRECTION_NAMES]
    if options["start"] == "choose":
        planes.append("first token on")
    if options["blockers"]:
        planes.append("blocker to")
    return Actions(("pass",), tuple(planes), board.rows, board.columns)


DIRECTION_NAMES = (
    "right", "left", "up right", "down left", "up", "down", "up left", "down right"
)  # fmt: skip
STEPS = ((0, 1), (0, -1), (1, 1), (-1, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))


def symmetries(options: dict[str, Any], seen: Observation) -> list[Symmetry]:
    """Those of the squares in use, and of the first tokens where these are given."""
    board = layout(options["board"])
    _, rows, columns = seen.actions.shape

    def image(turning: Turning, action: int) -> int:
        plane, square = divmod(action, rows * columns)
        if plane < DIRECTIONS:
            plane = STEPS.index(turning.step(*STEPS[plane]))
        row, column = turning.square(*divmod(square, columns), rows, columns)
        return (plane * rows + row) * columns + column

    given = [] if options["start"] in ("drop", "choose") else options["start"].split()

    def kept(turning: Turning) -> bool:
        moved = {turning.square(row, column, rows, columns) for column, row in board.squares}
        first = ((row, column) for column, row in map(read_square, given))
        return moved == {(row, column) for column, row in board.squares} and all(
            turning.square(*square, rows, columns) == square for square in first
        )

    return [
        turned(it, seen, {}, partial(image, it))
        for it in TURNINGS
        if (rows == columns or not it.transposed) and kept(it)
    ]


@rule
def action_planes(state: StateRecord) -> Any:
    """How many planes of actions there are."""
    return DIRECTIONS + np.int64(state.choosing) + np.int64(state.with_blockers)


@rule
def mask(state: StateRecord, out: Words) -> None:
    planes = action_planes(state)
    rows = np.int64(state.rows)
    n = np.int64(0)
    if is_sliding(state):
        sets = ground(state, state.part == EXTRA)
        for direction in range(DIRECTIONS):
            ends = slides(state, sets, direction)
            n += count(ends)
            write_rows(state, ends, direction, out)
        for word in range(DIRECTIONS * rows, planes * rows):
            out[word] = 0
    else:
        squares = placements(state)
        n = count(squares)
        for word in range(planes * rows):
            out[word] = 0
        blocker = state.part == CORNER or state.part == BLOCKER
        write_rows(state, squares, planes - 1 if blocker else DIRECTIONS, out)
    out[planes * rows] = may_pass(state, n)


@rule
def action_of(state: StateRecord, move: Move) -> Any:
    rows, columns = np.int64(state.rows), np.int64(state.columns)
    if move == PASS:
        return action_planes(state) * rows * columns
    if move < FIRST:
        plane, on = move % DIRECTIONS, move // DIRECTIONS
    else:
        plane = action_planes(state) - 1 if move >= STAND else np.int64(DIRECTIONS)
        on = (move - FIRST) % SQUARES
    return (plane * rows + on // LONGEST) * columns + on % LONGEST


@rule
def move_of(state: StateRecord, action: Action) -> Any:
    rows, columns = np.int64(state.rows), np.int64(state.columns)
    plane = action // (rows * columns)
    if plane == action_planes(state):
        return np.int64(PASS)
    within = action % (rows * columns)
    on = within // columns * LONGEST + within % columns
    if plane < DIRECTIONS:
        return on * DIRECTIONS + plane
    return (FIRST if plane == DIRECTIONS and state.choosing else STAND) + on


# -- a random move -------------------------------------------------------------------------------


@rule
def sample(state: StateRecord, rng: Stream) -> Any:
    """A random legal move, picked by counting squares instead of listing moves."""
    if is_sliding(state):
        sets = ground(state, state.part == EXTRA)
        sums = count_slides(state, sets)
        n = lane(sums, 3)
        pick = below(rng, n + 1 if may_pass(state, n) else n)
        if pick == n:
            return np.int64(PASS)
        end, direction = nth_slide(state, sets, sums, pick)
        return square(state, end) * DIRECTIONS + direction
    squares = placements(state)
    n = count(squares)
    pick = below(rng, n + 1 if may_pass(state, n) else n)
    if pick == n:
        return np.int64(PASS)
    return placement_base(state) + square(state, nth(squares, pick))


# -- for players ---------------------------------------------------------------------------------

# What a token counts for in the end, one beside an empty square, an empty square beside one's own
# tokens, and being on move: a least-squares fit of the final margin over 985 positions of searched
# games.
TOKEN, EXPOSED, OPENED, TO_MOVE = 0.99, -0.36, -0.34, 2.3


@rule
def evaluate(state: StateRecord, out: Points) -> None:
    """Tokens, less those that can easily be taken and the squares they open to be taken from."""
    gaps = empty(state)
    beside_gaps = beside(state, gaps)
    for seat in range(2):
        own = load(state.tokens[seat])
        out[seat] = count(own)
        if state.part != ENDED:
            out[seat] = TOKEN * count(own) + EXPOSED * count(both(own, beside_gaps))
            out[seat] += OPENED * count(both(beside(state, own), gaps))
            if state.turn == seat:
                out[seat] += TO_MOVE


@rule
def beside(state: StateRecord, squares: Any) -> Any:
    """All squares that touch these, diagonals included."""
    found = NONE, NONE, NONE
    for direction in range(DIRECTIONS):
        found = either(found, inside(state, shift(state, squares, direction, 1), direction))
    return found
