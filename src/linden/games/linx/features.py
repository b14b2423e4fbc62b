"""What Linx tells generic code and players beside its rules: a hash, numbers for learning
agents, a random move, a guess at the end."""

from typing import Any

import numpy as np

from linden.core.bits import how_many, nth
from linden.core.kernel import rule
from linden.core.observation import Actions, Observation, Symmetry
from linden.core.stream import below, mix
from linden.core.turns import after
from linden.core.types import Action, Move, Points, Seat, StateRecord, Stream, Words
from linden.games.linx.bits import EIGHT, completing
from linden.games.linx.observation import (
    board_side,
    linx_actions,
    linx_observation,
    linx_symmetries,
    observe_stocks,
    observe_table,
    write_rows,
)
from linden.games.linx.rules import DRAW, DRAW_UNSEEN, LINE, PASS, beaten_by, may_be_stuck
from linden.games.linx.stock import (
    PAPER,
    ROCK,
    SYMBOLS,
    hand_size,
    may_hold,
    pick_symbol,
    pile_size,
)
from linden.games.linx.window import COLUMNS, SQUARES, free_squares, square_of

# -- for generic code -----------------------------------------------------------------------------


@rule
def key(state: StateRecord) -> Any:
    word = np.uint64(state.turn) + np.uint64(state.draws) * np.uint64(4)
    word += np.uint64(state.dealing) * np.uint64(16) + np.uint64(state.passes) * np.uint64(32)
    word += np.uint64(state.over) * np.uint64(128) + np.uint64(state.corner) * np.uint64(512)
    word = mix(word)
    for seat in range(4):
        stock = np.uint64(state.unseen[seat]) * np.uint64(2) + np.uint64(state.veiled[seat])
        for symbol in range(SYMBOLS):
            stock = stock * EIGHT + np.uint64(state.hand[seat, symbol])
            stock = stock * EIGHT + np.uint64(state.pile[seat, symbol])
        word = mix(mix(word + stock) + state.face_up[seat])
        word = mix(word + state.face_down[seat])
    return mix(mix(word + state.shows[ROCK]) + state.shows[PAPER])


# -- for learning agents -------------------------------------------------------------------------


def observation(options: dict[str, Any]) -> Observation:
    return linx_observation(options["players"])


@rule
def observe(state: StateRecord, seat: Seat, out: Words) -> None:
    planes = observe_table(state, seat, out)
    observe_stocks(state, seat, planes * board_side(state), out)


@rule
def reveal(state: StateRecord, seat: Seat, out: Words) -> None:
    """The others' hands; of a view, which does not know them, nothing."""
    for step in range(1, state.players):
        for symbol in range(SYMBOLS):
            other = after(seat, step, state.players)
            out[(step - 1) * SYMBOLS + symbol] = state.hand[other, symbol]


def actions(options: dict[str, Any]) -> Actions:
    return linx_actions(options["players"])


def symmetries(options: dict[str, Any], seen: Observation) -> list[Symmetry]:
    return linx_symmetries(options["players"], seen)


@rule
def mask(state: StateRecord, out: Words) -> None:
    us = np.int64(state.turn)
    free = free_squares(state)
    some = False
    for symbol in range(SYMBOLS):
        held = may_hold(state, us, symbol)
        lays = free if held else NOWHERE
        covers = state.shows[beaten_by(symbol)] if held else NOWHERE
        some = some or (lays | covers) != NOWHERE
        write_rows(state, lays, 2 * symbol, out)
        write_rows(state, covers, 2 * symbol + 1, out)
    stuck = not some or (state.veiled[us] and may_be_stuck(state, us, free))
    out[2 * SYMBOLS * board_side(state)] = stuck


NOWHERE = np.uint64(0)


@rule
def action_of(state: StateRecord, move: Move) -> Any:
    side = board_side(state)
    if move == PASS:
        return 2 * SYMBOLS * side * side
    square = move % SQUARES
    return (move // SQUARES * side + square // COLUMNS) * side + square % COLUMNS


@rule
def move_of(state: StateRecord, action: Action) -> Any:
    side = board_side(state)
    line = action // side
    if line == 2 * SYMBOLS * side:
        return np.int64(PASS)
    return line // side * SQUARES + line % side * COLUMNS + action % side


# -- a random move -------------------------------------------------------------------------------


@rule
def sample(state: StateRecord, rng: Stream) -> Any:
    """A random legal move, picked by counting squares instead of listing moves."""
    us = np.int64(state.turn)
    if state.draws > 0:
        if state.veiled[us]:
            return np.int64(DRAW_UNSEEN)
        return DRAW + pick_symbol(state, us, below(rng, pile_size(state, us)))
    free = free_squares(state)
    room = how_many(free)
    n = 0
    for symbol in range(SYMBOLS):
        if may_hold(state, us, symbol):
            n += room + how_many(state.shows[beaten_by(symbol)])
    if n == 0:
        return np.int64(PASS)
    if state.veiled[us] and may_be_stuck(state, us, free):
        n += 1
    pick = below(rng, n)
    for symbol in range(SYMBOLS):
        if may_hold(state, us, symbol):
            if pick < room:
                return symbol * 2 * SQUARES + square_of(state, nth(free, pick))
            pick -= room
            covers = state.shows[beaten_by(symbol)]
            beaten = how_many(covers)
            if pick < beaten:
                return (symbol * 2 + 1) * SQUARES + square_of(state, nth(covers, pick))
            pick -= beaten
    return np.int64(PASS)


# -- for players ---------------------------------------------------------------------------------


@rule
def winning_lays(state: StateRecord, seat: Seat, free: Any) -> Any:
    """The free squares where a tile of ``seat`` would make a line face up."""
    return completing(state.face_up[seat]) & free


@rule
def winning_covers(state: StateRecord, seat: Seat, symbol: Any) -> Any:
    """The squares where ``symbol``, face down, would make a line for ``seat``."""
    return completing(state.face_down[seat]) & state.shows[beaten_by(symbol)]


@rule
def urgent(state: StateRecord, rng: Stream) -> Any:
    """A line if there is one to make; else a tile where the next seat would make one."""
    us = np.int64(state.turn)
    free = free_squares(state)
    lays = winning_lays(state, us, free)
    if lays == 0:
        after = us + 1 if us + 1 < state.players else 0
        lays = winning_lays(state, after, free)
        for symbol in range(SYMBOLS):
            covers = winning_covers(state, us, symbol)
            if covers != 0 and may_hold(state, us, symbol):
                return (symbol * 2 + 1) * SQUARES + square_of(state, nth(covers, 0))
    held = 0
    for symbol in range(SYMBOLS):
        held += may_hold(state, us, symbol)
    if lays == 0 or held == 0:
        return np.int64(-1)
    pick = below(rng, held)
    symbol = 0
    while pick > 0 or not may_hold(state, us, symbol):
        pick -= may_hold(state, us, symbol)
        symbol += 1
    return symbol * 2 * SQUARES + square_of(state, nth(lays, below(rng, how_many(lays))))


# What a line, a line that can be made now, and a line that can be made later are worth.
MADE, NOW, LATER = 12.0, 7.0, 1.2


@rule
def evaluate(state: StateRecord, out: Points) -> None:
    """Lines made and lines about to be made, by who comes first."""
    players = np.int64(state.players)
    free = free_squares(state)
    # Who places the next tile: whoever draws has placed one already.
    first = np.int64(state.turn) if state.draws == 0 else (np.int64(state.turn) + 1) % players
    for seat in range(players):
        out[seat] = 0.15 * how_many(state.face_up[seat] | state.face_down[seat])
        if state.over == LINE:
            if seat == state.turn:
                out[seat] += MADE
            continue
        threats = how_many(winning_lays(state, seat, free)) if hand_size(state, seat) > 0 else 0
        for symbol in range(SYMBOLS):
            if may_hold(state, seat, symbol):
                threats += how_many(winning_covers(state, seat, symbol))
        if threats > 0:
            out[seat] += NOW if seat == first else LATER * threats
