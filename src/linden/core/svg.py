"""Writing SVG: elements as strings, and the palette every drawing shares.

A drawing names roles, never colours: ``fill="var(--seat-0)"``. A page sets the variables for its
theme (``stylesheet``); a drawing that stands alone carries the defaults below, light or dark by
the reader's setting. Pieces carry stable ids so that two drawings can be animated into each other,
and ``data-from`` names the piece or place that a new one comes out of. What a person can touch
carries ``data-at``, and ``aria-label`` says what it is to whoever cannot see it.
``docs/drawings.md`` lists all that a page reads in a drawing.
"""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from html import escape

LIGHT = {
    "ground": "#f7f2e8",
    "ink": "#23271f",
    "line": "#d9d0bd",
    "quiet": "#6b6656",
    "leaf": "#55772f",
    "glow": "#3d5a1c",
    "last": "#6b4d24",
    "wood": "#d9b77e",
    "wood-edge": "#a87f45",
    "paper": "#fffaf0",
    "shade": "#00000026",
    "gleam": "#ffffff3d",
    "seat-0": "#c23b22",
    "seat-1": "#2b3a67",
    "seat-2": "#d99a1c",
    "seat-3": "#1f7a78",
    "seat-4": "#7b4b94",
    "seat-5": "#6f7f2a",
    "on-seat-0": "#fff6ec",
    "on-seat-1": "#eef2ff",
    "on-seat-2": "#2b1d00",
    "on-seat-3": "#f0fffd",
    "on-seat-4": "#fbf2ff",
    "on-seat-5": "#fbffe8",
    "yellow": "#e3ab24",
    "blue": "#2c4a8c",
    "pink": "#cf6690",
    "green": "#2f7d55",
    "on-yellow": "#2a1c00",
    "on-blue": "#f0f4ff",
    "on-pink": "#2e0616",
    "on-green": "#effff5",
    "stone-light": "#f6eedd",
    "stone-light-side": "#e0d2b6",
    "stone-light-shade": "#c6b490",
    "stone-light-grain": "#94805a",
    "stone-dark": "#6e5d4f",
    "stone-dark-side": "#54463b",
    "stone-dark-shade": "#3d322a",
    "stone-dark-grain": "#b09c86",
    "white": "#fffdf6",
    "black": "#2b2723",
    "on-white": "#6b5a3c",
    "on-black": "#cdbfa6",
}
DARK = LIGHT | {
    "ground": "#151a14",
    "ink": "#e9e4d6",
    "line": "#39402f",
    "quiet": "#a39d8a",
    "leaf": "#8fb85a",
    "glow": "#bfe58a",
    "last": "#f2dfb4",
    "wood": "#8a6a3c",
    "wood-edge": "#b98f54",
    "paper": "#20261d",
    "shade": "#00000066",
    "seat-0": "#e8674b",
    "seat-1": "#8fa3e6",
    "seat-2": "#e9b949",
    "seat-3": "#4fb8b0",
    "seat-4": "#c493dc",
    "seat-5": "#b5c75f",
    "on-seat-0": "#2b0a04",
    "on-seat-1": "#0b1230",
    "on-seat-3": "#02201e",
    "on-seat-4": "#22072e",
    "on-seat-5": "#1c2103",
    "yellow": "#f0c75a",
    "blue": "#6284dc",
    "pink": "#e07fa8",
    "green": "#66c491",
    "on-blue": "#070f28",
    "on-green": "#02200f",
    "stone-light": "#e9dfc9",
    "stone-light-side": "#cbbd9f",
    "stone-light-shade": "#a89a7b",
    "stone-light-grain": "#6f6247",
    "stone-dark": "#7f6c5c",
    "stone-dark-side": "#5e4f43",
    "stone-dark-shade": "#43382f",
    "stone-dark-grain": "#b5a18b",
    "white": "#efe7d6",
    "black": "#12100d",
    "on-white": "#5c4e34",
    "on-black": "#a8987c",
}
SANS = "ui-sans-serif,system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif"
WORDS = f".linden{{font-family:{SANS};font-variant-numeric:tabular-nums}}"


@lru_cache(8192)
def number(value: float) -> str:
    """A coordinate, as short as it can be.

    >>> number(3.0), number(2.50), number(-0.001)
    ('3', '2.5', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def tag(name: str, *inside: str, **attributes: object) -> str:
    """An element. ``class_`` and ``data_at`` stand for ``class`` and ``data-at``; what is
    ``None`` is left out.

    >>> tag("circle", cx=1.0, cy=2, r=0.5, data_at="d4")
    '<circle cx="1" cy="2" r="0.5" data-at="d4"/>'
    """
    if not inside:
        return _leaf(name, **attributes)
    content = "".join(inside)
    if not content:
        return _leaf(name, **attributes)
    written = "".join(
        [_attribute(key, value) for key, value in attributes.items() if value is not None]
    )
    return f"<{name}{written}>{content}</{name}>"


@lru_cache(1 << 15, typed=True)
def _leaf(name: str, **attributes: object) -> str:
    """An element with nothing inside: most of a board, and the same from move to move."""
    written = "".join(
        [_attribute(key, value) for key, value in attributes.items() if value is not None]
    )
    return f"<{name}{written}/>"


@lru_cache(1 << 16, typed=True)
def _attribute(key: str, value: object) -> str:
    """Boards repeat themselves: the same places and colours, move after move."""
    written = number(value) if isinstance(value, float) else escape(str(value))
    return f' {key.rstrip("_").replace("_", "-")}="{written}"'


@lru_cache(1 << 14, typed=True)
def words(x: float, y: float, text: str, size: float, **attributes: object) -> str:
    """A line of text."""
    given = {"fill": "var(--ink)", "text_anchor": "middle", **attributes}
    return tag("text", escape(text), x=float(x), y=float(y), font_size=float(size), **given)


def variables(palette: dict[str, str]) -> str:
    """The palette as CSS declarations."""
    return "".join(f"--{name}:{colour};" for name, colour in palette.items())


def stylesheet(styles: Mapping[str, str]) -> str:
    """For a page around drawings: the palette, light or dark as the reader's system has it, unless
    the page says ``data-theme``; and the style of each game's drawings by its name. A drawing
    would otherwise bring its own along with every move."""
    light, dark = variables(LIGHT), variables(DARK)
    games = "".join(scoped(style, name) for name, style in styles.items())
    return (
        f":root{{color-scheme:light;{light}}}"
        "@media(prefers-color-scheme:dark){:root:not([data-theme=light])"
        f"{{color-scheme:dark;{dark}}}}}"
        f":root[data-theme=dark]{{color-scheme:dark;{dark}}}"
        f"{WORDS}{games}"
    )


def scoped(style: str, name: str) -> str:
    """Rules that hold inside elements of class ``name`` only, so that drawings of several games
    can stand on one page.

    >>> scoped(".row,.at{fill:none}.new{stroke:red}", "linja")
    '.linja .row,.linja .at{fill:none}.linja .new{stroke:red}'
    """
    return re.sub(
        r"([^{}]+)\{",
        lambda found: ",".join(f".{name} {one}" for one in found[1].split(",")) + "{",
        style,
    )


def _rules(style: str, name: str, theme: str) -> str:
    """The stylesheet of a drawing that stands alone."""
    rules = f"{WORDS}{scoped(style, name)}"
    if theme == "dark":
        return f".linden{{{variables(DARK)}}}{rules}"
    rules = f".linden{{{variables(LIGHT)}}}{rules}"
    if theme == "auto":
        rules += f"@media(prefers-color-scheme:dark){{.linden{{{variables(DARK)}}}}}"
    return rules


def dressed(drawing: str, *, name: str, style: str, theme: str) -> str:
    """A drawing made for a page, with the colours it has there: a small picture by itself, with
    nothing behind it and no caption.

    >>> dressed('<svg class="linden x"><g/></svg>', name="x", style="", theme="dark")[:40]
    '<svg class="linden x"><style>.linden{--gr'
    """
    head, _, rest = drawing.partition(">")
    return f"{head}><style>{_rules(style, name, theme)}</style>{rest}"


def resolved(drawing: str, palette: Mapping[str, str]) -> str:
    """A drawing with the colours themselves, for programs that know no variables.

    >>> resolved('<path fill="var(--leaf)"/>', LIGHT)
    '<path fill="#55772f"/>'
    """
    return re.sub(
        r"var\(--([\w-]+)\)", lambda found: palette.get(found[1], "currentColor"), drawing
    )


def drawing(
    width: float,
    height: float,
    parts: Iterable[str],
    *,
    name: str,
    title: str,
    caption: str = "",
    foot: float = 0.0,
    style: str = "",
    theme: str = "auto",
) -> str:
    """A whole picture of the game ``name``, ``theme`` being ``auto`` (the reader's), ``light``,
    ``dark`` or ``page``.

    A page around the drawing has the ``stylesheet`` and says itself what the ``caption`` says, so
    the last ``foot`` units of the height, where that stands, are left out.
    """
    if theme == "page":
        height, caption, ground, dress = height - foot, "", "", ""
    else:
        ground = tag("rect", width=float(width), height=float(height), fill="var(--ground)")
        dress = f"<style>{_rules(style, name, theme)}</style>"
    return tag(
        "svg",
        tag("title", escape(title)),
        dress,
        ground,
        *parts,
        caption,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=None if theme == "page" else float(width),
        class_=f"linden {name}",
        role="img",
    )
