"""Linage in writing: ``d4``, ``pass``, ``komi 4.5``, ``vertical``, and positions on one line.

A position is the rows from the top, ``.`` an empty point and ``#`` a stone, then how far the game
has come. With ``komi=choose`` it also says which side First took::

    ...../...../...../...../..... naming                       First names the komi
    ...../...../...../...../..... komi 4.5 choosing            Second chooses a side
    ...../...../..#../...../..... komi 4.5 first=vertical horizontal
    ...../...../..#../...../..... komi 4.5 vertical after-pass (komi=4.5: no choice to tell)
    ...../...../..#../...../..... komi 4.5 horizontal over     (Horizontal made the last move)
"""

import re

from linden.core import entry
from linden.core.catalogues import key, sentences
from linden.core.grid import read_square, square_name
from linden.core.language import figure
from linden.core.types import StateRecord
from linden.games.linage import LONGEST
from linden.games.linage.rules import (
    CHOOSING,
    ENDED,
    HORIZONTAL,
    KOMI,
    MOST_KOMI,
    NAMING,
    PASS,
    PLAYING,
    TAKE_HORIZONTAL,
    TAKE_VERTICAL,
    VERTICAL,
)

SIDES = ("vertical", "horizontal")
NAMES = (key("Vertical"), key("Horizontal"))
say = sentences(__file__)
SIDE_NUMBERS = (VERTICAL, HORIZONTAL)
FREE, STONE = 2, 3  # beside VERTICAL and HORIZONTAL: what a point can be

Point = tuple[int, int]


def halves(number: int) -> str:
    """Half points as people write them.

    >>> halves(9), halves(-1), halves(8)
    ('4.5', '-0.5', '4')
    """
    return f"{number / 2:g}"


def side_of(state: StateRecord, seat: int) -> int:
    """The side that ``seat`` plays, once it is chosen."""
    return VERTICAL if seat == state["vertical"] else HORIZONTAL


def seat_of(state: StateRecord, side: int) -> int:
    """The seat that plays ``side``, once it is chosen."""
    return int(state.vertical) if side == VERTICAL else 1 - int(state.vertical)


def board(state: StateRecord) -> list[list[int]]:
    """What every point is, by row and column: ``VERTICAL``'s, ``HORIZONTAL``'s, ``FREE`` or a
    ``STONE``."""
    rows = zip(*state.owned_rows.tolist(), state.free_rows.tolist(), strict=True)
    return [
        [
            next((what for what, word in enumerate(words) if word >> column & 1), STONE)
            for column in range(state.width)
        ]
        for words in list(rows)[: state.height]
    ]


# -- moves ---------------------------------------------------------------------------------------


def opens_turn(state: StateRecord) -> bool:
    """Every move is a turn: whoever takes Vertical moves twice running, in two turns."""
    return True


def move_text(state: StateRecord, move: int) -> str:
    if move < PASS:
        return square_name(move % LONGEST, move // LONGEST)
    if move == PASS:
        return "pass"
    if move in (TAKE_VERTICAL, TAKE_HORIZONTAL):
        return SIDES[move - TAKE_VERTICAL]
    return f"komi {halves(move - KOMI)}"


def read_move(state: StateRecord, text: str) -> int:
    written = re.sub(r"\s+", "", text).lower().translate(str.maketrans("–—−", "---"))
    if written in ("pass", "-"):
        return PASS
    if written in SIDES:
        return TAKE_VERTICAL + SIDES.index(written)
    if written.startswith("komi"):
        return KOMI + _read_named_komi(written.removeprefix("komi"))
    if not re.fullmatch(r"[a-z][0-9]{1,2}", written, re.ASCII):
        raise ValueError(say("moves look like d4 or pass, before play like komi 4.5 or vertical"))
    column, row = read_square(written, int(state.width), int(state.height))
    return row * LONGEST + column


def _read_halves(written: str) -> int:
    """A komi in half points."""
    if re.fullmatch(r"[+-]?[0-9]{1,3}(\.[0-9]{1,3})?", written, re.ASCII):
        doubled = float(written) * 2
        if doubled.is_integer():
            return int(doubled)
    raise ValueError(say("a komi is a multiple of 0.5, like komi 4.5"))


def _read_named_komi(written: str) -> int:
    """A komi that First may name (LG-1), in half points."""
    doubled = _read_halves(written)
    if abs(doubled) > MOST_KOMI:
        most = str(MOST_KOMI // 2)
        told = say("a komi is named from {least} to {most}", least=figure(f"-{most}"), most=most)
        raise ValueError(told)
    return doubled


def why_not(state: StateRecord, move: int) -> str:
    if state.part == NAMING:
        return say("first the komi is named, like komi 4.5")
    if state.part == CHOOSING:
        return say("now a side is chosen: vertical or horizontal")
    if move > PASS:
        if move in (TAKE_VERTICAL, TAKE_HORIZONTAL):
            return say("the sides are settled; place a stone or pass")
        komi = figure(halves(int(state.komi)))
        return say("the komi is settled, it is {komi}; place a stone or pass", komi=komi)
    there = board(state)[move // LONGEST][move % LONGEST]
    if there == STONE:
        return say("there is a stone on that point already")
    if there != FREE:
        side = say(NAMES[there])
        return say("that region belongs to {side}; stones go into free regions", side=side)
    return say("it would leave a region without a line of {line}", line=state.line)


def describe(state: StateRecord, move: int) -> str:
    if state["part"] == NAMING:
        return say(
            "{who} name[s] a komi of {komi} for whoever plays Horizontal.",
            who=say.seat(0, "First"),
            komi=figure(halves(move - KOMI)),
        )
    if state["part"] == CHOOSING:
        taken = move - TAKE_VERTICAL
        return say(
            "{second} play[s] {side}, {first} {other}; Vertical begins.",
            first=say.seat(0, "First"),
            second=say.seat(1, "Second"),
            side=say(NAMES[taken]),
            other=say(NAMES[1 - taken]),
        )
    us = int(state["turn"])
    who = say.seat(us, NAMES[side_of(state, us)])
    if move == PASS:
        if state["passes"]:
            return say("{who} pass[es] too, and the game is over.", who=who)
        return say("{who} pass[es].", who=who)
    column, row = move % LONGEST, move // LONGEST
    placed = say("{who} place[s] a stone on {point}", who=who, point=square_name(column, row))
    after = entry.after(state, move)
    found = [_owned(after, side) - _owned(state, side) for side in SIDE_NUMBERS]
    gains = [
        say(
            "{who} gain[s] {points}",
            who=say.seat(seat_of(state, side), NAMES[side]),
            points=found[side],
        )
        for side in SIDE_NUMBERS
        if found[side]
    ]
    if after["room"] == 0:
        gains.append(say("nothing is free any more"))
    if not gains:
        return say("{placed}.", placed=placed)
    return say("{placed}: {gains}.", placed=placed, gains=", ".join(gains))


def _owned(state: StateRecord, side: int) -> int:
    """How many points a side owns. Pages describe every move: fields by key are read faster."""
    return int.from_bytes(state["owned_rows"][side].tobytes(), "little").bit_count()


# -- regions, for reading and telling ------------------------------------------------------------


def points_that_are(what: int, state: StateRecord) -> set[Point]:
    """All free points, or all stones, or all that a side owns, as column and row."""
    return {
        (column, row)
        for row, there in enumerate(board(state))
        for column, found in enumerate(there)
        if found == what
    }


def region_of(point: Point, points: set[Point]) -> set[Point]:
    """The connected part of these points that one of them belongs to."""
    region, edge = set[Point](), {point}
    while edge:
        region |= edge
        edge = {
            beside
            for column, row in edge
            for beside in (
                (column + 1, row),
                (column - 1, row),
                (column, row + 1),
                (column, row - 1),
            )
            if beside in points and beside not in region
        }
    return region


def regions(points: set[Point]) -> list[set[Point]]:
    """The connected parts of these points."""
    left, found = set(points), list[set[Point]]()
    while left:
        found.append(region_of(next(iter(left)), left))
        left -= found[-1]
    return found


def owner_of(region: set[Point], line: int) -> int:
    """``VERTICAL``, ``HORIZONTAL`` or ``FREE``; ``STONE``, as it were, for one without a line."""
    level = any(all((c + i, r) in region for i in range(line)) for c, r in region)
    upright = any(all((c, r + i) in region for i in range(line)) for c, r in region)
    if level and upright:
        return FREE
    return HORIZONTAL if level else VERTICAL if upright else STONE


# -- positions -----------------------------------------------------------------------------------


def position_text(state: StateRecord) -> str:
    rows = ("".join("#" if what == STONE else "." for what in row) for row in board(state)[::-1])
    words = ["/".join(rows)]
    if state.part == NAMING:
        return " ".join([*words, "naming"])
    words.append(f"komi {halves(int(state.komi))}")
    if state.part == CHOOSING:
        return " ".join([*words, "choosing"])
    if state.chosen:
        words.append(f"first={SIDES[side_of(state, 0)]}")
    words.append(SIDES[side_of(state, int(state.turn))])
    if state.part == ENDED:
        words.append("over")
    elif state.passes:
        words.append("after-pass")
    return " ".join(words)


_FORM = re.compile(
    r"(?P<board>[.#/]+) (?:(?P<naming>naming)|komi (?P<komi>\S+) (?:(?P<choosing>choosing)|"
    r"(?:first=(?P<first>vertical|horizontal) )?(?P<side>vertical|horizontal)"
    r"(?P<how> over| after-pass)?))",
    re.ASCII,
)


def read_position(state: StateRecord, text: str) -> None:
    found = _FORM.fullmatch(" ".join(text.lower().replace("\u2212", "-").split()))
    if not found:
        example = ".../.#./... komi 4.5 vertical"
        raise ValueError(say("it looks like {example}", example=example))
    stones = _read_board(state, found["board"])
    if not state.chosen and (found["naming"] or found["choosing"] or found["first"]):
        raise ValueError("komi and sides are chosen only with komi=choose")
    if stones and (found["naming"] or found["choosing"]):
        raise ValueError("stones are placed only when komi and sides are settled")
    if found["naming"]:
        return
    _read_komi(state, found["komi"])
    if found["choosing"]:
        state.part, state.turn = CHOOSING, 1
        return
    if state.chosen and not found["first"]:
        raise ValueError("it must say which side First took, like first=vertical")
    _read_regions(state, stones)
    side = SIDES.index(found["side"])
    state.vertical = 1 if found["first"] == "horizontal" else 0
    state.turn = seat_of(state, side)
    if found["how"] == " over":
        state.part, state.passes = ENDED, 2 if state.room else 0
    else:
        state.part, state.passes = PLAYING, 1 if found["how"] else 0
        if not state.room:
            raise ValueError("no free region is left, so it must be over")
    if not stones and side != (HORIZONTAL if state.passes else VERTICAL):
        raise ValueError("Vertical begins, so on an empty board Horizontal can only follow a pass")


def _read_komi(state: StateRecord, written: str) -> None:
    if state.chosen:
        state.komi = _read_named_komi(written)
    elif _read_halves(written) != state.komi:
        raise ValueError(f"the komi is fixed at {halves(int(state.komi))}, not {written}")


def _read_board(state: StateRecord, board: str) -> set[Point]:
    """The stones of a drawn board."""
    width, height = int(state.width), int(state.height)
    rows = board.split("/")
    if len(rows) != height or any(len(row) != width for row in rows):
        raise ValueError(f"the board has {height} rows of {width} points")
    return {
        (column, row)
        for row, points in enumerate(reversed(rows))
        for column, point in enumerate(points)
        if point == "#"
    }


def _read_regions(state: StateRecord, stones: set[Point]) -> None:
    """Give every region to its owner.

    A position with a free region can be reached whenever each region has a line: take away any
    stone beside it, and again, and all the board is free. One without needs a last stone, whose
    taking away leaves a free region.
    """
    width, height, line = int(state.width), int(state.height), int(state.line)
    empty = {(column, row) for column in range(width) for row in range(height)} - stones
    state.free_rows[:] = 0
    for region in regions(empty):
        owner = owner_of(region, line)
        if owner == STONE:
            where = square_name(*min(region, key=lambda point: (point[1], point[0])))
            raise ValueError(f"the region of {where} has no line of {line}")
        rows = state.free_rows if owner == FREE else state.owned_rows[owner]
        for column, row in region:
            rows[row] |= 1 << column
    state.room = sum(int(row).bit_count() for row in state.free_rows)
    if not state.room and not any(_was_last(empty, stone, line) for stone in stones):
        raise ValueError("none of the stones can have been the last: each leaves a region owned")


def _was_last(empty: set[Point], stone: Point, line: int) -> bool:
    """Whether the stone may have been placed last, in a free region."""
    return owner_of(region_of(stone, empty | {stone}), line) == FREE
