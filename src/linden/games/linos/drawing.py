"""Linos drawn: stones stacked on a linen cloth, a plan beside them, the list above, the coins.

A stone's grain runs along it; its square ends carry a ring if it is light and a cross if it is
dark. So colours can be told apart without seeing colour, and standing from lying at a glance.
"""

from collections.abc import Callable

from linden.core.catalogues import key
from linden.core.grid import square_name
from linden.core.position import Position
from linden.core.svg import drawing, tag, words
from linden.core.types import StateRecord
from linden.games.linos import blocks, table
from linden.games.linos.blocks import COLOURS, block_of, in_order, outline, path, project, turned
from linden.games.linos.geometry import ALONG_COLUMN, ALONG_ROW, SIZE, STANDING
from linden.games.linos.notation import (
    LETTERS,
    NAMES,
    line,
    one_after_another,
    read_move,
    say,
    seat_of,
)
from linden.games.linos.pile import (
    EVERY_SQUARE,
    Square,
    Stone,
    heights,
    squares_of,
    stone_of,
    stones,
    tops_of,
)
from linden.games.linos.rules import BUST, DIE, FIRE, NONE
from linden.games.linos.table import roll_of, shift

TO_PLACE = (
    key("{who} to place a light stone."),
    key("{who} to place a dark stone."),
)


def status(position: Position) -> str:
    """What is going on, in a sentence."""
    state = position.state
    if position.over:
        best = max(position.scores)
        winners = [seat_of(seat) for seat, coins in enumerate(position.scores) if coins == best]
        who = winners[0]
        if state.over == BUST:
            return say("{who} won: a bust, and all {coins} coins.", who=who, coins=best)
        why = say("all stones are placed")
        if len(winners) == position.game.players:
            return say("A draw, {points} each: {why}.", points=best, why=why)
        if len(winners) > 1:
            names = one_after_another(winners)
            return say(
                "{names} share the win with {points}: {why}.", names=names, points=best, why=why
            )
        if position.game.players == 2:
            other = min(position.scores)
            return say(
                "{who} won by {margin}, {high} to {low}: {why}.",
                who=who,
                margin=best - other,
                high=best,
                low=other,
                why=why,
            )
        return say("{who} won with {points}: {why}.", who=who, points=best, why=why)
    who = seat_of(position.turn)
    if state.hand == NONE:
        return say("{who} to roll.", who=who)
    return say(TO_PLACE[state.hand], who=who)


def _last_stone(position: Position, pile: list[Stone]) -> Stone | None:
    """The stone placed last, as far as the position remembers."""
    last = position.last
    before = last.before.moves if last and last.before else ()
    moves = (*before, *last.moves) if last else ()
    for move in (read_move(None, written) for written in reversed(moves)):
        if move < DIE:
            place = stone_of(move).place
            return max((stone for stone in pile if stone.place == place), default=None)
    return None


# -- terminal ------------------------------------------------------------------------------------


def text(position: Position, paint: Callable[[str, str], str]) -> str:
    """The plan with heights and colours, and beside it the list, the hand and the coins."""
    state = position.state
    pile = stones(state)
    last = _last_stone(position, pile)
    plan = _plan_lines(pile, squares_of(int(state.room)), last, paint)
    lines = []
    for i, beside in enumerate(_side_lines(position, paint)):
        shown, length = plan[i] if i < len(plan) else ("", 0)
        lines.append(f"{shown}{' ' * (36 - length)}{beside}".rstrip())
    lines += [shown.rstrip() for shown, _ in plan[len(lines) :]]
    return "\n".join([*lines, "", f"   {position.status}"])


def _plan_lines(
    pile: list[Stone], room: set[Square], last: Stone | None, paint: Callable[[str, str], str]
) -> list[tuple[str, int]]:
    """The plan row by row from the top, each line with the length it is seen to have."""
    tops = tops_of(pile)
    lines = []
    for y in reversed(range(SIZE)):
        row, joints = f"{y + 1} ", "  "
        for x in range(SIZE):
            stone = tops.get((x, y))
            cell = ("·" if (x, y) in room else " ").rjust(3)
            joint = " "
            if stone:
                letter = LETTERS[stone.colour]
                cell = f"{stone.top}{letter if stone.how == STANDING else letter.lower()}".rjust(3)
                cell = paint("mark", cell) if stone == last else cell
                joint = "─" if stone.how == ALONG_ROW and tops.get((x + 1, y)) == stone else " "
                joint = joint if (x, y) == stone.squares[0] else " "
            row += cell + joint
            below = tops.get((x, y - 1))
            joined = below and below == stone and below.how == ALONG_COLUMN
            joints += "  │ " if joined else "    "
        lines += [(row, 2 + 4 * SIZE), (joints, 2 + 4 * SIZE)]
    letters = "  " + "".join(f"  {chr(ord('a') + x)} " for x in range(SIZE))
    return [*lines[:-1], (paint("quiet", letters), len(letters))]


def _side_lines(position: Position, paint: Callable[[str, str], str]) -> list[str]:
    state = position.state
    listed = " ".join(LETTERS[colour] for colour in line(state))
    lines = [f"{say('List').ljust(5)} {listed or '-'}"]
    roll = roll_of(position)
    if roll:
        lines.append(f"{say('Die').ljust(5)} {roll}")
    if state.hand != NONE:
        lines.append(f"{say('Hand').ljust(5)} {LETTERS[state.hand]}")
    lines.append("")
    names = [say(NAMES[seat]) for seat in range(position.game.players)]
    wide = max(7, *(len(name) + 1 for name in names))
    if state.scoring == FIRE:
        lines.append(f"{say('Pot').ljust(wide)}{state.pot:5}")
    for seat, coins in enumerate(position.scores):
        mark = "▸" if seat == position.turn and not position.over else " "
        lines.append(f"{paint(f'seat{seat}', names[seat].ljust(wide))}{coins:5} {mark}".rstrip())
    signs = (say("O light, X dark;"), say("small letters lie."))
    return [*lines, "", *(paint("quiet", sign) for sign in signs)]


# -- page ----------------------------------------------------------------------------------------

HEADROOM = 44.0  # above the cloth's back corner, more if the pile is high
CLOTH_TOP = 120.0
FOOT = 46.0  # for the caption
STYLE = (
    blocks.STYLE + table.STYLE + ".touch{fill:transparent}"
    ".cloth{fill:var(--paper);stroke:var(--line);stroke-width:1.2}"
    ".hem{fill:none;stroke:var(--wood-edge);stroke-width:1.1;stroke-dasharray:5 4;opacity:.7}"
    ".weave{stroke:var(--line);stroke-width:.7;opacity:.5;fill:none}"
    ".room{fill:none;stroke:var(--quiet);stroke-width:.9;stroke-dasharray:2 3;opacity:.75}"
    ".shadow{fill:var(--shade)}"
)


def svg(position: Position, *, theme: str = "auto", turn: int = 0, tall: bool = False) -> str:
    """The whole table; ``turn`` turns the pile by that many quarters, ``tall`` is for narrow
    pages."""
    state = position.state
    layout = table.TALL if tall else table.BROAD
    pile = stones(state)
    last = _last_stone(position, pile)
    room = squares_of(int(state.room))
    highest = min((y for stone in pile for _, y in outline(block_of(stone, turn))), default=0.0)
    rise = max(HEADROOM, 14 - highest)
    top = CLOTH_TOP + rise
    down = rise - HEADROOM if tall else 0.0
    below = max(top + 2 * SIZE * blocks.SLOPE[1] + 44, table.bottom(position, layout) + down) + 6
    (plan_x, plan_y), (coins_x, coins_y) = layout.plan, layout.coins
    parts = [
        *table.line_up(position, layout),
        tag("g", *_cloth(turn), *_room(pile, room, turn), transform=shift(layout.centre, top)),
        # The order of the stones says which hides which: nothing may draw them in another.
        tag("g", *_stack(pile, last, turn), transform=shift(layout.centre, top), data_order="back"),
        tag("g", *table.plan(pile, room, last), transform=shift(plan_x, plan_y + down)),
        tag("g", *table.coins(position), transform=shift(coins_x, coins_y + down)),
    ]
    return drawing(
        layout.width,
        below + FOOT,
        parts,
        name="linos",
        title=f"Linos. {position.status}",
        caption=_caption(position, layout.width, below + 24),
        foot=FOOT,
        style=STYLE,
        theme=theme,
    )


def emblem(position: Position, seat: int) -> str:
    return table.emblem(seat)


def touches(state: StateRecord, move: int) -> tuple[str, ...]:
    """Both squares of a lying stone; the square of a standing one twice. A roll is a touch of the
    die, whatever it shows."""
    if move >= DIE:
        return ("die",)
    one, *two = stone_of(move).squares
    return (square_name(*one), square_name(*(two or [one])[0]))


# -- the pile on its cloth


def _diamond(square: Square, turn: int, level: float, grow: float = 0) -> str:
    u, v = turned(square, turn)
    low, high = -grow, 1 + grow
    corners = [(low, low), (high, low), (high, high), (low, high)]
    return path([project(u + p, v + q, level) for p, q in corners])


def _cloth(turn: int) -> list[str]:
    """Linen with a stitched hem, letters and numbers along its two front edges."""

    def ring(grow: float) -> str:
        low, high = -grow, SIZE + grow
        return path(
            [project(*corner, 0) for corner in ((low, low), (high, low), (high, high), (low, high))]
        )

    threads = ""
    for i in range(-2, 4 * SIZE + 3):
        at = i / 4
        threads += path([project(at, -0.55, 0), project(at, SIZE + 0.55, 0)], closed=False)
        threads += path([project(-0.55, at, 0), project(SIZE + 0.55, at, 0)], closed=False)
    parts = [
        tag("path", class_="shadow", d=ring(0.6), transform="translate(5 7)"),
        tag("path", class_="cloth", d=ring(0.6)),
        tag("path", class_="weave", d=threads),
        tag("path", class_="hem", d=ring(0.42)),
    ]
    for square in EVERY_SQUARE:
        u, v = turned(square, turn)
        name = square_name(*square)
        for on_edge, where in ((v == SIZE - 1, (u + 0.5, SIZE + 1.05)), (u == SIZE - 1, None)):
            if on_edge:
                x, y = project(*(where or (SIZE + 1.05, v + 0.5)), 0)
                along_letters = (turn % 2 == 0) == (where is not None)
                label = name[0] if along_letters else name[1]
                parts.append(words(x, y + 5, label, 13, fill="var(--quiet)"))
    return parts


def _room(pile: list[Stone], room: set[Square], turn: int) -> list[str]:
    """The squares that are open to play, the shadow of the pile, and what can be touched."""
    covered = heights(pile)
    parts = [
        tag("path", class_="room", d=_diamond(square, turn, 0))
        for square in EVERY_SQUARE
        if square in room and square not in covered
    ]
    shadows = "".join(_diamond(square, turn, 0, 0.09) for square in covered)
    if shadows:
        parts.append(tag("path", class_="shadow", d=shadows, transform="translate(5 3)"))
    for square in EVERY_SQUARE:
        if square not in covered:
            at = square_name(*square)
            empty = {"data_at": at, "aria_label": say("{square}, empty", square=at)}
            parts.append(tag("path", class_="touch", d=_diamond(square, turn, 0), **empty))
    return parts


def _stack(pile: list[Stone], last: Stone | None, turn: int) -> list[str]:
    """The stones from the back to the front, each with the tops that can be touched."""
    tops = tops_of(pile)
    parts = []
    for block in in_order([block_of(stone, turn) for stone in pile]):
        stone = block.stone
        inside = [*blocks.painted(block)]
        for square in stone.squares:
            (u, v), level = turned(square, turn), stone.top
            in_block = block.low[0] <= u < block.high[0] and block.low[1] <= v < block.high[1]
            if tops[square] == stone and in_block and block.high[2] == level:
                at = square_name(*square)
                top = _diamond(square, turn, level)
                known = {
                    "data_at": at,
                    "aria_label": say(
                        "{square}, {colour}, {level} high",
                        square=at,
                        colour=say(COLOURS[stone.colour]),
                        level=level,
                    ),
                }
                inside.append(tag("path", class_="touch", d=top, data_part="touch", **known))
        if stone == last and block.suffix != "-far":
            inside.append(
                tag("path", class_="new", d=path(outline(block_of(stone, turn))), data_part="mark")
            )
        parts.append(
            tag(
                "g",
                *inside,
                id=f"stone-{stone.place}-{stone.level + 1}{block.suffix}",
                class_=f"stone {COLOURS[stone.colour]}",
            )
        )
    return parts


# -- the line below


def _caption(position: Position, width: float, y: float) -> str:
    scores = [f"{say(NAMES[seat])} {coins}" for seat, coins in enumerate(position.scores)]
    if len(scores) == 2:
        return tag(
            "g",
            words(30, y, scores[0], 19, text_anchor="start"),
            words(width / 2, y, position.status, 19),
            words(width - 30, y, scores[1], 19, text_anchor="end"),
        )
    return tag(
        "g",
        words(30, y, " · ".join(scores), 15, text_anchor="start", fill="var(--quiet)"),
        words(width - 30, y, position.status, 17, text_anchor="end"),
    )
