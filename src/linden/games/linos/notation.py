"""Linos in writing: ``d4``, ``d4e4``, ``die 3``, and positions on one line.

A position is the stones from the table up, the list from its front, whose turn it is, what that
seat does, and the coins of all seats with the pot behind them::

    - OXXOOXXOOXXO first roll 0.0+25
    Od4,Xe4f4 XOXXOOXXO first holds-O 2.3+20    O light, X dark; d4 stands, e4f4 lies
    ... - second over 14.11+0                   (or bust; without a pot nothing follows the coins)
"""

import re
from functools import cache
from typing import Any

import numpy as np

from linden.core import entry
from linden.core.catalogues import key, sentences
from linden.core.grid import read_square, square_name
from linden.core.kernel import interpreted
from linden.core.types import StateRecord
from linden.games.linos import read_basket, rules
from linden.games.linos.geometry import (
    ALONG_COLUMN,
    ALONG_ROW,
    DARK,
    LIGHT,
    SIZE,
    STANDING,
    STONES,
)
from linden.games.linos.pile import Stone, build, heights, royal, squares_of, stone_of, stones
from linden.games.linos.rules import (
    BANK,
    BUST,
    DIE,
    DIE_FACES,
    DONE,
    FIRE,
    MOVES,
    NONE,
    ON,
    SHEET,
)

NAMES = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth")
SEATS = tuple(name.lower() for name in NAMES)
COLOURS = (key("light"), key("dark"))
LETTERS = "OX"
LIST = "OXXOOXXOOXXO"

is_mixed = interpreted(rules.is_mixed)
say = sentences(__file__)

# What is done with a stone, by its colour.
TAKES = (
    key("{who} roll[s] {face} and take[s] a light stone."),
    key("{who} roll[s] {face} and take[s] a dark stone."),
)
TAKES_FRONT = (
    key("{who} roll[s] {face}, past the end, and take[s] the light stone at the front."),
    key("{who} roll[s] {face}, past the end, and take[s] the dark stone at the front."),
)
STANDS = (
    key("{who} stand[s] a light stone on {place}"),
    key("{who} stand[s] a dark stone on {place}"),
)
LAYS = (
    key("{who} lay[s] a light stone on {place}"),
    key("{who} lay[s] a dark stone on {place}"),
)


def line(state: StateRecord) -> list[int]:
    """The colours of the list, the front first."""
    return [int(state.line) >> place & 1 for place in range(state.left)]


def basket(state: StateRecord) -> str:
    """The basket's name."""
    return read_basket(f"{state.narrow}x{state.broad}")


# -- moves ---------------------------------------------------------------------------------------


def move_text(state: StateRecord, move: int) -> str:
    if DIE <= move < MOVES:
        return f"die {move - DIE + 1}"
    stone = stone_of(move)
    if not 0 <= move < DIE or max(map(max, stone.squares)) >= SIZE:
        raise ValueError(f"there is no placement {move}")
    return stone.place


def read_move(state: StateRecord | None, text: str) -> int:
    written = re.sub(r"[\s–—−-]+", "", text).lower()
    found = re.fullmatch(r"(?:die)?([1-6])", written, re.ASCII)
    if found:
        return DIE + int(found[1]) - 1
    found = re.fullmatch(r"([a-z][0-9]+)([a-z][0-9]+)?", written, re.ASCII)
    if not found:
        raise ValueError(say("placements look like d4 or d4e4, and rolls like die 3"))
    one = read_square(found[1], SIZE, SIZE)
    if found[2] is None:
        return STANDING + one[1] * SIZE + one[0]
    one, two = sorted((one, read_square(found[2], SIZE, SIZE)))
    if (two[0] - one[0], two[1] - one[1]) == (1, 0):
        return ALONG_ROW + one[1] * SIZE + one[0]
    if (two[0] - one[0], two[1] - one[1]) == (0, 1):
        return ALONG_COLUMN + one[1] * SIZE + one[0]
    raise ValueError(say("a lying stone covers two neighbouring squares, such as d4e4 or d4d5"))


def why_not(state: StateRecord, move: int) -> str:
    if move >= DIE:
        return say("the stone is in hand already; place it")
    if state.hand == NONE:
        return say("the die comes first: roll, then place")
    pile = stones(state)
    if not pile:
        return say("the first stone goes to d4: standing d4, or lying d4e4 or d4d5")
    high = heights(pile)
    stone = stone_of(move)
    room = squares_of(int(state.room))
    for square in stone.squares:
        if square not in room:
            return say(
                "with a stone on {square} the pile would not fit in a basket of {basket}",
                square=square_name(*square),
                basket=basket(state),
            )
    under = [high.get(square, 0) for square in stone.squares]
    if under[0] != under[-1]:
        one, two = (square_name(*square) for square in stone.squares)
        return say(
            "a lying stone needs two columns of equal height, "
            "and {one} is {high} high, {two} {other}",
            one=one,
            high=under[0],
            two=two,
            other=under[1],
        )
    found = _royal(pile, stone_of(move, under[0]))
    if found is None:
        return say("it is a royal play, and the board is not closed")
    return say(
        "it is a {kind} with the stone on {place}, and the board is not closed",
        kind=found[0],
        place=found[1].place,
    )


def _royal(pile: list[Stone], stone: Stone) -> tuple[str, Stone] | None:
    """The royal play that a placement is, and with which stone."""
    for other in pile:
        kind = royal(stone, other)
        if kind:
            return kind, other
    return None


def describe(state: StateRecord, move: int) -> str:
    who = seat_of(int(state.turn))
    twin = entry.after(state, move)
    if move >= DIE:
        face = move - DIE + 1
        taken = TAKES_FRONT if face > state.left else TAKES
        return say(taken[twin.hand], who=who, face=face)
    pile = stones(state)
    high = heights(pile)
    level = max(high.get(square, 0) for square in stone_of(move).squares)
    stone = stone_of(move, level, int(state.hand))
    does = STANDS if stone.how == STANDING else LAYS
    said = say(does[stone.colour], who=who, place=stone.place)
    found = _royal(pile, stone)
    if found:
        said = say("{placed}, a {kind} on a closed board", placed=said, kind=found[0])
    touched = worth(pile, stone) // stone.top
    points = touched * stone.top
    said = say(
        "{placed}: {touched} touching × level {level} = {points}",
        placed=said,
        touched=touched,
        level=stone.top,
        points=points,
    )
    if state.left == 0:
        points //= 2
        said = say("{sum}, halved to {points}", sum=said, points=points)
    return f"{said} {_paid(state, twin, points)}."


def worth(pile: list[Stone], stone: Stone) -> int:
    """Touching squares times level, for a stone about to be added."""
    colours = {cube: other.colour for other in pile for cube in other.cubes}
    touched = 0
    for x, y, z in stone.cubes:
        for dx, dy, dz in ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, -1)):
            cube = (x + dx, y + dy, z + dz)
            touched += cube[2] < 0 or colours.get(cube) == 1 - stone.colour
    return touched * stone.top


def _paid(before: Any, after: Any, points: int) -> str:
    """Who paid these points, to finish the sentence "… = 9"."""
    if before.scoring == SHEET:
        return say.counting("point", "points", points)
    unit = say.counting("coin", "coins", points)
    if points == 0:
        return unit
    us = int(before.turn)
    if after.over == BUST:
        can = int(before.pot) + int(before.coins.sum()) - int(before.coins[us])
        taken = int(after.coins[us])
        return say(
            "{coins}, more than the {can} to be had: a bust, and {who} take[s] all {taken}",
            coins=unit,
            can=can,
            who=seat_of(us),
            taken=taken,
        )
    from_pot = int(before.pot) - int(after.pot)
    payers = {
        seat: paid
        for seat in range(before.players)
        if seat != us and (paid := int(before.coins[seat]) - int(after.coins[seat]))
    }
    alone = bool(from_pot) + len(payers) == 1
    shares = [_share(unit if alone else from_pot)] if from_pot else []
    shares += [_share(unit if alone else paid, seat) for seat, paid in payers.items()]
    if alone:
        return shares[0]
    return f"{unit}, {one_after_another(shares)}"


def _share(coins: object, seat: int | None = None) -> str:
    """What one of them paid; without a seat, what the pot did."""
    if seat is None:
        return say("{coins} from the pot", coins=coins)
    return say("{coins} from {them}", coins=coins, them=seat_of(seat))


def one_after_another(parts: list[str]) -> str:
    """Two or more, as people list them."""
    return say("{first} and {last}", first=", ".join(parts[:-1]), last=parts[-1])


def seat_of(seat: int) -> str:
    """A seat in a sentence (``core.wording``)."""
    return say.seat(seat, NAMES[seat])


# -- positions -----------------------------------------------------------------------------------


def position_text(state: StateRecord) -> str:
    pile = ",".join(LETTERS[stone.colour] + stone.place for stone in stones(state))
    rest = "".join(LETTERS[colour] for colour in line(state))
    if state.over != ON:
        phase = "over" if state.over == DONE else "bust"
    else:
        phase = "roll" if state.hand == NONE else f"holds-{LETTERS[state.hand]}"
    coins = ".".join(str(n) for n in state.coins[: state.players])
    pot = f"+{state.pot}" if state.scoring == FIRE else ""
    return f"{pile or '-'} {rest or '-'} {SEATS[state.turn]} {phase} {coins}{pot}"


_FORM = re.compile(
    r"(?P<pile>-|[ox][a-g1-7]+(?:,[ox][a-g1-7]+)*) (?P<line>-|[ox]{1,12}) "
    rf"(?P<seat>{'|'.join(SEATS)}) (?P<phase>roll|holds-(?P<hand>[ox])|over|bust) "
    r"(?P<coins>\d{1,4}(?:\.\d{1,4})*)(?:\+(?P<pot>\d{1,4}))?",
    re.ASCII,
)


def read_position(state: StateRecord, text: str) -> None:
    found = _FORM.fullmatch(" ".join(text.lower().split()))
    if not found:
        example = "Od4,Xe4f4 XOXXOOXXO first holds-O 2.3+20"
        raise ValueError(say("it looks like {example}", example=example))
    stake = int(state.pot) + int(state.coins.sum())
    pile = [] if found["pile"] == "-" else _read_pile(state, found["pile"].split(","))
    _read_line(state, found["line"].strip("-"), found["hand"], [stone.colour for stone in pile])
    if pile:
        build(state, pile)
    _read_phase(state, found["phase"], SEATS.index(found["seat"]), len(pile))
    _read_coins(state, [int(n) for n in found["coins"].split(".")], found["pot"], stake, pile)


def _read_pile(state: StateRecord, written: list[str]) -> list[Stone]:
    """The stones, each set down on those before it."""
    if len(written) > STONES:
        raise ValueError(f"there are {STONES} stones, not {len(written)}")
    pile: list[Stone] = []
    high: dict[tuple[int, int], int] = {}
    for stone_text in written:
        move = read_move(state, stone_text[1:])
        shown = stone_text[0].upper() + stone_text[1:]
        if move >= DIE:
            raise ValueError(f"{shown} names no square; stones look like Od4 or Xe4f4")
        under = {high.get(square, 0) for square in stone_of(move).squares}
        if len(under) > 1:
            raise ValueError(f"{shown} does not rest on two columns of equal height")
        stone = stone_of(move, under.pop(), LETTERS.lower().index(stone_text[0]))
        pile.append(stone)
        high |= dict.fromkeys(stone.squares, stone.top)
    columns, rows = zip(*high, strict=True)
    sides = sorted((max(columns) - min(columns) + 1, max(rows) - min(rows) + 1))
    if sides[0] > state.narrow or sides[1] > state.broad:
        raise ValueError(f"the pile covers {sides[0]}x{sides[1]} and the basket is {basket(state)}")
    if not any((stone.level, stone.x, stone.y) == (0, 3, 3) for stone in pile):
        raise ValueError(
            "the first stone has d4 as its lower left square, and no stone on the table does"
        )
    return sorted(pile)


@cache
def possible_lines() -> frozenset[str]:
    """Every list that rolls can leave: stones are taken from the first six places only."""
    known, waiting = {LIST}, [LIST]
    while waiting:
        now = waiting.pop()
        for place in range(min(DIE_FACES, len(now))):
            rest = now[:place] + now[place + 1 :]
            if rest not in known:
                known.add(rest)
                waiting.append(rest)
    return frozenset(known)


def _read_line(state: StateRecord, rest: str, hand: str | None, placed: list[int]) -> None:
    for colour in (LIGHT, DARK):
        letter = LETTERS[colour].lower()
        count = placed.count(colour) + rest.count(letter) + (hand == letter)
        if count != STONES // 2:
            name = COLOURS[colour]
            raise ValueError(f"of {name} stones there are {count} in all instead of {STONES // 2}")
    before = [rest] if hand is None else [rest[:i] + hand + rest[i:] for i in range(DIE_FACES)]
    if not any(full.upper() in possible_lines() for full in before):
        held = f" with {hand.upper()} in hand" if hand else ""
        raise ValueError(f"no rolls leave the list {rest.upper() or '-'}{held}")
    state.line = sum(LETTERS.lower().index(letter) << i for i, letter in enumerate(rest))
    state.left = len(rest)
    state.hand = NONE if hand is None else LETTERS.lower().index(hand)


def _read_phase(state: StateRecord, phase: str, seat: int, placed: int) -> None:
    state.turn = seat
    ended = phase in ("over", "bust")
    if ended and placed == 0:
        raise ValueError("no game is over before the first stone")
    due = (placed - ended) % int(state.players)
    if seat != due:
        what = "was the last turn of" if ended else "is the turn of"
        stones_are = f"{placed} stone{'s' * (placed != 1)}"
        raise ValueError(f"with {stones_are} placed it {what} {SEATS[due]}")
    if phase == "roll" and not is_mixed(state):
        raise ValueError("there is no roll once all stones left are of one colour")
    if phase == "over" and placed != STONES:
        raise ValueError(f"it is over after {STONES} stones, or by a bust, not after {placed}")
    if phase == "bust" and state.scoring == SHEET:
        raise ValueError("nobody busts with scoring=sheet")
    if ended:
        state.over = DONE if phase == "over" else BUST


def _read_coins(
    state: StateRecord, coins: list[int], pot: str | None, stake: int, pile: list[Stone]
) -> None:
    players = int(state.players)
    if len(coins) != players:
        raise ValueError(f"coins are wanted for {players} seats and given for {len(coins)}")
    if (pot is not None) != (state.scoring == FIRE):
        raise ValueError("the pot, like +25, is given with scoring=fire and only then")
    in_pot = int(pot or 0)
    total = sum(coins) + in_pot
    if state.scoring != SHEET and total != stake:
        raise ValueError(f"the coins add up to {total} instead of {stake}")
    if state.over == BUST and coins[int(state.turn)] != stake:
        raise ValueError("after a bust the scorer has all the coins")
    if state.scoring != BANK and any(coins[len(pile) :]):
        raise ValueError("a seat that has placed no stone has no coins")
    _check_points(state, sum(coins), in_pot, stake, pile)
    state.pot = in_pot
    state.coins[:] = 0
    state.coins[:players] = np.array(coins, np.int16)


def _check_points(state: StateRecord, scored: int, pot: int, stake: int, pile: list[Stone]) -> None:
    """Whether these stones, placed in some order, can have scored what the coins tell."""
    least, most = points_between(pile)
    span = f"{least}" if least == most else f"from {least} to {most}"
    if state.over == BUST:
        owned = stake // int(state.players) if state.scoring == BANK else 0
        if most <= stake - owned:
            raise ValueError(f"these stones can have scored {span} in all, too little for a bust")
    elif state.scoring != BANK:
        exact = pot > 0 or state.scoring == SHEET  # an empty pot may have paid too little
        if scored > most or (exact and scored < least):
            raise ValueError(f"these stones can have scored {span} in all, not {scored}")


def points_between(pile: list[Stone]) -> tuple[int, int]:
    """The fewest and the most points that placing these stones can have scored, in any order."""
    owner = {cube: stone for stone in pile for cube in stone.cubes}
    least = most = 0
    for (x, y, z), stone in owner.items():
        if z == 0:
            least, most = least + stone.top, most + stone.top
        below = owner.get((x, y, z - 1), stone)
        if below.colour != stone.colour:
            least, most = least + stone.top, most + stone.top
        for cube in ((x + 1, y, z), (x, y + 1, z)):
            other = owner.get(cube, stone)
            if other.colour != stone.colour:
                least += min(stone.top, other.top)
                most += max(stone.top, other.top)
    return (least // 2 if len(pile) == STONES else least), most
