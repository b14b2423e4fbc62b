"""Linear Progression in writing: ``c3-f6``, ``*a1-c3``, ``pass``; positions are in
``positions.py``."""

import re
from functools import lru_cache

import numpy as np

from linden.core.grid import read_square, square_name
from linden.core.types import StateRecord
from linden.core.wording import named
from linden.games.linear import rules
from linden.games.linear.board import LONGEST, Square
from linden.games.linear.positions import (
    NAMES,
    ask,
    bits_per_row,
    only,
    position_text,
    read_position,
    squares_in,
    whole,
)
from linden.games.linear.rules import (
    BLACK,
    BLOCKER,
    CHOOSE,
    CORNER,
    DROP,
    EXTRA,
    FIRST,
    MOVES,
    PASS,
    SQUARES,
    STAND,
    WHITE,
)
from linden.games.linear.squares import DIRECTIONS

__all__ = [
    "describe",
    "move_text",
    "position_text",
    "read_move",
    "read_position",
    "why_not",
]

STEPS = ((1, 0), (-1, 0), (1, 1), (-1, -1), (0, 1), (0, -1), (-1, 1), (1, -1))

# Above the moves there are: what can be written as a slide, or as a blocker's move, but that no
# token can make, or no blocker. ``why_not`` tells the reason.
NO_SLIDE = MOVES  # + origin * SQUARES + end
NO_BLOCKER = NO_SLIDE + SQUARES * SQUARES


# -- moves ---------------------------------------------------------------------------------------


def origin_of(state: StateRecord, end: Square, direction: int) -> Square | None:
    """The token that a slide with this end starts from: the nearest own one behind."""
    words = state["tokens"][state["turn"]]
    return _behind(whole(words), bits_per_row(words), end, direction)


@lru_cache(4096)
def _behind(own: int, bits: int, end: Square, direction: int) -> Square | None:
    (column, row), (right, up) = end, STEPS[direction]
    while True:
        column, row = column - right, row - up
        if not (0 <= column < bits and 0 <= row < bits):
            return None
        if own >> (row * bits + column) & 1:
            return column, row


def slide_of(state: StateRecord, move: int) -> tuple[Square, Square]:
    """Origin and end of a slide, or a ``ValueError`` if no token could make it."""
    square, direction = divmod(move, DIRECTIONS)
    row, column = divmod(square, LONGEST)
    origin = origin_of(state, (column, row), direction)
    if origin is None:
        raise ValueError("no token could make that slide")
    return origin, (column, row)


def _square(state: StateRecord, number: int) -> Square:
    row, column = divmod(number, LONGEST)
    if column >= state.columns or row >= state.rows:
        raise ValueError("the board has no such square")
    return column, row


def _number(square: Square) -> int:
    return square[1] * LONGEST + square[0]


def move_text(state: StateRecord, move: int) -> str:
    if move == PASS:
        return "pass"
    if move < FIRST:
        origin, end = slide_of(state, move)
        return f"{square_name(*origin)}-{square_name(*end)}"
    if move < STAND:
        name = square_name(*_square(state, move - FIRST))
        return f"drop {name}" if state.part == DROP else name
    name = square_name(*_square(state, move - STAND))
    here = only(state.blockers[int(state.turn)])
    return f"*{name}" if here is None else f"*{square_name(*here)}-{name}"


_MOVE = re.compile(r"(?P<sign>\*|drop)?(?P<first>[a-z][0-9]+)(?:-?(?P<second>[a-z][0-9]+))?")


def read_move(state: StateRecord, text: str) -> int:
    written = re.sub(r"\s+", "", text).lower().translate(str.maketrans("–—−", "---"))
    if written in ("pass", "-"):
        return PASS
    found = _MOVE.fullmatch(written)
    if not found or (found["sign"] == "drop" and found["second"]):
        raise ValueError(f"moves look like {_example(state)}")
    size = int(state.columns), int(state.rows)
    first = read_square(found["first"], *size)
    if found["second"] is None:
        return (STAND if found["sign"] == "*" else FIRST) + _number(first)
    second = read_square(found["second"], *size)
    if found["sign"] == "*":
        if first == only(state.blockers[int(state.turn)]):
            return STAND + _number(second)
        return NO_BLOCKER + _number(first) * SQUARES + _number(second)
    return _read_slide(state, first, second)


def _example(state: StateRecord) -> str:
    return {
        DROP: "drop c3",
        CHOOSE: "c3, a free square",
        CORNER: "*a1, a corner for the blocker",
        BLOCKER: "*a1-c3, or pass",
    }.get(int(state.part), "c3-f6, or pass")


def _read_slide(state: StateRecord, origin: Square, end: Square) -> int:
    direction = _direction(origin, end)
    if direction is None or origin_of(state, end, direction) != origin:
        return NO_SLIDE + _number(origin) * SQUARES + _number(end)
    if state.part == EXTRA or not state.with_blockers:
        right, up = STEPS[direction]
        before = end[0] - right, end[1] - up
        if before != origin and end in squares_in(state.tokens[int(state.turn)]):
            end = before  # LP-3: another way to say the same
    return _number(end) * DIRECTIONS + direction


def _direction(origin: Square, end: Square) -> int | None:
    """The direction of a queen's move between two squares."""
    right, up = end[0] - origin[0], end[1] - origin[1]
    if origin == end or (right and up and abs(right) != abs(up)):
        return None
    return STEPS.index(((right > 0) - (right < 0), (up > 0) - (up < 0)))


def path(origin: Square, end: Square) -> list[Square]:
    """The squares that a move along a line enters."""
    direction = _direction(origin, end)
    assert direction is not None
    right, up = STEPS[direction]
    long = max(abs(end[0] - origin[0]), abs(end[1] - origin[1]))
    return [(origin[0] + right * n, origin[1] + up * n) for n in range(1, long + 1)]


# -- why a move cannot be played -----------------------------------------------------------------


def why_not(state: StateRecord, move: int) -> str:
    us, part = int(state.turn), int(state.part)
    who = NAMES[us]
    if part in (DROP, CHOOSE):
        if not FIRST <= move < STAND:
            return f"{who}'s first token comes now, like {_example(state)}"
        square = _square(state, move - FIRST)
        if square not in squares_in(state.board):
            return f"{square_name(*square)} is not in use on this board"
        return f"White's first token lies on {square_name(*square)}"
    if part == CORNER:
        free = sorted(squares_in(np.array(ask(rules.corners, state)[: len(state.board)])))
        return f"{who}'s blocker begins in a free corner: " + ", ".join(
            f"*{square_name(*corner)}" for corner in free
        )
    if part == BLOCKER:
        return _why_no_blocker(state, move, who)
    if move == PASS:
        return "a slide must be made while there is one"
    if FIRST <= move < STAND:
        return "the first tokens lie already; slides look like c3-f6"
    if STAND <= move < MOVES or move >= NO_BLOCKER:
        if not state.with_blockers:
            return "blockers are played only with the option blockers"
        return "a token slides now, like c3-f6"
    if move < FIRST:
        return _why_no_slide(state, *slide_of(state, move))
    origin, end = divmod(move - NO_SLIDE, SQUARES)
    return _why_no_slide(state, _square(state, origin), _square(state, end))


def _why_no_slide(state: StateRecord, origin: Square, end: Square) -> str:
    us, them = int(state.turn), 1 - int(state.turn)
    own, theirs = squares_in(state.tokens[us]), squares_in(state.tokens[them])
    blockers = {only(state.blockers[seat]) for seat in (WHITE, BLACK)}
    if origin not in own:
        return f"there is no {NAMES[us]} token on {square_name(*origin)}"
    if origin in blockers:
        return f"the token on {square_name(*origin)} is under a blocker"
    if _direction(origin, end) is None:
        return f"{square_name(*end)} is not on a queen's line from {square_name(*origin)}"
    entered = path(origin, end)
    for square in entered:
        name = square_name(*square)
        if square not in squares_in(state.board):
            return f"{name} is not in use on this board"
        if square in blockers:
            return f"a blocker stands on {name}"
        if square in own and square != end:
            return f"a slide stops on the first own token it comes to, here {name}"
        theirs.discard(square)
        if not theirs:
            return f"it may not enter {NAMES[them]}'s last token, on {name}"
    if state.part == EXTRA:
        return "it would change nothing; pass says the same"
    return "a slide must enter an empty square"


def _why_no_blocker(state: StateRecord, move: int, who: str) -> str:
    us = int(state.turn)
    here, other = (only(state.blockers[seat]) for seat in (us, 1 - us))
    assert here is not None
    if move >= NO_BLOCKER:
        return f"{who}'s blocker stands on {square_name(*here)}"
    if not STAND <= move < MOVES:
        return f"{who} has slid; now the blocker may move, like {_example(state)}"
    end = _square(state, move - STAND)
    name = square_name(*end)
    if _direction(here, end) is None:
        return f"{name} is not on a queen's line from {square_name(*here)}"
    for square in path(here, end):
        if square not in squares_in(state.board):
            return f"{square_name(*square)} is not in use on this board"
        if square == other:
            return f"the other blocker stands on {square_name(*square)}"
    if end == only(state.ends[1 - us]):
        return f"{NAMES[1 - us]}'s latest slide ended on {name}"
    for seat in (WHITE, BLACK):
        if squares_in(state.tokens[seat]) == {end}:
            return f"{NAMES[seat]}'s last token lies on {name}"
    return f"{name} is the only empty square left"


# -- what a move does ----------------------------------------------------------------------------


def describe(state: StateRecord, move: int) -> str:
    us, part = int(state.turn), int(state.part)
    who = named(us, NAMES[us])
    if move == PASS:
        if part == BLOCKER:
            return f"{who} leave[s] the blocker where it is."
        if part == EXTRA:
            return f"{who} leave[s] the board as it is."
        return f"{who} pass[es]: no token can slide."
    if move >= STAND:
        name = square_name(*_square(state, move - STAND))
        if part == CORNER:
            return f"{who}'s blocker begins on {name}."
        return f"{who}'s blocker goes to {name}."
    if move >= FIRST:
        name = square_name(*_square(state, move - FIRST))
        return f"{who}'s first token {'falls' if part == DROP else 'is put'} on {name}."
    origin, end = slide_of(state, move)
    own, theirs = whole(state["tokens"][us]), whole(state["tokens"][1 - us])
    bits = bits_per_row(state["tokens"][us])
    entered = [row * bits + column for column, row in path(origin, end)]
    taken = sum(theirs >> bit & 1 for bit in entered)
    filled = sum(not (own | theirs) >> bit & 1 for bit in entered)
    done = []
    if filled:
        done.append(f"fill[s] {filled} square{'s' * (filled > 1)}")
    if taken:
        done.append(f"take[s] {taken} token{'s' * (taken > 1)}")
    slid = f"{who} slide[s] from {square_name(*origin)} to {square_name(*end)}"
    return f"{slid} and {' and '.join(done)}."
