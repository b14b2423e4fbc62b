"""Pig, as its rules page tells it; rulings are cited by number (PG-2).

Nothing bounds how long a game can last: a turn may add nothing for ever.
"""

from typing import Any

import numpy as np

from linden.core.kernel import CHANCE, OVER, blank, rule, state_type
from linden.core.result import most_win
from linden.core.types import Move, Moves, Points, StateRecord

# Outcomes of the die are 0 to 5, for one pip to six.
ROLL, HOLD = 6, 7
MOVES = 8
MOST_MOVES = 6

State = state_type(
    __name__,
    [
        ("banked", np.int16, (4,)),  # points that are safe
        ("risked", np.int16),  # points of this turn
        ("turn", np.int8),  # after the end, whose turn was the last
        ("rolling", np.bool_),  # the die is in the air
        ("over", np.bool_),
        ("players", np.int8),
        ("goal", np.int16),
    ],
)


def start(options: dict[str, Any]) -> Any:
    state = blank(State)
    state.players = options["players"]
    state.goal = options["goal"]
    return state


# -- a turn --------------------------------------------------------------------------------------


@rule
def mover(state: StateRecord) -> Any:
    if state.over:
        return np.int64(OVER)
    return np.int64(CHANCE) if state.rolling else np.int64(state.turn)


@rule
def legal(state: StateRecord, out: Moves) -> Any:
    if state.rolling:
        for face in range(6):
            out[face] = face
        return 6
    out[0] = ROLL
    if state.risked == 0:  # PG-1: a turn begins with a roll
        return 1
    out[1] = HOLD
    return 2


@rule
def play(state: StateRecord, move: Move) -> None:
    if move == ROLL:
        state.rolling = True
    elif move == HOLD:  # PG-3
        state.banked[state.turn] += state.risked
        state.risked = 0
        if state.banked[state.turn] >= state.goal:  # PG-4
            state.over = True
        else:
            pass_on(state)
    else:
        state.rolling = False
        if move == 0:  # PG-2: a one
            state.risked = 0
            pass_on(state)
        else:
            # No more than the goal is ever needed, so the number stays small.
            state.risked = min(state.risked + move + 1, 200)


@rule
def pass_on(state: StateRecord) -> None:
    state.turn = 0 if state.turn + 1 == state.players else state.turn + 1


# -- the end -------------------------------------------------------------------------------------


@rule
def scores(state: StateRecord, out: Points) -> None:
    for seat in range(state.players):
        out[seat] = state.banked[seat]


@rule
def returns(state: StateRecord, out: Points) -> None:
    for seat in range(state.players):
        out[seat] = state.banked[seat] if state.over else 0
    most_win(out, np.int64(state.players))  # PG-4: only the winner has reached the goal
