"""Throw or keep; the coins fall one after the other."""

from typing import Any

import numpy as np

from linden.core.kernel import CHANCE, OVER, blank, rule, state_type
from linden.core.result import most_win
from linden.core.stream import mix

THROW, KEEP = 0, 1
TAIL, HEAD = 2, 3
MOVES = 4
MOST_MOVES = 2
GOAL = 20

State = state_type(
    __name__,
    [
        ("kept", np.int16, (2,)),
        ("gathered", np.int16),  # this turn
        ("coins", np.int8),  # still to fall
        ("heads", np.int8),  # of this throw
        ("turn", np.int8),
    ],
)


def start(options: dict[str, Any]) -> Any:
    return blank(State)


@rule
def mover(state: Any) -> Any:
    if max(state.kept[0], state.kept[1]) >= GOAL:
        return OVER
    return CHANCE if state.coins > 0 else np.int64(state.turn)


@rule
def legal(state: Any, out: Any) -> Any:
    first = TAIL if state.coins > 0 else THROW
    out[0] = first
    out[1] = first + 1
    return 2


@rule
def play(state: Any, move: Any) -> None:
    if move == THROW:
        state.coins = 2
        state.heads = 0
    elif move == KEEP:
        state.kept[state.turn] += state.gathered
        state.gathered = 0
        state.turn = 1 - state.turn
    else:
        state.coins -= 1
        state.heads += move == HEAD
        if state.coins == 0 and state.heads == 0:
            state.gathered = 0
            state.turn = 1 - state.turn
        elif state.coins == 0:
            state.gathered += state.heads
            state.heads = 0


@rule
def scores(state: Any, out: Any) -> None:
    out[0] = state.kept[0]
    out[1] = state.kept[1]


@rule
def returns(state: Any, out: Any) -> None:
    out[0] = out[1] = 0
    if max(state.kept[0], state.kept[1]) >= GOAL:
        scores(state, out)
        most_win(out, 2)


@rule
def key(state: Any) -> Any:
    word = np.uint64(state.kept[0]) | np.uint64(state.kept[1]) << np.uint64(16)
    word |= np.uint64(state.gathered) << np.uint64(32)
    rest = 4 * state.coins + 2 * state.heads + state.turn
    return mix(word | np.uint64(rest) << np.uint64(48))
