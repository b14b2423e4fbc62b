"""The formations of a side's pawns, and where each pair of them is in the tablebase."""

from functools import cache
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

import numpy as np

from linden.core.kernel import rule
from linden.games.linja.rules import BYTE, FULL, LOW, ONE, PAWNS, ROWS
from linden.solve.files import PAGE

FARTHEST = PAWNS * (ROWS - 1)
LAYERS = 2 * FARTHEST + 1
GOAL = ROWS - 1


class Formations(NamedTuple):
    """All formations, by number, and how the tablebase is laid out."""

    words: Any
    """Pawns in a byte for each row travelled, as the rules have Red's."""
    mirrored: Any
    """The same as the other side sees it."""
    moved: Any
    """``moved[formation, 8 * origin + to]``: the formation after a pawn's move, forward or back
    a row."""
    progress: Any
    first: Any
    """The first formation of each progress."""
    ahead: Any
    """``ahead[row, left, n]``: how many combinations come before one with ``n`` of the ``left``
    pawns in this row."""
    number: Any
    """The formation of each combination's rank."""
    origin: Any
    ends: Any
    """Where each layer ends in the tablebase."""


class Blocks(NamedTuple):
    """Where everything is in the tablebase."""

    first: Any
    """The first formation of each progress."""
    origin: Any
    ends: Any
    """Where each layer ends."""


@rule
def rank(word: Any, ahead: Any) -> Any:
    """The rank of a side's combination of pawns."""
    found = np.int64(0)
    left = np.int64(PAWNS)
    for row in range(GOAL):
        here = np.int64((word >> (np.uint64(row) * BYTE)) & LOW)
        found += ahead[row, left, here]
        left -= here
    return found


@rule
def rank_all(words: Any, ahead: Any, number: Any, out: Any) -> None:
    for i in range(len(words)):
        out[i] = number[rank(words[i], ahead)]


def _ways(pawns: int, rows: int) -> int:
    return comb(pawns + rows - 1, pawns) if rows else int(pawns == 0)


@cache
def _spreads() -> tuple[Any, Any, Any]:
    """All ways to spread the pawns over the rows, which of them fit, and their progress."""
    bars = np.array(list(combinations(range(PAWNS + ROWS - 1), ROWS - 1)), np.int64)
    edges = np.hstack(
        [np.full((len(bars), 1), -1), bars, np.full((len(bars), 1), PAWNS + ROWS - 1)]
    )
    every = np.diff(edges) - 1
    return every, every[:, 1:-1].max(1) <= FULL, every @ np.arange(ROWS)


@cache
def blocks() -> Blocks:
    """How the tablebase is laid out; made without compiling anything."""
    _, fitting, progress = _spreads()
    first = np.searchsorted(np.sort(progress[fitting]), np.arange(FARTHEST + 2)).astype(np.int64)
    return Blocks(first, *_layout(first))


@cache
def formations() -> Formations:
    """Made once a process, in a second."""
    every, fitting, progress = _spreads()
    ahead = np.zeros((ROWS - 1, PAWNS + 1, PAWNS + 2), np.int64)
    for row in range(ROWS - 1):
        for left in range(PAWNS + 1):
            for here in range(left + 1):
                ways = _ways(left - here, ROWS - 1 - row)
                ahead[row, left, here + 1] = ahead[row, left, here] + ways
    bytes_up = np.uint64(8) * np.arange(ROWS, dtype=np.uint64)
    all_words = (every.astype(np.uint64) << bytes_up).sum(1, dtype=np.uint64)
    ranks = np.zeros(len(every), np.int64)
    rank_all(all_words, ahead, np.arange(len(every)), ranks)
    order = np.lexsort((ranks, progress))
    order = order[fitting[order]]
    words, counts = all_words[order], every[order]
    number = np.full(len(every), -1, np.int32)
    number[ranks[order]] = np.arange(len(order))
    moved = np.zeros((len(order), ROWS * ROWS), np.uint16)
    after = np.zeros(len(order), np.int32)
    for origin in range(ROWS):
        for to in (*range(origin + 1, ROWS), *range(max(origin - 1, 0), origin)):
            able = counts[:, origin] > 0
            shifted = words + (ONE << bytes_up[to]) - (ONE << bytes_up[origin])
            rank_all(np.where(able, shifted, words), ahead, number, after)
            moved[:, ROWS * origin + to] = np.where(able & (after >= 0), after, 0)
    return Formations(
        words,
        words.byteswap(),
        moved,
        progress[order].astype(np.int64),
        blocks().first,
        ahead,
        number,
        blocks().origin,
        blocks().ends,
    )


def _layout(first: Any) -> tuple[Any, Any]:
    """Where the blocks are, and where layers end, each padded to a whole page."""
    sizes = np.diff(first)
    origin = np.zeros((FARTHEST + 1, FARTHEST + 1), np.int64)
    ends = np.zeros(LAYERS, np.int64)
    at = 0
    for layer in reversed(range(LAYERS)):
        for ours in range(max(0, layer - FARTHEST), min(layer, FARTHEST) + 1):
            theirs = layer - ours
            origin[theirs, ours] = at - first[theirs] * sizes[ours] - first[ours]
            at += sizes[theirs] * sizes[ours]
        at = -(-at // PAGE) * PAGE
        ends[layer] = at
    return origin, ends


def points_of(own_side: int) -> Any:
    """What each formation is worth at the end."""
    worth = np.array([own_side] * 4 + [1, 2, 3, 5])
    counts = (
        formations().words[:, None] >> (np.uint64(8) * np.arange(ROWS, dtype=np.uint64))
    ) & LOW
    return (counts.astype(np.int64) @ worth).astype(np.int8)
