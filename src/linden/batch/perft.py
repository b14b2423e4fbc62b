"""Perft: how many sequences of moves of a given length begin in a position."""

import numpy as np

from linden.batch.kernels import count_sequences
from linden.core.position import Position


def perft(position: Position, depth: int) -> int:
    """The number of move sequences of length ``depth`` from ``position``, chance included.

    >>> import linden
    >>> linden.perft(linden.load("linja").start(), 3)
    374
    """
    if depth < 0:
        raise ValueError(f"A depth is 0 or more, not {depth}.")
    if depth == 0:
        return 1
    start = position.state
    states = np.zeros(depth + 1, start.dtype)
    states[0] = start
    moves = np.zeros((depth + 1, position.game.rules.MOST_MOVES), np.int32)
    return int(count_sequences(states, moves, np.zeros(depth + 1, np.int64), depth))
