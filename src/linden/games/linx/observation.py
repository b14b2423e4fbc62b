"""A position as numbers for learning agents: only what the observing seat may know.

First come planes of 9 by 9 squares, with the first tile in the middle: for each seat from the
observer's on, and the neutral colour last, rock, paper, scissors and face down; then the squares
that are free. Next, for each seat in the same order: the hand by symbol (the observer's own, else
zeros), the pile by symbol (others': with the hand), how many tiles hand and pile have, and whether
it is the seat's turn. The last numbers are the draws to come, whether they are the deal's, the
passes in a row, and the number of players.
"""

from typing import Any

import numpy as np

from linden.core.bits import ONE, place
from linden.core.kernel import rule
from linden.core.types import Seat, StateRecord
from linden.games.linx.stock import SYMBOLS, hand_size, pile_size
from linden.games.linx.window import SQUARES, free_squares, square_of

PLANES = 17
PER_SEAT = 9
NUMBERS = PLANES * SQUARES + 4 * PER_SEAT + 4


@rule
def observe_table(state: StateRecord, seat: Seat, out: Any) -> None:
    """The planes."""
    for i in range(NUMBERS):
        out[i] = 0
    players = np.int64(state.players)
    middle = 10 if players == 2 else 0  # centres the smaller table
    for colour in range(4):
        place = (colour + players - seat) % players if colour < players else colour
        plane = place * 4 * SQUARES + middle
        for symbol in range(SYMBOLS):
            fill(state, state.face_up[colour] & state.shows[symbol], plane, out)
            plane += SQUARES
        fill(state, state.face_down[colour], plane, out)
    fill(state, free_squares(state), (PLANES - 1) * SQUARES + middle, out)


@rule
def fill(state: StateRecord, squares: Any, plane: Any, out: Any) -> None:
    """Write a 1 for each of these squares."""
    while squares != 0:
        out[plane + square_of(state, place(squares))] = 1
        squares &= squares - ONE


@rule
def observe_stocks(state: StateRecord, seat: Seat, out: Any) -> None:
    """Hands, piles and what is to be done, the same whether the state is veiled or not."""
    players = np.int64(state.players)
    for other in range(players):
        at = PLANES * SQUARES + PER_SEAT * ((other + players - seat) % players)
        for symbol in range(SYMBOLS):
            out[at + 3 + symbol] = state.pile[other, symbol]
            if other == seat:
                out[at + symbol] = state.hand[other, symbol]
            else:
                out[at + 3 + symbol] += state.hand[other, symbol]
        out[at + 6] = hand_size(state, other)
        out[at + 7] = pile_size(state, other)
        out[at + 8] = state.turn == other
    at = PLANES * SQUARES + PER_SEAT * 4
    out[at] = state.draws
    out[at + 1] = state.dealing
    out[at + 2] = state.passes
    out[at + 3] = players
