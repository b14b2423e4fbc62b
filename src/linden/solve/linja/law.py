"""The law of the table, tested by the rules themselves: a position is worth the best of the turns
that the verbs find, each turn what the table says of the position it leads to."""

from typing import Any

import numpy as np

from linden.batch.threads import spread
from linden.core import kernel
from linden.core.game import Game
from linden.core.kernel import OVER, rule
from linden.core.stream import below, seek
from linden.games.linja.rules import BLACK, BYTE, LOW, RED
from linden.solve.files import NO_POSITION
from linden.solve.linja.stands import rank, stands

LONGEST_TURN = 4
MOST_ENDS = 4096


@rule
def reversed_rows(word: Any) -> Any:
    """The rows seen from the other side."""
    turned = np.uint64(0)
    for row in range(8):
        turned = (turned << BYTE) | ((word >> (np.uint64(row) * BYTE)) & LOW)
    return turned


@rule
def look_up(
    state: Any, table: Any, ahead: Any, number: Any, progress: Any, first: Any, origin: Any
) -> Any:
    """What the table says of a position at the start of a turn, for its mover."""
    red = np.int64(number[rank(state.pawns[RED], ahead)])
    black = np.int64(number[rank(reversed_rows(state.pawns[BLACK]), ahead)])
    us, them = (red, black) if state.turn == RED else (black, red)
    a, b = progress[us], progress[them]
    return np.int64(table[origin[b, a] + them * (first[a + 1] - first[a]) + us])


@rule
def turn_ends(
    states: Any,
    moves: Any,
    left: Any,
    points: Any,
    table: Any,
    ahead: Any,
    number: Any,
    progress: Any,
    first: Any,
    origin: Any,
    values: Any,
    ends: Any,
) -> Any:
    """Walk all moves of the turn that begins in ``states[0]``: what each of its ends is worth to
    the mover, and the position it leads to. Returns how many there are."""
    us = states[0].turn
    n = 0
    level = 0
    left[0] = kernel.legal(states[0], moves[0])
    while level >= 0:
        if left[level] == 0:
            level -= 1
            continue
        left[level] -= 1
        state = states[level + 1]
        states[level + 1] = states[level]
        kernel.play(state, moves[level, left[level]])
        over = kernel.mover(state) == OVER
        if over or state.turn != us:
            if over:
                kernel.scores(state, points)
                values[n] = np.int64(points[us] - points[1 - us])
            else:
                values[n] = -look_up(state, table, ahead, number, progress, first, origin)
            ends[n] = state
            n += 1
        else:
            level += 1
            left[level] = kernel.legal(state, moves[level])
    return n


@rule
def compare(
    start: Any,
    seed: Any,
    low: Any,
    high: Any,
    words: Any,
    mirrored: Any,
    table: Any,
    ahead: Any,
    number: Any,
    progress: Any,
    first: Any,
    origin: Any,
    states: Any,
    moves: Any,
    left: Any,
    points: Any,
    values: Any,
    ends: Any,
    rng: Any,
) -> Any:
    """How many of these random positions differ from the best of their turns."""
    wrong = 0
    for sample in range(low, high):
        seek(rng, seed, sample)
        states[0] = start[0]
        state = states[0]
        found = NO_POSITION
        while found == NO_POSITION:
            state.pawns[RED] = words[below(rng, len(words))]
            state.pawns[BLACK] = mirrored[below(rng, len(words))]
            state.turn = below(rng, 2)
            found = look_up(state, table, ahead, number, progress, first, origin)
        n = turn_ends(
            states,
            moves,
            left,
            points,
            table,
            ahead,
            number,
            progress,
            first,
            origin,
            values,
            ends,
        )
        wrong += found != values[:n].max()
    return wrong


def check(game: Game, values: Any, samples: int, seed: int, threads: int | None) -> tuple[int, int]:
    """Compare random positions, drawn evenly from all in the table."""
    s = stands()
    wrong: list[int] = []
    start = np.zeros(1, game.state_type)
    start[0] = game.start().state

    def stretch(low: int, high: int) -> None:
        room = np.zeros(LONGEST_TURN + 1, game.state_type)
        moves = np.zeros((LONGEST_TURN, game.rules.MOST_MOVES), np.int32)
        left, points = np.zeros(LONGEST_TURN, np.int64), np.zeros(2)
        worth, ends = np.zeros(MOST_ENDS, np.int64), np.zeros(MOST_ENDS, game.state_type)
        rng = np.zeros(1, np.uint64)
        wrong.append(
            compare(
                start,
                seed,
                low,
                high,
                s.words,
                s.mirrored,
                values,
                s.ahead,
                s.number,
                s.progress,
                s.first,
                s.origin,
                room,
                moves,
                left,
                points,
                worth,
                ends,
                rng,
            )
        )

    spread(stretch, samples, threads, least=1000)
    return samples, sum(wrong)
