"""Linx set up by hand: tiles moved and exchanged, and turns with whatever tile is wanted.

All tiles are counted, and whose turn it is follows from them. So a tile comes to the table by a
turn of whoever is to play, who then draws what the pile has most of; and a tile's symbol changes by
an exchange with another tile of that colour.
"""

from collections.abc import Iterator

from linden.core.position import Position
from linden.core.seats import CHANCE
from linden.core.setup import Edit
from linden.games.linx.notation import say, seat_of, split, table_text
from linden.games.linx.rules import DRAW, DRAW_UNSEEN, PASS
from linden.games.linx.stock import SYMBOLS
from linden.games.linx.tiles import (
    WORDS,
    Tiles,
    hand_of,
    pile_of,
    place_name,
    room,
    top_tiles,
)


def edits(position: Position) -> Iterator[Edit]:
    """A tile is touched and goes where is touched next; a square touched twice takes a tile, or
    another one; a pile exchanges with its hand."""
    state = position.state
    if position.to_move == CHANCE:
        does = say("Deal the opening hands.") if state.dealing else say("Draw what is to be drawn.")
        yield Edit(_drawn(position).text, ("turn",), does)
        return
    yield from _turns(position)
    tiles, written = top_tiles(state), position.text.split()
    for square, (colour, symbol) in tiles.items():
        name = place_name(square)
        others = {at: tile for at, tile in tiles.items() if at != square}
        for to in sorted(room(state) - tiles.keys()):
            moved = others | {to: (colour, symbol)}
            touches = (name, place_name(to))
            does = say("The tile from {origin} to {to}.", origin=name, to=place_name(to))
            yield Edit(_with(written, tiles=moved), touches, does)
        if symbol is None or colour >= state.players or state.veiled[colour]:
            continue
        hand, pile = hand_of(state, colour), pile_of(state, colour)
        for other in range(SYMBOLS):
            for stock in (pile, hand):
                if other != symbol and stock[other]:
                    given = _changed(stock, symbol, other)
                    now = (given, pile) if stock is hand else (hand, given)
                    text = _with(written, tiles | {square: (colour, other)}, colour, *now)
                    does = say(
                        "{new} instead of {old} on {square}.",
                        new=say(WORDS[other]).capitalize(),
                        old=say(WORDS[symbol]),
                        square=name,
                    )
                    yield Edit(text, (name, name), does)
    for seat in range(state.players):
        hand, pile = hand_of(state, seat), pile_of(state, seat)
        for symbol in range(SYMBOLS):
            for other in range(SYMBOLS):
                if other != symbol and hand[symbol] and pile[other]:
                    now = _changed(hand, other, symbol), _changed(pile, symbol, other)
                    does = say(
                        "{new} instead of {old} in the hand of {who}.",
                        new=say(WORDS[other]).capitalize(),
                        old=say(WORDS[symbol]),
                        who=seat_of(seat),
                    )
                    yield Edit(_with(written, None, seat, *now), (f"pile-{seat}",), does)


def _turns(position: Position) -> Iterator[Edit]:
    """What whoever is to play could do with any tile they have, in hand or not."""
    state, us = position.state, position.turn
    if position.over or state.veiled[us]:
        return
    hand, pile = hand_of(state, us), pile_of(state, us)
    for symbol in range(SYMBOLS):
        ready = position
        if not hand[symbol]:
            most = max(range(SYMBOLS), key=hand.__getitem__)
            if not hand[most] or not pile[symbol]:
                continue
            now = _changed(hand, symbol, most), _changed(pile, most, symbol)
            ready = position.game.parse(_with(position.text.split(), None, us, *now))
        for move, code in ready.codes.items():
            if code < PASS and split(code)[0] == symbol:
                name = place_name(split(code)[2])
                after = _drawn(ready.play_code(code))
                yield Edit(after.text, (name, name), ready.describe_marked(move))
    if position.moves == ["pass"]:
        passed = _drawn(position.play("pass"))
        yield Edit(passed.text, ("turn",), position.describe_marked("pass"))


def _drawn(position: Position) -> Position:
    """Once everything to be drawn is drawn: always what the pile has most of."""
    while position.to_move == CHANCE:
        pile = pile_of(position.state, position.turn)
        code = DRAW + max(range(SYMBOLS), key=pile.__getitem__)
        if position.state.veiled[position.turn]:
            code = DRAW_UNSEEN
        position = position.play_code(code)
    return position


def _changed(stock: list[int], more: int, fewer: int) -> list[int]:
    """A hand or a pile after an exchange."""
    return [n + (symbol == more) - (symbol == fewer) for symbol, n in enumerate(stock)]


def _with(
    written: list[str],
    tiles: Tiles | None = None,
    seat: int = 0,
    hand: list[int] | None = None,
    pile: list[int] | None = None,
) -> str:
    """The text of a position with another table, or with another hand and pile of a seat."""
    words = [*written]
    if tiles is not None:
        words[0] = table_text(tiles)
    if hand is not None and pile is not None:
        words[1 + seat] = f"{''.join(map(str, hand))}+{''.join(map(str, pile))}"
    return " ".join(words)
