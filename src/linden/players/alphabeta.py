"""Alpha-beta over the verbs, compiled: for two seats without chance or secrets.

Values are the margin by which seat 0 leads: the final one where the game ends, ``evaluate``'s
guess where the search stops: at its depth, where chance acts, and at the end of its stack. Depth
counts turns, not moves: a search stops only where the other side comes to move, because in the
middle of a turn the position is not what it seems.

The recursion is an explicit stack, so that a search can be left after some number of nodes and
taken up again, which is how time is kept and how it can be called off.
"""

from typing import Any

import numpy as np

from linden.core import kernel
from linden.core.kernel import CHANCE, OVER, rule

FAR = 1e9
SLIT = 1e-3
"""The width of the window in which a move is tested against the best one."""
EARLY = 4
"""Moves that look this good are searched to the full depth at once."""
GLANCE = 2
"""Where at least so many turns are left, moves are ordered by a glance at what they lead to."""

Frame = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("key", np.uint64),
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
                ("cut", np.int8),  # whether a line below stopped before the game's end
                ("glanced", np.int8),  # whether its moves were looked at to order them
                ("scout", np.int8),  # 1 if the move below is only tested against the best one,
                # 2 if less deeply too
                ("again", np.int8),  # whether it passed that test and is to be searched fully
            ],
            align=True,
        ),
    )
)

# A table entry is exact, or a bound.
EMPTY, EXACT, AT_LEAST, AT_MOST = 0, 1, 2, 3

Entry = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("key", np.uint64),
                ("value", np.float32),
                ("move", np.int32),
                ("left", np.int16),
                ("kind", np.int8),
                ("whole", np.int8),  # whether every line below ended the game
            ],
            align=True,
        ),
    )
)

# Where a search stands between two calls.
LEVEL, MODE, NODES, ROOT_MOVE, CUT = 0, 1, 2, 3, 4
ENTER, NEXT, BACK, FINISHED = 0, 1, 2, 3


@rule
def begin(states: Any, root: Any, frames: Any, left: Any, head: Any) -> None:
    """Prepare a search of ``left`` turns from ``root``."""
    states[0] = root[0]
    frames[0].alpha = -FAR
    frames[0].beta = FAR
    frames[0].left = left
    head[LEVEL] = 0
    head[MODE] = ENTER
    head[ROOT_MOVE] = -1
    head[CUT] = 0


@rule
def search(
    states: Any,
    frames: Any,
    moves: Any,
    glances: Any,
    table: Any,
    history: Any,
    head: Any,
    result: Any,
    points: Any,
    budget: Any,
) -> Any:
    """Go on for at most ``budget`` nodes; return whether the search is finished.

    Then ``result[0]`` is the value and ``head[ROOT_MOVE]`` the best move; ``head[CUT]`` says
    whether the value rests on a guess anywhere.
    """
    level = head[LEVEL]
    mode = head[MODE]
    value = result[0]
    cut = head[CUT]
    until = head[NODES] + budget
    while mode != FINISHED:
        if mode == ENTER:
            if head[NODES] >= until:
                break
            head[NODES] += 1
            frames[level].cut = 0
            value = enter(states, frames, moves, glances, table, points, level)
            cut = np.int64(frames[level].cut)
            mode = NEXT if np.isnan(value) else BACK
        elif mode == NEXT:
            frame = frames[level]
            if not frame.again and (frame.next == frame.count or frame.alpha >= frame.beta):
                remember(frame, table, history)
                value = frame.best
                cut = np.int64(frame.cut)
                if level == 0:
                    head[ROOT_MOVE] = frame.move
                mode = BACK
            elif level + 2 == len(states):
                cut = 1
                value = guess(states[level], points)
                mode = BACK
            else:
                go_down(states, frames, moves, glances, history, level)
                level += 1
                mode = ENTER
        elif level == 0:
            result[0] = value
            mode = FINISHED
        else:
            level -= 1
            frame = frames[level]
            better = value > frame.alpha if frame.seat == 0 else value < frame.beta
            if frame.scout > 0 and better:
                frame.again = 1
            else:
                frame.cut |= cut
                if level == 0:  # what each move at the root is worth, or at most is
                    glances[0, frame.next - 1] = value if frame.seat == 0 else -value
                take(frame, moves[level, frame.next - 1], value)
            mode = NEXT
    head[LEVEL] = level
    head[MODE] = mode
    head[CUT] = cut
    result[0] = value
    return mode == FINISHED


@rule
def go_down(states: Any, frames: Any, moves: Any, glances: Any, history: Any, level: Any) -> None:
    """Make the next move, and set the window and the depth in which it is looked at.

    The first is searched fully. The others are tested first, in a window so narrow that it only
    tells whether they are better than the best; those that look bad also less deeply.
    """
    frame = frames[level]
    if frame.again:
        frame.again = 0
        frame.scout = 0
        move = moves[level, frame.next - 1]
    else:
        move = pick(moves[level], glances[level], frame, history)
        frame.scout = 0
        if frame.next > 1 and frame.left >= GLANCE:
            frame.scout = 2 if frame.glanced and frame.next > EARLY else 1
    states[level + 1] = states[level]
    kernel.play(states[level + 1], move)
    below = frames[level + 1]
    below.alpha = frame.alpha
    below.beta = frame.beta
    if frame.scout > 0 and frame.seat == 0:
        below.beta = min(frame.beta, frame.alpha + SLIT)
    elif frame.scout > 0:
        below.alpha = max(frame.alpha, frame.beta - SLIT)
    turned = kernel.mover(states[level + 1]) != frame.seat
    below.left = frame.left - 1 if turned else frame.left
    if frame.scout == 2 and turned:
        below.left -= 1


@rule
def enter(
    states: Any,
    frames: Any,
    moves: Any,
    glances: Any,
    table: Any,
    points: Any,
    level: Any,
) -> Any:
    """The value of the node if it is known at once, else NaN with its frame prepared."""
    state = states[level]
    frame = frames[level]
    seat = kernel.mover(state)
    if seat == OVER:
        kernel.scores(state, points)
        return points[0] - points[1]
    ended = frame.left <= 0 and (level == 0 or frames[level - 1].seat != seat)
    if ended or seat == CHANCE:
        frame.cut = 1
        return guess(state, points)
    frame.seat = seat
    frame.key = kernel.key(state)
    entry = table[frame.key & np.uint64(len(table) - 1)]
    hinted = -1
    if entry.kind != EMPTY and entry.key == frame.key:
        hinted = entry.move
        if level > 0 and (entry.whole or entry.left >= frame.left):
            value = np.float64(entry.value)
            if (
                entry.kind == EXACT
                or (entry.kind == AT_LEAST and value >= frame.beta)
                or (entry.kind == AT_MOST and value <= frame.alpha)
            ):
                frame.cut = 1 - entry.whole
                return value
    frame.low = frame.alpha
    frame.high = frame.beta
    frame.best = -FAR if seat == 0 else FAR
    frame.move = -1
    frame.next = 0
    frame.again = 0
    frame.scout = 0
    frame.count = kernel.legal(state, moves[level])
    for i in range(frame.count):
        if moves[level, i] == hinted:
            moves[level, i] = moves[level, 0]
            moves[level, 0] = hinted
            frame.move = hinted
    frame.glanced = frame.left >= GLANCE and frame.count > 1 and level + 1 < len(states)
    if frame.glanced:
        for i in range(frame.count):
            states[level + 1] = state
            kernel.play(states[level + 1], moves[level, i])
            lead = guess(states[level + 1], points)
            glances[level, i] = lead if seat == 0 else -lead
    return np.nan


@rule
def guess(state: Any, points: Any) -> Any:
    """The margin seat 0 is likely to win by."""
    kernel.evaluate(state, points)
    return points[0] - points[1]


@rule
def pick(moves: Any, glances: Any, frame: Any, history: Any) -> Any:
    """The most promising move left: the table's first, then what looks best, or what cut off most
    elsewhere."""
    first = frame.next
    if first > 0 or frame.move < 0:
        top = first
        for i in range(first + 1, frame.count):
            if frame.glanced:
                better = glances[i] > glances[top]
            else:
                better = history[frame.seat, moves[i]] > history[frame.seat, moves[top]]
            if better:
                top = i
        chosen = moves[top]
        moves[top] = moves[first]
        moves[first] = chosen
        if frame.glanced:
            glances[top] = glances[first]
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
def remember(frame: Any, table: Any, history: Any) -> None:
    """Keep what this node was found to be worth."""
    if frame.alpha >= frame.beta and frame.move >= 0:
        history[frame.seat, frame.move] += 1 + frame.left * frame.left
    entry = table[frame.key & np.uint64(len(table) - 1)]
    kept = entry.kind != EMPTY and entry.key != frame.key and entry.left > frame.left + 2
    if kept and not (frame.cut == 0 and entry.whole == 0):
        return
    entry.key = frame.key
    entry.value = frame.best
    entry.move = frame.move
    entry.left = frame.left
    entry.whole = 1 - frame.cut
    if frame.best <= frame.low:
        entry.kind = AT_MOST
    elif frame.best >= frame.high:
        entry.kind = AT_LEAST
    else:
        entry.kind = EXACT
