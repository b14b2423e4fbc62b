"""Good games to look at: the little boards of the home page and the pictures beside the rules."""

from functools import cache

from linden.core.game import load
from linden.core.language import language
from linden.core.position import Position
from linden.core.record import Record, example
from linden.core.seats import CHANCE
from linden.web.tables.scene import EVERYTHING, Rendering, drawn, redacted, roll_of


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
    found = positions(game)
    first = next((ply for ply, position in enumerate(found) if not _setting_up(position)), 0)
    later = range(first + 1, len(found))
    return [first, *(ply for ply in later if found[ply].over or _begins(found, ply))]


def _setting_up(position: Position) -> bool:
    return position.to_move == CHANCE and roll_of(position) is None


def _begins(found: list[Position], ply: int) -> bool:
    return found[ply].turn != found[ply - 1].turn


def middle(game: str) -> int:
    """A ply where there is something to see."""
    whole = plies(game)
    return whole[len(whole) * 3 // 5]


def picture(game: str, ply: int, theme: str = "page") -> str:
    """The drawing, as somebody without a seat sees it until the game is over."""
    return _picture(game, ply, theme, language.get())


@cache
def _picture(game: str, ply: int, theme: str, lang: str) -> str:
    """What it says to screen readers is in the reader's language."""
    position = positions(game)[ply]
    perspective = EVERYTHING if position.over else (0 if position.game.facts.hidden else None)
    return drawn(redacted(position, perspective), Rendering(near=0, theme=theme))
