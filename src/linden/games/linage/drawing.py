"""Linage drawn: a fine grid on paper, and pebbles where its lines cross.

Land that belongs to Vertical is hatched with upright strokes, Horizontal's with level ones, each
in the colour of the seat that plays the side; what is free stays bare. The last stone wears a
ring.
"""

from collections.abc import Callable

from linden.core.grid import read_square, square_name
from linden.core.language import figure
from linden.core.position import Position
from linden.core.svg import drawing, tag, words
from linden.core.types import StateRecord
from linden.games.linage.notation import (
    FREE,
    NAMES,
    SIDE_NUMBERS,
    SIDES,
    STONE,
    Point,
    board,
    halves,
    move_text,
    points_that_are,
    regions,
    say,
    seat_of,
    side_of,
)
from linden.games.linage.rules import CHOOSING, HORIZONTAL, NAMING, VERTICAL

GLYPHS = {VERTICAL: "│", HORIZONTAL: "─", FREE: "·", STONE: "●"}
LAST_STONE = "◉"


# -- terminal ------------------------------------------------------------------------------------


def text(position: Position, paint: Callable[[str, str], str]) -> str:
    """The board with the top row first, then the count and whose turn it is."""
    state = position.state
    last = _last_stone(position)
    lines = []
    for row, there in reversed(list(enumerate(board(state)))):
        drawn = []
        for column, what in enumerate(there):
            glyph = LAST_STONE if (column, row) == last else GLYPHS[what]
            # Level strokes run on from point to point, as upright ones do from row to row.
            runs_on = what == HORIZONTAL and there[column + 1 : column + 2] == [HORIZONTAL]
            style = _style(state, what, glyph)
            drawn.append(paint(style, glyph + GLYPHS[HORIZONTAL] * runs_on) + " " * (not runs_on))
        lines.append(f"{row + 1:>2} {''.join(drawn)}".rstrip())
    letters = " ".join(square_name(column, 0)[0] for column in range(int(state.width)))
    lines += [f"   {paint('quiet', letters)}", ""]
    if state.part not in (NAMING, CHOOSING):
        counts = [
            paint(f"seat{seat_of(state, side)}", f"{GLYPHS[side]} {_account(position, side)}")
            for side in SIDE_NUMBERS
        ]
        lines.append("   " + "   ".join(counts))
    lines.append(f"   {position.status} {paint('quiet', ', '.join(_notes(position)))}")
    return "\n".join(lines)


def _style(state: StateRecord, what: int, glyph: str) -> str:
    if glyph == LAST_STONE:
        return "mark"
    return f"seat{seat_of(state, what)}" if what in SIDE_NUMBERS else "quiet" * (what == FREE)


def _account(position: Position, side: int) -> str:
    """``Vertical (First) 32``, ``Horizontal 30.5 with komi 4.5``."""
    state = position.state
    seat = seat_of(state, side)
    name = say(NAMES[side])
    if state.chosen:
        name += f" ({position.game.roles[seat]})"
    count = f"{name} {figure(str(position.scores[seat]))}"
    if side != HORIZONTAL:
        return count
    return say("{count} with komi {komi}", count=count, komi=figure(halves(int(state.komi))))


def status(position: Position) -> str:
    """What is going on, in a sentence."""
    state = position.state
    if state.part == NAMING:
        return say("{who} name[s] the komi, extra points for Horizontal.", who=say.seat(0, "First"))
    if state.part == CHOOSING:
        return say("{who} choose[s] a side.", who=say.seat(1, "Second"))
    if position.over:
        ahead = (
            position.scores[seat_of(state, VERTICAL)] - position.scores[seat_of(state, HORIZONTAL)]
        )
        why = say("nothing is free any more") if state.room == 0 else say("both have passed")
        if ahead == 0:
            return say("A draw: {why}.", why=why)
        winner = VERTICAL if ahead > 0 else HORIZONTAL
        who = say.seat(seat_of(state, winner), NAMES[winner])
        margin = figure(f"{abs(ahead):g}")
        return say("{who} won by {margin}: {why}.", who=who, margin=margin, why=why)
    who = say.seat(position.turn, NAMES[side_of(state, position.turn)])
    return say("{who} to move.", who=who)


def _notes(position: Position) -> list[str]:
    """What else there is to say, briefly."""
    state = position.state
    if state.part == NAMING:
        return [say("then Second chooses a side")]
    if state.part == CHOOSING:
        return [say("komi {komi} for Horizontal", komi=figure(halves(int(state.komi))))]
    free = say.counting("{n} point free", "{n} points free", int(state.room))
    if state.passes == 1:
        side = say(NAMES[1 - side_of(state, position.turn)])
        return [say("{side} passed", side=side), free]
    return [free]


def _last_stone(position: Position) -> Point | None:
    """The column and row of the stone that was placed last, if the last move was a stone."""
    if position.last is None:
        return None
    try:
        return read_square(position.last.moves[-1])
    except ValueError:
        return None  # a pass, a komi, a side


# -- page ----------------------------------------------------------------------------------------

WIDTH, TOP, FIELD = 760.0, 30.0, 640.0
MARGIN = 10.0  # of the paper around the points
SIDE = 46.0  # beside the points, for the numbers
FOOT = 112.0  # below the board: letters, count and status
LETTERS = 44.0  # of that, for the letters
STROKES = 4  # to a point of owned land
SWATCH = 30.0
STYLE = (
    ".at{fill:transparent}"
    ".grid{fill:none;stroke:var(--quiet);stroke-width:1.25;opacity:.38}"
    ".bare{fill:var(--paper)}"
    ".tint{opacity:.14}"
    ".hatch{fill:none;stroke-width:1.5;stroke-linecap:round;opacity:.8}"
    ".pebble{fill:var(--quiet)}"
    ".gleam{fill:var(--gleam)}"
    ".last{fill:none;stroke:var(--last);stroke-width:2.5}"
)


class _Plan:
    """Where things are on the page."""

    def __init__(self, state: StateRecord, alone: bool) -> None:
        self.width, self.height = int(state.width), int(state.height)
        self.step = min(84.0, FIELD / max(self.width, self.height))
        self.across = WIDTH if alone else self.width * self.step + 2 * SIDE
        """Of the whole drawing: if it stands alone, with room for the count below."""
        self.left = (self.across - self.width * self.step) / 2
        self.bottom = TOP + self.height * self.step
        self.whole = self.bottom + FOOT

    def x(self, column: float) -> float:
        return self.left + (column + 0.5) * self.step

    def y(self, row: float) -> float:
        return self.bottom - (row + 0.5) * self.step


def svg(position: Position, *, theme: str = "auto") -> str:
    state = position.state
    plan = _Plan(state, alone=theme != "page")
    parts = [_paper(plan), _grid(plan), *_letters(plan)]
    parts += [part for side in SIDE_NUMBERS for part in _land(state, plan, side)]
    last = _last_stone(position)
    for row, there in enumerate(board(state)):
        for column, what in enumerate(there):
            if what == STONE:
                parts.append(_pebble(plan, column, row, (column, row) == last))
            else:
                parts.append(_touchable(plan, column, row, what))
    return drawing(
        plan.across,
        plan.whole,
        parts,
        name="linage",
        title=f"Linage. {position.status}",
        caption="".join(_count(position, plan)),
        foot=FOOT - LETTERS,
        style=STYLE,
        theme=theme,
    )


def emblem(position: Position, seat: int) -> str:
    """The seat's hatching, once it has a side."""
    state = position.state
    side = side_of(state, seat)
    colour = f"var(--seat-{seat})"
    if state.part in (NAMING, CHOOSING):
        return tag("ellipse", rx=12.0, ry=10.5, fill=colour)
    return _swatch(side, -15.0, -15.0, colour)


def account(position: Position) -> list[tuple[int, str]]:
    """What stands beside each seat's points: its side, and how they come about."""
    state = position.state
    if state.part in (NAMING, CHOOSING):
        return []
    told = []
    for side in SIDE_NUMBERS:
        seat = seat_of(state, side)
        land = len(points_that_are(side, state))
        text = say.counting("{n} point of land", "{n} points of land", land)
        if side == HORIZONTAL and state.komi:
            sign = "+" if state.komi > 0 else "−"
            komi = figure(halves(abs(int(state.komi))))
            text = say("{land} of land {sign} {komi} komi", land=land, sign=sign, komi=komi)
        told.append((seat, f"{say(NAMES[side])}, {text}" if state.chosen else text))
    return sorted(told)


def touches(state: StateRecord, move: int) -> tuple[str, ...]:
    """The point; or the word itself, for a pass and before play."""
    return (move_text(state, move),)


def _paper(plan: _Plan) -> str:
    sheet = {
        "x": plan.left - MARGIN,
        "width": plan.width * plan.step + 2 * MARGIN,
        "height": plan.height * plan.step + 2 * MARGIN,
        "rx": 6.0,
    }
    shade = tag("rect", y=TOP - MARGIN + 3, fill="var(--shade)", **sheet)
    return shade + tag("rect", y=TOP - MARGIN, fill="var(--paper)", **sheet)


def _grid(plan: _Plan) -> str:
    across = (plan.width - 1) * plan.step
    up = (plan.height - 1) * plan.step
    lines = [f"M{plan.x(0):.1f} {plan.y(row):.1f}h{across:.1f}" for row in range(plan.height)]
    lines += [f"M{plan.x(column):.1f} {plan.y(0):.1f}v{-up:.1f}" for column in range(plan.width)]
    return tag("path", class_="grid", d="".join(lines))


def _letters(plan: _Plan) -> list[str]:
    quiet = {"fill": "var(--quiet)"}
    return [
        words(plan.x(column), plan.bottom + 32, square_name(column, 0)[0], 15, **quiet)
        for column in range(plan.width)
    ] + [
        words(plan.left - 20, plan.y(row) + 5, str(row + 1), 15, text_anchor="end", **quiet)
        for row in range(plan.height)
    ]


def _land(state: StateRecord, plan: _Plan, side: int) -> list[str]:
    """The regions a side owns, each tinted and hatched, and named after its first point."""
    colour = f"var(--seat-{seat_of(state, side)})"
    drawn = []
    for region in sorted(map(sorted, regions(points_that_are(side, state)))):
        ground = _ground(plan, region)
        drawn.append(
            tag(
                "g",
                tag("path", class_="bare", d=ground),
                tag("path", class_="tint", d=ground, fill=colour),
                tag("path", class_="hatch", d=_strokes(plan, side, region), stroke=colour),
                id=f"land-{square_name(*region[0])}",
                class_="land",
            )
        )
    return drawn


def _ground(plan: _Plan, region: list[Point]) -> str:
    """The squares around the points of a region, drawn in a little where it ends."""
    points, inset, drawn = set(region), plan.step * 0.04, []
    for column, row in region:
        left, right, low, high = (
            0.0 if beside in points else inset
            for beside in (
                (column - 1, row),
                (column + 1, row),
                (column, row - 1),
                (column, row + 1),
            )
        )
        x, y = plan.x(column - 0.5) + left, plan.y(row + 0.5) + high
        across, down = plan.step - left - right, plan.step - low - high
        drawn.append(f"M{x:.1f} {y:.1f}h{across:.1f}v{down:.1f}h{-across:.1f}Z")
    return "".join(drawn)


def _strokes(plan: _Plan, side: int, region: list[Point]) -> str:
    """Strokes through every run of points in the side's own direction."""
    across, up = (0, 1) if side == VERTICAL else (1, 0)
    points, inset, drawn = set(region), plan.step * 0.12, []
    for column, row in region:
        if (column - across, row - up) in points:
            continue  # not where a run begins
        length = 1
        while (column + across * length, row + up * length) in points:
            length += 1
        long = length * plan.step - 2 * inset
        for i in range(STROKES):
            aside = (i + 0.5) / STROKES - 0.5
            if side == VERTICAL:
                x, y = plan.x(column + aside), plan.y(row - 0.5) - inset
                drawn.append(f"M{x:.1f} {y:.1f}v{-long:.1f}")
            else:
                x, y = plan.x(column - 0.5) + inset, plan.y(row + aside)
                drawn.append(f"M{x:.1f} {y:.1f}h{long:.1f}")
    return "".join(drawn)


def _pebble(plan: _Plan, column: int, row: int, last: bool) -> str:
    """A river stone; no two neighbours have quite the same shape."""
    size = plan.step * 0.33
    kind = (column * 7 + row * 11 + column * row * 3) % 12
    wide, high = size * (1 + 0.03 * (kind % 3)), size * (0.93 - 0.03 * (kind % 4))
    turn = f"rotate({kind * 29 % 180})"
    return tag(
        "g",
        tag("ellipse", class_="last", rx=size * 1.28, ry=size * 1.28, data_part="mark")
        if last
        else "",
        tag(
            "ellipse",
            cx=size * 0.1,
            cy=size * 0.16,
            rx=wide,
            ry=size,
            fill="var(--shade)",
            data_part="shade",
        ),
        tag("ellipse", class_="pebble", rx=wide, ry=high, transform=turn),
        tag(
            "ellipse",
            class_="gleam",
            cx=-size * 0.26,
            cy=-size * 0.32,
            rx=size * 0.42,
            ry=size * 0.26,
            transform="rotate(-32)",
        ),
        id=f"stone-{square_name(column, row)}",
        class_="stone",
        data_at=square_name(column, row),
        aria_label=say("{point}, stone", point=square_name(column, row)),
        transform=f"translate({plan.x(column):.1f} {plan.y(row):.1f})",
    )


def _touchable(plan: _Plan, column: int, row: int, what: int) -> str:
    name = square_name(column, row)
    label = say("{point}, free", point=name)
    if what in SIDE_NUMBERS:
        label = say("{point}, {side}'s land", point=name, side=say(NAMES[what]))
    return tag(
        "rect",
        class_="at",
        x=plan.x(column - 0.5),
        y=plan.y(row + 0.5),
        width=plan.step,
        height=plan.step,
        data_at=name,
        aria_label=label,
    )


def _swatch(side: int, x: float, y: float, colour: str) -> str:
    """A piece of a side's land."""
    strokes = "".join(
        f"M{x + aside:.1f} {y:.1f}v{SWATCH:.1f}"
        if side == VERTICAL
        else f"M{x:.1f} {y + aside:.1f}h{SWATCH:.1f}"
        for aside in ((i + 0.5) * SWATCH / STROKES for i in range(STROKES))
    )
    return tag("rect", class_="tint", x=x, y=y, width=SWATCH, height=SWATCH, fill=colour) + tag(
        "path", class_="hatch", d=strokes, stroke=colour
    )


def _count(position: Position, plan: _Plan) -> list[str]:
    """Both sides' points beside their hatching, whose turn it is, and what is free."""
    y = plan.bottom + 74
    notes = " · ".join(_notes(position))
    parts = [
        words(WIDTH / 2, y, position.status, 19),
        words(WIDTH / 2, y + 22, notes, 14, fill="var(--quiet)"),
    ]
    if position.state.part != NAMING:
        parts += [_side_count(position, side, y) for side in SIDE_NUMBERS]
    return parts


def _side_count(position: Position, side: int, y: float) -> str:
    """One side's count; while a side is to be chosen, a thing to touch."""
    state = position.state
    seat = seat_of(state, side)
    if state.part == CHOOSING:
        name, colour = say(NAMES[side]), "var(--quiet)"
        notes = [say("moves first") if side == VERTICAL else say("moves second")]
    else:
        name = f"{say(NAMES[side])} {figure(str(position.scores[seat]))}"
        colour = f"var(--seat-{seat})"
        notes = [position.game.roles[seat]] if state.chosen else []
        if side == HORIZONTAL:
            notes.append(say("komi {komi}", komi=figure(halves(int(state.komi)))))
    edge, inward, anchor = (50.0, 1, "start") if side == VERTICAL else (WIDTH - 50, -1, "end")
    corner, top, inner = min(edge, edge + inward * SWATCH), y - 16, edge + inward * (SWATCH + 12)
    said = " · ".join(notes)
    place = {"x": min(edge, edge + inward * 200), "y": y - 26, "width": 200.0, "height": 56.0}
    return tag(
        "g",
        _swatch(side, corner, top, colour),
        words(inner, y, name, 19, text_anchor=anchor),
        words(inner, y + 22, said, 14, text_anchor=anchor, fill="var(--quiet)"),
        tag("rect", class_="at", **place),
        data_at=SIDES[side] if state.part == CHOOSING else None,
    )
