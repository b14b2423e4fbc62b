"""Figures of the rules, by HTTP: each a board on which one can try what it tells of."""

from typing import Annotated

from pydantic import Field

from linden.web.messages.base import Body, Message, Moved, Quarter
from linden.web.messages.scene import Scene

MOST_MOVES = 400
"""Made in one figure, at most."""


class FigureTry(Body):
    """What somebody does in a figure."""

    moves: Annotated[list[Moved], Field(max_length=MOST_MOVES)] = Field(default=[])
    """All that was done so far, chance's part too."""
    move: Moved | None = None
    preview: bool = False
    """Only to see what the move would lead to."""
    touched: Annotated[list[Moved], Field(max_length=6)] = Field(default=[])
    """What was touched, the last of it in vain: why?"""
    quarter: Quarter = 0
    tall: bool = False


class FigureState(Message):
    """Where somebody is in a figure."""

    scene: Scene
    moves: list[str]
    """All that was done so far, chance's part too."""
    says: str = ""
    """Why something cannot be touched."""
    hint: list[str] = Field(default=[])
    """The marks that the next of the moves touches that are told of, as long as these are made."""
