"""Random games, compiled: what came of each, and one of them move by move.

Chance has a stream of its own beside that of the moves, so that two games can share their luck.
"""

from typing import Any

import numpy as np

from linden.core import kernel
from linden.core.kernel import CHANCE, OVER, rule
from linden.core.stream import seek
from linden.core.types import StateArray, StateRecord, Stream

NOBODY = -9
"""Whose turn it is before the first one."""
LONGEST_GAME = 20_000
"""Moves and outcomes after which a game that does not end is a draw."""


@rule
def play_games(
    states: StateArray, rng: Stream, seed: Any, first: Any, deal_size: Any, counts: Any, rows: Any
) -> None:
    """Play one game for each row, each from ``states[0]`` in ``states[1]``."""
    for game in range(len(rows)):
        states[1] = states[0]
        play_one(states[1], rng, seed, first + game, deal_size, counts[game], rows[game])


@rule
def play_one(
    state: StateRecord, rng: Stream, seed: Any, number: Any, deal_size: Any, counts: Any, row: Any
) -> None:
    """Play game ``number`` to its end; the loop above calls it, and a thread of a GPU.

    ``counts`` receives its decisions, outcomes of chance, turns and key; ``row`` its scores and
    then its returns, seat by seat. A turn is all that a seat decides before another one does.
    """
    seats = len(row) // 2
    luck, mind = streams(rng, seed, number, deal_size)
    rng[0] = mind
    length, rolls, turns, turn = 0, 0, 0, np.int64(NOBODY)
    while length < LONGEST_GAME:
        seat = kernel.mover(state)
        if seat == OVER:
            break
        if seat == CHANCE:
            luck, rng[0] = rng[0], luck
            rolls += 1
        elif seat != turn:
            turns += 1
            turn = seat
        kernel.play(state, kernel.sample(state, rng))
        if seat == CHANCE:
            luck, rng[0] = rng[0], luck
        length += 1
    counts[0] = length - rolls
    counts[1] = rolls
    counts[2] = turns
    counts[3] = np.int64(kernel.key(state))
    kernel.scores(state, row[:seats])
    kernel.returns(state, row[seats:])


@rule
def streams(rng: Stream, seed: Any, number: Any, deal_size: Any) -> Any:
    """Where the luck of a game begins, which it shares with its deal, and its moves."""
    seek(rng, seed, np.uint64(2 * (number // deal_size)))
    luck = rng[0]
    seek(rng, seed, np.uint64(2 * number + 1))
    return luck, rng[0]


@rule
def note_game(
    states: StateArray, rng: Stream, seed: Any, number: Any, deal_size: Any, moves: Any
) -> Any:
    """Play game ``number`` again and write down its moves; return how many."""
    luck, mind = streams(rng, seed, number, deal_size)
    states[1] = states[0]
    state = states[1]
    length = 0
    while length < LONGEST_GAME:
        seat = kernel.mover(state)
        if seat == OVER:
            break
        rng[0] = luck if seat == CHANCE else mind
        moves[length] = kernel.sample(state, rng)
        if seat == CHANCE:
            luck = rng[0]
        else:
            mind = rng[0]
        kernel.play(state, moves[length])
        length += 1
    return length
