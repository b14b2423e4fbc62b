"""Exact expectations over the verbs, compiled: for games with chance and without secrets.

A value is what each seat can expect to win (its ``returns``) when everybody plays for that. Between
two seats branches that cannot matter are cut: alpha-beta where a seat moves, and at chance nodes
what the outcomes still unseen can add at best or at worst (Star1, Ballard 1983).

The recursion is an explicit stack, so that a search can be left after some number of nodes and
taken up again, which is how time is kept and how it can be called off. A line that is longer than
the stack ends the search: what lies beyond it is not known, so no value here would be exact.
"""

from typing import Any, NamedTuple

import numpy as np

from linden.core import kernel
from linden.core.kernel import CHANCE, OVER, rule

LEAST, MOST = -1.0, 1.0  # what one of two seats can win

Frame = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("key", np.uint64),
                ("alpha", np.float64),  # between two seats: what seat 0 is sure of already
                ("beta", np.float64),  # and what seat 1 will not let it exceed
                ("low", np.float64),  # alpha and beta on entry, to know what was proven
                ("high", np.float64),
                ("part", np.float64),  # the probability of the outcome being looked at
                ("unseen", np.float64),  # that of the outcomes after it
                ("move", np.int32),  # the best move so far
                ("count", np.int32),
                ("next", np.int32),
                ("seat", np.int32),
            ],
            align=True,
        ),
    )
)

# An entry of the transposition table is exact, or a bound for seat 0.
EMPTY, EXACT, AT_LEAST, AT_MOST = 0, 1, 2, 3

Entry = np.dtype(
    (
        np.record,
        np.dtype([("key", np.uint64), ("move", np.int32), ("kind", np.int8)], align=True),
    )
)

# Where a search stands between two calls.
PLY, MODE, NODES, ROOT_MOVE = 0, 1, 2, 3
ENTER, NEXT, BACK, FINISHED, GIVEN_UP = 0, 1, 2, 3, 4


class Stack(NamedTuple):
    """One entry a ply; a line that is longer ends the search.

    It is taken apart once a call of ``search``, not once a node: taking an array out of a tuple
    counts a reference, which costs time.
    """

    states: Any
    frames: Any
    moves: Any
    weights: Any
    """Of the outcomes of chance."""
    best: Any
    """What each seat can expect, as far as it is known."""


class Memory(NamedTuple):
    """What is learnt on the way."""

    transpositions: Any
    values: Any
    """What each seat can expect, for each entry of the transposition table."""
    history: Any


class Progress(NamedTuple):
    """Where a search stands, and what it has found."""

    head: Any
    value: Any


@rule
def begin(stack: Any, root: Any, head: Any) -> None:
    """Prepare a search from ``root``."""
    stack.states[0] = root[0]
    first = stack.frames[0]
    first.alpha = LEAST - 1
    first.beta = MOST + 1
    head[PLY] = 0
    head[MODE] = ENTER
    head[ROOT_MOVE] = -1


@rule
def search(stack: Any, memory: Any, progress: Any, budget: Any) -> Any:
    """Go on for at most ``budget`` nodes; return whether the search is at its end.

    If it is ``FINISHED``, ``value`` holds what each seat can expect and ``head[ROOT_MOVE]`` the
    best move. If it is ``GIVEN_UP``, some line is longer than the stack.
    """
    states, frames, moves, weights, best = stack
    transpositions, values, history = memory
    head, value = progress
    ply = head[PLY]
    mode = head[MODE]
    until = head[NODES] + budget
    while mode < FINISHED:
        if mode == ENTER:
            if head[NODES] >= until:
                break
            head[NODES] += 1
            settled = enter(
                states, frames, moves, weights, best, transpositions, values, value, ply
            )
            mode = BACK if settled else NEXT
        elif mode == NEXT:
            frame = frames[ply]
            if frame.next == frame.count or frame.alpha >= frame.beta:
                store(frame, best[ply], transpositions, values, history)
                value[:] = best[ply]
                if ply == 0:
                    head[ROOT_MOVE] = frame.move
                mode = BACK
            elif ply + 1 == len(states):
                mode = GIVEN_UP
            else:
                below = frames[ply + 1]
                move = prepare(frame, below, moves[ply], weights[ply], best[ply], history)
                states[ply + 1] = states[ply]
                kernel.play(states[ply + 1], move)
                ply += 1
                mode = ENTER
        elif ply == 0:
            mode = FINISHED
        else:
            ply -= 1
            take(frames[ply], moves[ply], best[ply], value)
            mode = NEXT
    head[PLY] = ply
    head[MODE] = mode
    return mode >= FINISHED


@rule
def enter(
    states: Any,
    frames: Any,
    moves: Any,
    weights: Any,
    best: Any,
    transpositions: Any,
    values: Any,
    value: Any,
    ply: Any,
) -> Any:
    """Whether the node's value is known at once; otherwise its frame is prepared."""
    state = states[ply]
    frame = frames[ply]
    seat = kernel.mover(state)
    if seat == OVER:
        kernel.returns(state, value)
        return True
    frame.key = kernel.key(state)
    place = frame.key & np.uint64(len(transpositions) - 1)
    entry = transpositions[place]
    hinted = -1
    if entry.kind != EMPTY and entry.key == frame.key and ply > 0:
        hinted = entry.move
        found = values[place, 0]
        if (
            entry.kind == EXACT
            or (entry.kind == AT_LEAST and found >= frame.beta)
            or (entry.kind == AT_MOST and found <= frame.alpha)
        ):
            value[:] = values[place]
            return True
    frame.seat = seat
    frame.low = frame.alpha
    frame.high = frame.beta
    frame.move = -1
    frame.next = 0
    frame.count = kernel.legal(state, moves[ply])
    best[ply, :] = 0
    if seat == CHANCE:
        kernel.weights(state, weights[ply])
        total = 0
        for i in range(frame.count):
            total += weights[ply, i]
        frame.part = 1.0 / total
        frame.unseen = 1.0
        return False
    for i in range(frame.count):
        if moves[ply, i] == hinted:
            moves[ply, i] = moves[ply, 0]
            moves[ply, 0] = hinted
            frame.move = hinted
    return False


@rule
def prepare(frame: Any, below: Any, moves: Any, weights: Any, best: Any, history: Any) -> Any:
    """The next move or outcome to look at, and the window in which its value matters."""
    below.alpha = frame.alpha
    below.beta = frame.beta
    first = frame.next
    frame.next += 1
    if frame.seat == CHANCE:
        each = frame.part if first == 0 else frame.part / weights[first - 1]
        frame.part = each * weights[first]
        frame.unseen -= frame.part
        if len(best) == 2:
            below.alpha = (frame.alpha - best[0] - MOST * frame.unseen) / frame.part
            below.beta = (frame.beta - best[0] - LEAST * frame.unseen) / frame.part
        return moves[first]
    if first > 0 or frame.move < 0:
        top = first
        for i in range(first + 1, frame.count):
            if history[frame.seat, moves[i]] > history[frame.seat, moves[top]]:
                top = i
        chosen = moves[top]
        moves[top] = moves[first]
        moves[first] = chosen
    return moves[first]


@rule
def take(frame: Any, moves: Any, best: Any, value: Any) -> None:
    """What one move or outcome is worth is known."""
    two = len(best) == 2
    if frame.seat == CHANCE:
        for seat in range(len(best)):
            best[seat] += frame.part * value[seat]
        if two and frame.next < frame.count:
            most = best[0] + MOST * frame.unseen
            least = best[0] + LEAST * frame.unseen
            if most <= frame.alpha or least >= frame.beta:
                best[0] = most if most <= frame.alpha else least
                best[1] = -best[0]
                frame.next = frame.count
        return
    us = frame.seat
    if frame.next == 1 or value[us] > best[us]:
        best[:] = value
        frame.move = moves[frame.next - 1]
    if two and us == 0:
        frame.alpha = max(frame.alpha, value[0])
    elif two:
        frame.beta = min(frame.beta, value[0])
    if two and best[us] >= MOST:
        frame.next = frame.count  # nothing is better than a certain win


@rule
def store(frame: Any, best: Any, transpositions: Any, values: Any, history: Any) -> None:
    """Keep what this node was found to be worth."""
    if frame.seat != CHANCE and frame.move >= 0:
        history[frame.seat, frame.move] += 1
    place = frame.key & np.uint64(len(transpositions) - 1)
    entry = transpositions[place]
    entry.key = frame.key
    entry.move = frame.move
    values[place, :] = best
    if len(best) == 2 and best[0] <= frame.low:
        entry.kind = AT_MOST
    elif len(best) == 2 and best[0] >= frame.high:
        entry.kind = AT_LEAST
    else:
        entry.kind = EXACT
