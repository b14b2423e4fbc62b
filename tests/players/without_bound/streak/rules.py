"""Throw or pass; the coin falls until it shows a tail."""

from typing import Any

import numpy as np

from linden.core.kernel import CHANCE, OVER, blank, rule, state_type
from linden.core.result import most_win

THROW, PASS = 0, 1
TAIL, HEAD = 2, 3
MOVES = 4
MOST_MOVES = 2
GOAL = 20
MOST_HEADS = 1000

State = state_type(
    __name__,
    [
        ("heads", np.int16, (2,)),
        ("falls", np.int8),  # whether the coin falls
        ("turn", np.int8),
    ],
)


def start(options: dict[str, Any]) -> Any:
    return blank(State)


@rule
def mover(state: Any) -> Any:
    if state.falls > 0:
        return CHANCE
    return OVER if max(state.heads[0], state.heads[1]) >= GOAL else np.int64(state.turn)


@rule
def legal(state: Any, out: Any) -> Any:
    first = TAIL if state.falls > 0 else THROW
    out[0] = first
    out[1] = first + 1
    return 2


@rule
def play(state: Any, move: Any) -> None:
    if move == THROW:
        state.falls = 1
    elif move == HEAD:
        state.heads[state.turn] = min(state.heads[state.turn] + 1, MOST_HEADS)
    else:
        state.falls = 0
        state.turn = 1 - state.turn


@rule
def scores(state: Any, out: Any) -> None:
    out[0] = state.heads[0]
    out[1] = state.heads[1]


@rule
def returns(state: Any, out: Any) -> None:
    out[0] = out[1] = 0
    if state.falls == 0 and max(state.heads[0], state.heads[1]) >= GOAL:
        scores(state, out)
        most_win(out, 2)
