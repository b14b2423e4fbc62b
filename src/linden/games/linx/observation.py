"""What learning agents see of Linx and do in it: only what the observing seat may know.

The agents' board is the part of the table that tiles can reach, 7 by 7 squares with two players
and 9 by 9 with more. Seats are counted from the observing one on.
"""

from functools import partial
from typing import Any

import numpy as np

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
from linden.core.turns import after
from linden.core.types import Seat, StateRecord
from linden.games.linx.stock import EACH, SYMBOLS, hand_size
from linden.games.linx.window import COLUMNS

NAMES = ("rock", "paper", "scissors")
ROW_OF_WINDOW = np.uint64(0xFF)


def side_of_board(players: int) -> int:
    """Rows and columns of the agents' board."""
    return 7 if players == 2 else COLUMNS


def seat_name(step: int) -> str:
    return "ours" if step == 0 else f"those of the seat {step} further on"


def linx_observation(players: int) -> Observation:
    planes = [Plane(name, f"tiles that show {name}") for name in NAMES]
    for step in range(players - (players != 3)):
        planes.append(Plane(f"face up {step}", f"tiles face up: {seat_name(step)}"))
    planes += [Plane(f"face down {n}", f"tiles face down: {seat_name(n)}") for n in range(players)]
    numbers = [Number(f"hand {name}", f"{name} tiles in the own hand", EACH) for name in NAMES]
    numbers += [Number(f"pile {name}", f"{name} tiles in the own pile", EACH) for name in NAMES]
    hidden = []
    for step in range(1, players):
        for name in NAMES:
            about = f"{name} tiles in hand and pile together: {seat_name(step)}"
            numbers.append(Number(f"stock {step} {name}", about, EACH))
            about = f"{name} tiles in the hand: {seat_name(step)}"
            hidden.append(Number(f"hand {step} {name}", about, EACH))
        about = f"tiles in the hand: {seat_name(step)}"
        numbers.append(Number(f"hand {step}", about, SYMBOLS * EACH))
    numbers += [
        Number("draws", "tiles that are yet to be drawn", 3),
        Number("passes", "passes in a row that drew no tile", players),
        Number("turn", "how many seats further on the turn is", players - 1),
    ]
    side = side_of_board(players)
    return Observation(tuple(numbers), tuple(planes), side, side, tuple(hidden))


def linx_actions(players: int) -> Actions:
    planes = [f"{what} {name} on" for name in NAMES for what in ("lay", "cover with")]
    side = side_of_board(players)
    return Actions(("pass",), tuple(planes), side, side)


def linx_symmetries(players: int, seen: Observation) -> list[Symmetry]:
    """All eight; of the block that three players begin with, one."""
    _, rows, columns = seen.actions.shape

    def image(turning: Turning, action: int) -> int:
        plane, square = divmod(action, rows * columns)
        row, column = turning.square(*divmod(square, columns), rows, columns)
        return (plane * rows + row) * columns + column

    return [
        turned(it, seen, {}, partial(image, it))
        for it in TURNINGS
        if players != 3 or it.name == "transposed the other way"
    ]


@rule
def board_side(state: StateRecord) -> Any:
    return np.int64(7 if state.players == 2 else COLUMNS)


@rule
def write_rows(state: StateRecord, squares: Any, plane: Any, out: Any) -> None:
    """A set of squares as the words of a plane."""
    side = board_side(state)
    corner = np.int64(state.corner)
    bottom, left = corner // COLUMNS - 1, corner % COLUMNS - 1
    for row in range(side):
        bits = np.uint64(0)
        within = row - bottom
        if within >= 0 and within < 8:
            bits = (squares >> np.uint64(8 * within)) & ROW_OF_WINDOW
        out[plane * side + row] = bits >> np.uint64(1) if left < 0 else bits << np.uint64(left)


@rule
def observe_table(state: StateRecord, seat: Seat, out: Any) -> Any:
    """The planes; return how many."""
    players = np.int64(state.players)
    for symbol in range(SYMBOLS):
        write_rows(state, state.shows[symbol], symbol, out)
    plane = SYMBOLS
    for step in range(players - np.int64(players != 3)):  # the last colour is what is left
        write_rows(state, state.face_up[after(seat, step, players)], plane, out)
        plane += 1
    for step in range(players):
        write_rows(state, state.face_down[after(seat, step, players)], plane, out)
        plane += 1
    return plane


@rule
def observe_stocks(state: StateRecord, seat: Seat, at: Any, out: Any) -> None:
    """The numbers, the same whether the state is veiled or not."""
    players = np.int64(state.players)
    for symbol in range(SYMBOLS):
        out[at + symbol] = state.hand[seat, symbol]
        out[at + SYMBOLS + symbol] = state.pile[seat, symbol]
    at += 2 * SYMBOLS
    for step in range(1, players):
        other = after(seat, step, players)
        for symbol in range(SYMBOLS):
            out[at + symbol] = state.pile[other, symbol] + state.hand[other, symbol]
        out[at + SYMBOLS] = hand_size(state, other)
        at += SYMBOLS + 1
    out[at] = state.draws
    out[at + 1] = state.passes
    out[at + 2] = after(np.int64(state.turn), players - seat, players)
