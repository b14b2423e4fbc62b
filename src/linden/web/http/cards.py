"""Pictures of Linden for others: what a link shows where it is pasted, and the icons of an
installed page. Drawn here, as SVG, and painted by ``compute/painter``.
"""

import re
import textwrap
from collections.abc import Sequence
from html import escape

from linden.core.game import Game
from linden.core.position import Position
from linden.core.svg import LIGHT, dressed, resolved, tag
from linden.web.people.names import one_line
from linden.web.tables.scene import Rendering, drawn

WIDE, HIGH = 1200, 630
"""What those who show previews ask for."""
BOARD = 550
SERIF = "Georgia,'DejaVu Serif',serif"
SANS = "'Noto Sans','DejaVu Sans',sans-serif"
LEAF = (
    "M16 3C20 6 28 9 28 17C28 23 23 26 18.5 25.5C17.5 25.4 16.6 25 16 24.4C15.4 25 14.5 25.4 13.5 "
    "25.5C9 26 4 23 4 17C4 9 12 6 16 3Z"
)
VEINS = "M16 8V30M16 15L22 12M16 15L10 12M16 20.5L23 17.5M16 20.5L9 17.5"
LONGEST = 100
"""Letters of a line."""
UNITS = 32
"""The page's own leaf, so many units square."""


def card(title: str, lines: Sequence[str], board: str = "") -> str:
    """A preview: a board, if there is one, and a few words beside it."""
    left = 660 if board else 150
    parts = [tag("rect", width=WIDE, height=HIGH, fill="var(--ground)"), board]
    rows = textwrap.wrap(title, 17 if board else 30)[:2]
    height = 190
    for row in rows:
        parts.append(_words(left, height, row, 64, "var(--ink)", SERIF))
        height += 74
    height += 6
    for line in lines:
        for row in textwrap.wrap(line, 30 if board else 52)[:3]:
            parts.append(_words(left, height, row, 32, "var(--quiet)", SANS))
            height += 44
        height += 12
    parts += [_leaf(left - 6, 536, 1.75), _words(left + 60, 578, "Linden", 34, "var(--ink)", SERIF)]
    return resolved(_svg(WIDE, HIGH, *parts), LIGHT)


def board(position: Position, near: int | None = None) -> str:
    """A position at the left of a preview, as large as there is room."""
    game = position.game
    page = drawn(position, Rendering(near=near))
    picture = dressed(page, name=game.name, style=game.style, theme="light")
    place = f'<svg x="60" y="40" width="{BOARD}" height="{BOARD}"'
    return re.sub(r"^<svg", place, picture)


def game_card(game: Game, picture: Position) -> str:
    return card(game.title, [game.told.summary], board(picture, near=0))


def icon(size: int, *, maskable: bool) -> str:
    """The leaf on linen; a ``maskable`` one fills the square, so that any shape can be cut out."""
    scale = size * (0.56 if maskable else 0.78) / UNITS
    edge = (size - UNITS * scale) / 2
    corner = 0.0 if maskable else size * 0.22
    ground = tag("rect", width=size, height=size, rx=corner, fill="var(--ground)")
    return resolved(_svg(size, size, ground, _leaf(edge, edge, scale)), LIGHT)


def _leaf(x: float, y: float, scale: float) -> str:
    veins = tag(
        "path",
        d=VEINS,
        fill="none",
        stroke="var(--ground)",
        stroke_width="1.6",
        stroke_linecap="round",
    )
    stalk = tag("path", d="M16 25V30", stroke="var(--leaf)", stroke_width="1.6")
    leaf = tag("path", d=LEAF, fill="var(--leaf)")
    place = f"translate({x:.2f} {y:.2f}) scale({scale:.4f})"
    return tag("g", leaf, veins, stalk, transform=place)


def _words(x: float, y: float, text: str, size: int, fill: str, family: str) -> str:
    seen = one_line(text, LONGEST)  # what older tables keep may have more in it
    return tag("text", escape(seen), x=x, y=y, font_size=size, fill=fill, font_family=family)


def _svg(width: int, height: int, *parts: str) -> str:
    space = "http://www.w3.org/2000/svg"
    return tag("svg", *parts, xmlns=space, width=width, height=height)
