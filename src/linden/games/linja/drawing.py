"""Linja drawn: seven bamboo sticks, pawns standing in the rows between them.

Red pawns are hourglasses, Black pawns are hourglasses with a belt: the colours can be told apart
without seeing colour. The last turn is marked by rings where its pawns came from and a trail to
where they went.
"""

from collections.abc import Callable

from linden.core.language import figure
from linden.core.position import Position
from linden.core.svg import drawing, tag, words
from linden.core.types import StateRecord
from linden.games.linja.notation import NAMES, pawns_in, read_move, say, split
from linden.games.linja.rules import (
    BLACK,
    BONUS,
    FOLLOW_UP,
    LIMIT,
    PASS,
    PASSED,
    RED,
    ROWS,
    STUCK,
    TURN_LIMIT,
)

GLYPHS = ("▲", "▽")


# -- terminal ------------------------------------------------------------------------------------


def text(position: Position, paint: Callable[[str, str], str]) -> str:
    """Rows from 8 down to 1, Red's pawns left and Black's right, the last turn marked."""
    state = position.state
    marks = _marks(position)
    lines = []
    for row in reversed(range(ROWS)):
        red, black = (pawns_in(state, seat)[row] for seat in (RED, BLACK))
        left = paint("seat0", GLYPHS[RED] * red) + " " * (12 - red)
        right = " " * (12 - black) + paint("seat1", GLYPHS[BLACK] * black)
        note = marks.get(row, "")
        lines.append(f"{row + 1}  {left}  {right}  {paint('mark', note)}".rstrip())
        if row:
            lines.append("   " + paint("quiet", "─" * 26))
    points = [figure(str(score)) for score in position.scores]
    counts = [
        paint(f"seat{seat}", f"{GLYPHS[seat]} {say(NAMES[seat])} {points[seat]}")
        for seat in (RED, BLACK)
    ]
    lines += ["", "   " + "   ".join(counts) + f"   {position.status}"]
    return "\n".join(lines)


def status(position: Position) -> str:
    """What is going on, in a sentence."""
    state = position.state
    if position.over:
        red, black = position.scores
        why = _why_over(int(state.over))
        if red == black:
            return say("A draw, {points} each: {why}.", points=red, why=why)
        winner = RED if red > black else BLACK
        return say(
            "{who} won by {margin}, {high} to {low}: {why}.",
            who=say.seat(winner, NAMES[winner]),
            margin=abs(red - black),
            high=figure(str(max(red, black))),
            low=figure(str(min(red, black))),
            why=why,
        )
    who = say.seat(position.turn, NAMES[position.turn])
    if state.part == FOLLOW_UP:
        return say.counting(
            "{who} may follow up: {n} row.",
            "{who} may follow up: {n} rows.",
            int(state.reach),
            who=who,
        )
    if state.part == BONUS:
        return say("{who} may step one row as a bonus.", who=who)
    return say("{who} to open.", who=who)


def _why_over(how: int) -> str:
    return {
        PASSED: say("the colours have passed"),
        STUCK: say("nobody can move"),
        LIMIT: say("{turns} turns are over", turns=TURN_LIMIT),
    }[how]


def _steps(position: Position) -> list[tuple[int, int, int]]:
    """The pawn moves of the last turn: whose pawn, from which row, to which row."""
    if position.last is None:
        return []
    us = position.last.seat
    steps = []
    for move in (read_move(None, written) for written in position.last.moves):
        if move != PASS:
            theirs, origin, to = split(move)
            steps.append((1 - us if theirs else us, origin, to))
    return steps


def _marks(position: Position) -> dict[int, str]:
    marks: dict[int, str] = {}
    for _, origin, to in _steps(position):
        marks[origin] = marks.get(origin, "") + "○"
        marks[to] = marks.get(to, "") + "●"
    return marks


# -- page ----------------------------------------------------------------------------------------

ROW, TOP = 76.0, 12.0
FOOT = 54.0  # below the rows, for the caption


class _Plan:
    """How wide the page is: broad on a table, narrow on a phone."""

    def __init__(self, tall: bool, near: int = RED) -> None:
        self.near = near
        self.width = 520.0 if tall else 760.0
        self.left = 66.0 if tall else 84.0
        self.field = self.width - self.left - (52 if tall else 64)
        self.right = self.left + self.field

    def middle(self, row: int) -> float:
        """The height of a row; the near side's own rows lie below."""
        above = ROWS - 1 - row if self.near == RED else row
        return TOP + above * ROW + ROW / 2


COLOURS = ("var(--seat-0)", "var(--black)")
STYLE = (
    ".row{fill:transparent}"
    ".knot{fill:var(--wood-edge)}"
    ".worth.seat-0{fill:var(--seat-0)}"
    ".worth.seat-1{fill:var(--ink)}"
    ".body{stroke:var(--ground);stroke-width:1.5}"
    ".seat-1.body{stroke:var(--on-black);stroke-width:2}"
    ".belt{fill:var(--wood)}"
    ".new{fill:none;stroke:var(--last);stroke-width:2.5}"
    ".left{fill:none;stroke:var(--last);stroke-width:2;opacity:.8}"
    ".trail{fill:none;stroke:var(--last);stroke-width:2.5;stroke-dasharray:1 7;"
    "stroke-linecap:round;opacity:.8}"
)


def svg(
    position: Position, *, theme: str = "auto", tall: bool = False, seat: int | None = None
) -> str:
    """The rows from 8 down to 1, or from 1 on where ``seat`` is Black, whose side is the near one
    then; ``tall`` is for narrow pages."""
    plan = _Plan(tall, RED if seat is None else seat)
    height = TOP + ROWS * ROW + 8 + FOOT
    parts = [_row(position, plan, row) for row in range(ROWS)]
    parts += [_stick(plan, row) for row in range(1, ROWS)]
    parts += _trail(position, plan)
    for row in range(ROWS):
        parts += _pawns(position, plan, row)
    return drawing(
        plan.width,
        height,
        parts,
        name="linja",
        title=f"Linja. {position.status}",
        caption=_caption(position, plan, height - 22),
        foot=FOOT,
        style=STYLE,
        theme=theme,
    )


def worth(state: StateRecord, seat: int, row: int) -> int:
    """What a pawn counts in a row at the end."""
    to_go = ROWS - 1 - row if seat == RED else row
    return (5, 3, 2, 1)[to_go] if to_go < 4 else int(state.own_side)


def account(position: Position) -> list[tuple[int, str]]:
    """The pawns by what they count: 7×5 + 2×3 − 1×1."""
    state = position.state
    told = []
    for seat in (RED, BLACK):
        pawns = pawns_in(state, seat)
        text = ""
        for points in (5, 3, 2, 1, -1):
            n = sum(pawns[row] for row in range(ROWS) if worth(state, seat, row) == points)
            if n:
                text += f" {'−' if points < 0 else '+'} {n}×{abs(points)}"
        told.append(
            (seat, text.strip().removeprefix("+ ").replace("− ", "−", text.startswith(" −")))
        )
    return told


def emblem(position: Position, seat: int) -> str:
    """The seat's pawn."""
    return tag("g", _hourglass(seat), transform="scale(.6)")


def touches(state: StateRecord, move: int) -> tuple[str, ...]:
    """The pawn, then the row it goes to."""
    if move == PASS:
        return ("pass",)
    theirs, origin, to = split(move)
    owner = 1 - int(state.turn) if theirs else int(state.turn)
    return (pawn_mark(owner, origin), str(to + 1))


def pawn_mark(seat: int, row: int) -> str:
    """Where the pawns of a seat in a row are touched."""
    return f"{NAMES[seat].lower()}-{row + 1}"


def _row(position: Position, plan: _Plan, row: int) -> str:
    state, y = position.state, plan.middle(row)
    red, black = (pawns_in(state, seat)[row] for seat in (RED, BLACK))
    return tag(
        "g",
        tag(
            "rect", class_="row", x=plan.left, y=y - ROW / 2 + 6, width=plan.field, height=ROW - 12
        ),
        words(plan.left - 52, y + 6, str(row + 1), 17, fill="var(--quiet)"),
        *(_worth(state, plan, row, seat) for seat in (RED, BLACK)),
        data_at=str(row + 1),
        aria_label=say("row {row}, {red} red, {black} black", row=row + 1, red=red, black=black),
    )


def _worth(state: StateRecord, plan: _Plan, row: int, seat: int) -> str:
    """What a pawn of a side counts in this row, with the way that side goes."""
    way = "↑" if seat == plan.near else "↓"
    x = (plan.left - 19, plan.right + 28)[seat]
    points = figure(str(worth(state, seat, row)))
    return words(x, plan.middle(row) + 5, f"{points}{way}", 14, class_=f"worth seat-{seat}")


def _stick(plan: _Plan, row: int) -> str:
    """The bamboo stick below ``row``, its knots at uneven places."""
    y = (plan.middle(row) + plan.middle(row - 1)) / 2
    long = {"x": plan.left - 12, "width": plan.field + 24, "height": 8.0, "rx": 4.0}
    knots = (0.13 + 0.017 * (row % 3), 0.38 - 0.02 * (row % 2), 0.63 + 0.013 * (row % 4), 0.88)
    return tag(
        "g",
        tag("rect", y=y - 1.5, fill="var(--shade)", **long),
        tag("rect", y=y - 4, fill="var(--wood)", **long),
        *(
            tag(
                "rect", class_="knot", x=plan.left + at * plan.field, y=y - 4, width=2.5, height=8.0
            )
            for at in knots
        ),
    )


def _places(state: StateRecord, plan: _Plan, row: int, seat: int) -> list[float]:
    """The x of each pawn of ``seat`` in ``row``, and of one more: Red from the left, Black from
    the right."""
    both = sum(pawns_in(state, side)[row] for side in (RED, BLACK))
    step = min(46.0, (plan.field - 56) / max(both, 1))
    own = pawns_in(state, seat)[row]
    if seat == RED:
        return [plan.left + 28 + i * step for i in range(own + 1)]
    return [plan.right - 28 - i * step for i in range(own + 1)]


def _pawns(position: Position, plan: _Plan, row: int) -> list[str]:
    state = position.state
    arrived = {(owner, to) for owner, _, to in _steps(position)}
    drawn = []
    for seat in (RED, BLACK):
        places = _places(state, plan, row, seat)[:-1]
        for i, x in enumerate(places):
            new = (seat, row) in arrived and i == len(places) - 1
            drawn.append(_pawn(plan, seat, row, i, x, new))
    return drawn


def _pawn(plan: _Plan, seat: int, row: int, i: int, x: float, new: bool) -> str:
    halo = tag("ellipse", class_="new", rx=21.0, ry=31.0, data_part="mark") if new else ""
    return tag(
        "g",
        halo,
        tag("ellipse", cx=3.0, cy=24.0, rx=15.0, ry=4.5, fill="var(--shade)", data_part="shade"),
        _hourglass(seat),
        id=f"pawn-{seat}-{row + 1}-{i}",
        class_=f"pawn seat-{seat}",
        transform=f"translate({x:.1f} {plan.middle(row):.1f})",
        data_at=pawn_mark(seat, row),
        aria_label=say("{colour} pawn in row {row}", colour=say(NAMES[seat]), row=row + 1),
    )


def _hourglass(seat: int) -> str:
    """Round for Red, and cut straight with a belt for Black."""
    if seat == RED:
        body = "M-13 23C-13 9-5 6-5 0S-13-9-13-23Q0-28 13-23C13-9 5-6 5 0S13 9 13 23Q0 28-13 23Z"
        cue = ""
    else:
        body = "M-14 23L-6 3V-3L-14-23Q0-28 14-23L6-3V3L14 23Q0 28-14 23Z"
        cue = tag("rect", class_="belt", x=-8.0, y=-4.0, width=16.0, height=8.0, rx=2.0)
    return tag("path", class_=f"body seat-{seat}", d=body, fill=COLOURS[seat]) + cue


def _trail(position: Position, plan: _Plan) -> list[str]:
    """For each pawn move of the last turn: a ring where it stood, a faint line to where it went."""
    state = position.state
    drawn = []
    for seat, origin, to in _steps(position):
        x, y = _places(state, plan, origin, seat)[-1], plan.middle(origin)
        there = _places(state, plan, to, seat)
        end_x, end_y = there[max(len(there) - 2, 0)], plan.middle(to)
        bend = (x + end_x) / 2 + (26 if seat == RED else -26)
        drawn.append(tag("circle", class_="left", cx=x, cy=y, r=10.0))
        drawn.append(
            tag(
                "path",
                class_="trail",
                d=f"M{x:.1f} {y:.1f}Q{bend:.1f} {(y + end_y) / 2:.1f} {end_x:.1f} {end_y:.1f}",
            )
        )
    return drawn


def _caption(position: Position, plan: _Plan, y: float) -> str:
    left, right = (figure(str(score)) for score in position.scores)
    return tag(
        "g",
        words(plan.left, y, f"{say('Red')} {left}", 19, text_anchor="start"),
        words((plan.left + plan.right) / 2, y, position.status, 19),
        words(plan.right, y, f"{say('Black')} {right}", 19, text_anchor="end"),
    )
