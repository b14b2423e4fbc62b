"""Linage's answers to the law: a random legal set of stones, and what it is worth."""

from typing import Any

import numpy as np

from linden.core.bits import ONE, how_many
from linden.core.kernel import rule
from linden.core.stream import below, draw
from linden.games.linage.rules import ENDED, VERTICAL, settle
from linden.solve.files import NO_POSITION
from linden.solve.law import DRAWS, UNLISTED, answers
from linden.solve.linage.sets import BOARD, SQUARE, Board, turn_over

LONGEST_LINE = 2
"""A pass, and what the other side makes of it."""


@rule
def set_of(state: Any) -> Any:
    """The stones of a state as a number."""
    stones = np.uint64(0)
    for row in range(state.height):
        empty = state.free_rows[row] | state.owned_rows[0, row] | state.owned_rows[1, row]
        bits = ((ONE << np.uint64(state.width)) - ONE) & ~np.uint64(empty)
        stones |= bits << (np.uint64(row) * np.uint64(state.width))
    return stones


@rule
def put(state: Any, stones: Any) -> None:
    """The board with these stones, every region given to its owner by the rules' own means."""
    state.room = 0
    row_bits = (ONE << np.uint64(state.width)) - ONE
    for row in range(state.height):
        empty = ~(stones >> (np.uint64(row) * np.uint64(state.width))) & row_bits
        state.free_rows[row] = empty
        state.room += how_many(empty)
    for row in range(state.height):
        for column in range(state.width):
            settle(state, row, column)
    if state.room == 0:
        state.part = ENDED


@answers(Board)
@rule
def lead(state: Any, values: Any, maps: Any) -> Any:
    """By how much Vertical, who has seat 0 here, will lead; after a pass, the next move tells."""
    if state.passes > 0:
        return np.int64(UNLISTED)
    facts, stones = maps.facts, set_of(state)
    if state.turn == VERTICAL:
        return np.int64(values[np.int64(stones)])
    if facts[SQUARE]:
        return -np.int64(values[np.int64(turn_over(stones, facts, maps.turned))])
    return np.int64(values[np.int64(facts[BOARD]) + 1 + np.int64(stones)])


@answers(Board)
@rule
def deal(state: Any, values: Any, maps: Any, rng: Any) -> None:
    """A legal set with few stones or with many, either side to move."""
    board = maps.facts[BOARD]
    stones = board
    for _ in range(DRAWS):
        stones = draw(rng) & board
        for _ in range(below(rng, 4)):
            stones &= draw(rng)
        if values[np.int64(stones)] != NO_POSITION:
            break
    state.turn = below(rng, 2)
    put(state, stones)
