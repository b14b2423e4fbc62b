"""Perft: how many sequences of moves of a given length begin in a position."""

import threading
from collections import Counter

import numpy as np

from linden.batch.kernels import count_sequences
from linden.batch.threads import cores, spread
from linden.core.position import Position

SHALLOW = 3
"""Below this depth there is too little work to share out."""


def perft(position: Position, depth: int, *, threads: int | None = None) -> int:
    """The number of move sequences of length ``depth`` from ``position``, chance included.

    >>> import linden
    >>> linden.perft(linden.load("linja").start(), 3)
    374
    """
    if depth < 0:
        raise ValueError(f"A depth is 0 or more, not {depth}.")
    if depth == 0:
        return 1
    threads = threads or cores()
    if threads == 1 or depth <= SHALLOW:
        return _below(position, depth)
    # Two moves in, equal positions meet; each is counted once for all the ways that lead to it.
    ways = Counter({position: 1})
    for _ in range(2):
        ways = _after_a_move(ways)
    roots = list(ways)
    counts = [0] * len(roots)
    stop = threading.Event()

    def stretch(low: int, high: int) -> None:
        for i in range(low, high):
            if stop.is_set():
                return
            counts[i] = ways[roots[i]] * _below(roots[i], depth - 2)

    spread(stretch, len(roots), threads, least=1, stop=stop)
    return sum(counts)


def _after_a_move(ways: Counter[Position]) -> Counter[Position]:
    after: Counter[Position] = Counter()
    for position, number in ways.items():
        for move in position.moves:
            after[position.play(move)] += number
    return after


def _below(position: Position, depth: int) -> int:
    states = np.zeros(depth + 1, position.game.state_type)
    states[0] = position.state
    moves = np.zeros((depth + 1, position.game.rules.MOST_MOVES), np.int32)
    return int(count_sequences(states, moves, np.zeros(depth + 1, np.int64), depth))
