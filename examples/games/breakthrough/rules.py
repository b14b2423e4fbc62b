"""Breakthrough, as its rules page tells it; rulings are cited by number (BT-2).

Squares count from a1, eight to a row whatever the board's side::

    56 57 58 ...        row 8, where Black begins
     8  9 10 ...
     0  1  2  3 ...     row 1, where White begins
"""

from typing import Any

import numpy as np

from linden.core.kernel import OVER, blank, rule, state_type
from linden.core.types import Move, Moves, Points, Seat, StateRecord

EMPTY, WHITE, BLACK = 0, 1, 2  # what stands on a square: nothing, or a seat's pawn (seat + 1)
STRIDE = 8

# A move is the pawn's square * 3 + where it goes: 0 to a lower column, 1 straight on, 2 higher.
MOVES = 64 * 3
MOST_MOVES = 16 * 3  # as many pawns as a seat has

State = state_type(
    __name__,
    [
        ("squares", np.int8, (64,)),
        ("turn", np.int8),  # after the end, whose move was the last
        ("over", np.bool_),
        ("side", np.int8),
    ],
)


def start(options: dict[str, Any]) -> Any:
    """BT-1: two rows of pawns each."""
    state = blank(State)
    side = state.side = options["side"]
    for row in (0, 1):
        for column in range(side):
            state.squares[row * STRIDE + column] = WHITE
            state.squares[(side - 1 - row) * STRIDE + column] = BLACK
    return state


# -- a turn --------------------------------------------------------------------------------------


@rule
def target(state: StateRecord, move: Move) -> Any:
    """The square a move ends on, or -1 if it would leave the board."""
    column = move // 3 % STRIDE + move % 3 - 1
    row = move // 3 // STRIDE + (1 if state.turn == 0 else -1)
    if column < 0 or column >= state.side or row < 0 or row >= state.side:
        return np.int64(-1)
    return np.int64(row * STRIDE + column)


@rule
def mover(state: StateRecord) -> Any:
    return np.int64(OVER) if state.over else np.int64(state.turn)


@rule
def legal(state: StateRecord, out: Moves) -> Any:
    """BT-2: one step forward, straight or aslant; only aslant onto an opponent's pawn (BT-3)."""
    us = state.turn + 1
    n = 0
    for square in range(64):
        if state.squares[square] == us:
            for way in range(3):
                to = target(state, square * 3 + way)
                if to >= 0:
                    there = state.squares[to]
                    if there == EMPTY or (there != us and way != 1):
                        out[n] = square * 3 + way
                        n += 1
    return n


@rule
def play(state: StateRecord, move: Move) -> None:
    to = target(state, move)
    state.squares[to] = state.turn + 1
    state.squares[move // 3] = EMPTY
    row = to // STRIDE
    if row == 0 or row == state.side - 1 or pawns(state, 1 - state.turn) == 0:  # BT-4
        state.over = True
    else:
        state.turn = 1 - state.turn


# -- the end -------------------------------------------------------------------------------------


@rule
def pawns(state: StateRecord, seat: Seat) -> Any:
    """How many pawns a seat has."""
    n = 0
    for square in range(64):
        n += state.squares[square] == seat + 1
    return n


@rule
def scores(state: StateRecord, out: Points) -> None:
    """BT-4: who moved last has broken through."""
    for seat in range(2):
        out[seat] = 1 if state.over and seat == state.turn else 0


@rule
def returns(state: StateRecord, out: Points) -> None:
    for seat in range(2):
        out[seat] = 0 if not state.over else 1 if seat == state.turn else -1
