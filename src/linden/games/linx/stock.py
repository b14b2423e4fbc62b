"""Hands and piles: tiles counted by symbol.

An open seat has ``unseen`` 0. A veiled one has an empty hand, and its pile counts the hand in. So
sums need not ask which it is.
"""

from typing import Any

import numpy as np

from linden.core.kernel import rule
from linden.core.types import Seat, StateRecord

ROCK, PAPER, SCISSORS = 0, 1, 2
SYMBOLS = 3
EACH = 5  # tiles of a symbol that a seat begins with


@rule
def opening_hand(players: Any, seat: Seat) -> Any:
    """2, 3 or 2, 2, 3 or 2, 2, 3, 3 tiles."""
    return 2 if seat < (players + 1) // 2 else 3


@rule
def hand_size(state: StateRecord, seat: Seat) -> Any:
    """How many tiles the hand has."""
    return (
        np.int64(state.unseen[seat])
        + state.hand[seat, ROCK]
        + state.hand[seat, PAPER]
        + state.hand[seat, SCISSORS]
    )


@rule
def pile_size(state: StateRecord, seat: Seat) -> Any:
    """How many tiles the pile has."""
    pile = state.pile
    return (
        np.int64(pile[seat, ROCK]) + pile[seat, PAPER] + pile[seat, SCISSORS] - state.unseen[seat]
    )


@rule
def may_hold(state: StateRecord, seat: Seat, symbol: Any) -> Any:
    """Whether the seat has such a tile in hand; if veiled, whether it can have one."""
    return state.hand[seat, symbol] > 0 or (state.unseen[seat] > 0 and state.pile[seat, symbol] > 0)


@rule
def pick_symbol(state: StateRecord, seat: Seat, number: Any) -> Any:
    """The symbol of one tile of the pile, where these lie in order."""
    rocks = np.int64(state.pile[seat, ROCK])
    papers = np.int64(state.pile[seat, PAPER])
    return np.int64(number >= rocks) + np.int64(number >= rocks + papers)
