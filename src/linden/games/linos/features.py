"""What Linos tells generic code and players beside its rules: a hash, numbers for learning
agents, a random move, a guess at the end."""

from typing import Any

import numpy as np

from linden.core.bits import how_many
from linden.core.kernel import rule
from linden.core.stream import below, mix
from linden.core.types import Numbers, Seat, StateRecord, Stream
from linden.games.linos.geometry import (
    ALONG_COLUMN,
    ALONG_ROW,
    DARK,
    FOUR_ROWS,
    LEVEL_BITS,
    LEVELS,
    LIGHT,
    ONE,
    ROW,
    SIZE,
    SQUARES,
    STANDING,
    STONES,
    ZERO,
    nth,
)
from linden.games.linos.rules import DIE, DIE_FACES, MOST_PLAYERS, NONE, choices

# -- for generic code -----------------------------------------------------------------------------


@rule
def key(state: StateRecord) -> Any:
    word = np.uint64(state.line) | (np.uint64(state.left) << np.uint64(12))
    word |= np.uint64(state.hand + 1) << np.uint64(16) | np.uint64(state.turn) << np.uint64(18)
    word |= np.uint64(state.over) << np.uint64(21) | np.uint64(state.south) << np.uint64(23)
    word = mix(word | (np.uint64(state.pot) << np.uint64(32)))
    for seat in range(state.players):
        word = mix(word + np.uint64(state.coins[seat]))
    for level in range(LEVELS):
        light, dark = np.uint64(state.cubes[LIGHT, level]), np.uint64(state.cubes[DARK, level])
        if light | dark == ZERO:
            break
        lying = np.uint64(state.rows[level]) | (np.uint64(state.columns[level]) << FOUR_ROWS)
        word = mix(mix(word + (light | (dark << FOUR_ROWS))) + lying)
    return word


# Planes of the canvas: for each level the colours (light 1, dark -1) and the marks of the stones
# that lie along rows and along columns; then, all over a plane, what is true everywhere.
PLANES = 3 * LEVELS
ROOM, HEIGHT, HAND, LINE, POT, COINS, MINE = (PLANES + n for n in (0, 1, 2, 3, 15, 16, 22))
OBSERVATION = (PLANES + 23, SIZE, SIZE)


@rule
def observe(state: StateRecord, seat: Seat, out: Numbers) -> None:
    """The pile, the room, the heights, the stone in hand, the list, the pot, everybody's coins
    from ``seat`` on (in hundreds), and whether it is the turn of ``seat``."""
    for square in range(SQUARES):
        bit = ONE << np.uint64(square + square // SIZE)
        here = (bit >> (np.uint64(state.south) * ROW)) & LEVEL_BITS
        tall = 0
        for level in range(LEVELS):
            light = np.uint64(state.cubes[LIGHT, level]) & here != ZERO
            dark = np.uint64(state.cubes[DARK, level]) & here != ZERO
            tall += light or dark
            out[level * SQUARES + square] = np.int64(light) - np.int64(dark)
            row = np.uint64(state.rows[level]) & here != ZERO
            out[(LEVELS + level) * SQUARES + square] = row
            column = np.uint64(state.columns[level]) & here != ZERO
            out[(2 * LEVELS + level) * SQUARES + square] = column
        out[ROOM * SQUARES + square] = np.uint64(state.room) & bit != ZERO
        out[HEIGHT * SQUARES + square] = tall
        out[HAND * SQUARES + square] = 0 if state.hand == NONE else 1 - 2 * np.int64(state.hand)
        for place in range(STONES):
            dark_there = (np.int64(state.line) >> place) & 1
            out[(LINE + place) * SQUARES + square] = 1 - 2 * dark_there if place < state.left else 0
        out[POT * SQUARES + square] = state.pot / 100
        for step in range(MOST_PLAYERS):
            other = (seat + step) % state.players
            coins = np.int64(state.coins[other]) if step < state.players else 0
            out[(COINS + step) * SQUARES + square] = coins / 100
        out[MINE * SQUARES + square] = state.turn == seat


@rule
def sample(state: StateRecord, rng: Stream) -> Any:
    """A random roll or legal placement, picked by counting squares instead of listing moves."""
    if state.hand == NONE:
        return DIE + below(rng, DIE_FACES)
    standing, along_row, along_column = choices(state)
    n, rows, columns = how_many(standing), how_many(along_row), how_many(along_column)
    pick = below(rng, n + rows + columns)
    if pick < n:
        return STANDING + nth(standing, pick)
    pick -= n
    if pick < rows:
        return ALONG_ROW + nth(along_row, pick)
    return ALONG_COLUMN + nth(along_column, pick - rows)
