"""Puzzles, by HTTP."""

from typing import Annotated, Any, Literal

from pydantic import Field

from linden.web.messages.base import Body, Message, Moved

PuzzleState = Literal["new", "solved", "later", "missed"]
"""Not tried yet; solved at the first try; solved after others; tried and not solved."""


class PuzzleTheme(Message):
    """What a puzzle can ask for."""

    theme: str
    title: str
    count: int
    solved: int


class PuzzleStanding(Message):
    """How well a visitor solves the puzzles of a game."""

    rating: int
    tried: int
    solved: int
    streak: int
    """Solved at the first try in a row."""


class PuzzleMark(Message):
    """A puzzle in a list."""

    id: str
    title: str
    """What it asks for."""
    grade: int
    """How hard it is, from 1 to 8."""
    state: PuzzleState


class PuzzleGame(Message):
    """A game that has puzzles."""

    name: str
    title: str
    count: int
    standing: PuzzleStanding
    themes: list[PuzzleTheme]
    today: PuzzleMark
    drawing: str
    """Today's position, small."""


class PuzzleHome(Message):
    games: list[PuzzleGame]


class PuzzleTask(Message):
    """One puzzle, without its answer."""

    id: str
    game: str
    options: dict[str, Any]
    position: str
    seat: int
    """Who is to move."""
    theme: str
    title: str
    asks: str
    """What is to be found, in a sentence."""
    moves: int
    """How many moves the answer has."""
    grade: int
    state: PuzzleState
    today: bool
    standing: PuzzleStanding
    themes: list[PuzzleTheme]


class PuzzleTry(Body):
    """Moves that somebody tries, or the wish to be shown the answer."""

    moves: Annotated[list[Moved], Field(max_length=40)] = Field(default=[])
    show: bool = False


class PuzzleVerdict(Message):
    """What came of it."""

    right: bool | None
    """``None``: right so far, and there is more to find."""
    says: list[str]
    """Sentences with seats marked (``core.wording``)."""
    line: list[str]
    """The whole answer, once it is found or shown."""
    state: PuzzleState
    standing: PuzzleStanding
    change: int
    """By how much the rating has changed with this try; only the first one counts."""
