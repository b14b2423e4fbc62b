"""What Linear Progression tells generic code and players beside its rules: a hash, numbers for
learning agents, a random move, a guess at the end."""

from typing import Any

import numpy as np

from linden.core.kernel import rule
from linden.core.stream import below, mix
from linden.core.types import Numbers, Points, Seat, StateRecord, Stream
from linden.games.linear.board import LONGEST
from linden.games.linear.rules import (
    CHOOSE,
    DROP,
    ENDED,
    EXTRA,
    PASS,
    SQUARES,
    empty,
    is_sliding,
    may_pass,
    placement_base,
    placements,
    square,
)
from linden.games.linear.slides import count_slides, ground, lane, nth_slide
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


OBSERVATION = (14, LONGEST, LONGEST)


@rule
def observe(state: StateRecord, seat: Seat, out: Numbers) -> None:
    """Planes of squares: own tokens and theirs, own blocker and theirs, where the own latest slide
    ended and where theirs did (with blockers), empty squares. Planes of one number: whether it is
    one's turn, the part (first tokens, corners, slide, blocker, extra slide), a pass before."""
    part = 0 if state.part == DROP else state.part - CHOOSE
    for i in range(7 * SQUARES):
        out[i] = 0
    for i in range(SQUARES):
        out[7 * SQUARES + i] = state.turn == seat
        for plane in range(5):
            out[(8 + plane) * SQUARES + i] = part == plane
        out[13 * SQUARES + i] = state.passes
    for side in range(2):
        whose = seat if side == 0 else 1 - seat
        mark(state, load(state.tokens[whose]), out, side)
        mark(state, load(state.blockers[whose]), out, 2 + side)
        mark(state, load(state.ends[whose]), out, 4 + side)
    mark(state, empty(state), out, 6)


@rule
def mark(state: StateRecord, squares: Any, out: Any, plane: Any) -> None:
    for i in range(count(squares)):
        out[plane * SQUARES + square(state, nth(squares, i))] = 1


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
