"""A position with the moves that led to it, as each seat saw them."""

import math
from collections.abc import Callable
from typing import Any

from linden.core.game import Game
from linden.core.position import Position

ATTEMPTS = 20
"""To draw hidden moves anew quickly, before all possibilities are gone through."""


class Course:
    """A course of play. It never changes, and copying one copies nothing.

    What was seen is worked out when it is asked for: most courses are those of playouts, of which
    nobody asks.
    """

    __slots__ = ("_told", "before", "code", "position")

    def __init__(
        self, position: Position, before: "Course | None" = None, code: int | None = None
    ) -> None:
        self.position = position
        self.before = before
        self.code = code
        """The latest move, as the kernels' number; ``None`` at the start."""
        self._told: dict[int, tuple[str, ...]] = {}

    def play_code(self, code: int) -> "Course":
        return Course(self.position.play_code(code), self, code)

    def codes(self) -> list[int]:
        """All moves so far."""
        return [it.code for it in self.steps() if it.code is not None]

    def steps(self) -> "list[Course]":
        """The start, and the course after every move."""
        steps, step = [], self
        while step.before is not None:
            steps.append(step)
            step = step.before
        return [step, *reversed(steps)]

    # -- what a seat has seen

    def told(self, seat: int) -> tuple[str, ...]:
        """All moves so far, as ``seat`` has seen them."""
        unknown, step = [], self
        while step.before is not None and seat not in step._told:
            unknown.append(step)
            step = step.before
        known = step._told.get(seat, ())
        for later in reversed(unknown):
            assert later.before is not None
            assert later.code is not None
            known = later._told[seat] = (*known, seen(later.before.position, later.code, seat))
        return known

    def retold(self, seat: int, chance: Callable[[], float]) -> "Course":
        """A course that ``seat`` cannot tell from this one; ``chance`` gives numbers from 0 to 1.

        What the seat has not seen is drawn anew, step by step and by its weight. Where a move that
        it has seen does not follow from what was drawn, the last drawing of whoever made that move
        is done again.
        """
        steps, told = self.steps(), self.told(seat)
        for attempt in range(ATTEMPTS + 1):
            found = _redrawn(steps, told, seat, chance, leap=attempt < ATTEMPTS)
            if found is not None:
                return found
        raise AssertionError("the course itself is one of those that were looked for")

    # -- copies

    def __deepcopy__(self, memo: object) -> "Course":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        start = self.steps()[0].position
        return _replayed, (start, self.codes())


def _replayed(start: Position, codes: list[int]) -> Course:
    course = Course(start)
    for code in codes:
        course = course.play_code(code)
    return course


def seen(position: Position, code: int, seat: int) -> str:
    """A move as ``seat`` sees it."""
    game: Game = position.game
    text = game.notation.move_text(position.state, code)
    return game.notation.masked(text, position.turn, seat) if game.facts.hidden else text


def _redrawn(
    steps: list[Course],
    told: tuple[str, ...],
    seat: int,
    chance: Callable[[], float],
    leap: bool,
) -> Course | None:
    """Another course that looks the same to ``seat``. Where it cannot go on, it goes back to the
    last drawing of the seat that is stuck (``leap``, which may overlook a way, and then ``None``
    is returned), or through all drawings in order."""
    path = [steps[0]]
    waiting: list[list[int]] = []  # what is still to be tried at each step, the next one last
    while len(path) < len(steps):
        at = len(path) - 1
        if len(waiting) == at:
            real = steps[at + 1].code
            assert real is not None
            waiting.append(_candidates(path[at].position, real, told[at], seat, chance))
        if waiting[at]:
            path.append(path[at].play_code(waiting[at].pop()))
            continue
        stuck = path[at].position.turn
        while waiting and not (
            waiting[-1] and (not leap or path[len(waiting) - 1].position.turn == stuck)
        ):
            waiting.pop()
        if not waiting:
            return None
        del path[len(waiting) :]
    return path[-1]


def _candidates(
    position: Position, code: int, told: str, seat: int, chance: Callable[[], float]
) -> list[int]:
    """The moves that look like ``told`` to ``seat``, in the order to try them, the first one last.
    ``code`` is the real one."""
    if told == position.game.notation.move_text(position.state, code):  # nothing is hidden of it
        return [code] if position.may_play(code) else []
    shares = position.outcomes or dict.fromkeys(position.moves, 1.0)
    alike = {}
    for text, share in shares.items():
        if seen(position, position.code(text), seat) == told:
            alike[position.code(text)] = share
    # The order of drawing one after another without putting back, each by its weight.
    return sorted(alike, key=lambda it: _exponential(chance()) / alike[it], reverse=True)


def _exponential(uniform: float) -> float:
    """A waiting time, of a number from 0 to 1."""
    return -math.log1p(-min(uniform, 1 - 1e-12))
