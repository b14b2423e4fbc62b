"""Linear's answers to the law: random tokens on the board, and what they are worth."""

from typing import Any

import numpy as np

from linden.core.bits import ONE, how_many
from linden.core.kernel import rule
from linden.core.stream import below, draw
from linden.games.linear.rules import BLACK, ENDED, EXTRA, SLIDE, WHITE
from linden.solve.law import answers
from linden.solve.linear.codes import Codes

LONGEST_LINE = 1


@answers(Codes)
@rule
def lead(state: Any, values: Any, maps: Any) -> Any:
    """By how much White will lead."""
    us = np.int64(state.turn)
    code = np.int64(0)
    for i in range(len(maps.bits)):
        bit = ONE << np.uint64(maps.bits[i])
        if state.tokens[us, 0] & bit:
            code += maps.powers[i]
        elif state.tokens[1 - us, 0] & bit:
            code += 2 * maps.powers[i]
    value = np.int64(values[code + us * (maps.halves - 1) * (len(values) // 2)])
    return value if us == WHITE else -value


@answers(Codes)
@rule
def deal(state: Any, values: Any, maps: Any, rng: Any) -> None:
    """Random tokens of both colours, on few squares or many; at least one of each colour."""
    state.tokens[WHITE, 0] = state.tokens[BLACK, 0] = np.uint64(0)
    density = 1 + below(rng, 16)
    while not (state.tokens[WHITE, 0] and state.tokens[BLACK, 0]):
        state.tokens[WHITE, 0] = state.tokens[BLACK, 0] = np.uint64(0)
        for i in range(len(maps.bits)):
            if below(rng, 16) < density:
                state.tokens[np.int64(draw(rng) & ONE), 0] |= ONE << np.uint64(maps.bits[i])
    state.turn = below(rng, 2)
    state.part = SLIDE
    if how_many(state.tokens[WHITE, 0] | state.tokens[BLACK, 0]) == len(maps.bits):
        # A full board ends the game, but for Black's extra slide (LP-6).
        state.turn = BLACK
        state.part = EXTRA if maps.halves == 2 else ENDED
