"""Linos set up by hand: stones put down and taken away, the stone in hand, the coins.

How many stones are placed says whose turn it is; their colours say what is left of the list. What
stones have scored is known but for the order they came in: coins change no more than they must.
"""

from collections.abc import Iterator

from linden.core.catalogues import key
from linden.core.grid import square_name
from linden.core.position import Position
from linden.core.setup import Edit
from linden.core.types import StateRecord
from linden.games.linos.drawing import TO_PLACE
from linden.games.linos.geometry import SIZE, STANDING, STONES
from linden.games.linos.notation import (
    LETTERS,
    SEATS,
    line,
    points_between,
    possible_lines,
    say,
    seat_of,
)
from linden.games.linos.pile import EVERY_SQUARE, Stone, heights, stone_of, stones, tops_of
from linden.games.linos.rules import BANK, DIE, DIE_FACES, FIRE, NONE, SHEET

UPRIGHT = (
    key("A light stone upright on {square}."),
    key("A dark stone upright on {square}."),
)
LYING = (
    key("A light stone lying on {one} and {two}."),
    key("A dark stone lying on {one} and {two}."),
)
TAKEN = (
    key("Take the light stone from {square}."),
    key("Take the dark stone from {square}."),
)


def edits(position: Position) -> Iterator[Edit]:
    """A square is touched, and that square again or one beside it; then a colour is chosen."""
    state = position.state
    pile, left = stones(state), _whole_list(state)
    coins = [int(n) for n in state.coins[: state.players]]
    high = heights(pile)
    for move in range(DIE):
        squares = stone_of(move).squares
        under = {high.get(square, 0) for square in squares}
        if max(map(max, squares)) >= SIZE or len(under) > 1:
            continue
        names = [square_name(*square) for square in squares]
        for colour in range(len(LETTERS)):
            stone = stone_of(move, next(iter(under)), colour)
            rest = _without(left, LETTERS[colour])
            if rest is not None:
                text = _text(state, sorted([*pile, stone]), rest, coins)
                if stone.how == STANDING:
                    does = say(UPRIGHT[colour], square=names[0])
                else:
                    does = say(LYING[colour], one=names[0], two=names[1])
                yield Edit(text, (names[0], names[-1]), does)
    tops = tops_of(pile)
    for square in EVERY_SQUARE:
        top = tops.get(square)
        if top and all(tops[other] == top for other in top.squares):
            name, rest = square_name(*square), _with(left, LETTERS[top.colour])
            text = _text(state, [stone for stone in pile if stone != top], rest, coins)
            yield Edit(text, (name, name), say(TAKEN[top.colour], square=name))
    yield from _hands(state, pile, left, coins)
    yield from _coins(state, pile, left, coins)


def _hands(state: StateRecord, pile: list[Stone], left: str, coins: list[int]) -> Iterator[Edit]:
    """What whoever is to move has in hand."""
    who = seat_of(int(state.turn))
    yield Edit(_text(state, pile, left, coins), ("turn",), say("{who} to roll.", who=who))
    for colour, letter in enumerate(LETTERS):
        text = _text(state, pile, left, coins, letter)
        yield Edit(text, ("turn",), say(TO_PLACE[colour], who=who))


def _coins(state: StateRecord, pile: list[Stone], left: str, coins: list[int]) -> Iterator[Edit]:
    """A coin more for a seat: from the pot if these stones can have scored it, else from whoever
    has most."""
    hand = "" if state.hand == NONE else LETTERS[state.hand]
    for seat, owned in enumerate(coins):
        more = [*coins]
        more[seat] = owned + 1
        others = [other for other in range(len(coins)) if other != seat]
        richest = max(others, key=lambda other: coins[other])
        moved = [*more]
        moved[richest] -= 1
        who = seat_of(seat)
        if state.scoring == SHEET:
            does = say("A point more for {who}.", who=who)
        else:
            does = say("A coin more for {who}.", who=who)
        for given in (more, moved):
            if min(given) >= 0:
                yield Edit(_text(state, pile, left, given, hand), ("turn",), does)


# -- the list


def _whole_list(state: StateRecord) -> str:
    """The list with the stone in hand put back."""
    left = "".join(LETTERS[colour] for colour in line(state))
    return left if state.hand == NONE else _with(left, LETTERS[state.hand])


def _with(left: str, letter: str) -> str:
    """The list before that stone was taken from it, as far front as can be."""
    for place in range(len(left) + 1):
        full = left[:place] + letter + left[place:]
        if full in possible_lines():
            return full
    return letter + left


def _without(left: str, letter: str) -> str | None:
    """The list once that stone is taken from it, if the die can reach one."""
    place = left.find(letter, 0, DIE_FACES)
    return None if place < 0 else left[:place] + left[place + 1 :]


# -- positions


def _text(
    state: StateRecord, pile: list[Stone], left: str, coins: list[int], hand: str = ""
) -> str:
    """The position with these stones in the pile and in the list; without one in hand the die is
    rolled where there is a choice."""
    players, placed = int(state.players), len(pile)
    over = placed == STONES
    if not over and not hand and len(set(left)) == 1:
        hand = left[0]
    rest = (_without(left, hand) if hand else left) or ""
    phase = "over" if over else f"holds-{hand}" if hand else "roll"
    seat = SEATS[(placed - over) % players]
    shown = ",".join(LETTERS[stone.colour] + stone.place for stone in pile)
    settled, pot = _settled(state, pile, coins)
    return f"{shown or '-'} {rest or '-'} {seat} {phase} {'.'.join(map(str, settled))}{pot}"


def _settled(state: StateRecord, pile: list[Stone], coins: list[int]) -> tuple[list[int], str]:
    """The coins, changed no more than it takes for these stones to have scored them; and the
    pot."""
    settled = [*coins]
    if state.scoring == BANK:
        return settled, ""
    stake = int(state.pot) + int(state.coins.sum()) if state.scoring == FIRE else None
    settled[len(pile) :] = [0] * len(settled[len(pile) :])  # who has placed nothing has nothing
    least, most = points_between(pile)
    if stake is not None:
        least, most = min(least, stake), min(most, stake)
    last = (len(pile) - 1) % len(settled)
    settled[last] += max(0, least - sum(settled))
    while sum(settled) > most:
        settled[max(range(len(settled)), key=settled.__getitem__)] -= 1
    return settled, "" if stake is None else f"+{stake - sum(settled)}"
