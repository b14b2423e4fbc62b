"""Alpha-beta over the verbs, compiled: for two seats without chance or secrets.

Values are the margin by which seat 0 leads: the final one where the game ends, the static
evaluation where the search stops: at its depth, where chance acts, and at the end of its stack.
Depth counts turns, not moves: a search stops only where the other side comes to move, because in
the middle of a turn the position is not what it seems.

Moves after the first are tested in a null window and searched again if they pass (principal
variation search, Marsland and Campbell 1982); those that look bad are tested less deeply too (late
move reductions). What positions were found to be worth is kept in a transposition table, and moves
that caused cutoffs elsewhere come first where there is no static evaluation to order them by (the
history heuristic, Schaeffer 1989).

A game may tell what is settled of its end, within which bounds the rest must stay, and on what that
depends (the verb ``outlook``). Then a position is left as soon as the bounds decide it, and the
table keeps what the rest is worth, which positions with other settled points have in common.

A move at the root may have a bonus that makes it look a little better than it is: so a search that
is to be less predictable chooses among moves of nearly the same value. Below the root nothing
changes.

The recursion is an explicit stack, so that a search can be left after some number of nodes and
taken up again, which is how time is kept and how it can be called off.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from linden.core import kernel
from linden.core.kernel import CHANCE, OVER, rule

INFINITE = 1e9
ONLY_WHO_WINS = 0.01
"""A window around an even end, by half: inside it nothing but who wins is asked, by however much.
Games' margins are further apart."""
NULL_WINDOW = 1e-3
"""The width of the window in which a move is tested against the best one."""
NOT_REDUCED = 4
"""Moves that look this good are searched to the full depth at once."""
ORDERED = 2
"""Where at least so many turns are left, moves are ordered by the static evaluation of what they
lead to."""

# How a move is looked at.
FULL, TESTED, REDUCED = 0, 1, 2  # in the whole window; in a null window; less deeply too

Frame = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("key", np.uint64),
                ("settled", np.float64),  # the lead that no move changes any more
                ("alpha", np.float64),  # what seat 0 is sure of already
                ("beta", np.float64),  # what seat 1 is sure of already
                ("low", np.float64),  # alpha and beta on entry, to know what was proven
                ("high", np.float64),
                ("best", np.float64),
                ("move", np.int32),  # the best move so far
                ("count", np.int32),
                ("next", np.int32),
                ("left", np.int16),  # turns still to look at
                ("seat", np.int8),
                ("guessed", np.int8),  # whether a line below stopped before the game's end
                ("evaluated", np.int8),  # whether its moves have static evaluations
                ("window", np.int8),  # FULL, TESTED or REDUCED: how the move below is looked at
                ("again", np.int8),  # whether it passed its test and is to be searched fully
            ],
            align=True,
        ),
    )
)

# An entry of the transposition table is exact, or a bound.
EMPTY, EXACT, AT_LEAST, AT_MOST = 0, 1, 2, 3

Entry = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("key", np.uint64),
                ("value", np.float32),  # beyond what was settled
                ("move", np.int32),
                ("left", np.int16),
                ("kind", np.int8),
                ("whole", np.int8),  # whether every line below ended the game
            ],
            align=True,
        ),
    )
)

Transpositions = npt.NDArray[np.void]
"""What positions were found to be worth: entries, by their keys."""

# Where a search stands between two calls.
PLY, MODE, NODES, ROOT_MOVE, GUESSED, PROVING = 0, 1, 2, 3, 4, 5
ENTER, NEXT, BACK, FINISHED = 0, 1, 2, 3


class Stack(NamedTuple):
    """One entry a ply; the last one is where lines end whatever their depth.

    It is taken apart once a call of ``search``, not once a node: taking an array out of a tuple
    counts a reference, which costs time.
    """

    states: Any
    frames: Any
    moves: Any
    evaluations: Any
    """The static evaluation of what each move leads to, for the seat to move; at the root, once a
    move has been searched, its value, without its bonus."""
    bonuses: Any
    """By the number of a move at the root: by how much it looks better than it is."""


class Memory(NamedTuple):
    """What is learnt on the way."""

    transpositions: Transpositions
    history: Any


class Progress(NamedTuple):
    """Where a search stands, what it has found, and memory for points."""

    head: Any
    result: Any
    points: Any


@rule
def begin(stack: Any, root: Any, left: Any, window: Any, head: Any) -> None:
    """Prepare a search of ``left`` turns from ``root`` for a value in ``window`` to either side of
    an even end. In less than all of it a side that has surely reached its end of the window has
    proven its point, whatever its other moves are worth."""
    stack.states[0] = root[0]
    first = stack.frames[0]
    first.alpha = -window
    first.beta = window
    first.left = left
    head[PLY] = 0
    head[MODE] = ENTER
    head[ROOT_MOVE] = -1
    head[GUESSED] = 0
    head[PROVING] = window < INFINITE


@rule
def search(stack: Any, memory: Any, progress: Any, budget: Any) -> Any:
    """Go on for at most ``budget`` nodes; return whether the search is finished.

    Then ``result[0]`` is the value of the best move, its bonus left out, and ``head[ROOT_MOVE]``
    that move; ``head[GUESSED]`` says whether the value rests on a static evaluation anywhere.
    """
    states, frames, moves, evaluations, bonuses = stack
    transpositions, history = memory
    head, result, points = progress
    ply = head[PLY]
    mode = head[MODE]
    value = result[0]
    guessed = head[GUESSED]
    proving = head[PROVING] != 0
    until = head[NODES] + budget
    while mode != FINISHED:
        if mode == ENTER:
            if head[NODES] >= until:
                break
            head[NODES] += 1
            frames[ply].guessed = 0
            value = enter(states, frames, moves, evaluations, transpositions, points, ply, proving)
            guessed = np.int64(frames[ply].guessed)
            mode = NEXT if np.isnan(value) else BACK
        elif mode == NEXT:
            frame = frames[ply]
            if not frame.again and (frame.next == frame.count or frame.alpha >= frame.beta):
                if ply == 0 and frame.move >= 0:
                    frame.best -= bonus(frame, frame.move, bonuses)
                store(frame, transpositions, history)
                value = frame.best
                guessed = np.int64(frame.guessed)
                if ply == 0:
                    head[ROOT_MOVE] = frame.move
                mode = BACK
            elif ply + 2 == len(states):
                guessed = 1
                value = static_evaluation(states[ply], points)
                mode = BACK
            else:
                descend(states, frames, moves, evaluations, bonuses, history, ply)
                ply += 1
                mode = ENTER
        elif ply == 0:
            result[0] = value
            mode = FINISHED
        else:
            ply -= 1
            frame = frames[ply]
            extra = 0.0
            if ply == 0:
                extra = bonus(frame, moves[0, frame.next - 1], bonuses)
                value += extra
            better = value > frame.alpha if frame.seat == 0 else value < frame.beta
            if frame.window != FULL and better:
                frame.again = 1
            else:
                frame.guessed |= guessed
                if ply == 0:  # what each move at the root is worth, or at most is
                    worth = value - extra
                    evaluations[0, frame.next - 1] = worth if frame.seat == 0 else -worth
                take(frame, moves[ply, frame.next - 1], value)
                if proving and guessed == 0 and frame.alpha >= frame.beta:
                    frame.guessed = 0
            mode = NEXT
    head[PLY] = ply
    head[MODE] = mode
    head[GUESSED] = guessed
    result[0] = value
    return mode == FINISHED


@rule
def bonus(frame: Any, move: Any, bonuses: Any) -> Any:
    """What a move at the root looks better by, in the value of seat 0."""
    return bonuses[move] if frame.seat == 0 else -bonuses[move]


@rule
def descend(
    states: Any,
    frames: Any,
    moves: Any,
    evaluations: Any,
    bonuses: Any,
    history: Any,
    ply: Any,
) -> None:
    """Make the next move, and set the window and the depth in which it is looked at.

    The first is searched fully. The others are tested first, in a null window, which only tells
    whether they are better than the best; those that look bad also less deeply.
    """
    frame = frames[ply]
    if frame.again:
        frame.again = 0
        frame.window = FULL
        move = moves[ply, frame.next - 1]
    else:
        move = pick(moves[ply], evaluations[ply], frame, history)
        frame.window = FULL
        if frame.next > 1 and frame.left >= ORDERED:
            frame.window = REDUCED if frame.evaluated and frame.next > NOT_REDUCED else TESTED
    states[ply + 1] = states[ply]
    kernel.play(states[ply + 1], move)
    below = frames[ply + 1]
    below.alpha = frame.alpha
    below.beta = frame.beta
    if frame.window != FULL and frame.seat == 0:
        below.beta = min(frame.beta, frame.alpha + NULL_WINDOW)
    elif frame.window != FULL:
        below.alpha = max(frame.alpha, frame.beta - NULL_WINDOW)
    if ply == 0:
        extra = bonus(frame, move, bonuses)
        below.alpha -= extra
        below.beta -= extra
    turned = kernel.mover(states[ply + 1]) != frame.seat
    below.left = frame.left - 1 if turned else frame.left
    if frame.window == REDUCED and turned:
        below.left -= 1


@rule
def enter(
    states: Any,
    frames: Any,
    moves: Any,
    evaluations: Any,
    transpositions: Any,
    points: Any,
    ply: Any,
    proving: Any,
) -> Any:
    """The value of the node if it is known at once, else NaN with its frame prepared.

    Where something is to be proven, the positions after each move are looked up as well, as one of
    them may be known to be good enough (enhanced transposition cutoffs, Schaeffer and Plaat 1996).
    """
    state = states[ply]
    frame = frames[ply]
    seat = kernel.mover(state)
    if seat == OVER:
        kernel.scores(state, points)
        return points[0] - points[1]
    ended = frame.left <= 0 and (ply == 0 or frames[ply - 1].seat != seat)
    if ended or seat == CHANCE:
        frame.guessed = 1
        return static_evaluation(state, points)
    frame.seat = seat
    frame.key = kernel.outlook(state, points)
    frame.settled = points[0]
    least, most = points[0] + points[1], points[0] + points[2]
    if ply > 0 and least >= frame.beta:
        return least
    if ply > 0 and most <= frame.alpha:
        return most
    entry = transpositions[frame.key & np.uint64(len(transpositions) - 1)]
    hinted = -1
    if entry.kind != EMPTY and entry.key == frame.key:
        hinted = entry.move
        if ply > 0 and (entry.whole or entry.left >= frame.left):
            value = frame.settled + np.float64(entry.value)
            if (
                entry.kind == EXACT
                or (entry.kind == AT_LEAST and value >= frame.beta)
                or (entry.kind == AT_MOST and value <= frame.alpha)
            ):
                frame.guessed = 1 - entry.whole
                return value
    frame.low = frame.alpha
    frame.high = frame.beta
    frame.best = -INFINITE if seat == 0 else INFINITE
    frame.move = -1
    frame.next = 0
    frame.again = 0
    frame.window = FULL
    frame.count = kernel.legal(state, moves[ply])
    for i in range(frame.count):
        if moves[ply, i] == hinted:
            moves[ply, i] = moves[ply, 0]
            moves[ply, 0] = hinted
            frame.move = hinted
    frame.evaluated = frame.left >= ORDERED and frame.count > 1 and ply + 1 < len(states)
    if frame.evaluated:
        for i in range(frame.count):
            states[ply + 1] = state
            kernel.play(states[ply + 1], moves[ply, i])
            lead = static_evaluation(states[ply + 1], points)
            evaluations[ply, i] = lead if seat == 0 else -lead
            if proving and ply > 0:
                value = proven_bound(states[ply + 1], seat, transpositions, points)
                if value >= frame.beta if seat == 0 else value <= frame.alpha:
                    return value
    return np.nan


@rule
def proven_bound(state: Any, seat: Any, transpositions: Any, points: Any) -> Any:
    """What ``seat`` is sure of in this position, as far as that is known without a search."""
    if kernel.mover(state) == OVER:
        kernel.scores(state, points)
        return points[0] - points[1]
    key = kernel.outlook(state, points)
    settled = points[0]
    sure = settled + (points[1] if seat == 0 else points[2])
    entry = transpositions[key & np.uint64(len(transpositions) - 1)]
    if entry.kind != EMPTY and entry.key == key and entry.whole:
        value = settled + np.float64(entry.value)
        if entry.kind != AT_MOST and seat == 0:
            return max(sure, value)
        if entry.kind != AT_LEAST and seat != 0:
            return min(sure, value)
    return sure


@rule
def static_evaluation(state: Any, points: Any) -> Any:
    """The margin seat 0 is likely to win by."""
    kernel.evaluate(state, points)
    return points[0] - points[1]


@rule
def pick(moves: Any, evaluations: Any, frame: Any, history: Any) -> Any:
    """The most promising move left: that of the transposition table first, then what looks best, or
    what cut off most elsewhere."""
    first = frame.next
    if first > 0 or frame.move < 0:
        top = first
        for i in range(first + 1, frame.count):
            if frame.evaluated:
                better = evaluations[i] > evaluations[top]
            else:
                better = history[frame.seat, moves[i]] > history[frame.seat, moves[top]]
            if better:
                top = i
        chosen = moves[top]
        moves[top] = moves[first]
        moves[first] = chosen
        if frame.evaluated:
            evaluations[top] = evaluations[first]
    frame.next += 1
    return moves[first]


@rule
def take(frame: Any, move: Any, value: Any) -> None:
    """A move's value is known."""
    if frame.seat == 0:
        if value > frame.best:
            frame.best = value
            frame.move = move
        frame.alpha = max(frame.alpha, value)
    else:
        if value < frame.best:
            frame.best = value
            frame.move = move
        frame.beta = min(frame.beta, value)


@rule
def store(frame: Any, transpositions: Any, history: Any) -> None:
    """Keep what this node was found to be worth."""
    if frame.alpha >= frame.beta and frame.move >= 0:
        history[frame.seat, frame.move] += 1 + frame.left * frame.left
    entry = transpositions[frame.key & np.uint64(len(transpositions) - 1)]
    kept = entry.kind != EMPTY and entry.key != frame.key and entry.left > frame.left + 2
    if kept and not (frame.guessed == 0 and entry.whole == 0):
        return
    entry.key = frame.key
    entry.value = frame.best - frame.settled
    entry.move = frame.move
    entry.left = frame.left
    entry.whole = 1 - frame.guessed
    if frame.best <= frame.low:
        entry.kind = AT_MOST
    elif frame.best >= frame.high:
        entry.kind = AT_LEAST
    else:
        entry.kind = EXACT
