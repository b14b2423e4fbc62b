"""The terminal: one console, and the styles that drawings ask for."""

import re

from rich.console import Console, RenderableType
from rich.markup import escape
from rich.text import Text
from rich.theme import Theme

from linden.core.position import Position

STYLES = {
    "seat0": "bold red",
    "seat1": "bold blue",
    "seat2": "bold yellow",
    "seat3": "bold cyan",
    "seat4": "bold magenta",
    "seat5": "bold green",
    "quiet": "dim",
    "mark": "green",
    "error": "bold red",
    "leaf": "green",
}

console = Console(theme=Theme(STYLES), highlight=False, soft_wrap=True)


# A drawing is free to use any printable character, so control characters mark its colours.
BEGIN, STYLED, END = "\x1e", "\x1f", "\x1d"


def paint(style: str, text: str) -> str:
    """What drawings call to colour a piece of text."""
    return f"{BEGIN}{style}{STYLED}{text}{END}" if style and text else text


def coloured(drawing: str) -> Text:
    """A painted drawing as the terminal shows it; what is painted inside out keeps both styles."""
    text = Text()
    styles: list[str] = []
    for part in re.split(f"({BEGIN}[^{STYLED}]*{STYLED}|{END})", drawing):
        if part.startswith(BEGIN):
            styles.append(part[1:-1])
        elif part == END:
            del styles[-1:]
        else:
            text.append(part, " ".join(STYLES.get(style, "") for style in styles))
    return text


def show(position: Position) -> None:
    """Print a position's drawing."""
    console.print()
    console.print(coloured(position.draw(paint)))
    console.print()


# Rich breaks lines at spaces that do not break, too; these stand for them meanwhile.
HELD = {"\u00a0": "\ue000", "\u202f": "\ue001"}


def wrapped(*printed: RenderableType) -> None:
    """Print something that is broken into lines as wide as the terminal."""
    with console.capture() as taken:
        for one in printed:
            console.print(one, soft_wrap=False)
    told = taken.get()
    for space, held in HELD.items():
        told = told.replace(held, space)
    console.file.write(told)
    console.file.flush()


def held(text: str) -> str:
    """A text for ``wrapped``, whose spaces that do not break are kept from breaking."""
    return text.translate({ord(space): held for space, held in HELD.items()})


def say(sentence: str, style: str = "") -> None:
    """Print a sentence for a person."""
    console.print(escape(sentence), style=style)
