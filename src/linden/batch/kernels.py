"""The loops of this folder, compiled for each game over the verbs."""

from typing import Any

import numpy as np

from linden.core import kernel
from linden.core.kernel import OVER, rule
from linden.core.stream import seek


@rule
def count_sequences(states: Any, moves: Any, left: Any, depth: Any) -> Any:
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
def options(state: Any, out: Any) -> Any:
    """The legal moves, none when the game is over."""
    if kernel.mover(state) == OVER:
        return 0
    return kernel.legal(state, out)


@rule
def play_out(
    states: Any, seed: Any, first: Any, rng: Any, points: Any, gains: Any, lengths: Any
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
