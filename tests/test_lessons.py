"""Every step of every game's lesson is replayed: what is asked can be done, and nothing that is
written goes unsaid."""

from collections.abc import Iterator

import pytest

import linden
from cases import NAMES, OWN
from linden.core.errors import GameError, IllegalMove
from linden.core.lessons import Course, Step, Task, lesson_of

STEPS = [
    pytest.param(name, step, id=f"{name}-{step.name}")
    for name in NAMES
    for step in linden.load(name).lesson
]
MOST_CHARACTERS = 260
"""Of a task: it stands below the board of a small telephone."""


def walk(course: Course) -> Iterator[tuple[Course, Task]]:
    """Every task as it can be met, whichever right moves were made before it."""
    seen, waiting = set(), [course]
    while waiting:
        one = waiting.pop()
        if one.over or (one.done, one.position) in seen:
            continue
        seen.add((one.done, one.position))
        yield one, one.task
        answers = [one.attempt(move) for move in one.position.moves]
        waiting += [answer.course for answer in answers if answer.right]


def test_every_own_game_has_a_lesson() -> None:
    for name in OWN:
        assert 6 <= len(linden.load(name).lesson) <= 10, name


@pytest.mark.parametrize(("name", "step"), STEPS)
def test_every_task_can_be_done_and_missed(name: str, step: Step) -> None:
    course = Course.of(name, step)
    learner = course.learner
    told: dict[int, set[str]] = {}
    for one, task in walk(course):
        position = one.position
        assert position.to_move == learner, "it is the learner's turn"
        assert position.view(learner).moves == position.moves, "what is known suffices to play"
        answers = [one.attempt(move) for move in position.moves]
        right = [answer for answer in answers if answer.right]
        wrong = [answer for answer in answers if not answer.right]
        assert right
        assert wrong, "what anything fulfils is no task"
        assert all(answer.course == one for answer in wrong)
        assert all(answer.says for answer in answers)
        for answer in right:
            assert answer.course.position, "the replies can be played"
        told.setdefault(one.done, set()).update(answer.says for answer in wrong)
        assert len(task.asks) <= MOST_CHARACTERS, task.asks
    for done, task in enumerate(step.tasks):
        texts = [hint.says for hint in task.hints] + [task.otherwise] * bool(task.otherwise)
        for text in texts:
            beginning = text.partition("{")[0]
            end = text.rpartition("}")[2]
            assert any(one.startswith(beginning) and one.endswith(end) for one in told[done]), (
                f"nobody is ever told: {text}"
            )
        assert len(texts) == len(set(texts))


def test_a_lesson_is_declared_as_steps() -> None:
    game = linden.load("linja")
    first = game.lesson[0]
    for wrong in (None, [first], (first, first), (Step("none", "None", ()),)):
        with pytest.raises(GameError):
            lesson_of(game, wrong)


def test_a_move_that_cannot_be_played_says_why() -> None:
    course = Course.of("linja", linden.load("linja").lesson[0])
    with pytest.raises(IllegalMove, match="one row"):
        course.attempt("1-3")


def test_a_game_without_a_lesson_has_none() -> None:
    assert linden.load("pig").lesson == ()
