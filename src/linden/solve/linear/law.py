"""The law of the table, tested by the rules themselves: a position is worth the best of the slides
that the verbs find."""

from typing import TYPE_CHECKING, Any

import numpy as np

from linden.batch.threads import spread
from linden.core import kernel
from linden.core.bits import how_many
from linden.core.kernel import OVER, rule
from linden.core.stream import below, draw, seek
from linden.games.linear.rules import BLACK, EXTRA, SLIDE, WHITE

if TYPE_CHECKING:
    from linden.solve.linear.table import LinearSolver

ONE = np.uint64(1)


@rule
def look_up(state: Any, table: Any, bits: Any, powers: Any, halves: Any) -> Any:
    """What the table says of a position, for its mover."""
    us = np.int64(state.turn)
    code = np.int64(0)
    for i in range(len(bits)):
        bit = ONE << np.uint64(bits[i])
        if state.tokens[us, 0] & bit:
            code += powers[i]
        elif state.tokens[1 - us, 0] & bit:
            code += 2 * powers[i]
    return np.int64(table[code + us * (halves - 1) * (len(table) // 2)])


@rule
def best_by_rules(
    states: Any, moves: Any, points: Any, table: Any, bits: Any, powers: Any, halves: Any
) -> Any:
    us = np.int64(states[0].turn)
    best: Any = -1000
    for i in range(kernel.legal(states[0], moves)):
        states[1] = states[0]
        after = states[1]
        kernel.play(after, moves[i])
        if kernel.mover(after) == OVER:
            kernel.scores(after, points)
            best = max(best, np.int64(points[us] - points[1 - us]))
        else:
            best = max(best, -look_up(after, table, bits, powers, halves))
    return best


@rule
def put(state: Any, bits: Any, rng: Any) -> None:
    """Random tokens of both colours, on few squares or many; at least one of each colour."""
    state.tokens[WHITE, 0] = state.tokens[BLACK, 0] = np.uint64(0)
    density = 1 + below(rng, 16)
    while not (state.tokens[WHITE, 0] and state.tokens[BLACK, 0]):
        state.tokens[WHITE, 0] = state.tokens[BLACK, 0] = np.uint64(0)
        for i in range(len(bits)):
            if below(rng, 16) < density:
                state.tokens[np.int64(draw(rng) & ONE), 0] |= ONE << np.uint64(bits[i])
    state.turn = below(rng, 2)
    state.part = SLIDE
    if how_many(state.tokens[WHITE, 0] | state.tokens[BLACK, 0]) == len(bits):
        state.turn = BLACK
        state.part = EXTRA


@rule
def compare(
    start: Any,
    seed: Any,
    low: Any,
    high: Any,
    table: Any,
    bits: Any,
    powers: Any,
    halves: Any,
    states: Any,
    moves: Any,
    points: Any,
    rng: Any,
) -> Any:
    """How many of these random positions differ from the best of their successors."""
    wrong = 0
    for sample in range(low, high):
        seek(rng, seed, sample)
        states[0] = start[0]
        put(states[0], bits, rng)
        found = look_up(states[0], table, bits, powers, halves)
        if states[0].part == EXTRA and halves == 1:
            kernel.scores(states[0], points)
            wrong += found != np.int64(points[BLACK] - points[WHITE])
        else:
            best = best_by_rules(states, moves, points, table, bits, powers, halves)
            wrong += found != best
    return wrong


def check(
    solver: "LinearSolver", values: Any, samples: int, seed: int, threads: int | None
) -> tuple[int, int]:
    """Compare random positions, with few and with many tokens, either colour to move."""
    game = solver.game
    wrong: list[int] = []
    start = np.zeros(1, game.state_type)
    start[0] = game.start().state
    bits = np.array([8 * y + x for x, y in solver.ground.squares], np.int64)

    def stretch(low: int, high: int) -> None:
        states, moves = np.zeros(2, game.state_type), np.zeros(game.rules.MOST_MOVES, np.int32)
        rng, points = np.zeros(1, np.uint64), np.zeros(2)
        wrong.append(
            compare(
                start,
                seed,
                low,
                high,
                values,
                bits,
                solver.ground.powers,
                solver.halves,
                states,
                moves,
                points,
                rng,
            )
        )

    spread(stretch, samples, threads, least=1000)
    return samples, sum(wrong)
