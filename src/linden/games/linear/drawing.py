"""Linear Progression drawn: a wooden board without its corners, tokens as flat winks on it.

White winks have a ring in them and Black ones a diamond, so that they can be told apart without
seeing colour. The last slide is a line through its squares. Blockers are small towers.
"""

import re
from collections.abc import Callable

from linden.core.grid import read_square, square_name
from linden.core.position import Position
from linden.core.svg import drawing, tag, words
from linden.core.types import StateRecord
from linden.games.linear import rules
from linden.games.linear.board import LONGEST, Square
from linden.games.linear.notation import path, say, slide_of
from linden.games.linear.positions import NAMES, only, squares_in
from linden.games.linear.rules import (
    BLACK,
    BLOCKER,
    CORNER,
    FIRST,
    PASS,
    STAND,
    WHITE,
)

GLYPHS = ("○", "●")
NEW_GLYPHS = ("◎", "◉")
TOWERS = ("♖", "♜")


# -- terminal ------------------------------------------------------------------------------------


def text(position: Position, paint: Callable[[str, str], str]) -> str:
    """Rows from the top; what the last turn laid is marked, and towers stand left of what is
    under them."""
    state = position.state
    columns = range(int(state.columns))
    board = squares_in(state.board)
    tokens = [squares_in(state.tokens[seat]) for seat in (WHITE, BLACK)]
    blockers = [only(state.blockers[seat]) for seat in (WHITE, BLACK)]
    new = {square for line in _lines(position) for square in line[1:] or line}

    def sign(square: Square) -> str:
        for seat in (WHITE, BLACK):
            if square in tokens[seat]:
                return paint(f"seat{seat}", (NEW_GLYPHS if square in new else GLYPHS)[seat])
        return paint("quiet", "·") if square in board else " "

    def tower(square: Square) -> str:
        for seat in (WHITE, BLACK):
            if square == blockers[seat]:
                return paint(f"seat{seat}", TOWERS[seat])
        return " "

    lines = []
    for row in reversed(range(int(state.rows))):
        cells = "".join(tower((column, row)) + sign((column, row)) for column in columns)
        lines.append(paint("quiet", f"{row + 1:>2} ") + cells)
    letters = "".join(f" {square_name(column, 0)[0]}" for column in columns)
    lines.append(paint("quiet", "   " + letters))
    points = [
        paint(f"seat{seat}", f"{GLYPHS[seat]} {say(NAMES[seat])} {position.scores[seat]}")
        for seat in (WHITE, BLACK)
    ]
    lines += ["", "   " + "   ".join(points) + f"   {position.status}"]
    return "\n".join(line.rstrip() for line in lines)


def status(position: Position) -> str:
    """What is going on, in a sentence."""
    if position.over:
        white, black = position.scores
        full = white + black == len(squares_in(position.state.board))
        why = say("the board is full") if full else say("nobody can slide")
        if white == black:
            return say("A draw, {tokens} each: {why}.", tokens=white, why=why)
        winner = WHITE if white > black else BLACK
        return say(
            "{who} won by {margin}, {high} to {low}: {why}.",
            who=say.seat(winner, NAMES[winner]),
            margin=abs(white - black),
            high=max(white, black),
            low=min(white, black),
            why=why,
        )
    who = say.seat(position.turn, NAMES[position.turn])
    match int(position.state.part):
        case rules.DROP:
            return say("{who}'s first token falls.", who=who)
        case rules.CHOOSE:
            return say("{who} choose[s] a square.", who=who)
        case rules.CORNER:
            return say("{who} put[s] the blocker into a corner.", who=who)
        case rules.BLOCKER:
            return say("{who} may move the blocker.", who=who)
        case rules.EXTRA:
            return say("{who} may slide once more.", who=who)
    if position.moves == ["pass"]:
        return say("{who} cannot slide.", who=who)
    return say("{who} to slide.", who=who)


def _lines(position: Position, sign: str = "") -> list[list[Square]]:
    """What the last turn moved: the squares from first to last, one for what was put; ``sign``
    is ``*`` to ask for blockers."""
    found = []
    for move in position.last.moves if position.last else ():
        names = re.findall("[a-l][0-9]+", move)
        if names and move.startswith("*") == (sign == "*"):
            squares = [read_square(name) for name in names]
            found.append([squares[0], *(path(*squares) if len(squares) == 2 else ())])
    return found


# -- page ----------------------------------------------------------------------------------------

CELL, MARGIN, EDGE, LEAST = 64.0, 52.0, 9.0, 600.0
FOOT = 42.0  # below the letters, for the caption
STYLE = (
    ".side{fill:var(--wood-edge)}"
    ".top,.square{fill:var(--wood)}"
    ".tint{fill:var(--shade);opacity:.45;pointer-events:none}"
    ".grid{fill:none;stroke:var(--wood-edge);stroke-opacity:.45;pointer-events:none}"
    ".corner{fill:transparent;stroke:var(--quiet);stroke-width:1.5;stroke-dasharray:2 6;"
    "stroke-linecap:round}"
    ".wink.seat-0,.tower.seat-0{fill:var(--white);stroke:var(--on-white);stroke-width:1.5}"
    ".wink.seat-1,.tower.seat-1{fill:var(--black);stroke:var(--on-black);stroke-width:1.5}"
    ".cue{stroke-width:1.5}"
    ".seat-0>.cue{fill:none;stroke:var(--on-white);stroke-opacity:.6}"
    ".seat-1>.cue{fill:var(--on-black);stroke:none;fill-opacity:.75}"
    ".last{fill:none;stroke-linecap:round;pointer-events:none}"
    ".halo{stroke:var(--paper);stroke-width:10;stroke-opacity:.55}"
    ".line{stroke:var(--last);stroke-width:4}"
    ".dots{stroke:var(--last);stroke-width:4;stroke-dasharray:.1 10}"
)


def svg(position: Position, *, theme: str = "auto") -> str:
    state = position.state
    columns, rows = int(state.columns), int(state.rows)
    across = columns * CELL + 2 * MARGIN
    width = across if theme == "page" else max(across, LEAST)
    top = EDGE + 4 if theme == "page" else MARGIN
    height = top + rows * CELL + MARGIN + FOOT
    left = (width - columns * CELL) / 2

    def middle(square: Square) -> tuple[float, float]:
        return left + (square[0] + 0.5) * CELL, top + (rows - square[1] - 0.5) * CELL

    board = sorted(squares_in(state.board))
    tokens = {square: seat for seat in (WHITE, BLACK) for square in squares_in(state.tokens[seat])}
    parts = [_block(middle(square), "side", 5.0) for square in board]
    parts += [_block(middle(square), "top", 0.0) for square in board]
    parts += [_square(square, middle(square), square not in tokens) for square in board]
    parts += [
        words(middle((x, 0))[0], top + rows * CELL + 32, square_name(x, 0)[0], 15, fill=QUIET)
        for x in range(columns)
    ]
    parts += [
        words(left - 26, middle((0, y))[1] + 5, str(y + 1), 15, fill=QUIET) for y in range(rows)
    ]
    parts += [_corner(square, middle(square)) for square in _places_for_blockers(state)]
    parts += [_wink(seat, square, middle(square)) for square, seat in sorted(tokens.items())]
    parts += [_last([middle(square) for square in line], "line") for line in _lines(position)]
    parts += [_last([middle(square) for square in line], "dots") for line in _lines(position, "*")]
    for seat in (WHITE, BLACK):
        here = only(state.blockers[seat])
        if here is not None:
            parts.append(_tower(seat, here, middle(here)))
    return drawing(
        width,
        height,
        parts,
        name="linear",
        title=f"Linear Progression. {position.status}",
        caption=_caption(position, width, height),
        foot=FOOT,
        style=STYLE,
        theme=theme,
    )


def emblem(position: Position, seat: int) -> str:
    """The seat's wink."""
    return tag("g", tag("circle", r=13.0), _cue(seat, 8.5), class_=f"wink seat-{seat}")


def touches(state: StateRecord, move: int) -> tuple[str, ...]:
    """A token or a blocker and where it goes; what is put on the board, only where."""
    if move == PASS:
        return ("pass",)
    if move < FIRST:
        origin, end = slide_of(state, move)
        return square_name(*origin), square_name(*end)
    row, column = divmod(move - (FIRST if move < STAND else STAND), LONGEST)
    name = square_name(column, row)
    if state.part == BLOCKER:
        here = only(state.blockers[int(state.turn)])
        assert here is not None
        return f"*{square_name(*here)}", name
    return (name,)


def account(position: Position) -> list[tuple[int, str]]:
    """How much of the board each side has."""
    squares = len(squares_in(position.state.board))
    return [
        (seat, say("{tokens} of {squares} squares", tokens=tokens, squares=squares))
        for seat, tokens in enumerate(position.scores)
    ]


QUIET = "var(--quiet)"


def _block(middle: tuple[float, float], kind: str, down: float) -> str:
    """A square's share of the wood, with a margin; together they make the board."""
    x, y = middle
    size = CELL + 2 * EDGE
    return tag(
        "rect",
        class_=kind,
        x=x - size / 2,
        y=y - size / 2 + down,
        width=size,
        height=size,
        rx=EDGE,
    )


def _square(square: Square, middle: tuple[float, float], empty: bool) -> str:
    x, y = middle[0] - CELL / 2, middle[1] - CELL / 2
    box = {"x": x, "y": y, "width": CELL, "height": CELL}
    return tag(
        "g",
        tag("rect", class_="square", **box),
        "" if (square[0] + square[1]) % 2 else tag("rect", class_="tint", **box),
        tag("rect", class_="grid", **box),
        data_at=square_name(*square),
        aria_label=say("{square}, empty", square=square_name(*square)) if empty else None,
    )


def _places_for_blockers(state: StateRecord) -> list[Square]:
    """Unused corners that a blocker stands in, or may begin in."""
    if not state.with_blockers:
        return []
    extremes = {(x, y) for x in (0, int(state.columns) - 1) for y in (0, int(state.rows) - 1)}
    corners = sorted(extremes - squares_in(state.board))
    if state.part <= CORNER:
        return corners
    return [corner for corner in corners if corner in map(only, state.blockers)]


def _corner(square: Square, middle: tuple[float, float]) -> str:
    size = CELL - 20
    return tag(
        "rect",
        class_="corner",
        x=middle[0] - size / 2,
        y=middle[1] - size / 2,
        width=size,
        height=size,
        rx=8.0,
        data_at=square_name(*square),
        aria_label=say("corner {square}", square=square_name(*square)),
    )


def _wink(seat: int, square: Square, middle: tuple[float, float]) -> str:
    name = square_name(*square)
    return tag(
        "g",
        tag(
            "circle", cx=1.5, cy=3.0, r=24.5, fill="var(--shade)", stroke="none", data_part="shade"
        ),
        tag("circle", r=24.0),
        _cue(seat, 16.0),
        id=f"token-{name}",
        class_=f"wink seat-{seat}",
        transform=_at(middle),
        data_at=name,
        aria_label=f"{name}, {say(NAMES[seat])}",
    )


def _cue(seat: int, size: float) -> str:
    """White's ring or Black's diamond."""
    if seat == WHITE:
        return tag("circle", class_="cue", r=size)
    half = size * 0.42
    return tag("path", class_="cue", d=f"M0{-half:.1f}L{half:.1f} 0 0 {half:.1f}{-half:.1f} 0Z")


def _tower(seat: int, square: Square, middle: tuple[float, float]) -> str:
    name = square_name(*square)
    walls = "M-14 18V12L-10 9V-6L-14-8V-19H-8V-14H-3V-19H3V-14H8V-19H14V-8L10-6V9L14 12V18Z"
    return tag(
        "g",
        tag(
            "ellipse",
            cx=2.0,
            cy=18.0,
            rx=17.0,
            ry=5.0,
            fill="var(--shade)",
            stroke="none",
            data_part="shade",
        ),
        tag("path", d=walls, stroke_width=2.0, stroke_linejoin="round"),
        tag("g", _cue(seat, 4.5 if seat == WHITE else 11.0), class_=f"seat-{seat}"),
        id=f"blocker-{seat}",
        class_=f"tower seat-{seat}",
        transform=_at(middle),
        data_at=f"*{name}",
        aria_label=say("{who}'s blocker on {square}", who=say(NAMES[seat]), square=name),
    )


def _at(middle: tuple[float, float]) -> str:
    return f"translate({middle[0]:.1f} {middle[1]:.1f})"


def _last(points: list[tuple[float, float]], kind: str) -> str:
    """A line from where the last move began to where it ended, with a ring around the end."""
    (x, y), (end_x, end_y) = points[0], points[-1]
    ring = 27.5
    long = ((end_x - x) ** 2 + (end_y - y) ** 2) ** 0.5
    drawn = []
    if long:
        stop_x, stop_y = end_x - (end_x - x) * ring / long, end_y - (end_y - y) * ring / long
        course = f"M{x:.1f} {y:.1f}L{stop_x:.1f} {stop_y:.1f}"
        drawn = [tag("path", class_=f"last {name}", d=course) for name in ("halo", kind)]
        drawn.append(tag("circle", class_="last line", cx=x, cy=y, r=4.0))
    drawn.append(tag("circle", class_="last line", cx=end_x, cy=end_y, r=ring, stroke_width=3.5))
    return "".join(drawn)


def _caption(position: Position, width: float, height: float) -> str:
    y = height - 20
    inset = 34.0
    white, black = position.scores
    return tag(
        "g",
        tag("g", tag("circle", r=8.0), class_="wink seat-0", transform=_at((inset, y - 6.5))),
        words(inset + 17, y, f"{say('White')} {white}", 19, text_anchor="start"),
        words(width / 2, y, position.status, 19),
        words(width - inset - 17, y, f"{say('Black')} {black}", 19, text_anchor="end"),
        tag(
            "g", tag("circle", r=8.0), class_="wink seat-1", transform=_at((width - inset, y - 6.5))
        ),
    )
