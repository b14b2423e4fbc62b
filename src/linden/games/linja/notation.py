"""Linja in writing: ``3-4``, ``x5-4``, ``pass``, and positions on one line.

A position is Red's pawns in rows 1 to 8, Black's the same, whose turn it is and which part of
it, then what else matters::

    6.1.1.1.1.1.1.0/0.1.1.1.1.1.1.6 red opening
    6.0.2.1.1.1.1.0/0.1.1.1.1.1.1.6 red follow-2
    ... black opening after-pass t17        (t17: turns played, only with bonus=any)
    ... red over passed                     (or stuck, or limit)
"""

import re

from linden.core.catalogues import sentences
from linden.core.kernel import interpreted
from linden.core.types import StateRecord
from linden.games.linja import rules
from linden.games.linja.rules import (
    BLACK,
    BONUS,
    FOLLOW_UP,
    FULL,
    LIMIT,
    ON,
    OPENING,
    PASS,
    PASSED,
    PAWNS,
    RED,
    ROWS,
    STUCK,
    THEIRS,
    TURN_LIMIT,
)

SEATS = ("red", "black")
NAMES = ("Red", "Black")
say = sentences(__file__)
ENDS = {PASSED: "passed", STUCK: "stuck", LIMIT: "limit"}

advances = interpreted(rules.advances)
bonus_exists = interpreted(rules.bonus_exists)
have_passed = interpreted(rules.have_passed)


def pawns_in(state: StateRecord, seat: int) -> list[int]:
    """How many pawns of ``seat`` stand in each row, row 1 first."""
    word = int(state.pawns[seat])
    return [word >> 8 * row & 0xFF for row in range(ROWS)]


def goal(seat: int) -> int:
    return 7 if seat == RED else 0


# -- moves ---------------------------------------------------------------------------------------


def split(move: int) -> tuple[bool, int, int]:
    """Whether it moves an opponent's pawn, the row it leaves and the row it reaches."""
    theirs, pair = divmod(move, THEIRS)
    return bool(theirs), pair // ROWS, pair % ROWS


def move_text(state: StateRecord, move: int) -> str:
    if move == PASS:
        return "pass"
    theirs, origin, to = split(move)
    return f"{'x' if theirs else ''}{origin + 1}-{to + 1}"


def read_move(state: StateRecord | None, text: str) -> int:
    written = re.sub(r"\s+", "", text).lower().translate(str.maketrans("–—−", "---"))
    if written in ("pass", "-"):
        return PASS
    found = re.fullmatch("(x?)([1-8])-?([1-8])", written)
    if not found:
        raise ValueError(say("moves look like 3-4, or pass"))
    return (THEIRS if found[1] else 0) + (int(found[2]) - 1) * ROWS + int(found[3]) - 1


def why_not(state: StateRecord, move: int) -> str:
    us = int(state.turn)
    if move == PASS:
        return say("an opening move must be made while any pawn can move")
    theirs, origin, to = split(move)
    if theirs and not state.meddle:
        return say("opponent's pawns may be moved only with the option meddle")
    if theirs and state.part != BONUS:
        return say("an opponent's pawn may be moved only with a bonus")
    owner = 1 - us if theirs else us
    if pawns_in(state, owner)[origin] == 0:
        colour = say(NAMES[owner])
        return say("there is no {colour} pawn in row {row}", colour=colour, row=origin + 1)
    if origin == to:
        return say("that is no step at all")
    if (state.part != BONUS or theirs) and origin == goal(owner):
        return say("a pawn in its goal stays there")
    if state.part == BONUS:
        if abs(to - origin) != 1:
            return say("a bonus is one row, forwards or backwards")
    else:
        steps = 1 if state.part == OPENING else int(state.reach)
        direction = 1 if us == RED else -1
        if to != min(max(origin + direction * steps, 0), 7):
            part = say("an opening move") if state.part == OPENING else say("this follow-up")
            rows = say.counting("one row", "exactly {n} rows", steps)
            return say("{part} goes forward {rows}", part=part, rows=rows)
    return say("row {row} is full: it holds {full} pawns already", row=to + 1, full=FULL)


def describe(state: StateRecord, move: int) -> str:
    us = int(state.turn)
    who = say.seat(us, NAMES[us])
    if move == PASS:
        if state.part == OPENING:
            return say("{who} pass[es]: no pawn can move.", who=who)
        if state.part == BONUS:
            return say("{who} decline[s] the bonus.", who=who)
        return say("{who} decline[s] the follow-up.", who=who)
    theirs, origin, to = split(move)
    if theirs:
        them = say.seat(1 - us, NAMES[1 - us])
        return say(
            "{who} move[s] {them}'s pawn 1 row to row {row} as a bonus.",
            who=who,
            them=them,
            row=to + 1,
        )
    steps = abs(to - origin)
    moved = say.counting(
        "{who} move[s] a pawn {n} row to row {row}",
        "{who} move[s] a pawn {n} rows to row {row}",
        steps,
        who=who,
        row=to + 1,
    )
    if state.part == BONUS:
        return say("{moved} as a bonus.", moved=moved)
    if to == goal(us):
        if steps == state.reach if state.part == FOLLOW_UP else state.bonus_any:
            return say("{moved}, its goal, and earn[s] a bonus.", moved=moved)
        return say("{moved}, its goal.", moved=moved)
    if state.part == FOLLOW_UP:
        return say("{moved}.", moved=moved)
    others = sum(pawns_in(state, seat)[to] for seat in (RED, BLACK))
    if others == 0:
        return say("{moved}, which was empty: no follow-up.", moved=moved)
    return say.counting(
        "{moved}, beside {n} other: a follow-up of {n}.",
        "{moved}, beside {n} others: a follow-up of {n}.",
        others,
        moved=moved,
    )


# -- positions -----------------------------------------------------------------------------------


def position_text(state: StateRecord) -> str:
    sides = "/".join(".".join(map(str, pawns_in(state, seat))) for seat in (RED, BLACK))
    words = [sides, SEATS[int(state.turn)]]
    if state.over != ON:
        words += ["over", ENDS[int(state.over)]]
    elif state.part == OPENING:
        words.append("opening")
    else:
        words.append("bonus" if state.part == BONUS else f"follow-{state.reach}")
    if state.over == ON and state.passes:
        words.append("after-pass")
    if state.bonus_any:
        words.append(f"t{state.turns}")
    return " ".join(words)


_FORM = re.compile(
    r"(?P<red>\d\d?(?:\.\d\d?){7})/(?P<black>\d\d?(?:\.\d\d?){7}) (?P<seat>red|black) "
    r"(?P<part>opening|bonus|follow-(?P<reach>[1-5])|over (?P<end>passed|stuck|limit))"
    r"(?P<pass> after-pass)?(?: t(?P<turns>\d{1,3}))?",
    re.ASCII,
)


def read_position(state: StateRecord, text: str) -> None:
    found = _FORM.fullmatch(" ".join(text.lower().split()))
    if not found:
        example = "6.1.1.1.1.1.1.0/0.1.1.1.1.1.1.6 red opening"
        raise ValueError(say("it looks like {example}", example=example))
    sides = [[int(n) for n in found[side].split(".")] for side in SEATS]
    for name, rows in zip(NAMES, sides, strict=True):
        if sum(rows) != PAWNS:
            raise ValueError(f"{name} has {sum(rows)} pawns instead of {PAWNS}")
    for row in range(1, ROWS - 1):
        if sides[RED][row] + sides[BLACK][row] > FULL:
            raise ValueError(f"row {row + 1} holds more than {FULL} pawns")
    for seat, rows in enumerate(sides):
        state.pawns[seat] = sum(n << 8 * row for row, n in enumerate(rows))
    us = state.turn = SEATS.index(found["seat"])
    state.passes = 1 if found["pass"] else 0
    _read_turns(state, found["turns"])
    if found["end"]:
        _read_end(state, found["end"])
    elif found["part"] == "opening":
        if have_passed(state):
            raise ValueError("the colours have passed each other, so it must be over")
    else:
        state.part = FOLLOW_UP if found["reach"] else BONUS
        state.reach = int(found["reach"] or 0)
        if state.passes:
            raise ValueError("a turn after its opening move is not after-pass")
        if state.part == FOLLOW_UP:
            _check_follow_up(
                state, [red + black for red, black in zip(*sides, strict=True)], sides[us]
            )
        elif not sides[us][goal(us)] or not bonus_exists(state):
            raise ValueError("a bonus needs a pawn in the goal and one that can move")


def _read_turns(state: StateRecord, turns: str | None) -> None:
    if bool(turns) != bool(state.bonus_any):
        raise ValueError("the turns played, like t17, are given with bonus=any and only then")
    state.turns = int(turns or 0)
    if state.turns > TURN_LIMIT:
        raise ValueError(f"the game ends after {TURN_LIMIT} turns")


def _read_end(state: StateRecord, end: str) -> None:
    state.over = next(why for why, word in ENDS.items() if word == end)
    if state.passes:
        raise ValueError("after-pass says nothing once the game is over")
    if state.over == STUCK:
        state.passes = 2
        for seat in (RED, BLACK):
            twin = state.copy()
            twin.turn = seat
            if advances(twin, 1):
                raise ValueError(f"{NAMES[seat]} is not stuck")
    if have_passed(state) != (state.over == PASSED) and not _stepped_back(state):
        raise ValueError("it is over by passing just when the colours have passed each other")
    if state.over == LIMIT and state.turns != TURN_LIMIT:
        raise ValueError(f"the limit is {TURN_LIMIT} turns")


def _stepped_back(state: StateRecord) -> bool:
    """Whether the colours may have passed before a last bonus step undid it (LJ-6)."""
    if state.over != PASSED:
        return False
    for seat in (RED, BLACK):
        for row in range(ROWS):
            for step in (1, -1):
                twin = state.copy()
                if pawns_in(state, seat)[row] and 0 <= row + step < ROWS:
                    twin.pawns[seat] = (
                        int(twin.pawns[seat]) - (1 << 8 * row) + (1 << 8 * (row + step))
                    )
                    if have_passed(twin):
                        return True
    return False


def _check_follow_up(state: StateRecord, total: list[int], own: list[int]) -> None:
    reach = int(state.reach)
    if not any(own[row] and total[row] == reach + 1 for row in range(1, ROWS - 1)):
        raise ValueError(f"no opening move can have reached a row with {reach} others")
    if not advances(state, reach):
        raise ValueError(f"no pawn can advance {reach}, so the follow-up has lapsed")
