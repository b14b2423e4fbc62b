"""One step down, one step up, or the other's turn."""

from typing import Any

import numpy as np

from linden.core.kernel import OVER, blank, rule, state_type
from linden.core.result import most_win
from linden.core.stream import mix

DOWN, UP, DONE = 0, 1, 2
MOVES = 3
MOST_MOVES = 3
LONG = 1000  # steps from the middle to either end

State = state_type(__name__, [("shuttle", np.int16), ("turn", np.int8)])


def start(options: dict[str, Any]) -> Any:
    return blank(State)


@rule
def mover(state: Any) -> Any:
    return OVER if abs(state.shuttle) >= LONG else np.int64(state.turn)


@rule
def legal(state: Any, out: Any) -> Any:
    for move in range(MOVES):
        out[move] = move
    return MOVES


@rule
def play(state: Any, move: Any) -> None:
    if move == DONE:
        state.turn = 1 - state.turn
    else:
        state.shuttle += 1 if move == UP else -1


@rule
def scores(state: Any, out: Any) -> None:
    out[0] = -state.shuttle
    out[1] = state.shuttle


@rule
def returns(state: Any, out: Any) -> None:
    out[0] = out[1] = 0
    if abs(state.shuttle) >= LONG:
        scores(state, out)
        most_win(out, 2)


@rule
def key(state: Any) -> Any:
    return mix(np.uint64(2 * (state.shuttle + LONG) + state.turn))
