"""The compiled calls that ``Position`` makes: look at a state, make a move, hide, observe."""

from collections.abc import Callable
from typing import Any

import numpy as np

from linden.core import kernel
from linden.core.kernel import CHANCE, OVER, interpreted, rule
from linden.core.types import Move, Seat, StateArray, StateRecord, Stream

uncompiled: set[np.dtype[Any]] = set()
"""State types whose rules are interpreted for now, as while they are compiled for."""
compiled: set[np.dtype[Any]] | None = None
"""The only types whose rules are not interpreted, where there is such a set: a server that must
answer at once, whatever it is asked about, compiles nothing itself. Other processes do, and what
they have compiled is loaded before its type is put here."""


def is_interpreted(kind: np.dtype[Any]) -> bool:
    """Whether rules of this state type are interpreted."""
    return kind in uncompiled or (compiled is not None and kind not in compiled)


def at_hand(function: Callable[..., Any], states: StateArray) -> Callable[..., Any]:
    """``function`` in the form to call for these states."""
    if (uncompiled or compiled is not None) and is_interpreted(states.dtype):
        return interpreted(function)
    return function


@rule
def examine(
    states: StateArray, moves: Any, shares: Any, points: Any, gains: Any, facts: Any
) -> None:
    """All that a position is asked about, in one call.

    Fills the moves (with their weights at a chance node), the scores, the returns, and
    ``facts``: who acts, how many moves, and the position's key.
    """
    state = states[0]
    seat = kernel.mover(state)
    facts[0] = seat
    facts[1] = 0
    if seat != OVER:
        facts[1] = kernel.legal(state, moves)
    if seat == CHANCE:
        kernel.weights(state, shares)
    kernel.scores(state, points)
    kernel.returns(state, gains)
    facts[2] = np.int64(kernel.key(state))


@rule
def advance(source: Any, move: Move, target: Any) -> None:
    """``target`` becomes ``source`` after ``move``."""
    target[0] = source[0]
    kernel.play(target[0], move)


def after(state: StateRecord, move: int) -> Any:
    """The record after a legal move, for those who tell about moves."""
    source = np.zeros(1, state.dtype)
    source[0] = state
    target = np.zeros(1, state.dtype)
    at_hand(advance, source)(source, move, target)
    return target[0]


@rule
def hide(source: Any, seat: Seat, target: Any) -> None:
    """``target`` becomes what ``seat`` may know of ``source``."""
    target[0] = source[0]
    kernel.veil(target[0], seat)


@rule
def redraw(source: Any, seat: Seat, seed: Any, rng: Stream, target: Any) -> None:
    """``target`` becomes ``source`` with all that ``seat`` cannot know dealt anew."""
    target[0] = source[0]
    rng[0] = seed
    kernel.conceal(target[0], seat, rng)


@rule
def look(states: StateArray, seat: Seat, out: Any) -> None:
    """The observation of ``seat``, in words."""
    kernel.observe(states[0], seat, out)


@rule
def uncover(states: StateArray, seat: Seat, out: Any) -> None:
    """What is hidden from ``seat``, in words."""
    kernel.reveal(states[0], seat, out)


@rule
def permit(states: StateArray, out: Any) -> None:
    """The legal actions, in words."""
    kernel.mask(states[0], out)


@rule
def action_of(states: StateArray, move: Move) -> Any:
    """The action that a move is."""
    return kernel.action_of(states[0], move)


@rule
def move_of(states: StateArray, action: Any) -> Any:
    """The move that an action is."""
    return kernel.move_of(states[0], action)


@rule
def gains(source: Any, moves: Any, seat: Any, target: Any, points: Any, out: Any) -> None:
    """What each of ``moves`` adds to the points of ``seat``."""
    kernel.scores(source[0], points)
    before = points[seat]
    for i in range(len(moves)):
        target[0] = source[0]
        kernel.play(target[0], moves[i])
        kernel.scores(target[0], points)
        out[i] = points[seat] - before
