"""Linx, section by section as its rules page has it; rulings are cited by number (LX-4).

Squares are bits of a word. The words show a window on the table that moves along with the tiles:
the box around all tiles always has its lower left corner at bit 9. So the tiles lie in the rows
and columns 1 to 5 of the window, the next one may go to the ring around them too, and a tile that
goes to row or column 0 moves the window::

    48 49 50 51 52 53 54
    40 41 42 43 44 45 46
    32 33 34 35 36 37 38       four or three players: a box of 5 by 5, bits 9 to 45
    24 25 26 27 28 29 30       two players: 4 by 4, bits 9 to 36
    16 17 18 19 20 21 22
     8  9 10 11 12 13 14
     0  1  2  3  4  5  6

Moves name squares of the whole table, nine to a row: ``a1`` is 0, ``b1`` is 1, ``a2`` is 9.
"""

from typing import Any

import numpy as np

from linden.core.bits import ONE, how_many
from linden.core.kernel import CHANCE, OVER, blank, rule, state_type
from linden.core.stream import below
from linden.core.types import Move, Moves, Points, Seat, StateRecord, Stream, Weights
from linden.games.linx.bits import EIGHT, in_line
from linden.games.linx.stock import (
    EACH,
    PAPER,
    ROCK,
    SCISSORS,
    SYMBOLS,
    hand_size,
    may_hold,
    opening_hand,
    pick_symbol,
    pile_size,
)
from linden.games.linx.window import (
    COLUMN_0,
    COLUMNS,
    ROW_0,
    SQUARES,
    bit_of,
    free_squares,
    is_full,
    list_squares,
    slide,
)

NEUTRAL = 3  # with three players, the colour nobody plays
ON, LINE, COVERED, STUCK = 0, 1, 2, 3  # why the game is over

# A move is (symbol * 2 + 1 if it covers) * 81 + square.
PASS = 6 * SQUARES
DRAW = PASS + 1  # and the symbol
DRAW_UNSEEN = DRAW + SYMBOLS  # another seat's draw, as everyone else knows it
MOVES = DRAW_UNSEEN + 1
MOST_MOVES = 110  # 35 squares to lay on with each symbol would leave one tile to cover

State = state_type(
    __name__,
    [
        ("face_up", np.uint64, (4,)),  # visible tiles of each colour, the neutral one last
        ("face_down", np.uint64, (4,)),
        ("shows", np.uint64, (SYMBOLS,)),  # visible face-up tiles of each symbol
        ("taken", np.uint64),  # all squares with a tile
        ("hand", np.int8, (4, SYMBOLS)),
        ("pile", np.int8, (4, SYMBOLS)),  # of a veiled seat: hand and pile together
        ("unseen", np.int8, (4,)),  # how many tiles a veiled hand has, else 0
        ("veiled", np.int8, (4,)),  # 1 for seats whose hand the viewer of this state cannot see
        ("corner", np.int8),  # the table's square at bit 9
        ("players", np.int8),
        ("turn", np.int8),  # the seat whose turn it is; after the end, whose turn was the last
        ("draws", np.int8),  # tiles that the seat has yet to draw
        ("dealing", np.bool_),  # the draws are those of the opening hands
        ("passes", np.int8),  # passes in a row up to now that drew no tile
        ("over", np.int8),  # ON, or why not
    ],
)


# -- components and set-up -----------------------------------------------------------------------

BLOCK = ("SRP", "PSR", "RPS")  # LX-2: rows 4, 5, 6 of the columns d e f
FIRST_SQUARE = (0, 0, 30, 30, 40)  # by players: d4; d4, the corner of the block; e5 (LX-1)


def start(options: dict[str, Any]) -> Any:
    """The starting position under these options."""
    state = blank(State)
    players = state.players = options["players"]
    state.corner = FIRST_SQUARE[players]
    state.pile[:players] = EACH
    if players == 3:
        for row, symbols in enumerate(BLOCK):
            for column, symbol in enumerate(symbols):
                bit = np.uint64(1 << (9 + 8 * row + column))
                state.shows["RPS".index(symbol)] |= bit
                state.face_up[NEUTRAL] |= bit
                state.taken |= bit
    state.dealing = True
    state.draws = opening_hand(players, 0)
    return state


# -- a turn --------------------------------------------------------------------------------------


@rule
def beaten_by(symbol: Any) -> Any:
    """Rock beats scissors, paper rock, scissors paper."""
    return symbol - 1 if symbol > 0 else SCISSORS


@rule
def may_be_stuck(state: StateRecord, seat: Seat, free: Any) -> Any:
    """Whether a veiled hand can be one that has no placement: only such a hand passes (LX-8)."""
    if free != 0:
        return state.unseen[seat] == 0
    idle = 0
    for symbol in range(SYMBOLS):
        if state.shows[beaten_by(symbol)] == 0:
            idle += state.pile[seat, symbol]
    return idle >= state.unseen[seat]


@rule
def mover(state: StateRecord) -> Any:
    if state.draws > 0:
        return CHANCE
    if state.over != ON:
        return OVER
    return np.int64(state.turn)


@rule
def legal(state: StateRecord, out: Moves) -> Any:
    us = np.int64(state.turn)
    n = 0
    if state.draws > 0:  # LX-4
        if state.veiled[us]:
            out[0] = DRAW_UNSEEN
            return 1
        for symbol in range(SYMBOLS):
            if state.pile[us, symbol] > 0:
                out[n] = DRAW + symbol
                n += 1
        return n
    free = free_squares(state)
    for symbol in range(SYMBOLS):
        if may_hold(state, us, symbol):
            n = list_squares(state, free, symbol * 2 * SQUARES, out, n)
            covers = state.shows[beaten_by(symbol)]
            n = list_squares(state, covers, (symbol * 2 + 1) * SQUARES, out, n)
    if n == 0 or (state.veiled[us] and may_be_stuck(state, us, free)):  # LX-8
        out[n] = PASS
        n += 1
    return n


@rule
def weights(state: StateRecord, out: Weights) -> None:
    """LX-4: a symbol is as likely as its share of the pile."""
    us = np.int64(state.turn)
    if state.veiled[us]:
        out[0] = 1
        return
    n = 0
    for symbol in range(SYMBOLS):
        if state.pile[us, symbol] > 0:
            out[n] = state.pile[us, symbol]
            n += 1


@rule
def play(state: StateRecord, move: Move) -> None:
    us = np.int64(state.turn)
    if move >= DRAW:
        draw_tile(state, us, move - DRAW)
    elif move == PASS:
        pass_turn(state, us)
    else:
        kind = move // SQUARES
        symbol = kind >> 1
        if state.veiled[us]:
            state.unseen[us] -= 1
            state.pile[us, symbol] -= 1
        else:
            state.hand[us, symbol] -= 1
        state.passes = 0
        bit = ONE << np.uint64(bit_of(state, move - kind * SQUARES))
        if kind & 1:
            cover(state, us, symbol, bit)
        else:
            lay(state, us, symbol, bit)


@rule
def lay(state: StateRecord, us: Any, symbol: Any, bit: Any) -> None:
    """Place a tile face up, then draw two."""
    if bit & COLUMN_0:
        slide(state, ONE)
        state.corner -= 1
        bit <<= ONE
    if bit & ROW_0:
        slide(state, EIGHT)
        state.corner -= COLUMNS
        bit <<= EIGHT
    state.taken |= bit
    state.shows[symbol] |= bit
    state.face_up[us] |= bit
    if in_line(state.face_up[us]):
        state.over = LINE  # LX-9: before any draw
    else:
        draw_two(state, us)


@rule
def cover(state: StateRecord, us: Any, symbol: Any, bit: Any) -> None:
    """Place a tile face down on one that it beats."""
    under = beaten_by(symbol)
    state.shows[under] ^= bit
    for colour in range(4):
        state.face_up[colour] &= ~bit
    state.face_down[us] |= bit
    if in_line(state.face_down[us]):
        state.over = LINE
    elif (state.shows[ROCK] | state.shows[PAPER] | state.shows[SCISSORS]) == 0 and is_full(state):
        state.over = COVERED  # LX-6 (a)
    else:
        next_turn(state)


@rule
def pass_turn(state: StateRecord, us: Any) -> None:
    """Draw two; with nothing to draw, see whether anybody still can do something (LX-6 b)."""
    if pile_size(state, us) > 0:
        state.passes = 0
        draw_two(state, us)
        return
    state.passes += 1
    if state.passes == state.players:
        state.over = STUCK
        state.passes = 0
    else:
        next_turn(state)


@rule
def draw_two(state: StateRecord, us: Any) -> None:
    """LX-3: two tiles, or what the pile still has."""
    state.draws = min(pile_size(state, us), 2)
    if state.draws == 0:
        next_turn(state)


@rule
def draw_tile(state: StateRecord, us: Any, symbol: Any) -> None:
    """One tile from the pile to the hand."""
    if state.veiled[us]:
        state.unseen[us] += 1
    else:
        state.pile[us, symbol] -= 1
        state.hand[us, symbol] += 1
    state.draws -= 1
    if state.draws == 0:
        next_turn(state)
        if state.dealing:
            if state.turn == 0:
                state.dealing = False
            else:
                state.draws = opening_hand(state.players, state.turn)


@rule
def next_turn(state: StateRecord) -> None:
    state.turn += 1
    if state.turn == state.players:
        state.turn = 0


# -- end and score -------------------------------------------------------------------------------


@rule
def scores(state: StateRecord, out: Points) -> None:
    """LX-9: the visible tiles of each seat."""
    for seat in range(state.players):
        out[seat] = how_many(state.face_up[seat] | state.face_down[seat])


@rule
def returns(state: StateRecord, out: Points) -> None:
    players = np.int64(state.players)
    if state.over == ON:
        for seat in range(players):
            out[seat] = 0
        return
    winner = np.int64(state.turn)  # LX-7: only the mover completes a line
    if state.over != LINE:
        scores(state, out)
        winner = np.int64(0)
        for seat in range(1, players):
            if out[seat] >= out[winner]:  # LX-6: ties go to the later seat
                winner = np.int64(seat)
    for seat in range(players):
        out[seat] = players - 1 if seat == winner else -1


# -- what a seat may know ------------------------------------------------------------------------


@rule
def veil(state: StateRecord, seat: Seat) -> None:
    """LX-5: of the others' hands, only how many tiles, and what hand and pile hold together."""
    for other in range(state.players):
        if other != seat and not state.veiled[other]:
            state.unseen[other] = hand_size(state, other)
            for symbol in range(SYMBOLS):
                state.pile[other, symbol] += state.hand[other, symbol]
                state.hand[other, symbol] = 0
            state.veiled[other] = 1


@rule
def conceal(state: StateRecord, seat: Seat, rng: Stream) -> None:
    """Deal every veiled hand anew, each tile of hand and pile being as likely as any other.

    What the course of play gives away, as a pass does about the hand, is for players to remember.
    """
    veil(state, seat)
    for other in range(state.players):
        if state.veiled[other]:
            left = pile_size(state, other) + state.unseen[other]
            for _ in range(state.unseen[other]):
                symbol = pick_symbol(state, other, below(rng, left))
                state.pile[other, symbol] -= 1
                state.hand[other, symbol] += 1
                left -= 1
            state.unseen[other] = 0
            state.veiled[other] = 0
