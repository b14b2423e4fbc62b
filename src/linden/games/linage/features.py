"""What Linage tells generic code and players beside its rules: a hash, numbers for learning
agents, a random move, a guess at the end."""

from typing import Any

import numpy as np

from linden.core.bits import how_many, nth
from linden.core.kernel import rule
from linden.core.stream import below, mix
from linden.core.types import Numbers, Points, Seat, StateRecord, Stream
from linden.games.linage import LONGEST
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
    for row in range(state.height):
        empty = state.free_rows[row] | state.owned_rows[VERTICAL, row]
        word = mix(word + np.uint64(empty | state.owned_rows[HORIZONTAL, row]))
    return word


OBSERVATION = (11, LONGEST, LONGEST)


@rule
def observe(state: StateRecord, seat: Seat, out: Numbers) -> None:
    """Planes of the board, zero beyond it: free, ours, theirs, stones; then, the same on every
    point, whether we are Vertical, whether we are Horizontal, the komi as a share of 20, whether
    it is our turn, whether the last move was a pass, and whether komi or side is being chosen."""
    plane = LONGEST * LONGEST
    settled = state.part == PLAYING or state.part == ENDED
    ours = VERTICAL if state.vertical == seat else HORIZONTAL
    for row in range(state.height):
        for column in range(state.width):
            at = row * LONGEST + column
            bit = np.uint32(1) << np.uint32(column)
            free = (state.free_rows[row] & bit) != 0
            own = (state.owned_rows[ours, row] & bit) != 0
            other = (state.owned_rows[1 - ours, row] & bit) != 0
            out[at] = free
            out[plane + at] = own
            out[2 * plane + at] = other
            out[3 * plane + at] = not (free or own or other)
            out[4 * plane + at] = settled and ours == VERTICAL
            out[5 * plane + at] = settled and ours == HORIZONTAL
            out[6 * plane + at] = state.komi / (2 * 20)
            out[7 * plane + at] = state.turn == seat
            out[8 * plane + at] = state.passes > 0
            out[9 * plane + at] = state.part == NAMING
            out[10 * plane + at] = state.part == CHOOSING


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
