"""Good games to look at: the little boards of the home page."""

from functools import cache

from linden.core import figures
from linden.core.game import load
from linden.core.language import language
from linden.core.position import Position
from linden.core.record import Record, example
from linden.web.tables.scene import EVERYTHING, Rendering, drawn, redacted


@cache
def record(game: str) -> Record:
    """The game's showcase."""
    return example(load(game))


@cache
def positions(game: str) -> list[Position]:
    """All positions of the stored game."""
    return record(game).positions()


def plies(game: str) -> list[int]:
    """Those where a turn begins, for a board that changes quietly; not the deal before."""
    return figures.plies(positions(game))


def middle(game: str) -> int:
    """A ply where there is something to see."""
    return figures.middle_of(plies(game))


def picture(game: str, ply: int, theme: str = "page") -> str:
    """The drawing, as somebody without a seat sees it until the game is over."""
    return _picture(game, ply, theme, language.get())


@cache
def _picture(game: str, ply: int, theme: str, lang: str) -> str:
    """What it says to screen readers is in the reader's language."""
    position = positions(game)[ply]
    perspective = EVERYTHING if position.over else (0 if position.game.facts.hidden else None)
    return drawn(redacted(position, perspective), Rendering(near=0, theme=theme))
