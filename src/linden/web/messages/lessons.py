"""Lessons, by HTTP: what there is to learn, and what came of a try."""

from typing import Annotated

from pydantic import Field

from linden.web.messages.base import Body, Message, Moved, Quarter
from linden.web.messages.scene import Scene

MOST_MOVES = 40
"""Of one step of a lesson, at most."""


class LessonCard(Message):
    """How far somebody is with the lesson of a game."""

    game: str
    done: int
    of: int
    offered: bool
    """Whether it should be offered: to who has not played the game, and not done all of it."""


class LessonStep(Message):
    name: str
    title: str
    done: bool


class LessonPage(Message):
    """What there is to learn of a game."""

    game: str
    title: str
    steps: list[LessonStep]


class LessonTry(Body):
    """A move that is tried in a step, after those that were right."""

    moves: Annotated[list[Moved], Field(max_length=MOST_MOVES)] = Field(default=[])
    """The learner's own right moves so far."""
    move: Moved | None = None
    preview: bool = False
    """Only to see what the move would lead to."""
    touched: Annotated[list[Moved], Field(max_length=6)] = Field(default=[])
    """What was touched, the last of it in vain: why?"""
    help: bool = False
    """What would be right?"""
    quarter: Quarter = 0
    tall: bool = False


class LessonState(Message):
    """Where somebody is in a step."""

    scene: Scene
    roles: list[str]
    """The seats' names."""
    learner: int
    """The seat of whoever learns."""
    moves: list[str]
    """The learner's own right moves so far."""
    asks: str
    task: int
    """How many tasks of the step are done,"""
    tasks: int
    """of so many."""
    right: bool | None = None
    """What came of the move, if one was tried."""
    says: str = ""
    """The answer to it."""
    hint: list[str] = Field(default=[])
    """The marks that a right move touches, where they were asked for."""
