"""Linx drawn: thick cards on a table, the hands around it.

A face-up card has a frame of its colour and a symbol drawn in one line; a face-down card is all
colour. Each colour has a weave of its own (strokes, checks, dots, ripples), so that the seats can
be told apart without seeing colour. Squares that still fit are outlined, the last tile has a ring.
"""

from collections.abc import Callable
from itertools import pairwise

from linden.core.grid import square_name
from linden.core.kernel import CHANCE
from linden.core.position import Position
from linden.core.svg import drawing, tag, words
from linden.core.types import StateRecord
from linden.games.linx import SEATS as NAMES
from linden.games.linx.cards import CARD, CARD_RULES, ROLES, badge, card, weaves
from linden.games.linx.notation import NUMBERS, read_move, say, seat_of, split
from linden.games.linx.rules import COVERED, DRAW, LINE, PASS, STUCK
from linden.games.linx.stock import SYMBOLS
from linden.games.linx.tiles import (
    COLOURS,
    LETTERS,
    WORDS,
    hand_count,
    hand_of,
    lines,
    pile_count,
    pile_of,
    place_name,
    room,
    table,
    top_tiles,
)
from linden.games.linx.window import COLUMNS

STYLES = ("seat2", "seat1", "seat4", "seat3")  # what a terminal has nearest to these colours


# -- what both drawings tell ---------------------------------------------------------------------


def _free(state: StateRecord) -> set[int]:
    """The squares where a tile could be laid face up now."""
    tiles = top_tiles(state)
    if not tiles:
        return {int(state.corner)}
    near = set()
    for square in tiles:
        row, column = divmod(square, COLUMNS)
        near |= {
            (row + up) * COLUMNS + column + right
            for up in (-1, 0, 1)
            for right in (-1, 0, 1)
            if 0 <= column + right < COLUMNS
        }
    return (near & room(state)) - set(tiles)


def _last_square(position: Position) -> int | None:
    """Where the last turn placed its tile."""
    for move in _last_moves(position):
        if move < PASS:
            return split(move)[2]
    return None


def _last_moves(position: Position) -> list[int]:
    if position.last is None:
        return []
    return [read_move(position.state, written) for written in position.last.moves]


def _just_drawn(position: Position, seat: int) -> list[int]:
    """How many tiles of each symbol the seat drew last, as far as they can be seen."""
    drawn, moves = [0] * SYMBOLS, _last_moves(position)
    if position.last is None or position.last.seat != seat or moves[0] > PASS:
        return drawn  # another seat's turn, or the deal
    for move in moves:
        if DRAW <= move < DRAW + SYMBOLS:
            drawn[move - DRAW] += 1
    return drawn


def _winning_lines(position: Position) -> list[tuple[int, int, int]]:
    state = position.state
    if state.over != LINE:
        return []
    found = []
    for down in (False, True):
        own = {
            square
            for square, (colour, symbol) in top_tiles(state).items()
            if colour == state.turn and (symbol is None) == down
        }
        found += lines(own)
    return found


def status(position: Position) -> str:
    """What is going on, in a sentence."""
    state = position.state
    who = seat_of(position.turn)
    if state.over == LINE:
        return say("{who} won: three in a line.", who=who)
    if state.over in (COVERED, STUCK):
        winner = position.returns.index(max(position.returns))
        most = position.scores[winner]
        why = say("all is covered") if state.over == COVERED else say("nobody can go on")
        if position.scores.count(most) > 1:
            return say(
                "{who} won with {most} tiles in sight, being later: "
                "{why}, and nobody has three in a line.",
                who=seat_of(winner),
                most=most,
                why=why,
            )
        return say(
            "{who} won with {most} tiles in sight: {why}, and nobody has three in a line.",
            who=seat_of(winner),
            most=most,
            why=why,
        )
    if position.to_move == CHANCE:
        left = int(state.draws)
        number = say(NUMBERS[left])
        return say.counting(
            "{who} draw[s] {number} tile.",
            "{who} draw[s] {number} tiles.",
            left,
            who=who,
            number=number,
        )
    if position.moves == ["pass"]:
        return say("{who} [has|have] to pass.", who=who)
    return say("{who} to play.", who=who)


# -- terminal ------------------------------------------------------------------------------------


def text(position: Position, paint: Callable[[str, str], str]) -> str:
    """The table from above, then each seat's tiles: ``Ry`` a rock of Yellow, ``▒y`` face down."""
    state = position.state
    size = table(state)[0]
    tiles, free, last = top_tiles(state), _free(state), _last_square(position)
    result = []
    for row in reversed(range(size)):
        line = f"{row + 1} "
        for column in range(size):
            square = row * COLUMNS + column
            sides = [paint("mark", side) for side in "[]"] if square == last else [" ", " "]
            inside = paint("quiet", "· ") if square in free and not position.over else "  "
            if square in tiles:
                colour, symbol = tiles[square]
                written = ("▒" if symbol is None else LETTERS[symbol]) + COLOURS[colour]
                style = STYLES[colour] if colour < state.players else "quiet"
                inside = paint(style, written)
            line += sides[0] + inside + sides[1]
        result.append(line.rstrip())
    result += ["  " + "".join(f" {square_name(column, 0)[0]}  " for column in range(size)).rstrip()]
    result.append("")
    result += [_seat_line(position, seat, paint) for seat in range(state.players)]
    result += ["", "   " + position.status]
    return "\n".join(result)


def _seat_line(position: Position, seat: int, paint: Callable[[str, str], str]) -> str:
    state = position.state
    name = paint(STYLES[seat], f"{COLOURS[seat]} {say(NAMES[seat]):<7}")
    if state.veiled[seat]:
        held = str(hand_count(state, seat))
    else:
        held = " ".join(LETTERS[s] * n for s, n in enumerate(hand_of(state, seat)) if n) or "-"
    hand = f"{say('hand')} {held}"
    mark = paint("mark", "›") if seat == position.turn and not position.over else " "
    left = " ".join(f"{LETTERS[s]}{n}" for s, n in enumerate(pile_of(state, seat)))
    told = say("both") if state.veiled[seat] else say("with")
    pile = f"{say('pile')} {pile_count(state, seat):<2}"
    shown = f"{position.scores[seat]} {say('visible')}".ljust(len(say("visible")) + 3)
    return f" {mark} {name} {shown}  {hand:<22}  {pile}  {paint('quiet', f'{told} {left}')}"


# -- page ----------------------------------------------------------------------------------------

WIDTH, TOP, BOARD = 660.0, 136.0, 540.0
LARGEST = 104.0  # a square's side
HAND = TOP + BOARD + 84
HEIGHT = HAND + 100
FOOT = 48.0  # of that, for the caption
STYLE = (
    ".place{fill:var(--paper);stroke:var(--line);stroke-width:1.5}"
    ".spot{fill:var(--quiet);opacity:.45}"
    ".limit{fill:none;stroke:var(--line);stroke-width:2;stroke-dasharray:2 7;stroke-linecap:round}"
    ".new{fill:none;stroke:var(--last);stroke-width:4}"
    ".fresh{fill:var(--leaf)}.drawn{fill:var(--last)}"
    ".won{fill:none;stroke:var(--leaf);stroke-width:7;stroke-linecap:round;opacity:.9}"
) + "".join(CARD_RULES)


def svg(position: Position, *, theme: str = "auto", seat: int | None = None) -> str:
    """The table, with ``seat`` at the near side: if not given, whose view it is, or seat 0."""
    state = position.state
    near = _near_seat(state) if seat is None else seat
    frame = _Frame(state)
    parts = [weaves(state), *_table(position, frame), *_tiles(position, frame)]
    others = [(near + i) % int(state.players) for i in range(1, state.players)]
    width = (WIDTH - 20) / len(others)
    for i, other in enumerate(others):
        parts.append(_far_hand(position, other, 10 + width * i, width))
    parts.append(_near_hand(position, near))
    return drawing(
        WIDTH,
        HEIGHT,
        parts,
        name="linx",
        title=f"Linx. {position.status}",
        caption=_caption(position),
        foot=FOOT,
        style=STYLE,
        theme=theme,
    )


def emblem(position: Position, seat: int) -> str:
    """The back of the seat's tiles."""
    return card(position.state, seat, None, (0.0, -1.0), 0.44)


def touches(state: StateRecord, move: int) -> tuple[str, ...]:
    """The tile in hand, then the square; for a drawn tile the pile."""
    if move == PASS:
        return ("pass",)
    if move > PASS:
        return (f"pile-{int(state.turn)}",)
    symbol, _, square = split(move)
    return (f"hand-{LETTERS[symbol]}", place_name(square))


def account(position: Position) -> list[tuple[int, str]]:
    """Tiles in sight, which count if nobody gets three in a line."""
    return [
        (seat, say.counting("{n} tile in sight", "{n} tiles in sight", int(tiles)))
        for seat, tiles in enumerate(position.scores)
    ]


def _near_seat(state: StateRecord) -> int:
    open_seats = [seat for seat in range(state.players) if not state.veiled[seat]]
    return open_seats[0] if open_seats else 0


class _Frame:
    """Where squares are drawn: the part of the table that still fits, as large as there is room."""

    def __init__(self, state: StateRecord) -> None:
        self.room = sorted(room(state))
        self.bottom, self.left = divmod(self.room[0], COLUMNS)
        top, right = divmod(self.room[-1], COLUMNS)
        self.rows = range(self.bottom, top + 1)
        self.columns = range(self.left, right + 1)
        self.cell = min(LARGEST, BOARD / max(len(self.rows), len(self.columns)))
        self.width, self.height = len(self.columns) * self.cell, len(self.rows) * self.cell
        self.x, self.y = (WIDTH - self.width) / 2, TOP + (BOARD - self.height) / 2

    def centre(self, square: int) -> tuple[float, float]:
        row, column = divmod(square, COLUMNS)
        return (
            self.x + (column - self.left + 0.5) * self.cell,
            self.y + self.height - (row - self.bottom + 0.5) * self.cell,
        )


def _table(position: Position, frame: _Frame) -> list[str]:
    """The squares that still fit, the names of rows and columns, and the limits of the box."""
    edge = {"x": frame.x, "y": frame.y, "width": frame.width, "height": frame.height}
    parts = [tag("rect", class_="limit", rx=14.0, **edge)]
    foot = frame.y + frame.height + 18
    for column in frame.columns:
        x = frame.x + (column - frame.left + 0.5) * frame.cell
        parts.append(words(x, foot, square_name(column, 0)[0], 13, fill="var(--quiet)"))
    for row in frame.rows:
        y = frame.centre(row * COLUMNS + frame.left)[1] + 5
        parts.append(words(frame.x - 16, y, str(row + 1), 13, fill="var(--quiet)"))
    tiles = top_tiles(position.state)
    free = set() if position.over else _free(position.state)
    side = frame.cell * 0.82
    for square in frame.room:
        x, y = frame.centre(square)
        at = {"x": x - side / 2, "y": y - side / 2, "width": side, "height": side}
        place = tag("rect", class_="place", rx=side * 0.13, **at)
        spot = tag("circle", class_="spot", cx=x, cy=y, r=4.0) if square in free else ""
        name = place_name(square)
        label = None if square in tiles else say("{square}, empty", square=name)
        parts.append(tag("g", place, spot, data_at=name, aria_label=label))
    return parts


def _tiles(position: Position, frame: _Frame) -> list[str]:
    state = position.state
    last, scale = _last_square(position), frame.cell * 0.86 / CARD
    ring = tag(
        "rect", class_="new", x=-35.0, y=-35.0, width=70.0, height=74.0, rx=13.0, data_part="mark"
    )
    parts = []
    for square, (colour, symbol) in sorted(top_tiles(state).items(), reverse=True):
        at, name = frame.centre(square), place_name(square)
        owner = say(NAMES[colour]) if colour < state.players else say("neutral")
        face = say("face down") if symbol is None else say(WORDS[symbol])
        parts.append(
            card(
                state,
                colour,
                symbol,
                at,
                scale,
                ring if square == last else "",
                id=f"tile-{name}-{colour}",
                data_at=name,
                aria_label=say("{square}, {owner} {face}", square=name, owner=owner, face=face),
            )
        )
    for first, _, third in _winning_lines(position):
        (x, y), (far_x, far_y) = frame.centre(first), frame.centre(third)
        parts.append(tag("path", class_="won", d=f"M{x:.1f} {y:.1f}L{far_x:.1f} {far_y:.1f}"))
    return parts


def _fan(position: Position, seat: int, x: float, y: float, width: float, scale: float) -> str:
    """The hand, spread around ``x``: symbol by symbol if it is open, else as backs with a
    number."""
    state = position.state
    cards: list[int | None] = [None] * int(state.unseen[seat])
    fresh = [False] * len(cards)
    for symbol, n in enumerate(hand_of(state, seat)):
        cards += [symbol] * n
        drawn = min(n, _just_drawn(position, seat)[symbol])
        fresh += [False] * (n - drawn) + [True] * drawn
    if not cards:
        return ""
    # Cards of one symbol lie close together, the last one in full view.
    gaps = [0.22 if one == next_one else 1.08 for one, next_one in pairwise(cards)]
    scale = min(scale, width / (CARD * (1 + sum(gaps))))
    places = [CARD * scale * sum(gaps[:i]) for i in range(len(cards))]
    middle, most = places[-1] / 2, max(places[-1] / 2, CARD * scale)
    playing = seat == position.turn and not position.over and not state.draws
    parts, seen = list[str](), dict[str, int]()
    for face, place, new in zip(cards, places, fresh, strict=True):
        off = (place - middle) / most
        at = (x + place - middle, y + off * off * 7 * scale)
        letter = "x" if face is None else LETTERS[face]
        number = seen[letter] = seen.get(letter, -1) + 1
        dot = tag("circle", class_="drawn", cy=-40.0, r=4.5, data_part="mark") if new else ""
        mark, label = None, None
        if face is not None:
            mark = f"hand-{letter}" if playing else None
            label = say("{tile} in {who}'s hand", tile=say(WORDS[face]), who=say(NAMES[seat]))
        parts.append(
            card(
                state,
                seat,
                face,
                at,
                scale,
                dot,
                off * 7,
                id=f"hand-{seat}-{letter}-{number}",
                data_at=mark,
                data_from=f"pile-{seat}",
                aria_label=label,
            )
        )
    if state.veiled[seat]:
        parts.append(badge(x + middle, y + 7 * scale, len(cards), scale))
    return "".join(parts)


def _pile(state: StateRecord, seat: int, x: float, y: float, scale: float) -> str:
    """The pile, as high as it has tiles, and their number."""
    n = pile_count(state, seat)
    if not n:
        side = 60 * scale
        at = {"x": x - side / 2, "y": y - side / 2, "width": side, "height": side}
        return tag("rect", class_="limit", rx=10 * scale, id=f"pile-{seat}", **at)
    layers = (n + 3) // 4
    cards = [card(state, seat, None, (x, y - 5 * scale * i), scale) for i in range(layers)]
    number = badge(x, y - 5 * scale * (layers - 1), n, scale)
    left = zip(pile_of(state, seat), WORDS, strict=True)
    tiles = ", ".join(say("{n} {tile}", n=many, tile=say(word)) for many, word in left)
    if state.veiled[seat]:
        told = say("{tiles} in hand and pile together", tiles=tiles)
    else:
        told = say("{tiles} in the pile", tiles=tiles)
    known = f"pile-{seat}"
    label = say("{who}'s pile: {told}", who=say(NAMES[seat]), told=told)
    return tag("g", tag("title", told), *cards, number, id=known, data_at=known, aria_label=label)


def _label(position: Position, seat: int, x: float, y: float) -> str:
    """Name and number of visible tiles; a leaf-green bar beneath whoever is at it."""
    swatch = {"x": x, "y": y - 12, "width": 14.0, "height": 14.0, "rx": 3.0}
    name, score = say(NAMES[seat]), str(position.scores[seat])
    long = 22 + 9.0 * len(name)
    bar = tag("rect", x=x, y=y + 7, width=long, height=3.0, rx=1.5, class_="fresh")
    number = tag("tspan", score, dx=8, fill="var(--quiet)", font_weight=400)
    written = {"font_size": 16, "font_weight": 600, "fill": "var(--ink)"}
    return tag(
        "g",
        tag("rect", class_=ROLES[seat], **swatch),
        tag("rect", fill=f"url(#weave-{seat})", **swatch),
        tag("text", name, number, x=x + 22, y=y, **written),
        bar if seat == position.turn and not position.over else "",
    )


def _far_hand(position: Position, seat: int, left: float, width: float) -> str:
    """Across the table: the label, and below it the hand and the pile."""
    room = min(width, 300.0)
    x = left + (width - room) / 2
    hand, scale = room - 86, 0.66 if position.game.players > 2 else 0.8
    return tag(
        "g",
        _label(position, seat, x + 14, 30.0),
        _fan(position, seat, x + 14 + hand / 2, 80.0, hand, scale),
        _pile(position.state, seat, x + room - 38, 82.0, scale + 0.06),
    )


def _near_hand(position: Position, seat: int) -> str:
    """At the near side: the label left, the hand in the middle, the pile right."""
    return tag(
        "g",
        _label(position, seat, 24.0, HAND + 4),
        _fan(position, seat, WIDTH / 2 + 10, HAND, 400.0, 1.0),
        _pile(position.state, seat, WIDTH - 60, HAND + 2, 1.0),
    )


def _caption(position: Position) -> str:
    y = HEIGHT - 20
    told = " · ".join(f"{say(NAMES[seat])} {score}" for seat, score in enumerate(position.scores))
    return tag(
        "g",
        words(24, y, told, 18, text_anchor="start"),
        words(WIDTH - 24, y, position.status, 18, text_anchor="end"),
    )
