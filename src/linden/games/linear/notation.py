"""Linear Progression in writing: ``c3-f6``, ``*a1-c3``, ``pass``; positions are in
``positions.py``."""

import re
from functools import lru_cache

import numpy as np

from linden.core.catalogues import sentences
from linden.core.grid import read_square, square_name
from linden.core.types import StateRecord
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

say = sentences(__file__)
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
        raise ValueError(say("moves look like {example}", example=_example(state)))
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
        CHOOSE: say("c3, a free square"),
        CORNER: say("*a1, a corner for the blocker"),
        BLOCKER: say("*a1-c3, or pass"),
    }.get(int(state.part), say("c3-f6, or pass"))


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
    who = say(NAMES[us])
    if part in (DROP, CHOOSE):
        if not FIRST <= move < STAND:
            example = _example(state)
            return say("{who}'s first token comes now, like {example}", who=who, example=example)
        square = _square(state, move - FIRST)
        if square not in squares_in(state.board):
            return _not_in_use(square)
        return say("White's first token lies on {square}", square=square_name(*square))
    if part == CORNER:
        free = sorted(squares_in(np.array(ask(rules.corners, state)[: len(state.board)])))
        corners = ", ".join(f"*{square_name(*corner)}" for corner in free)
        return say("{who}'s blocker begins in a free corner: {corners}", who=who, corners=corners)
    if part == BLOCKER:
        return _why_no_blocker(state, move, who)
    if move == PASS:
        return say("a slide must be made while there is one")
    if FIRST <= move < STAND:
        return say("the first tokens are down already; slides look like c3-f6")
    if STAND <= move < MOVES or move >= NO_BLOCKER:
        if not state.with_blockers:
            return say("blockers are played only with the option blockers")
        return say("a token slides now, like c3-f6")
    if move < FIRST:
        return _why_no_slide(state, *slide_of(state, move))
    origin, end = divmod(move - NO_SLIDE, SQUARES)
    return _why_no_slide(state, _square(state, origin), _square(state, end))


def _why_no_slide(state: StateRecord, origin: Square, end: Square) -> str:
    us, them = int(state.turn), 1 - int(state.turn)
    own, theirs = squares_in(state.tokens[us]), squares_in(state.tokens[them])
    blockers = {only(state.blockers[seat]) for seat in (WHITE, BLACK)}
    if origin not in own:
        colour, place = say(NAMES[us]), square_name(*origin)
        return say("there is no {colour} token on {square}", colour=colour, square=place)
    if origin in blockers:
        return say("the token on {square} is under a blocker", square=square_name(*origin))
    if _direction(origin, end) is None:
        return _off_the_line(end, origin)
    entered = path(origin, end)
    for square in entered:
        name = square_name(*square)
        if square not in squares_in(state.board):
            return _not_in_use(square)
        if square in blockers:
            return say("a blocker stands on {square}", square=name)
        if square in own and square != end:
            return say(
                "a slide stops on the first own token it comes to, here {square}", square=name
            )
        theirs.discard(square)
        if not theirs:
            loser = say(NAMES[them])
            return say("it may not enter {who}'s last token, on {square}", who=loser, square=name)
    if state.part == EXTRA:
        return say("it would change nothing; pass says the same")
    return say("a slide must enter an empty square")


def _not_in_use(square: Square) -> str:
    return say("{square} is not in use on this board", square=square_name(*square))


def _off_the_line(end: Square, origin: Square) -> str:
    return say(
        "{end} is not on a queen's line from {origin}",
        end=square_name(*end),
        origin=square_name(*origin),
    )


def _why_no_blocker(state: StateRecord, move: int, who: str) -> str:
    us = int(state.turn)
    here, other = (only(state.blockers[seat]) for seat in (us, 1 - us))
    assert here is not None
    if move >= NO_BLOCKER:
        return say("{who}'s blocker stands on {square}", who=who, square=square_name(*here))
    if not STAND <= move < MOVES:
        example = _example(state)
        return say(
            "{who} has slid; now the blocker may move, like {example}", who=who, example=example
        )
    end = _square(state, move - STAND)
    name = square_name(*end)
    if _direction(here, end) is None:
        return _off_the_line(end, here)
    for square in path(here, end):
        if square not in squares_in(state.board):
            return _not_in_use(square)
        if square == other:
            return say("the other blocker stands on {square}", square=square_name(*square))
    if end == only(state.ends[1 - us]):
        them = say(NAMES[1 - us])
        return say("{who}'s latest slide ended on {square}", who=them, square=name)
    for seat in (WHITE, BLACK):
        if squares_in(state.tokens[seat]) == {end}:
            return say("{who}'s last token lies on {square}", who=say(NAMES[seat]), square=name)
    return say("{square} is the only empty square left", square=name)


# -- what a move does ----------------------------------------------------------------------------


def describe(state: StateRecord, move: int) -> str:
    us, part = int(state.turn), int(state.part)
    who = say.seat(us, NAMES[us])
    if move == PASS:
        if part == BLOCKER:
            return say("{who} leave[s] the blocker where it is.", who=who)
        if part == EXTRA:
            return say("{who} leave[s] the board as it is.", who=who)
        return say("{who} pass[es]: no token can slide.", who=who)
    if move >= STAND:
        name = square_name(*_square(state, move - STAND))
        if part == CORNER:
            return say("{who}'s blocker begins on {square}.", who=who, square=name)
        return say("{who}'s blocker goes to {square}.", who=who, square=name)
    if move >= FIRST:
        name = square_name(*_square(state, move - FIRST))
        if part == DROP:
            return say("{who}'s first token falls on {square}.", who=who, square=name)
        return say("{who}'s first token is put on {square}.", who=who, square=name)
    origin, end = slide_of(state, move)
    own, theirs = whole(state["tokens"][us]), whole(state["tokens"][1 - us])
    bits = bits_per_row(state["tokens"][us])
    entered = [row * bits + column for column, row in path(origin, end)]
    taken = sum(theirs >> bit & 1 for bit in entered)
    filled = sum(not (own | theirs) >> bit & 1 for bit in entered)
    done = []
    if filled:
        done.append(say.counting("fill[s] {n} square", "fill[s] {n} squares", filled))
    if taken:
        done.append(say.counting("take[s] {n} token", "take[s] {n} tokens", taken))
    return say(
        "{who} slide[s] from {origin} to {end} and {done}.",
        who=who,
        origin=square_name(*origin),
        end=square_name(*end),
        done=say(" and ").join(done),
    )
