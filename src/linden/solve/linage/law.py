"""The law of the table, tested by the rules themselves: a set is worth the best of the placements
and of the pass that the verbs find."""

from typing import TYPE_CHECKING, Any

import numpy as np

from linden.batch.threads import spread
from linden.core import kernel
from linden.core.bits import ONE, how_many
from linden.core.game import load
from linden.core.kernel import OVER, rule
from linden.core.stream import below, draw, seek
from linden.games.linage.rules import ENDED, HORIZONTAL, PASS, VERTICAL, settle
from linden.solve.files import NO_POSITION
from linden.solve.linage.sets import BOARD, SQUARE, turn_over

if TYPE_CHECKING:
    from linden.solve.linage.table import LinageSolver


@rule
def set_of(state: Any) -> Any:
    """The stones of a state as a number."""
    stones = np.uint64(0)
    for row in range(state.height):
        empty = state.free_rows[row] | state.owned_rows[0, row] | state.owned_rows[1, row]
        bits = ((ONE << np.uint64(state.width)) - ONE) & ~np.uint64(empty)
        stones |= bits << (np.uint64(row) * np.uint64(state.width))
    return stones


@rule
def put(state: Any, stones: Any) -> None:
    """The board with these stones, every region given to its owner by the rules' own means."""
    state.room = 0
    row_bits = (ONE << np.uint64(state.width)) - ONE
    for row in range(state.height):
        empty = ~(stones >> (np.uint64(row) * np.uint64(state.width))) & row_bits
        state.free_rows[row] = empty
        state.room += how_many(empty)
    for row in range(state.height):
        for column in range(state.width):
            settle(state, row, column)
    if state.room == 0:
        state.part = ENDED


@rule
def look_up(state: Any, table: Any, facts: Any, turned: Any) -> Any:
    """By how much Vertical will lead, as the table has it."""
    stones = set_of(state)
    if state.turn == VERTICAL:
        return np.int64(table[np.int64(stones)])
    if facts[SQUARE]:
        return -np.int64(table[np.int64(turn_over(stones, facts, turned))])
    return np.int64(table[np.int64(facts[BOARD]) + 1 + np.int64(stones)])


@rule
def lead_after(
    state: Any, move: Any, work: Any, points: Any, table: Any, facts: Any, turned: Any
) -> Any:
    """Vertical's lead after a move that is no first pass."""
    work[0] = state
    after = work[0]
    kernel.play(after, move)
    if kernel.mover(after) == OVER:
        kernel.scores(after, points)
        return np.int64(points[VERTICAL] - points[HORIZONTAL])
    return look_up(after, table, facts, turned)


@rule
def better(one: Any, two: Any, side: Any) -> Any:
    return max(one, two) if side == VERTICAL else min(one, two)


@rule
def best_by_rules(states: Any, moves: Any, points: Any, table: Any, facts: Any, turned: Any) -> Any:
    """The best lead that the mover of ``states[0]`` can reach; the last of the moves is a pass."""
    us = np.int64(states[0].turn)
    n = kernel.legal(states[0], moves[0])
    states[1] = states[0]
    kernel.play(states[1], PASS)
    m = kernel.legal(states[1], moves[1])
    best = lead_after(states[1], moves[1, 0], states[2:], points, table, facts, turned)
    for i in range(1, m):
        lead = lead_after(states[1], moves[1, i], states[2:], points, table, facts, turned)
        best = better(best, lead, 1 - us)
    for i in range(n):
        if moves[0, i] != PASS:
            lead = lead_after(states[0], moves[0, i], states[2:], points, table, facts, turned)
            best = better(best, lead, us)
    return best


@rule
def compare(
    start: Any,
    seed: Any,
    low: Any,
    high: Any,
    table: Any,
    facts: Any,
    turned: Any,
    states: Any,
    moves: Any,
    points: Any,
    rng: Any,
) -> Any:
    """How many of these random sets differ from the best of their successors."""
    wrong = 0
    for sample in range(low, high):
        seek(rng, seed, sample)
        stones = facts[BOARD]
        while True:
            stones = draw(rng) & facts[BOARD]
            for _ in range(below(rng, 4)):
                stones &= draw(rng)
            if table[np.int64(stones)] != NO_POSITION:
                break
        states[0] = start[0]
        state = states[0]
        state.turn = below(rng, 2)
        put(state, stones)
        found = look_up(state, table, facts, turned)
        if state.part == ENDED:
            kernel.scores(state, points)
            wrong += found != np.int64(points[VERTICAL] - points[HORIZONTAL])
        else:
            wrong += found != best_by_rules(states, moves, points, table, facts, turned)
    return wrong


def check(
    solver: "LinageSolver", values: Any, samples: int, seed: int, threads: int | None
) -> tuple[int, int]:
    """Compare random legal sets, with few and with many stones, either side to move."""
    game = load("linage", size=f"{solver.width}x{solver.height}", line=solver.line, komi=0)
    wrong: list[int] = []
    start = np.zeros(1, game.state_type)
    start[0] = game.start().state
    it = solver.shape
    if hasattr(values, "copy_to_host"):
        from linden.solve.linage import gpu

        return samples, gpu.check(start, game.rules.MOST_MOVES, it, values, samples, seed)

    def stretch(low: int, high: int) -> None:
        states = np.zeros(3, game.state_type)
        moves = np.zeros((2, game.rules.MOST_MOVES), np.int32)
        rng, points = np.zeros(1, np.uint64), np.zeros(2)
        wrong.append(
            compare(start, seed, low, high, values, it.facts, it.turned, states, moves, points, rng)
        )

    spread(stretch, samples, threads, least=1000)
    return samples, sum(wrong)
