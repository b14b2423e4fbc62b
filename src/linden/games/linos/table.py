"""What lies around the pile: the list with the die above it, a plan, and the coins."""

from typing import NamedTuple

from linden.core.grid import square_name
from linden.core.position import Position
from linden.core.svg import tag, words
from linden.games.linos import blocks
from linden.games.linos.blocks import COLOURS, Point, block_of, project
from linden.games.linos.geometry import ALONG_COLUMN, ALONG_ROW, DARK, SIZE, STANDING
from linden.games.linos.notation import SEATS, line, read_move, say
from linden.games.linos.pile import EVERY_SQUARE, Square, Stone, tops_of
from linden.games.linos.rules import DIE, DIE_FACES, FIRE, NONE, SHEET

CELL = 30.0
COIN_ROW = 30.0
LIST_Y = 92.0
LIST_STEP = 44.0


class Layout(NamedTuple):
    """Where things lie, on a broad page or on a tall one."""

    width: float
    centre: float
    """The cloth's."""
    list_x: float
    list_end: float
    """The list may not reach farther."""
    hand: Point
    plan: Point
    """The upper left corner, below which the plan and the coins begin."""
    coins: Point


BROAD = Layout(780.0, 258.0, 176.0, 770.0, (82.0, LIST_Y), (552.0, 146.0), (552.0, 410.0))
TALL = Layout(520.0, 260.0, 40.0, 510.0, (64.0, LIST_Y + 104), (46.0, 448.0), (286.0, 478.0))
STYLE = (
    ".pip{fill:var(--ink)}"
    ".die{fill:var(--paper);stroke:var(--quiet);stroke-width:1.4}"
    ".coin{fill:var(--wood);stroke:var(--wood-edge);stroke-width:.8}"
    ".cell{fill:none;stroke:var(--line)}"
    ".lamp{fill:var(--leaf)}"
)


def shift(x: float, y: float) -> str:
    return f"translate({x:.1f} {y:.1f})"


def roll_of(position: Position) -> int | None:
    """What the die shows for the stone in hand."""
    if position.last and position.state.hand != NONE and not position.over:
        move = read_move(None, position.last.moves[-1])
        return move - DIE + 1 if move >= DIE else None
    return None


def bottom(position: Position, layout: Layout) -> float:
    """Where the plan and the last row of coins end."""
    rows = position.game.players + bool(position.state.scoring == FIRE)
    return max(layout.coins[1] + COIN_ROW * rows - 6, layout.plan[1] + SIZE * CELL + 24)


# -- the list, the die and the stone in hand ---------------------------------------------------


def _small(colour: int, how: int, x: float, y: float, scale: float, **marks: object) -> str:
    """A stone apart from the pile, its lowest corner at ``x``, ``y``."""
    block = block_of(Stone(0, 3, 3, how, colour), 0)
    foot_x, foot_y = project(block.high[0], block.high[1], 0)
    where = f"translate({x:.1f} {y:.1f}) scale({scale}) translate({-foot_x:.1f} {-foot_y:.1f})"
    parts = blocks.painted(block)
    return tag("g", *parts, class_=f"stone {COLOURS[colour]}", transform=where, **marks)


def line_up(position: Position, layout: Layout) -> list[str]:
    """The list from its front, the die above the place it names, the stone in hand apart."""
    state = position.state
    left = line(state)
    places = len(left) if position.over else max(len(left), DIE_FACES)
    step = min(LIST_STEP, (layout.list_end - layout.list_x - 22) / max(places - 1, 1))
    x = [layout.list_x + place * step for place in range(places)]
    parts = []
    if places:
        hem = f"M{x[0] - 22:.1f} {LIST_Y + 8}H{x[-1] + 22:.1f}"
        parts.append(tag("path", class_="hem", d=hem))
    for place in range(min(places, DIE_FACES)):
        parts.append(words(x[place], LIST_Y + 25, str(place + 1), 12, fill="var(--quiet)"))
    for place, colour in enumerate(left):
        known = f"list-{len(left) - place}"
        parts.append(_small(colour, STANDING, x[place], LIST_Y + 4, 0.53, id=known))
    if position.over:
        return parts
    roll = roll_of(position)
    if state.hand == NONE or roll:
        parts.append(_die(x[(roll or 1) - 1], 24, roll))
    if state.hand != NONE:
        hand = int(state.hand)
        middle, y = layout.hand
        parts += [
            _small(hand, STANDING, middle - 30, y + 4, 0.72, id="hand"),
            _small(hand, ALONG_ROW, middle + 30, y + 4, 0.5, id="hand-lying"),
            words(middle, y + 25, say("in hand"), 12, fill="var(--quiet)"),
        ]
    return parts


PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    5: ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)),
    6: ((-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)),
}


def _die(x: float, y: float, face: int | None) -> str:
    """A die; blank until it is rolled."""
    pips = [
        tag("circle", class_="pip", cx=6.5 * column, cy=6.5 * row, r=2.4)
        for column, row in PIPS.get(face or 0, ())
    ]
    body = tag("rect", class_="die", x=-13.0, y=-13.0, width=26.0, height=26.0, rx=5.0)
    shows = say("die, shows {face}", face=face) if face else say("die, not rolled yet")
    motion = "roll" if face else None
    marks = {"data_at": "die", "data_ghost": "none", "data_motion": motion, "aria_label": shows}
    return tag("g", body, *pips, id="die", class_="dice", transform=shift(x, y), **marks)


# -- the plan ------------------------------------------------------------------------------------


def plan(pile: list[Stone], room: set[Square], last: Stone | None) -> list[str]:
    """The canvas from above, around 0, 0: what is on top of each column, and how high that is."""
    tops = tops_of(pile)
    parts = []
    for i in range(SIZE):
        across, up = (i + 0.5) * CELL, (SIZE - i - 0.5) * CELL
        letter = chr(ord("a") + i)
        parts.append(words(across, SIZE * CELL + 18, letter, 13, fill="var(--quiet)"))
        parts.append(words(-14, up + 5, str(i + 1), 13, fill="var(--quiet)"))
    for square in EVERY_SQUARE:
        x, y = _plan_at(square)
        if square in room:
            cell = tag("rect", class_="cell", x=x, y=y, width=CELL, height=CELL)
        else:
            cell = tag("circle", cx=x + CELL / 2, cy=y + CELL / 2, r=1.3, fill="var(--line)")
        parts.append(cell)
    for square, stone in sorted(tops.items(), key=lambda item: item[1] == last):
        parts.append(_plan_stone(square, stone, stone == last))
    for square in EVERY_SQUARE:
        x, y = _plan_at(square)
        box = {"x": x, "y": y, "width": CELL, "height": CELL}
        # The same squares as on the cloth, so they are named there only.
        hidden = {"data_at": square_name(*square), "aria_hidden": "true"}
        parts.append(tag("rect", class_="touch", **box, **hidden))
    return parts


def _plan_at(square: Square) -> tuple[float, float]:
    """The upper left corner of a square on the plan."""
    return square[0] * CELL, (SIZE - 1 - square[1]) * CELL


def _plan_stone(square: Square, stone: Stone, new: bool) -> str:
    """What is seen of a stone from above on one square, with its height.

    A lying stone is open towards its other half, even where that is covered.
    """
    x, y = _plan_at(square)
    gap = 2.5
    left, top, right, bottom = x + gap, y + gap, x + CELL - gap, y + CELL - gap
    first = square == stone.squares[0]
    if stone.how == ALONG_ROW:
        left, right = (left, x + CELL) if first else (x, right)
    elif stone.how == ALONG_COLUMN:
        top, bottom = (y, bottom) if first else (top, y + CELL)
    colour = COLOURS[stone.colour]
    middle_x, middle_y = x + CELL / 2, y + CELL / 2
    sides = [
        (stone.how == ALONG_COLUMN and first, f"M{left} {top}H{right}"),
        (stone.how == ALONG_ROW and first, f"M{right} {top}V{bottom}"),
        (stone.how == ALONG_COLUMN and not first, f"M{left} {bottom}H{right}"),
        (stone.how == ALONG_ROW and not first, f"M{left} {top}V{bottom}"),
    ]
    edges = "".join(side for is_open, side in sides if not is_open)
    grain = ""
    for offset in (-9.0, 9.0):
        if stone.how == ALONG_ROW:
            grain += f"M{left + 2} {middle_y + offset}H{right - 2}"
        elif stone.how == ALONG_COLUMN:
            grain += f"M{middle_x + offset} {top + 2}V{bottom - 2}"
    ink = "var(--stone-light)" if stone.colour == DARK else "var(--stone-dark-shade)"
    return tag(
        "g",
        tag("rect", class_="top", x=left, y=top, width=right - left, height=bottom - top),
        tag("path", class_="grain", d=grain) if grain else "",
        tag("path", class_="new" if new else "edge", d=edges, data_part="mark" if new else None),
        words(middle_x, middle_y + 5, str(stone.top), 14, fill=ink, font_weight=600),
        class_=colour,
        id=f"plan-{square_name(*square)}",
    )


# -- the coins -----------------------------------------------------------------------------------


def emblem(seat: int) -> str:
    """A coin with the seat's number."""
    number = words(0, 5.5, str(seat + 1), 15, font_weight=600, fill=f"var(--on-seat-{seat})")
    return tag("circle", r=13.0, fill=f"var(--seat-{seat})") + number


def coins(position: Position) -> list[str]:
    """Coins in stacks of five, a row for the pot and for each seat, below 0, 0."""
    state = position.state
    rows = [(SEATS[seat], int(score), seat) for seat, score in enumerate(position.scores)]
    if state.scoring == FIRE:
        rows.insert(0, ("pot", int(state.pot), -1))
    total = sum(owned for _, owned, _ in rows)
    parts = []
    for i, (owner, owned, seat) in enumerate(rows):
        y = i * COIN_ROW
        if seat == position.turn and not position.over:
            parts.append(tag("circle", class_="lamp", cx=-14.0, cy=y - 5, r=4.5))
        if seat < 0:
            parts.append(words(0, y, say("Pot"), 15, text_anchor="start"))
        else:
            # A seat is shown by what its player has, whatever that player is called.
            parts.append(tag("g", emblem(seat), transform=shift(13, y - 5)))
        parts.append(words(86, y, str(owned), 15, text_anchor="end", font_weight=600))
        if state.scoring != SHEET:
            parts += _stacks(104.0, y, owned, total, owner)
    return parts


def _stacks(x: float, y: float, owned: int, total: int, owner: str) -> list[str]:
    """So many coins; where there are very many in play, each that is drawn stands for five."""
    each = 1 if total <= 100 else 5
    drawn = owned // each
    radius = min(9.0, 118 / (2.3 * max((total // each + 4) // 5, 1)))
    return [
        tag(
            "ellipse",
            class_="coin",
            data_ghost="none",
            cx=x + (i // 5) * radius * 2.3,
            cy=y - (i % 5) * 3.2,
            rx=radius,
            ry=radius * 0.45,
            id=f"coin-{owner}-{i + 1}",
        )
        for i in range(drawn)
    ]
