"""Linja's answers to the law: a random position at the start of a turn, and what it is worth."""

from typing import Any

import numpy as np

from linden.core.kernel import rule
from linden.core.stream import below
from linden.games.linja.rules import BLACK, BYTE, LOW, OPENING, RED
from linden.solve.files import NO_POSITION
from linden.solve.law import DRAWS, UNLISTED, answers
from linden.solve.linja.formations import Formations, rank

LONGEST_TURN = 4


@rule
def reversed_rows(word: Any) -> Any:
    """The rows seen from the other side."""
    turned = np.uint64(0)
    for row in range(8):
        turned = (turned << BYTE) | ((word >> (np.uint64(row) * BYTE)) & LOW)
    return turned


@rule
def value_of(state: Any, values: Any, maps: Any) -> Any:
    """What the tablebase says of a position at the start of a turn, for its mover."""
    red = np.int64(maps.number[rank(state.pawns[RED], maps.ahead)])
    black = np.int64(maps.number[rank(reversed_rows(state.pawns[BLACK]), maps.ahead)])
    us, them = (red, black) if state.turn == RED else (black, red)
    a, b = maps.progress[us], maps.progress[them]
    size = maps.first[a + 1] - maps.first[a]
    return np.int64(values[maps.origin[b, a] + them * size + us])


@answers(Formations)
@rule
def lead(state: Any, values: Any, maps: Any) -> Any:
    """By how much Red will lead."""
    if state.part != OPENING:
        return np.int64(UNLISTED)
    value = value_of(state, values, maps)
    return value if state.turn == RED else -value


@answers(Formations)
@rule
def deal(state: Any, values: Any, maps: Any, rng: Any) -> None:
    """Any two formations that can formation together, drawn evenly, either side to move."""
    for _ in range(DRAWS):
        state.pawns[RED] = maps.words[below(rng, len(maps.words))]
        state.pawns[BLACK] = maps.mirrored[below(rng, len(maps.words))]
        state.turn = below(rng, 2)
        if value_of(state, values, maps) != NO_POSITION:
            return
