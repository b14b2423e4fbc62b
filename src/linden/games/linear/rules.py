"""Linear Progression, section by section as its rules page has it; rulings are cited (LP-4).

Squares are bits, and all slides of a direction are found at once: ``squares.py`` draws how the
squares are numbered and does what is done with sets of them; ``slides.py`` finds the slides.
"""

from typing import Any

import numpy as np

from linden.core.bits import place
from linden.core.grid import read_square
from linden.core.kernel import CHANCE, OVER, blank, interpreted, rule, state_type
from linden.core.result import most_win
from linden.core.types import Move, Moves, Points, StateRecord
from linden.games.linear.board import LONGEST, layout
from linden.games.linear.slides import (
    covered,
    entered,
    ground,
    slides,
)
from linden.games.linear.squares import (
    DIRECTIONS,
    NONE,
    ONE,
    bit,
    count,
    either,
    inside,
    is_empty,
    load,
    lowest,
    spread,
    store,
    width,
    without,
)

WHITE, BLACK = 0, 1

# The parts of a game: first tokens, the blockers' corners, the two parts of a turn, Black's extra
# slide of LP-6.
DROP, CHOOSE, CORNER, SLIDE, BLOCKER, EXTRA, ENDED = range(7)

# Squares in moves are row * 12 + column on every board. A slide is where it ends * 8 + its
# direction: only one token can make it, the nearest one behind.
SQUARES = LONGEST * LONGEST
FIRST = SQUARES * DIRECTIONS  # + square: a first token, dropped or chosen
STAND = FIRST + SQUARES  # + square: one's blocker goes there, at first into a corner
PASS = STAND + SQUARES
MOVES = PASS + 1
MOST_MOVES = SQUARES * DIRECTIONS


def _fields(words: int) -> list[tuple[Any, ...]]:
    return [
        ("tokens", np.uint64, (2, words)),  # by seat
        ("blockers", np.uint64, (2, words)),  # by seat: a square or none
        ("ends", np.uint64, (2, words)),  # by seat: where its latest slide ended (LP-8), or none
        ("board", np.uint64, (words,)),  # the squares in use
        ("turn", np.int8),  # the seat whose turn it is; after the end, whose turn was the last
        ("part", np.int8),
        ("passes", np.int8),  # 1 if the latest token part was a pass (LP-4)
        ("columns", np.int8),
        ("rows", np.int8),
        ("equal_moves", np.bool_),
        ("with_blockers", np.bool_),
        ("choosing", np.bool_),  # the first tokens are chosen, and not dropped or given
    ]


State = state_type(__name__, _fields(1))
WideState = state_type(__name__, _fields(3))


# -- board and set-up ----------------------------------------------------------------------------


def start(options: dict[str, Any]) -> Any:
    """The starting position under these options."""
    board = layout(options["board"])
    state = blank(State if max(board.columns, board.rows) <= 8 else WideState)
    state.columns, state.rows = board.columns, board.rows
    state.equal_moves = options["equal_moves"]
    state.with_blockers = options["blockers"]
    state.choosing = options["start"] == "choose"
    bits = interpreted(width)(state)
    for column, row in board.squares:
        interpreted(add)(state.board, row * bits + column)
    if options["start"] in ("drop", "choose"):
        state.part = DROP if options["start"] == "drop" else CHOOSE
    else:
        for name in options["start"].split():
            column, row = read_square(name)
            interpreted(put_first)(state, row * bits + column)
    return state


@rule
def add(words: Any, number: Any) -> None:
    """Add a square to a field of the state."""
    store(words, either(load(words), bit(number)))


@rule
def square(state: StateRecord, number: Any) -> Any:
    """A bit's square as moves have it."""
    return number // width(state) * LONGEST + number % width(state)


@rule
def number(state: StateRecord, square: Any) -> Any:
    """The bit of a square as moves have it."""
    return square // LONGEST * width(state) + square % LONGEST


@rule
def empty(state: StateRecord) -> Any:
    """The squares without a token; one under a blocker is still empty (LP-9)."""
    return without(load(state.board), either(load(state.tokens[WHITE]), load(state.tokens[BLACK])))


@rule
def corners(state: StateRecord) -> Any:
    """The unused extreme squares that no blocker has taken (LP-7, LP-11)."""
    right = np.int64(state.columns) - 1
    top = (np.int64(state.rows) - 1) * width(state)
    extremes = either(either(bit(0), bit(right)), either(bit(top), bit(top + right)))
    return without(extremes, either(load(state.board), covered(state)))


@rule
def put_first(state: StateRecord, number: Any) -> None:
    """LP-1: White's first token, then Black's; then the turns begin."""
    add(state.tokens[np.int64(state.turn)], number)
    if state.turn == WHITE:
        state.turn = BLACK
    elif is_empty(empty(state)):
        state.part = ENDED  # LP-11
    else:
        state.turn = WHITE
        state.part = CORNER if state.with_blockers else SLIDE


# -- a turn: the slide ---------------------------------------------------------------------------


@rule
def slide(state: StateRecord, end: Any, direction: Any) -> None:
    """Lay tokens on all squares entered, replacing theirs."""
    us = np.int64(state.turn)
    laid = entered(state, end, direction)
    store(state.tokens[us], either(load(state.tokens[us]), laid))
    store(state.tokens[1 - us], without(load(state.tokens[1 - us]), laid))


# -- a turn: the blocker -------------------------------------------------------------------------


@rule
def blocker_targets(state: StateRecord) -> Any:
    """LP-8: where the blocker of the seat to move may go."""
    us = np.int64(state.turn)
    here = load(state.blockers[us])
    way = without(load(state.board), load(state.blockers[1 - us]))
    reached = here
    for direction in range(DIRECTIONS):
        reached = either(reached, spread(state, here, inside(state, way, direction), direction))
    reached = without(without(reached, here), load(state.ends[1 - us]))
    reached = without(reached, if_single(empty(state)))
    reached = without(reached, if_single(load(state.tokens[WHITE])))
    return without(reached, if_single(load(state.tokens[BLACK])))


@rule
def if_single(x: Any) -> Any:
    """``x`` if it is a single square, otherwise nothing."""
    return x if is_empty(without(x, lowest(x))) else (NONE, NONE, NONE)


# -- the parts of a game -------------------------------------------------------------------------


@rule
def mover(state: StateRecord) -> Any:
    if state.part == ENDED:
        return OVER
    if state.part == DROP:
        return CHANCE
    return np.int64(state.turn)


@rule
def is_sliding(state: StateRecord) -> Any:
    return state.part == SLIDE or state.part == EXTRA


@rule
def placements(state: StateRecord) -> Any:
    """In the other parts: the squares where a first token or a blocker may be put."""
    if state.part == CORNER:
        return corners(state)
    if state.part == BLOCKER:
        return blocker_targets(state)
    return empty(state)


@rule
def placement_base(state: StateRecord) -> Any:
    """What their moves add to the square."""
    return STAND if state.part == CORNER or state.part == BLOCKER else FIRST


@rule
def may_pass(state: StateRecord, others: Any) -> Any:
    """LP-6, LP-7: an extra slide and a blocker's move may be declined; LP-4: a slide only when
    there are no other moves."""
    return state.part == EXTRA or state.part == BLOCKER or others == 0


@rule
def legal(state: StateRecord, out: Moves) -> Any:
    n = 0
    if is_sliding(state):
        sets = ground(state, state.part == EXTRA)
        for direction in range(DIRECTIONS):
            n = write(state, slides(state, sets, direction), DIRECTIONS, direction, out, n)
    else:
        n = write(state, placements(state), 1, placement_base(state), out, n)
    if may_pass(state, n):
        out[n] = PASS
        n += 1
    return n


@rule
def write(state: StateRecord, squares: Any, factor: Any, base: Any, out: Any, n: Any) -> Any:
    """Append a move for each square: the square times ``factor``, plus ``base``."""
    first = 0
    for word in squares:
        while word != NONE:
            out[n] = square(state, first + place(word)) * factor + base
            n += 1
            word &= word - ONE
        first += 64
    return n


@rule
def play(state: StateRecord, move: Move) -> None:
    if state.part == SLIDE:
        play_token(state, move)
    elif state.part == BLOCKER:
        if move != PASS:
            stand(state, move)
        end_turn(state)
    elif state.part == CORNER:
        stand(state, move)
        if state.turn == BLACK:
            state.part = SLIDE
        state.turn = 1 - state.turn
    elif state.part == EXTRA:
        if move != PASS:
            slide(state, number(state, move // DIRECTIONS), move % DIRECTIONS)
        end_game(state)
    else:
        put_first(state, number(state, move - FIRST))


@rule
def play_token(state: StateRecord, move: Move) -> None:
    """The token part of a turn, and what follows from it."""
    us = np.int64(state.turn)
    if move == PASS:
        state.passes += 1
        if state.passes == 2:  # LP-4, LP-10
            end_game(state)
            return
    else:
        state.passes = 0
        end = number(state, move // DIRECTIONS)
        slide(state, end, move % DIRECTIONS)
        full = is_empty(empty(state))
        if full and (us == BLACK or not state.equal_moves):  # LP-6, LP-10
            end_game(state)
            return
        if state.with_blockers:  # on a full board Black's blocker will not move, and not ask
            store(state.ends[us], (NONE, NONE, NONE) if full else bit(end))
    if state.with_blockers and not is_empty(blocker_targets(state)):
        state.part = BLOCKER
    else:
        end_turn(state)  # LP-7: a blocker that cannot move lapses


@rule
def stand(state: StateRecord, move: Move) -> None:
    """One's blocker goes where the move says."""
    store(state.blockers[np.int64(state.turn)], bit(number(state, move - STAND)))


@rule
def end_turn(state: StateRecord) -> None:
    """The other seat slides, as usual or once more on the full board (LP-6)."""
    state.turn = 1 - state.turn
    state.part = SLIDE
    if is_empty(empty(state)):
        state.part = EXTRA
        forget_ends(state)


@rule
def end_game(state: StateRecord) -> None:
    state.part = ENDED
    state.passes = 0
    forget_ends(state)


@rule
def forget_ends(state: StateRecord) -> None:
    """No blocker will move again, so it does not matter where slides ended."""
    for seat in range(2):
        store(state.ends[seat], (NONE, NONE, NONE))


# -- end and score -------------------------------------------------------------------------------


@rule
def scores(state: StateRecord, out: Points) -> None:
    out[WHITE] = count(load(state.tokens[WHITE]))
    out[BLACK] = count(load(state.tokens[BLACK]))


@rule
def returns(state: StateRecord, out: Points) -> None:
    if state.part != ENDED:
        out[WHITE] = out[BLACK] = 0
        return
    scores(state, out)
    most_win(out, 2)  # LP-5: equal counts are a draw
