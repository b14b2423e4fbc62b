"""A position, ready to be shown to one viewer."""

from typing import Literal

from pydantic import Field

from linden.web.messages.base import Message


class Move(Message):
    """A move that this viewer may make now."""

    move: str
    touches: list[str]
    """The ``data-at`` marks to touch, in order. A mark that is not in the drawing (``pass``) is
    a button beside the board."""
    says: str
    """What it does, in a sentence."""
    gain: float | None = None
    """The mover's points after it minus those before; ``None`` while the game is being
    prepared."""


class Last(Message):
    """The latest turn, as far as it has been played."""

    seat: int
    moves: list[str]
    says: list[str]
    """A sentence for each move."""
    touches: list[list[str]]
    """The path of each move."""


class Account(Message):
    """What stands beside a seat's score: how it comes about."""

    seat: int
    text: str


class Result(Message):
    """How a game ended."""

    text: str
    winners: list[int]
    """Seats; none of them in a draw."""
    scores: list[float]
    how: Literal["played", "resigned", "agreed"] = "played"


class Scene(Message):
    """A position, ready to be shown to one viewer."""

    ply: int
    """How many moves were made before it."""
    drawing: str
    """SVG, ``theme="page"``, without width and height."""
    turns: bool = False
    """Whether the drawing can be turned by quarters."""
    sides: bool = False
    """Whether it can be seen from each seat's side."""
    editable: bool = False
    """Whether the game can be set up by hand."""
    text: str
    """The position on one line, as this viewer knows it."""
    to_move: int | None
    """A seat, -1 for chance, ``None`` when the game is over."""
    scores: list[float]
    moves: list[Move] = Field(default=[])
    """What this viewer may do now; empty when it is somebody else's turn. At a chance event of
    the viewer's own there is one entry, ``{"move": "roll", …}``, whose touches are the die."""
    last: Last | None = None
    status: str
    """One sentence: whose turn, what is to be done, or how it ended."""
    account: list[Account] = Field(default=[])
    result: Result | None = None
