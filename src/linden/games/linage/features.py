"""What Linage tells generic code and players beside its rules: a hash, numbers for learning
agents, a random move, a guess at the end."""

from functools import partial
from typing import Any

import numpy as np

from linden.core.bits import ONE, backwards, how_many, lowest, nth
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
from linden.games.linage import LONGEST, sides
from linden.games.linage.rules import (
    CHOOSING,
    ENDED,
    HORIZONTAL,
    KOMI,
    MOST_KOMI,
    NAMING,
    PASS,
    PLAYING,
    TAKE_VERTICAL,
    VERTICAL,
    placeable,
    scores,
)

# -- for generic code -----------------------------------------------------------------------------


@rule
def key(state: StateRecord) -> Any:
    word = np.uint64(state.turn) + np.uint64(state.part) * np.uint64(2)
    word += np.uint64(state.vertical) * np.uint64(8) + np.uint64(state.passes) * np.uint64(16)
    word += np.uint64(np.int64(state.komi) + 1024) * np.uint64(64)
    word = mix(word)  # else whose turn it is could make up for a stone on a1
    for row in range(state.height):
        empty = state.free_rows[row] | state.owned_rows[VERTICAL, row]
        word = mix(word + np.uint64(empty | state.owned_rows[HORIZONTAL, row]))
    return word


@rule
def outlook(state: StateRecord, out: Points) -> Any:
    """How the game goes on depends on the free points alone, and a mirrored board on the same.

    A side owns no more of them than it could with all the stones it likes: of every line that the
    other one has there, and that shares no point with the next, at least one point is lost to it.
    """
    scores(state, out)
    lead = out[0] - out[1]
    out[0] = lead
    if state.part < PLAYING:
        out[1], out[2] = -np.inf, np.inf
        return key(state)
    most_upright, most_level = np.int64(0), np.int64(0)
    if state.part == PLAYING:
        most_upright = np.int64(state.room) - apart_in_rows(state)
        most_level = np.int64(state.room) - apart_in_columns(state)
    if state.vertical == 0:
        out[1], out[2] = -most_level, most_upright
    else:
        out[1], out[2] = -most_upright, most_level
    word = np.uint64(state.turn) + np.uint64(state.part) * np.uint64(2)
    word += np.uint64(state.vertical) * np.uint64(8) + np.uint64(state.passes) * np.uint64(16)
    return points_key(state, mix(word))


@rule
def apart_in_rows(state: StateRecord) -> Any:
    """How many level lines of free points fit beside each other."""
    count = 0
    for row in range(state.height):
        lines = np.uint64(state.free_rows[row])
        for _ in range(1, state.line):
            lines &= lines >> ONE
        while lines != 0:
            count += 1
            first = lowest(lines)
            lines &= ~((first << np.uint64(state.line)) - ONE)
    return count


@rule
def apart_in_columns(state: StateRecord) -> Any:
    """How many upright lines of free points fit above each other: columns are counted all at
    once, each by how many points of its next line it has already."""
    count = 0
    one = two = three = four = np.uint64(0)
    for row in range(state.height):
        here = np.uint64(state.free_rows[row])
        before = two if state.line == 3 else (three if state.line == 4 else four)
        if state.line == 2:
            before = one
        full = before & here
        count += how_many(full)
        here &= ~full
        begun = one | two | three | four
        four, three, two, one = three & here, two & here, one & here, here & ~begun
    return count


@rule
def points_key(state: StateRecord, salt: Any) -> Any:
    """A hash of the free points that is the same for all four mirror images of a board."""
    height = np.int64(state.height)
    shift = np.uint64(64) - np.uint64(state.width)
    up = down = up_turned = down_turned = salt
    for row in range(height):
        lower, upper = np.uint64(state.free_rows[row]), np.uint64(state.free_rows[height - 1 - row])
        up = mix(up + lower)
        down = mix(down + upper)
        up_turned = mix(up_turned + (backwards(lower) >> shift))
        down_turned = mix(down_turned + (backwards(upper) >> shift))
    return min(min(up, down), min(up_turned, down_turned))


# -- for learning agents -------------------------------------------------------------------------


def observation(options: dict[str, Any]) -> Observation:
    columns, rows = sides(options["size"])
    numbers = [
        Number("vertical", "whether the seat plays Vertical"),
        Number("passed", "whether the last move was a pass"),
        Number("to_move", "whether it is the seat's turn"),
    ]
    if options["komi"] == "choose":
        numbers += [
            Number("komi", "Horizontal's extra points, in halves", MOST_KOMI, -MOST_KOMI),
            Number("naming", "whether the komi is to be named"),
            Number("choosing", "whether a side is to be chosen"),
        ]
    planes = (
        Plane("free", "points of free regions"),
        Plane("ours", "points the seat owns; what is neither free nor owned is a stone"),
        Plane("theirs", "points the other seat owns"),
    )
    return Observation(tuple(numbers), planes, rows, columns)


@rule
def observe(state: StateRecord, seat: Seat, out: Words) -> None:
    settled = state.part == PLAYING or state.part == ENDED
    ours = VERTICAL if state.vertical == seat else HORIZONTAL
    height = np.int64(state.height)
    for row in range(height):
        out[row] = state.free_rows[row]
        out[height + row] = state.owned_rows[ours, row]
        out[2 * height + row] = state.owned_rows[1 - ours, row]
    at = 3 * height
    out[at] = settled and ours == VERTICAL
    out[at + 1] = state.passes > 0
    out[at + 2] = state.turn == seat
    if state.chosen:
        out[at + 3] = np.int64(state.komi) + MOST_KOMI
        out[at + 4] = state.part == NAMING
        out[at + 5] = state.part == CHOOSING


def actions(options: dict[str, Any]) -> Actions:
    columns, rows = sides(options["size"])
    others = ["pass"]
    if options["komi"] == "choose":
        others += [f"komi {half / 2:g}" for half in range(-MOST_KOMI, MOST_KOMI + 1)]
        others += ["take vertical", "take horizontal"]
    return Actions(tuple(others), ("place at",), rows, columns)


def symmetries(options: dict[str, Any], seen: Observation) -> list[Symmetry]:
    """Tall stays tall: the board is mirrored, and not turned."""
    _, rows, columns = seen.actions.shape

    def image(turning: Turning, action: int) -> int:
        row, column = turning.square(*divmod(action, columns), rows, columns)
        return row * columns + column

    return [turned(it, seen, {}, partial(image, it)) for it in TURNINGS if not it.transposed]


@rule
def mask(state: StateRecord, out: Words) -> None:
    height = np.int64(state.height)
    playing = state.part == PLAYING
    for row in range(height):
        legal_here = np.uint32(0)
        left = np.uint64(state.free_rows[row]) if playing else np.uint64(0)
        while left != 0:
            column = nth(left, 0)
            left &= left - ONE
            if placeable(state, row, column):
                legal_here |= np.uint32(1) << np.uint32(column)
        out[row] = legal_here
    out[height] = playing
    if state.chosen:
        # The pass, 81 komi from bit 1 on, and the two sides.
        naming = np.uint32(EVERY if state.part == NAMING else 0)
        out[height] |= naming & ~np.uint32(1)
        out[height + 1] = naming
        out[height + 2] = naming & np.uint32((1 << LAST_KOMIS) - 1)
        if state.part == CHOOSING:
            out[height + 2] = np.uint32(3 << LAST_KOMIS)


EVERY = 0xFFFFFFFF
LAST_KOMIS = 2 * MOST_KOMI + 2 - 64


@rule
def action_of(state: StateRecord, move: Move) -> Any:
    if move < PASS:
        return move // LONGEST * np.int64(state.width) + move % LONGEST
    return np.int64(state.width) * np.int64(state.height) + (move - PASS)


@rule
def move_of(state: StateRecord, action: Action) -> Any:
    beyond = action - np.int64(state.width) * np.int64(state.height)
    if beyond >= 0:
        return PASS + beyond
    width = np.int64(state.width)
    return action // width * LONGEST + action % width


# -- a random move -------------------------------------------------------------------------------


@rule
def sample(state: StateRecord, rng: Stream) -> Any:
    """A random legal move: draw from the free points and the pass until one is legal."""
    if state.part == NAMING:
        return KOMI - MOST_KOMI + below(rng, 2 * MOST_KOMI + 1)
    if state.part == CHOOSING:
        return TAKE_VERTICAL + below(rng, 2)
    while True:
        pick = below(rng, np.int64(state.room) + 1)
        if pick == state.room:
            return np.int64(PASS)
        row = np.int64(0)
        here = how_many(np.uint64(state.free_rows[0]))
        while pick >= here:
            pick -= here
            row += 1
            here = how_many(np.uint64(state.free_rows[row]))
        column = nth(np.uint64(state.free_rows[row]), pick)
        if placeable(state, row, column):
            return row * LONGEST + column


# -- for players ---------------------------------------------------------------------------------

LEANING = 0.6  # how much of a point one is worth that lies in lines of one kind only


@rule
def evaluate(state: StateRecord, out: Points) -> None:
    """The points owned, and of the free ones those that lie in lines of one kind only."""
    scores(state, out)
    if state.part != PLAYING:
        return
    line: Any = np.int64(state.line)
    height: Any = np.int64(state.height)
    lean = 0
    for row in range(height):
        here = state.free_rows[row]
        if here == 0:
            continue
        level = here
        for i in range(1, line):
            level &= state.free_rows[row] >> np.uint32(i)
        along_row = level
        for i in range(1, line):
            along_row |= level << np.uint32(i)
        along_column = np.uint32(0)
        lowest_row: Any = max(0, row - line + 1)
        for first in range(lowest_row, min(row, height - line) + 1):
            column = here
            for i in range(line):
                column &= state.free_rows[first + i]
            along_column |= column
        lean += how_many(np.uint64(along_column & ~along_row))
        lean -= how_many(np.uint64(along_row & ~along_column))
    out[state.vertical] += LEANING * lean / 2
    out[1 - state.vertical] -= LEANING * lean / 2
