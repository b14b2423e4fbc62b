"""Lessons: a game taught on its own board, a step at a time, and every try judged by its rules.

A game's ``lessons.py`` declares ``LESSON``, a tuple of steps; a game without that file has no
lesson. A step puts a position on the board and asks for a move, or for several with answers in
between. Which moves do what is asked is for the game to tell, from the position before and after.
Its texts are English keys (``catalogues.key``), told in the reader's language.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from linden.core import registry
from linden.core.catalogues import Sentences
from linden.core.errors import GameError, IllegalMove, NotationError
from linden.core.game import Game, load
from linden.core.language import figure

if TYPE_CHECKING:
    from linden.core.position import Position

LONGEST_NAME = 40
"""Letters of a step's name, by which it is kept who has done it."""


class Try(NamedTuple):
    """A move that somebody who learns has tried."""

    before: "Position"
    move: str
    after: "Position"

    @property
    def gain(self) -> float:
        """What it added to the points of whoever made it."""
        seat = self.before.turn
        return self.after.scores[seat] - self.before.scores[seat]


Test = Callable[[Try], bool]


def among(*moves: str) -> Test:
    """Whether the move is one of these.

    >>> from linden.core.game import load
    >>> start = load("linja").start()
    >>> among("1-2", "2-3")(Try(start, "2-3", start.play("2-3")))
    True
    """
    return lambda tried: tried.move in moves


def worth(points: float) -> Test:
    """Whether the move earns so many points."""
    return lambda tried: tried.gain == points


@dataclass(frozen=True)
class Hint:
    """What is answered to one kind of wrong try."""

    when: Test
    says: str
    """``{gain}`` stands for the points that the move would earn."""


@dataclass(frozen=True)
class Task:
    """One move to be found."""

    asks: str
    right: Test
    praise: str
    hints: tuple[Hint, ...] = ()
    """For wrong tries; the first that applies is told."""
    otherwise: str = ""
    """What is told to any other wrong try."""
    reply: tuple[str, ...] = ()
    """What chance and the other seats do after a right move, before the next task."""


@dataclass(frozen=True)
class Step:
    """A position with something to be learnt from it."""

    name: str
    """By which it is kept that somebody has done it: it stays when texts change."""
    title: str
    tasks: tuple[Task, ...]
    position: str | None = None
    """Where it begins, as ``Game.parse`` reads it; ``None``: at the start."""
    moves: tuple[str, ...] = ()
    """Moves from there on, before anything is asked."""
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Answer:
    """What came of a try."""

    right: bool
    says: str
    course: "Course"
    """How far one is now; as far as before after a wrong try."""


@dataclass(frozen=True)
class Course:
    """How far somebody is within a step."""

    step: Step
    start: "Position"
    """Where its moves begin."""
    moves: tuple[str, ...] = ()
    """All that was played since, replies too."""
    done: int = 0
    """How many tasks are fulfilled."""

    @classmethod
    def of(cls, game: str, step: Step) -> "Course":
        """The beginning of a step."""
        loaded = load(game, **step.options)
        try:
            start = loaded.start() if step.position is None else loaded.parse(step.position)
        except NotationError as error:
            raise GameError(f"The step {step.name!r} cannot begin: {error}") from None
        return cls(step, start, step.moves)

    @property
    def position(self) -> "Position":
        return self.positions[-1]

    @property
    def positions(self) -> "list[Position]":
        """From where its moves begin to where they have led."""
        return self._through(self.moves)

    def _through(self, moves: Sequence[str]) -> "list[Position]":
        """The positions of moves that the lesson makes, or has found right."""
        found = [self.start]
        try:
            for move in moves:
                found.append(found[-1].play(move))
        except IllegalMove as error:
            raise GameError(f"The step {self.step.name!r} cannot go on: {error}") from None
        return found

    @property
    def over(self) -> bool:
        return self.done == len(self.step.tasks)

    @property
    def task(self) -> Task:
        """What is asked now; once all is done, what was asked last."""
        return self.step.tasks[min(self.done, len(self.step.tasks) - 1)]

    @property
    def learner(self) -> int:
        """The seat of whoever learns."""
        return self._through(self.step.moves)[-1].turn

    @property
    def solution(self) -> str:
        """A move that does what is asked."""
        for move in self.position.moves:
            if self.attempt(move).right:
                return move
        raise GameError(f"No move does what the step {self.step.name!r} asks for.")

    def attempt(self, move: str) -> Answer:
        """Try a move, or ``IllegalMove``.

        >>> from linden.core.game import load
        >>> course = Course.of("linja", load("linja").lesson[0])
        >>> course.attempt("7-8").right
        True
        """
        before = self.position
        move = before.move(before.code(move))
        tried = Try(before, move, before.play(move))
        say, gain = Sentences(registry.folder(before.game.name)), figure(f"{tried.gain:g}")
        task = self.task
        if task.right(tried):
            onward = replace(self, moves=(*self.moves, move, *task.reply), done=self.done + 1)
            return Answer(True, say(task.praise, gain=gain), onward)
        found = next((hint.says for hint in task.hints if hint.when(tried)), task.otherwise)
        return Answer(False, say(found, gain=gain), self)


def lesson_of(game: Game, declared: object) -> tuple[Step, ...]:
    """What a game's ``lessons.py`` declares, or a ``GameError`` that says what is wrong."""
    if not isinstance(declared, tuple) or not all(isinstance(step, Step) for step in declared):
        raise GameError(f"{game.title}'s lessons.py must declare LESSON, a tuple of Steps.")
    names = [step.name for step in declared]
    if len(set(names)) < len(names) or not all(step.tasks for step in declared):
        raise GameError(f"{game.title}'s steps need names of their own, and a task each.")
    for step in declared:
        _check(game, step)
    return declared


def _check(game: Game, step: Step) -> None:
    """What can be seen without trying any move."""
    tasks = isinstance(step.tasks, tuple) and all(isinstance(task, Task) for task in step.tasks)
    if not tasks or not isinstance(step.name, str) or not 0 < len(step.name) <= LONGEST_NAME:
        raise GameError(
            f"{game.title}'s step {step.name!r} needs a tuple of Tasks, and a name of "
            f"{LONGEST_NAME} letters at most."
        )
    try:
        load(game.name, **step.options)
        for text in (step.title, *(task.asks for task in step.tasks)):
            str.strip(text)
        for task in step.tasks:
            for text in (task.praise, task.otherwise, *(hint.says for hint in task.hints)):
                str.format(text, gain="1")
    except (LookupError, ValueError, TypeError, AttributeError) as error:
        raise GameError(
            f"{game.title}'s step {step.name!r} cannot be told: {registry.cause(error)}."
        ) from None


def told(game: str, key: str) -> str:
    """A text of a game's lesson in the reader's language."""
    return Sentences(registry.folder(game))(key)
