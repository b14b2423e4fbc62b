"""Linx in writing: ``Rd4``, ``Rxd4``, ``pass``, ``draw R``, and positions on one line.

A position is the table, each seat's hand and pile, whose turn it is and what is to be done::

    empty 200+355 000+555 blue deal 3
    d4:Ry 110+344 021+432 yellow draw 2
    c3:.Pb/Ry*y 110+333 021+532 blue play
    c3:.Pb/Ry*y 110+333 ?3+553 blue play        (as Yellow knows it)

The table is the box around all tiles, rows from the top, after the name of its lower left square.
``Ry`` is a face-up rock of Yellow, ``*y`` a face-down tile of Yellow, ``.`` an empty square.
Neutral tiles are written as the colour nobody plays. ``110+344`` is a hand of one rock and one
paper, and a pile of three rocks, four papers and four scissors. An unseen hand is ``?`` and its
number of tiles, and what follows counts hand and pile together. ``idle 1`` at the end: passes in
a row that drew no tile. ``over line``, ``over covered`` and ``over stuck`` say why a game ended.
"""

import re

from linden.core.catalogues import key, sentences
from linden.core.grid import read_square, square_name
from linden.core.types import StateRecord
from linden.games.linx import SEATS as NAMES
from linden.games.linx.counting import check
from linden.games.linx.rules import COVERED, DRAW, DRAW_UNSEEN, LINE, NEUTRAL, ON, PASS, STUCK
from linden.games.linx.tiles import (
    COLOURS,
    LETTERS,
    Tiles,
    hand_of,
    lines,
    may_hold,
    pile_count,
    pile_of,
    place_name,
    table,
    top_tiles,
)
from linden.games.linx.window import COLUMNS, SQUARES

ENDS = {LINE: "line", COVERED: "covered", STUCK: "stuck"}
NUMBERS = (key("no"), key("one"), key("two"), key("three"))
say = sentences(__file__)

# A tile in a sentence, by its symbol.
DRAWN = (
    key("{who} draw[s] a rock."),
    key("{who} draw[s] paper."),
    key("{who} draw[s] scissors."),
)
LAID = (
    key("{who} lay[s] a rock on {square}"),
    key("{who} lay[s] paper on {square}"),
    key("{who} lay[s] scissors on {square}"),
)
WITH_TILE = (key("with a rock"), key("with paper"), key("with scissors"))
OWNED = (key("{them}'s rock"), key("{them}'s paper"), key("{them}'s scissors"))
NEUTRAL_TILE = (key("the neutral rock"), key("the neutral paper"), key("the neutral scissors"))
LYING = (key("the rock on {square}"), key("the paper on {square}"), key("the scissors on {square}"))
BEATING = (key("rock beats scissors"), key("paper beats rock"), key("scissors beat paper"))
NOT_HELD = (
    key("{who} has no rock in hand"),
    key("{who} has no paper in hand"),
    key("{who} has no scissors in hand"),
)
USED_UP = (
    key("{who}'s pile has no rock left"),
    key("{who}'s pile has no paper left"),
    key("{who}'s pile has no scissors left"),
)


def seat_of(seat: int) -> str:
    """A seat in a sentence (``core.wording``)."""
    return say.seat(seat, NAMES[seat])


# -- moves ---------------------------------------------------------------------------------------


def split(move: int) -> tuple[int, bool, int]:
    """A placement's symbol, whether it covers a tile, and its square."""
    kind, square = divmod(move, SQUARES)
    return kind // 2, bool(kind % 2), square


def move_text(state: StateRecord, move: int) -> str:
    if move == PASS:
        return "pass"
    if move == DRAW_UNSEEN:
        return "draw ?"
    if move >= DRAW:
        return f"draw {LETTERS[move - DRAW]}"
    symbol, covers, square = split(move)
    return f"{LETTERS[symbol]}{'x' if covers else ''}{place_name(square)}"


def read_move(state: StateRecord, text: str) -> int:
    written = re.sub(r"\s+", "", text).lower().replace("×", "x")
    if written == "pass":
        return PASS
    if written == "draw?":
        return DRAW_UNSEEN
    found = re.fullmatch("draw([rps])", written)
    if found:
        return DRAW + LETTERS.index(found[1].upper())
    found = re.fullmatch("([rps])(x?)([a-z][1-9][0-9]?)", written)
    if not found:
        raise ValueError(say("moves look like Rd4, Rxd4 or pass, and draws like draw R"))
    size = table(state)[0]
    column, row = read_square(found[3], size, size)
    kind = LETTERS.index(found[1].upper()) * 2 + bool(found[2])
    return kind * SQUARES + row * COLUMNS + column


def masked(text: str, turn: int, seat: int) -> str:
    """LX-4: only its owner sees which tile is drawn."""
    return "draw ?" if turn != seat and text.startswith("draw") else text


def why_not(state: StateRecord, move: int) -> str:
    us = int(state.turn)
    if state.draws:
        return _why_not_drawn(state, move)
    if move >= DRAW:
        return say("no tile is to be drawn; {who} is to place one", who=say(NAMES[us]))
    if move == PASS:
        return say("who can place a tile must do so")
    symbol, covers, square = split(move)
    if not may_hold(state, us, symbol):
        return say(NOT_HELD[symbol], who=say(NAMES[us]))
    name, tiles = place_name(square), top_tiles(state)
    if covers:
        if square not in tiles:
            return say(
                "there is no tile on {square} to cover; face up it is {move}",
                square=name,
                move=f"{LETTERS[symbol]}{name}",
            )
        under = tiles[square][1]
        if under is None:
            return say(
                "the tile on {square} lies face down, and such a tile is never covered",
                square=name,
            )
        tile = say(LYING[under], square=name)
        return say("{rule}, not {tile}", rule=say(BEATING[symbol]), tile=tile)
    if square in tiles:
        covering = f"{LETTERS[symbol]}x{name}"
        return say("{square} is taken; covering is written {move}", square=name, move=covering)
    if not tiles:
        return say("the first tile goes to {square}", square=place_name(int(state.corner)))
    if not any(_touch(square, other) for other in tiles):
        return say("{square} touches no tile", square=name)
    return say(
        "with {square} the tiles would no longer fit in a square of {size} by {size}",
        square=name,
        size=table(state)[1],
    )


def _why_not_drawn(state: StateRecord, move: int) -> str:
    us = int(state.turn)
    if move < DRAW:
        number = say(NUMBERS[int(state.draws)])
        return say("{who} has yet to draw {number}", who=say(NAMES[us]), number=number)
    if state.veiled[us]:
        return say("which tile it is cannot be seen here; it is draw ?")
    if move == DRAW_UNSEEN:
        return say("the tile can be seen here; say which it is, like draw R")
    return say(USED_UP[move - DRAW], who=say(NAMES[us]))


def _touch(square: int, other: int) -> bool:
    (row, column), (far_row, far_column) = divmod(square, COLUMNS), divmod(other, COLUMNS)
    return max(abs(row - far_row), abs(column - far_column)) == 1


def describe(state: StateRecord, move: int) -> str:
    us = int(state.turn)
    who = seat_of(us)
    if move == DRAW_UNSEEN:
        return say("{who} draw[s] a tile.", who=who)
    if move >= DRAW:
        return say(DRAWN[move - DRAW], who=who)
    drawing = _drawing(min(2, pile_count(state, us)))
    if move == PASS:
        return say(
            "{who} pass[es], having no tile to place, and {drawing}.", who=who, drawing=drawing
        )
    symbol, covers, square = split(move)
    tiles = top_tiles(state)
    if covers:
        said = say(
            "{who} cover[s] {tile} {with_tile}",
            who=who,
            tile=_tile(state, tiles[square]),
            with_tile=say(WITH_TILE[symbol]),
        )
    else:
        said = say(LAID[symbol], who=who, square=place_name(square))
    own = {at for at, (colour, face) in tiles.items() if colour == us and (face is None) == covers}
    if lines(own | {square}):
        return say("{placed} and complete[s] a line.", placed=said)
    if covers:
        return say("{placed}: no draw.", placed=said)
    return say("{placed} and {drawing}.", placed=said, drawing=drawing)


def _drawing(tiles: int) -> str:
    """What ends a turn, to finish its sentence."""
    if not tiles:
        return say("[has|have] none left to draw")
    return say("draw[s] two") if tiles == 2 else say("draw[s] one")


def _tile(state: StateRecord, tile: tuple[int, int | None]) -> str:
    colour, symbol = tile
    if colour >= state.players:
        return say(NEUTRAL_TILE[symbol or 0])
    return say(OWNED[symbol or 0], them=seat_of(colour))


# -- positions -----------------------------------------------------------------------------------


def position_text(state: StateRecord) -> str:
    words = [table_text(top_tiles(state))]
    for seat in range(state.players):
        hand = "".join(map(str, hand_of(state, seat)))
        if state.veiled[seat]:
            hand = f"?{state.unseen[seat]}"
        words.append(f"{hand}+{''.join(map(str, pile_of(state, seat)))}")
    words.append(NAMES[int(state.turn)].lower())
    if state.over != ON:
        words += ["over", ENDS[int(state.over)]]
    elif state.draws:
        words += ["deal" if state.dealing else "draw", str(state.draws)]
    else:
        words.append("play")
    if state.passes:
        words += ["idle", str(state.passes)]
    return " ".join(words)


def table_text(tiles: Tiles) -> str:
    """The table as it is written in a position."""
    if not tiles:
        return "empty"
    rows = [square // COLUMNS for square in tiles]
    columns = [square % COLUMNS for square in tiles]
    written = []
    for row in range(max(rows), min(rows) - 1, -1):
        line = ""
        for column in range(min(columns), max(columns) + 1):
            tile = tiles.get(row * COLUMNS + column)
            line += "." if tile is None else _tile_text(*tile)
        written.append(line)
    return f"{square_name(min(columns), min(rows))}:{'/'.join(written)}"


def _tile_text(colour: int, symbol: int | None) -> str:
    return ("*" if symbol is None else LETTERS[symbol]) + COLOURS[colour]


_FORM = re.compile(
    r"(?P<table>empty|(?P<corner>[a-i][1-9]):(?P<rows>[rps*ybg./]+))"
    r"(?P<stocks>(?: (?:[0-5]{3}|\?1?[0-9])\+[0-5]{3})+)"
    r" (?P<seat>yellow|blue|pink|green)"
    r" (?P<part>play|over (?P<end>line|covered|stuck)|(?P<drawing>deal|draw) (?P<draws>[1-3]))"
    r"(?: idle (?P<idle>[1-3]))?",
    re.ASCII,
)


def read_position(state: StateRecord, text: str) -> None:
    found = _FORM.fullmatch(" ".join(text.lower().split()))
    if not found:
        example = "d4:Ry 110+344 021+432 yellow draw 2"
        raise ValueError(say("it looks like {example}", example=example))
    players = int(state.players)
    seat = NAMES.index(found["seat"].capitalize())
    stocks = found["stocks"].split()
    if len(stocks) != players:
        raise ValueError(f"{len(stocks)} hands and piles are given for {players} players")
    if seat >= players:
        raise ValueError(f"{NAMES[seat]} does not play with {players} players")
    _read_table(state, found["corner"], found["rows"])
    for owner, stock in enumerate(stocks):
        hand, pile = stock.split("+")
        state.veiled[owner] = hand[0] == "?"
        state.unseen[owner] = int(hand[1:]) if hand[0] == "?" else 0
        state.hand[owner] = [0, 0, 0] if hand[0] == "?" else [int(n) for n in hand]
        state.pile[owner] = [int(n) for n in pile]
        if pile_count(state, owner) < 0:
            raise ValueError(f"{NAMES[owner]}'s hand has more tiles than hand and pile together")
    state.turn = seat
    state.dealing = found["drawing"] == "deal"
    state.draws = int(found["draws"] or 0)
    state.passes = int(found["idle"] or 0)
    state.over = next((why for why, word in ENDS.items() if word == found["end"]), ON)
    check(state)


def _read_table(state: StateRecord, corner: str | None, written: str | None) -> None:
    """Lay out the tiles, after taking away those that were there at the start."""
    size, most = table(state)
    for squares in (state.face_up, state.face_down, state.shows):
        squares[:] = 0
    state.taken = 0
    if corner is None or written is None:
        return
    left, bottom = read_square(corner, size, size)
    rows = [re.findall(r"\.|[rps*][ybpg]", row) for row in written.split("/")]
    if "/".join("".join(row) for row in rows) != written:
        raise ValueError("a square is . or a tile like Ry or *b, and rows are separated by /")
    if len({len(row) for row in rows}) != 1:
        raise ValueError("the rows of the table are not equally long")
    if len(rows) > most or len(rows[0]) > most:
        raise ValueError(f"the tiles must fit in a square of {most} by {most}")
    if left + len(rows[0]) > size or bottom + len(rows) > size:
        raise ValueError(f"the table ends at {square_name(size - 1, size - 1)}")
    sides = (rows[0], rows[-1], [row[0] for row in rows], [row[-1] for row in rows])
    if any(set(side) == {"."} for side in sides):
        raise ValueError("the table is written without empty rows and columns around the tiles")
    state.corner = bottom * COLUMNS + left
    for up, row in enumerate(reversed(rows)):
        for right, tile in enumerate(row):
            if tile != ".":
                _put(state, tile, 9 + 8 * up + right)


def _put(state: StateRecord, tile: str, bit: int) -> None:
    colour = COLOURS.index(tile[1])
    neutral = colour == NEUTRAL and state.players == 3
    if colour >= state.players and not (neutral and tile[0] != "*"):
        raise ValueError(f"there cannot be a tile {tile[0].upper()}{tile[1]} on the table")
    flag = 1 << bit
    state.taken = int(state.taken) | flag
    if tile[0] == "*":
        state.face_down[colour] = int(state.face_down[colour]) | flag
    else:
        symbol = LETTERS.index(tile[0].upper())
        state.face_up[colour] = int(state.face_up[colour]) | flag
        state.shows[symbol] = int(state.shows[symbol]) | flag
