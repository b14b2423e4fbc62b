"""Where tokens can slide: all slides of a direction at once."""

from typing import Any

import numpy as np

from linden.core.kernel import rule
from linden.core.types import StateRecord
from linden.games.linear.squares import (
    DIRECTIONS,
    NONE,
    bit,
    both,
    count,
    either,
    highest,
    inside,
    is_empty,
    load,
    lowest,
    nth,
    shift,
    spread,
    width,
    without,
)

NO_AXIS, ANY_AXIS = -1, 4


@rule
def covered(state: StateRecord) -> Any:
    """The squares under blockers."""
    return either(load(state.blockers[0]), load(state.blockers[1]))


@rule
def last_run(state: StateRecord, theirs: Any, way: Any) -> Any:
    """LP-2: the axis along which all of their tokens lie in one run, with its two ends.

    A slide along it would take every token, the one at the far end last, so it stops before that.
    Other slides cannot meet them all. A lone token lies on ``ANY_AXIS``.
    """
    n = count(theirs)
    if n >= width(state):
        return NO_AXIS, theirs, theirs
    low, high = lowest(theirs), highest(theirs)
    if n == 1:
        return ANY_AXIS, low, high
    for axis in range(4):
        run = spread(state, low, inside(state, way, 2 * axis), 2 * axis)
        if is_empty(without(theirs, run)):
            return axis, low, high
    return NO_AXIS, theirs, theirs


@rule
def ground(state: StateRecord, extra: Any) -> Any:
    """What slides depend on in any direction: the tokens that can move, the squares they can go
    over, those of which one must be entered, own tokens to stop on, and the ``last_run``."""
    us = np.int64(state.turn)
    own = load(state.tokens[us])
    theirs = load(state.tokens[1 - us])
    closed = covered(state)  # LP-9: no token comes here or leaves
    movable = without(own, closed)
    way = without(without(load(state.board), own), closed)
    needed = without(way, theirs)
    stops = NONE, NONE, NONE
    if extra:  # LP-6: no empty square is required, but a change
        needed = way
    elif state.with_blockers:  # LP-3: otherwise the shorter form says the same
        stops = movable
    axis, low, high = last_run(state, theirs, way)
    return movable, way, needed, stops, axis, low, high


@rule
def slides(state: StateRecord, ground: Any, direction: Any) -> Any:
    """Where slides in this direction can end."""
    movable, way, needed, stops, axis, low, high = ground
    way = inside(state, way, direction)
    far = low if direction & 1 else high
    if axis == (direction >> 1) or axis == ANY_AXIS:
        way = without(way, far)  # LP-2
    reached = spread(state, movable, way, direction)
    ends = spread(state, both(reached, needed), way, direction)
    beyond = inside(state, shift(state, ends, direction, 1), direction)
    return either(ends, both(beyond, stops))


@rule
def entered(state: StateRecord, end: Any, direction: Any) -> Any:
    """The squares a slide enters: from where it ends back to the token that makes it."""
    back = direction ^ 1
    own = load(state.tokens[np.int64(state.turn)])
    way = inside(state, without(load(state.board), own), back)
    return spread(state, bit(end), way, back)


# -- counting them -------------------------------------------------------------------------------

LANE = np.uint64(16)  # bits
LANES = np.uint64(0x0001_0001_0001_0001)


@rule
def lane(word: Any, i: Any) -> Any:
    """The ``i``-th 16 bits."""
    return np.int64((word >> (np.uint64(i) * LANE)) & np.uint64(0xFFFF))


@rule
def count_slides(state: StateRecord, ground: Any) -> Any:
    """How many slides there are: lane ``i`` has the sum over the axes up to ``i``."""
    counts = NONE
    for direction in range(DIRECTIONS):
        n = count(slides(state, ground, direction))
        counts += np.uint64(n) << (np.uint64(direction // 2) * LANE)
    return counts * LANES


@rule
def nth_slide(state: StateRecord, ground: Any, sums: Any, n: Any) -> Any:
    """Where the ``n``-th slide ends and in which direction it goes."""
    axis = 0
    for i in range(3):
        axis += n >= lane(sums, i)
    n -= lane(sums << LANE, axis)
    direction = 2 * axis
    ends = slides(state, ground, direction)
    others = slides(state, ground, direction + 1)
    if n >= count(ends):
        n -= count(ends)
        direction += 1
        ends = others
    return nth(ends, n), direction
