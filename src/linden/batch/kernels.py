"""The loops of this folder, compiled for each game over the verbs.

What works on one game of a vector (``begin``, ``advance``, …) is written once; the CPU loops here
and the GPU kernels of ``gpu.py`` both call it.
"""

from typing import Any

import numpy as np

from linden.core import kernel
from linden.core.kernel import CHANCE, OVER, rule
from linden.core.stream import seek
from linden.core.types import Move, StateArray, StateRecord, Stream

# -- perft ---------------------------------------------------------------------------------------


@rule
def count_sequences(states: StateArray, moves: Any, left: Any, depth: Any) -> Any:
    """Walk the tree below ``states[0]`` without recursion; the last level is only counted.

    ``moves[d]`` holds the moves at depth ``d`` and ``left[d]`` how many are still to be tried.
    """
    total = 0
    level = 0
    left[0] = options(states[0], moves[0])
    if depth == 1:
        return left[0]
    while level >= 0:
        if left[level] == 0:
            level -= 1
            continue
        left[level] -= 1
        states[level + 1] = states[level]
        kernel.play(states[level + 1], moves[level, left[level]])
        n = options(states[level + 1], moves[level + 1])
        if level + 2 == depth:
            total += n
        else:
            level += 1
            left[level] = n
    return total


@rule
def options(state: StateRecord, out: Any) -> Any:
    """The legal moves, none when the game is over."""
    if kernel.mover(state) == OVER:
        return 0
    return kernel.legal(state, out)


# -- playouts ------------------------------------------------------------------------------------


@rule
def play_out(
    states: StateArray,
    seed: Any,
    first: Any,
    rng: Stream,
    points: Any,
    gains: Any,
    lengths: Any,
    keys: Any,
) -> None:
    """Play one random game per row of the outputs, each from ``states[0]`` in ``states[1]``."""
    for game in range(len(lengths)):
        seek(rng, seed, first + np.uint64(game))
        states[1] = states[0]
        state = states[1]
        length = 0
        while kernel.mover(state) != OVER:
            kernel.play(state, kernel.sample(state, rng))
            length += 1
        kernel.scores(state, points[game])
        kernel.returns(state, gains[game])
        lengths[game] = length
        keys[game] = kernel.key(state)


@rule
def survey(states: StateArray, seed: Any, first: Any, rng: Stream, moves: Any, counts: Any) -> None:
    """Play the same games, and count in ``counts`` the decisions and the choices they offered."""
    for game in range(len(counts)):
        seek(rng, seed, first + np.uint64(game))
        states[1] = states[0]
        state = states[1]
        while kernel.mover(state) != OVER:
            if kernel.mover(state) != CHANCE:
                counts[game, 0] += 1
                counts[game, 1] += kernel.legal(state, moves)
            kernel.play(state, kernel.sample(state, rng))


# -- vectors of games: what happens to one of them -----------------------------------------------


@rule
def settle(state: StateRecord, rng: Stream) -> None:
    """Let chance act until a seat has to, or the game is over."""
    while kernel.mover(state) == CHANCE:
        kernel.play(state, kernel.sample(state, rng))


@rule
def begin(states: StateArray, start: Any, rngs: Any, seed: Any, number: Any, i: Any) -> None:
    """Place ``i`` starts game ``number``."""
    states[i] = start[0]
    seek(rngs[i], seed, number)
    settle(states[i], rngs[i])


@rule
def advance(
    states: StateArray, rngs: Any, move: Move, over: Any, points: Any, gains: Any, i: Any
) -> None:
    """Place ``i`` makes a move; chance follows. Results are written when the game is over."""
    state = states[i]
    kernel.play(state, move)
    settle(state, rngs[i])
    over[i] = kernel.mover(state) == OVER
    if over[i]:
        kernel.scores(state, points[i])
        kernel.returns(state, gains[i])
    else:
        for seat in range(points.shape[1]):
            points[i, seat] = 0
            gains[i, seat] = 0


@rule
def list_moves(states: StateArray, moves: Any, counts: Any, seats: Any, i: Any) -> None:
    """The legal moves of place ``i``, how many they are, and whose."""
    state = states[i]
    seats[i] = kernel.mover(state)
    counts[i] = kernel.legal(state, moves[i])


@rule
def is_listed(moves: Any, count: Any, move: Move) -> Any:
    """Whether ``move`` is among the first ``count`` of ``moves``."""
    for k in range(count):
        if moves[k] == move:
            return True
    return False


@rule
def mark_moves(moves: Any, counts: Any, mask: Any, i: Any) -> None:
    """The list of place ``i`` as a row of flags."""
    for move in range(mask.shape[1]):
        mask[i, move] = False
    for k in range(counts[i]):
        mask[i, moves[i, k]] = True


# -- vectors of games: a stretch of them, on one thread ------------------------------------------


@rule
def seek_all(rngs: Any, seed: Any, numbers: Any, low: Any, high: Any) -> None:
    for i in range(low, high):
        seek(rngs[i], seed, numbers[i])


@rule
def begin_all(
    states: StateArray, start: Any, rngs: Any, seed: Any, numbers: Any, low: Any, high: Any
) -> None:
    for i in range(low, high):
        begin(states, start, rngs, seed, numbers[i], i)


@rule
def step_all(
    states: StateArray,
    start: Any,
    rngs: Any,
    seed: Any,
    numbers: Any,
    chosen: Any,
    over: Any,
    points: Any,
    gains: Any,
    low: Any,
    high: Any,
) -> None:
    """Every place makes its move; a place whose game is over starts its next one."""
    for i in range(low, high):
        advance(states, rngs, chosen[i], over, points, gains, i)
        if over[i]:
            numbers[i] += np.uint64(len(numbers))
            begin(states, start, rngs, seed, numbers[i], i)


@rule
def list_all(states: StateArray, moves: Any, counts: Any, seats: Any, low: Any, high: Any) -> None:
    for i in range(low, high):
        list_moves(states, moves, counts, seats, i)


@rule
def mark_all(moves: Any, counts: Any, mask: Any, low: Any, high: Any) -> None:
    for i in range(low, high):
        mark_moves(moves, counts, mask, i)


@rule
def check_all(moves: Any, counts: Any, chosen: Any, wrong: Any, low: Any, high: Any) -> None:
    """Flag the places whose chosen move is not legal."""
    for i in range(low, high):
        wrong[i] = not is_listed(moves[i], counts[i], chosen[i])


@rule
def sample_all(states: StateArray, picks: Any, chosen: Any, low: Any, high: Any) -> None:
    for i in range(low, high):
        chosen[i] = kernel.sample(states[i], picks[i])


@rule
def observe_all(states: StateArray, seats: Any, out: Any, low: Any, high: Any) -> None:
    for i in range(low, high):
        kernel.observe(states[i], seats[i], out[i])
