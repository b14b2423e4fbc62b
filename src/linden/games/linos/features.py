"""What Linos tells generic code and players beside its rules: a hash, numbers for learning
agents, a random move, a guess at the end."""

from typing import Any

import numpy as np

from linden.core.bits import how_many, place
from linden.core.kernel import rule
from linden.core.observation import (
    TURNINGS,
    Actions,
    Number,
    Observation,
    Plane,
    Symmetry,
    turned,
)
from linden.core.stream import below, mix
from linden.core.turns import after
from linden.core.types import Action, Move, Seat, StateRecord, Stream, Words
from linden.games.linos.geometry import (
    ALONG_COLUMN,
    ALONG_ROW,
    DARK,
    FOUR_ROWS,
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
from linden.games.linos.rules import DIE, DIE_FACES, FIRE, NONE, choices

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


# -- for learning agents -------------------------------------------------------------------------

# The agents' board is the part of the canvas that this basket can reach: d4 and so many squares
# around it. A column's cubes are the digits of a binary fraction, its top one the first: a number
# from a half on says that the top is so, and what lies deep weighs little.
HEIGHT, COLOURS, LYING_ROWS, LYING_COLUMNS = 0, 1, 2, 3
PLANES = 4
HEIGHT_BITS = 5
TOP_CUBE = np.uint32(1 << (LEVELS - 1))


def reach(options: dict[str, Any]) -> int:
    """Squares of the agents' board each way."""
    return 2 * max(map(int, options["basket"].split("x"))) - 1


def observation(options: dict[str, Any]) -> Observation:
    fraction = 2.0**-LEVELS
    about = "of the column's cubes from the top down, as a binary fraction"
    planes = (
        Plane("height", "cubes in the column", HEIGHT_BITS, 1 / LEVELS),
        Plane("dark", f"which {about}, are dark", LEVELS, fraction),
        Plane("along rows", f"which {about}, lie along a row", LEVELS, fraction),
        Plane("along columns", f"which {about}, lie along a column", LEVELS, fraction),
    )
    side, players = reach(options), options["players"]
    most = {"fire": options["pot"], "bank": options["pot"] * players, "sheet": MOST_COINS}
    coins = most[options["scoring"]]
    numbers = [Number("hand", "the stone in hand: light 1, dark -1, none 0", 1, -1)]
    for i in range(STONES):
        numbers.append(Number(f"line {i}", "a stone of the list: light 1, dark -1", 1, -1))
    if options["scoring"] == "fire":
        numbers.append(Number("pot", "coins in the pot", coins))
    for step in range(players):
        whose = "own" if step == 0 else f"those of the seat {step} further on"
        numbers.append(Number(f"coins {step}", f"coins: {whose}", coins, scale=0.01))
    numbers.append(Number("turn", "how many seats further on the turn is", players - 1))
    return Observation(tuple(numbers), planes, side, side)


MOST_COINS = 0xFFFF  # what nobody has reached yet, where coins are only written down


@rule
def observe(state: StateRecord, seat: Seat, out: Words) -> None:
    side = 2 * np.int64(state.broad) - 1
    squares = side * side
    for i in range(PLANES * squares):
        out[i] = 0
    south = np.int64(state.south)
    edge = 4 - np.int64(state.broad)
    for level in range(LEVELS):
        dark = np.uint64(state.cubes[DARK, level])
        cubes = np.uint64(state.cubes[LIGHT, level]) | dark
        if cubes == ZERO:
            break
        rows = np.uint64(state.rows[level])
        rows |= rows << ONE
        columns = np.uint64(state.columns[level])
        columns |= columns << ROW
        while cubes != ZERO:
            bit = place(cubes)
            cube = np.uint64(bit)
            cubes &= cubes - ONE
            at = ((bit >> 3) + south - edge) * side + (bit & 7) - edge
            out[at] += np.uint32(1)
            push(out, COLOURS * squares + at, (dark >> cube) & ONE)
            push(out, LYING_ROWS * squares + at, (rows >> cube) & ONE)
            push(out, LYING_COLUMNS * squares + at, (columns >> cube) & ONE)
    at = PLANES * squares
    out[at] = 1 if state.hand == NONE else 2 - 2 * np.int64(state.hand)
    for i in range(STONES):
        dark_there = (np.int64(state.line) >> i) & 1
        out[at + 1 + i] = 2 - 2 * dark_there if i < state.left else 1
    at += 1 + STONES
    if state.scoring == FIRE:
        out[at] = state.pot
        at += 1
    for step in range(state.players):
        out[at + step] = state.coins[after(seat, step, state.players)]
    whose = after(np.int64(state.turn), state.players - seat, state.players)
    out[at + state.players] = whose


@rule
def push(out: Any, at: Any, digit: Any) -> None:
    """Put a digit before the others of a binary fraction."""
    out[at] = (out[at] >> np.uint32(1)) | (TOP_CUBE if digit != ZERO else np.uint32(0))


def actions(options: dict[str, Any]) -> Actions:
    planes = ("stand on", "lie along a row from", "lie along a column from")
    return Actions((), planes, reach(options), reach(options))


def symmetries(options: dict[str, Any], seen: Observation) -> list[Symmetry]:
    """Rows and columns change places; d4 is where a lying first stone begins (LO-1), so that the
    other ways to turn the board would not leave the first move as it is."""
    _, rows, columns = seen.actions.shape

    def image(action: int) -> int:
        plane, square = divmod(action, rows * columns)
        row, column = divmod(square, columns)
        return ((0, 2, 1)[plane] * rows + column) * columns + row

    transposed = next(turning for turning in TURNINGS if turning.name == "transposed")
    swapped = {LYING_ROWS: LYING_COLUMNS, LYING_COLUMNS: LYING_ROWS}
    return [turned(transposed, seen, swapped, image)]


@rule
def mask(state: StateRecord, out: Words) -> None:
    side = 2 * np.int64(state.broad) - 1
    edge = 4 - np.int64(state.broad)
    standing, along_row, along_column = choices(state)
    for row in range(side):
        shift = np.uint64(8 * (row + edge) + edge)
        out[row] = (standing >> shift) & ROW_BITS
        out[side + row] = (along_row >> shift) & ROW_BITS
        out[2 * side + row] = (along_column >> shift) & ROW_BITS


ROW_BITS = np.uint64(0x7F)


@rule
def action_of(state: StateRecord, move: Move) -> Any:
    side = 2 * np.int64(state.broad) - 1
    edge = 4 - np.int64(state.broad)
    square = move % SQUARES
    row, column = square // SIZE - edge, square % SIZE - edge
    return (move // SQUARES * side + row) * side + column


@rule
def move_of(state: StateRecord, action: Action) -> Any:
    side = 2 * np.int64(state.broad) - 1
    edge = 4 - np.int64(state.broad)
    line = action // side
    square = (line % side + edge) * SIZE + action % side + edge
    return line // side * SQUARES + square


# -- a random move -------------------------------------------------------------------------------


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
