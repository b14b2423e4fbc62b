"""Positions on one line: the board's rows from the top (``w`` and ``b`` are tokens, ``.`` an empty
square, ``#`` an unused one), whose turn it is and which part of the game, then what else matters::

    #......#/......../......../...w..../....b.../......../......../#......# white slide
    ... black slide after-pass                    (the latest token part was a pass)
    ... white blocker blockers a1 e4 ends c3 -    (White's, then Black's: where the blockers
                                                   stand, and where the latest slides ended)
    ... black over
"""

import re
from collections.abc import Callable
from typing import Any

import numpy as np

from linden.core.catalogues import sentences
from linden.core.grid import read_square, square_name
from linden.core.kernel import interpreted
from linden.core.types import StateRecord
from linden.games.linear import rules
from linden.games.linear.board import Square
from linden.games.linear.rules import (
    BLACK,
    BLOCKER,
    CHOOSE,
    CORNER,
    DROP,
    ENDED,
    EXTRA,
    MOST_MOVES,
    PASS,
    SLIDE,
    WHITE,
)

say = sentences(__file__)
SEATS = ("white", "black")
NAMES = ("White", "Black")
PARTS = ("drop", "choose", "corner", "slide", "blocker", "extra", "over")


# -- a state's fields as squares -----------------------------------------------------------------


def whole(words: Any) -> int:
    """The words of a field as one number."""
    return int.from_bytes(words.tobytes(), "little")


def squares_in(words: Any) -> set[Square]:
    """The squares of a field of the state."""
    left = whole(words)
    bits = bits_per_row(words)
    found = set()
    while left:
        number = (left & -left).bit_length() - 1
        found.add((number % bits, number // bits))
        left &= left - 1
    return found


def only(words: Any) -> Square | None:
    """The square of a field that holds one or none."""
    return next(iter(squares_in(words)), None)


def put(words: Any, squares: set[Square]) -> None:
    """Make a field of the state hold these squares."""
    number = sum(1 << (row * bits_per_row(words) + column) for column, row in squares)
    words[:] = np.frombuffer(number.to_bytes(words.nbytes, "little"), np.uint64)


def bits_per_row(words: Any) -> int:
    return 8 if len(words) == 1 else 13


def ask(verb: Callable[..., Any], state: StateRecord, *arguments: Any) -> Any:
    """What a rule says, interpreted."""
    with np.errstate(over="ignore"):
        return interpreted(verb)(state, *arguments)


# -- writing and reading -------------------------------------------------------------------------


def position_text(state: StateRecord) -> str:
    board = squares_in(state.board)
    signs = dict.fromkeys(board, ".")
    for seat, sign in ((WHITE, "w"), (BLACK, "b")):
        signs |= dict.fromkeys(squares_in(state.tokens[seat]), sign)
    lines = [
        "".join(signs.get((column, row), "#") for column in range(state.columns))
        for row in reversed(range(state.rows))
    ]
    words = ["/".join(lines), SEATS[int(state.turn)], PARTS[int(state.part)]]
    if state.passes:
        words.append("after-pass")
    for field in ("blockers", "ends"):
        pair = [only(state[field][seat]) for seat in (WHITE, BLACK)]
        if any(pair):
            words += [field, *("-" if square is None else square_name(*square) for square in pair)]
    return " ".join(words)


_PAIR = r"(?:[a-l][0-9]{1,2}|-) (?:[a-l][0-9]{1,2}|-)"
_FORM = re.compile(
    rf"(?P<rows>[wb.#/]+) (?P<seat>white|black) (?P<part>{'|'.join(PARTS)})"
    rf"(?P<pass> after-pass)?(?: blockers (?P<blockers>{_PAIR}))?(?: ends (?P<ends>{_PAIR}))?"
)


def read_position(state: StateRecord, text: str) -> None:
    found = _FORM.fullmatch(" ".join(text.lower().split()))
    if not found:
        raise ValueError(say("it looks like {example}", example=position_text(state)))
    fixed = [squares_in(state.tokens[seat]) for seat in (WHITE, BLACK)]
    first_part = int(state.part)
    _read_rows(state, found["rows"].split("/"), fixed[WHITE] | fixed[BLACK])
    state.turn = SEATS.index(found["seat"])
    state.part = PARTS.index(found["part"])
    state.passes = 1 if found["pass"] else 0
    for field in ("blockers", "ends"):
        _read_pair(state, field, found[field] or "- -")
    if state.passes and state.part not in (SLIDE, BLOCKER):
        raise ValueError("only a slide or a blocker's move can be after-pass")
    if state.part in (DROP, CHOOSE):
        if state.part != first_part:
            raise ValueError(
                "in this game first tokens are not " + ("dropped", "chosen")[state.part]
            )
        _check_first_tokens(state)
        return
    counts = [len(squares_in(state.tokens[seat])) for seat in (WHITE, BLACK)]
    for name, tokens in zip(NAMES, counts, strict=True):
        if not tokens:
            raise ValueError(f"{name} has no token left, but a last one is never taken")
    if fixed[WHITE] and sum(counts) == 2 and squares_in(state.tokens[WHITE]) != fixed[WHITE]:
        raise ValueError(f"White's first token lies on {square_name(*fixed[WHITE].pop())}")
    full = sum(counts) == len(squares_in(state.board))
    _check_blockers(state, sum(counts), full)
    _check_ends(state, counts, full)
    _check_part(state, sum(counts), full)
    if sum(counts) > 2 and state.part in (SLIDE, BLOCKER, EXTRA) and counts[_latest(state)] == 1:
        raise ValueError(f"{NAMES[_latest(state)]} slid last, but has a single token")


def _read_rows(state: StateRecord, lines: list[str], fixed: set[Square]) -> None:
    columns, rows = int(state.columns), int(state.rows)
    if len(lines) != rows or any(len(line) != columns for line in lines):
        raise ValueError(f"this board has {rows} rows of {columns} signs each")
    signs = {(x, rows - 1 - y): sign for y, line in enumerate(lines) for x, sign in enumerate(line)}
    board = squares_in(state.board)
    for square, sign in signs.items():
        if (sign != "#") != (square in board):
            raise ValueError(
                f"{square_name(*square)} is {'' if square in board else 'not '}in use on this board"
            )
        if square in fixed and sign == ".":
            raise ValueError(
                f"{square_name(*square)} is empty, but a first token was put there and a square "
                "stays filled"
            )
    for seat, sign in ((WHITE, "w"), (BLACK, "b")):
        put(state.tokens[seat], {square for square, s in signs.items() if s == sign})


def _read_pair(state: StateRecord, field: str, written: str) -> None:
    for seat, name in enumerate(written.split()):
        squares = set()
        if name != "-":
            squares.add(read_square(name, int(state.columns), int(state.rows)))
        put(state[field][seat], squares)


def _check_first_tokens(state: StateRecord) -> None:
    white, black = (len(squares_in(state.tokens[seat])) for seat in (WHITE, BLACK))
    if (white, black) != (int(state.turn), 0):
        raise ValueError("before its first token a seat has none, and only White can have one")
    if state.blockers.any() or state.ends.any():
        raise ValueError("blockers and slides come after the first tokens")


def _check_blockers(state: StateRecord, tokens: int, full: bool) -> None:
    """Where the blockers can be in this part of the game."""
    blockers = [only(state.blockers[seat]) for seat in (WHITE, BLACK)]
    part = int(state.part)
    if not state.with_blockers:
        if any(blockers):
            raise ValueError("blockers are played only with the option blockers")
        if part in (CORNER, BLOCKER):
            raise ValueError("this part of the game comes only with the option blockers")
        return
    there = [True, True]
    if part == CORNER:
        there = [state.turn == BLACK, False]
    elif tokens == 2 and full:
        there = [False, False]  # LP-11: over before they came
    if [square is not None for square in blockers] != there:
        raise ValueError(
            "a blocker is there once its seat has put it into a corner, and then stays"
        )
    if blockers[WHITE] is not None and blockers[WHITE] == blockers[BLACK]:
        raise ValueError("the blockers stand on the same square")
    board = squares_in(state.board)
    extremes = {(x, y) for x in (0, state.columns - 1) for y in (0, state.rows - 1)}
    for seat, square in enumerate(blockers):
        if square is None:
            continue
        if square not in board | extremes:
            raise ValueError(f"no blocker can stand on {square_name(*square)}")
        moved = seat == WHITE and (state.passes or part in (BLOCKER, ENDED))
        if tokens == 2 and square in board and not moved:
            raise ValueError(f"{NAMES[seat]}'s blocker cannot have left its corner yet")


def _check_ends(state: StateRecord, counts: list[int], full: bool) -> None:
    """Where the latest slides ended: known with blockers, while it still matters to one."""
    ends = [only(state.ends[seat]) for seat in (WHITE, BLACK)]
    if not state.with_blockers or state.part not in (SLIDE, BLOCKER):
        if any(ends):
            raise ValueError("where slides ended matters only while blockers can still move")
        return
    if full and ends[WHITE]:
        raise ValueError("on a full board it does not matter where White's slide ended")
    tokens = squares_in(state.tokens[WHITE]) | squares_in(state.tokens[BLACK])
    for seat in (BLACK,) if full else (WHITE, BLACK):
        end = ends[seat]
        if end is None and counts[seat] > 1:
            raise ValueError(
                f"{NAMES[seat]} has more than one token, so a slide has ended somewhere"
            )
        if end is not None and (end not in tokens or len(tokens) == 2):
            raise ValueError(f"no slide of {NAMES[seat]} can have ended on {square_name(*end)}")
    if full or len(tokens) == 2:
        return
    latest = _latest(state)
    if ends[latest] not in squares_in(state.tokens[latest]):
        raise ValueError(f"{NAMES[latest]} slid last, so a {NAMES[latest]} token lies at the end")


def _latest(state: StateRecord) -> int:
    """Who has slid last, while the game goes on after a slide."""
    us = int(state.turn)
    return us if (state.part == BLOCKER) != bool(state.passes) else 1 - us


def _check_part(state: StateRecord, tokens: int, full: bool) -> None:
    """Whether the game can be in this part with this board."""
    part, us = int(state.part), int(state.turn)
    if part == CORNER:
        if tokens > 2 or full:
            raise ValueError("blockers get their corners when two tokens lie on a larger board")
    elif part == SLIDE:
        if full:
            raise ValueError("the board is full, so there is no slide as usual")
        if tokens == 2 and (us == BLACK) != bool(state.passes):
            raise ValueError("with two tokens White slides, or Black after White's pass")
        if state.passes and not state.with_blockers and _can_slide(state, 1 - us):
            raise ValueError(f"{NAMES[1 - us]} can slide, so this is not after a pass")
    elif part == BLOCKER:
        if full and (state.passes or not (state.equal_moves and us == WHITE)):
            raise ValueError("the board is full, so it must be over")
        if tokens == 2 and (us == BLACK or not state.passes):
            raise ValueError("a slide comes before a blocker's move")
        if state.passes and _can_slide(state, us):
            raise ValueError(f"{NAMES[us]} can slide, so this is not after a pass")
        if not any(ask(rules.blocker_targets, state)):
            raise ValueError("the blocker has no move, so this part lapses")
    elif part == EXTRA:
        if not (state.equal_moves and full and us == BLACK and tokens > 2):
            raise ValueError("only Black slides once more, with equal_moves, on a full board")
    elif not full:
        stuck = [us] if state.with_blockers else [WHITE, BLACK]
        for seat in stuck:
            if _can_slide(state, seat):
                raise ValueError(f"the board is not full and {NAMES[seat]} can slide")
        if tokens == 2 and us == WHITE:
            raise ValueError("with two tokens White passes first, then Black")
    elif us == WHITE and (state.equal_moves or tokens == 2):
        raise ValueError("here the last turn is Black's")


def _can_slide(state: StateRecord, seat: int) -> bool:
    twin = state.copy()
    twin.turn, twin.part = seat, SLIDE
    moves = np.zeros(MOST_MOVES, np.int32)
    ask(rules.legal, twin, moves)
    return int(moves[0]) != PASS
