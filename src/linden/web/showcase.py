"""Good games to look at: the little boards of the home page and the pictures beside the rules."""

from functools import cache
from pathlib import Path

from linden.core.position import Position
from linden.core.record import Record
from linden.core.seats import CHANCE
from linden.web.scene import EVERYTHING, Look, drawn, seen

HERE = Path(__file__).parent / "showcase"


@cache
def record(game: str) -> Record:
    """The stored game; its moves were checked when it was stored."""
    return Record.parse((HERE / f"{game}.linden").read_text(encoding="utf-8"))


@cache
def positions(game: str) -> list[Position]:
    """All positions of the stored game."""
    return record(game).positions()


def plies(game: str) -> list[int]:
    """Those where a turn begins, for a board that changes quietly."""
    found = positions(game)
    return [
        ply
        for ply, position in enumerate(found)
        if position.to_move != CHANCE
        and (ply == 0 or position.over or found[ply - 1].turn != position.turn)
    ]


def middle(game: str) -> int:
    """A ply where there is something to see."""
    whole = plies(game)
    return whole[len(whole) * 3 // 5]


@cache
def picture(game: str, ply: int, theme: str = "page") -> str:
    """The drawing, as somebody without a seat sees it until the game is over."""
    position = positions(game)[ply]
    eyes = EVERYTHING if position.over else (0 if position.game.facts.hidden else None)
    return drawn(seen(position, eyes), Look(near=0, theme=theme))
