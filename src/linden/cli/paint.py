"""The terminal: one console, and the styles that drawings ask for."""

from rich.console import Console
from rich.markup import escape
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


def paint(style: str, text: str) -> str:
    """What drawings call to colour a piece of text."""
    return f"[{style}]{escape(text)}[/]" if text else ""


def show(position: Position) -> None:
    """Print a position's drawing."""
    console.print()
    console.print(position.draw(paint))
    console.print()


def say(sentence: str, style: str = "") -> None:
    """Print a sentence for a person."""
    console.print(escape(sentence), style=style)
