"""What players and learning agents look at in Breakthrough. It is no part of the rules."""

from typing import Any

import numpy as np

from linden.core.kernel import rule
from linden.core.observation import Actions, Number, Observation, Plane
from linden.core.types import Action, Move, Points, Seat, StateRecord, Words

from .rules import BLACK, EMPTY, STRIDE, WHITE, target


@rule
def evaluate(state: StateRecord, out: Points) -> None:
    """Pawns, and how far they have come: the nearer to the far row, the more one is worth."""
    out[0] = out[1] = 0
    if state.over:
        out[state.turn] = 10
        return
    for square in range(64):
        seat = state.squares[square] - 1
        if seat >= 0:
            row = square // STRIDE
            gone = row if seat == 0 else state.side - 1 - row
            out[seat] += 0.2 + 0.01 * gone * gone


# -- for learning agents: the board as it is, on its own side -------------------------------------


def observation(options: dict[str, Any]) -> Observation:
    side = options["side"]
    planes = (Plane("ours", "own pawns"), Plane("theirs", "their pawns"))
    numbers = (
        Number("up", "whether the seat marches up the board"),
        Number("to_move", "whether it is the seat's turn"),
    )
    return Observation(numbers, planes, side, side)


@rule
def observe(state: StateRecord, seat: Seat, out: Words) -> None:
    """A word for each row of each plane, then a word for each number."""
    side = np.int64(state.side)
    for row in range(side):
        ours, theirs = np.uint32(0), np.uint32(0)
        for column in range(side):
            there = state.squares[row * STRIDE + column]
            bit = np.uint32(1) << np.uint32(column)
            if there == seat + 1:
                ours |= bit
            elif there != EMPTY:
                theirs |= bit
        out[row] = ours
        out[side + row] = theirs
    out[2 * side] = seat + 1 == WHITE
    out[2 * side + 1] = state.turn == seat


def actions(options: dict[str, Any]) -> Actions:
    planes = ("to a lower column from", "straight on from", "to a higher column from")
    return Actions((), planes, options["side"], options["side"])


@rule
def mask(state: StateRecord, out: Words) -> None:
    """A word for each row of each plane of actions."""
    side = np.int64(state.side)
    us = WHITE if state.turn == 0 else BLACK
    for way in range(3):
        for row in range(side):
            bits = np.uint32(0)
            for column in range(side):
                square = row * STRIDE + column
                to = target(state, square * 3 + way)
                if state.squares[square] == us and to >= 0:
                    there = state.squares[to]
                    if there == EMPTY or (there != us and way != 1):
                        bits |= np.uint32(1) << np.uint32(column)
            out[way * side + row] = bits


@rule
def action_of(state: StateRecord, move: Move) -> Any:
    side, square = np.int64(state.side), move // 3
    return (move % 3 * side + square // STRIDE) * side + square % STRIDE


@rule
def move_of(state: StateRecord, action: Action) -> Any:
    side = np.int64(state.side)
    line = action // side
    return (line % side * STRIDE + action % side) * 3 + line // side
