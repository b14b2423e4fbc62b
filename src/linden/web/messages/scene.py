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
    """What it does, in a sentence with its seats marked (``core.wording``)."""
    gain: float | None = None
    """The mover's points after it minus those before; ``None`` where it is not points that win."""
    chance: bool = False
    """Whether it lets chance act; a game's own move may be called ``roll``, too."""


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


class Standing(Message):
    """How far a seat is, where it is not points that win."""

    figure: str
    """"2 of 3"."""
    says: str
    """"in a line"."""


class Result(Message):
    """How a game ended."""

    text: str
    """Who won and why, with seats marked (``core.wording``)."""
    winners: list[int]
    """Seats; none of them in a draw."""
    scores: list[float]
    sums: list[str] = Field(default=[])
    """How each seat's points came about, spelled out."""
    how: Literal["played", "resigned", "agreed", "flagged", "left", "adjudicated", "aborted"] = (
        "played"
    )


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
    the viewer's own there is one entry, ``{"move": "roll", "chance": true, …}``, whose touches are
    what chance acts by, such as a die."""
    last: Last | None = None
    status: str
    """One sentence: whose turn, what is to be done, or how it ended."""
    account: list[Account] = Field(default=[])
    standing: list[Standing] = Field(default=[])
    """Per seat, where it is not points that win."""
    prompts: dict[str, str] = Field(default={})
    """What is to be touched next, by the mark that was touched last."""
    result: Result | None = None
