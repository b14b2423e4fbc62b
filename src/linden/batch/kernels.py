"""The loops of this folder, compiled for each game over the verbs.

What works on one game of a vector (``begin``, ``advance``, …) is written once; the CPU loops here
and the GPU kernels of ``gpu.py`` both call it.
"""

from typing import Any, NamedTuple

import numpy as np

from linden.batch.spelling import Spelling, write_bits, write_numbers, write_parts
from linden.core import kernel
from linden.core.kernel import CHANCE, OVER, rule
from linden.core.stream import seek
from linden.core.types import Action, StateArray, StateRecord, Stream

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

HOLD = -1
"""In place of an action: this game stays as it is."""


class Numbering(NamedTuple):
    """How the words of legal actions are laid out: ``core.observation.Actions``, for kernels."""

    row_words: int
    columns: int
    on_squares: int
    actions: int


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
    states: StateArray, rngs: Any, action: Action, over: Any, points: Any, gains: Any, i: Any
) -> None:
    """Place ``i`` makes a move; chance follows. Results are written when the game is over."""
    state = states[i]
    over[i] = False
    if action != HOLD:
        kernel.play(state, kernel.move_of(state, action))
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
def step(
    states: StateArray,
    start: Any,
    rngs: Any,
    seed: Any,
    numbers: Any,
    action: Action,
    over: Any,
    points: Any,
    gains: Any,
    waits: Any,
    i: Any,
) -> None:
    """Place ``i`` makes a move. When its game is over the next one starts: at once, or with the
    step after it, whatever the action is."""
    rested = waits and action != HOLD and kernel.mover(states[i]) == OVER
    advance(states, rngs, HOLD if rested else action, over, points, gains, i)
    if rested or (over[i] and not waits):
        numbers[i] += np.uint64(len(numbers))
        begin(states, start, rngs, seed, numbers[i], i)


@rule
def permit(state: StateRecord, marks: Any) -> Any:
    """Write the legal actions as words; none when the game is over. Return who acts."""
    seat = kernel.mover(state)
    if seat == OVER:
        for word in range(len(marks)):
            marks[word] = 0
    else:
        kernel.mask(state, marks)
    return seat


@rule
def is_permitted(marks: Any, numbering: Numbering, action: Action) -> Any:
    """Whether the words of legal actions have this one."""
    if action < 0 or action >= numbering.actions:
        return False
    if action < numbering.on_squares:
        word, bit = action // numbering.columns, action % numbering.columns
    else:
        other = action - numbering.on_squares
        word, bit = numbering.row_words + (other >> 5), other & 31
    return (marks[word] >> np.uint32(bit)) & np.uint32(1) != 0


@rule
def is_wrong(marks: Any, numbering: Numbering, action: Action, rests: Any) -> Any:
    """Whether an action cannot be taken; a game that rests after its end takes any."""
    return not (rests or action == HOLD or is_permitted(marks, numbering, action))


@rule
def pick(state: StateRecord, rng: Stream) -> Any:
    """A random legal action; any when the game is over."""
    if kernel.mover(state) == OVER:
        return np.int64(0)
    return np.int64(kernel.action_of(state, kernel.sample(state, rng)))


@rule
def see(state: StateRecord, seat: Any, visible: Any, veiled: Any) -> None:
    """Write what a seat sees as words, then, if there is room, what is hidden from it. Of a
    game that is over, the seat that moved last sees the end."""
    if seat == OVER:
        seat = np.int64(state.turn)
    kernel.observe(state, seat, visible)
    if len(veiled) > 0:
        kernel.reveal(state, seat, veiled)


# -- vectors of games: a stretch of them, on one thread ------------------------------------------


@rule
def seek_all(rngs: Any, seed: Any, numbers: Any, low: Any, high: Any) -> None:
    for i in range(low, high):
        seek(rngs[i], seed, numbers[i])


@rule
def begin_all(
    states: StateArray,
    start: Any,
    rngs: Any,
    seed: Any,
    numbers: Any,
    marks: Any,
    seats: Any,
    low: Any,
    high: Any,
) -> None:
    for i in range(low, high):
        begin(states, start, rngs, seed, numbers[i], i)
        seats[i] = permit(states[i], marks[i])


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
    waits: Any,
    marks: Any,
    seats: Any,
    low: Any,
    high: Any,
) -> None:
    """Every place makes its move, and what is legal after it is noted."""
    for i in range(low, high):
        step(states, start, rngs, seed, numbers, chosen[i], over, points, gains, waits, i)
        seats[i] = permit(states[i], marks[i])


@rule
def check_all(
    marks: Any, numbering: Numbering, chosen: Any, seats: Any, wrong: Any, low: Any, high: Any
) -> None:
    """Flag the places whose chosen action is not legal."""
    for i in range(low, high):
        wrong[i] = is_wrong(marks[i], numbering, chosen[i], seats[i] == OVER)


@rule
def sample_all(states: StateArray, picks: Any, chosen: Any, low: Any, high: Any) -> None:
    for i in range(low, high):
        chosen[i] = pick(states[i], picks[i])


@rule
def mask_all(marks: Any, numbering: Numbering, eights: Any, out: Any, low: Any, high: Any) -> None:
    """The legal actions as flags."""
    row_words, columns, on_squares, actions = numbering
    for i in range(low, high):
        write_bits(marks, i, 0, row_words, columns, eights, out, i, 0)
        at = on_squares
        for word in range(row_words, marks.shape[1]):
            write_bits(marks, i, word, 1, min(32, actions - at), eights, out, i, at)
            at += 32


@rule
def observe_all(
    states: StateArray,
    seats: Any,
    seen: Any,
    hidden: Any,
    form: Spelling,
    eights: Any,
    out: Any,
    low: Any,
    high: Any,
) -> None:
    """What the seats see, and what is hidden from them if there is room for it."""
    flag_words, columns, place, shift, bits, lows, scale = form
    words = np.empty((1, seen + hidden), np.uint32)
    visible, veiled = words[0, :seen], words[0, seen:]
    flags = flag_words * columns
    for i in range(low, high):
        see(states[i], seats[i], visible, veiled)
        write_bits(words, 0, 0, flag_words, columns, eights, out, i, 0)
        if eights.itemsize == 4:
            write_numbers(words, flag_words, lows, scale, out, i, flags)
        else:
            write_parts(words, place, shift, bits, out, i, flags)
