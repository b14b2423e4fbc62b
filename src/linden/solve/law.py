"""The law of every tablebase, tested by the game's own rules: a position is worth the best of what
its moves lead to.

Random positions are dealt, and each is looked through with the verbs until the game is over or the
tablebase knows the rest. This shares no code with the solvers. A tablebase answers two questions
about its positions, ``deal`` and ``lead``; they find its answers by the type of ``maps``, the named
tuple of arrays that its positions are numbered with, while compiling and while interpreting alike.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import numba
import numpy as np
from numba.extending import overload

from linden.batch.threads import spread
from linden.core import kernel
from linden.core.game import Game
from linden.core.kernel import OVER, interpreted, rule
from linden.core.stream import seek

Function = TypeVar("Function", bound=Callable[..., Any])

UNLISTED = -1000
"""What ``lead`` says of a position that the tablebase does not hold."""

DRAWS = 1_000_000
"""Random positions drawn to find one that the tablebase holds."""

_answers: dict[type, dict[str, Any]] = {}


def answers(maps: type) -> Callable[[Function], Function]:
    """Declare a rule to be the answer to the question of its name, for tablebases whose positions
    are numbered with ``maps``."""

    def declare(function: Function) -> Function:
        _answers.setdefault(maps, {})[function.__name__] = function
        return function

    return declare


def deal(state: Any, values: Any, maps: Any, rng: Any) -> None:
    """Turn ``state``, a starting position, into a random one that the tablebase holds."""
    interpreted(_answers[type(maps)]["deal"])(state, values, maps, rng)


def lead(state: Any, values: Any, maps: Any) -> Any:
    """By how much seat 0 will lead, or ``UNLISTED``."""
    return interpreted(_answers[type(maps)]["lead"])(state, values, maps)


def _compiled(question: str, maps: Any) -> Any:
    if not isinstance(maps, numba.types.BaseNamedTuple):
        return None
    found = _answers[maps.instance_class][question]
    return getattr(found, "py_func", found)


@overload(deal)  # type: ignore[untyped-decorator]
def _deal(state: Any, values: Any, maps: Any, rng: Any) -> Any:
    return _compiled("deal", maps)


@overload(lead)  # type: ignore[untyped-decorator]
def _lead(state: Any, values: Any, maps: Any) -> Any:
    return _compiled("lead", maps)


class Room(NamedTuple):
    """Where positions are looked through: a stack of them, with the moves still to try."""

    states: Any
    moves: Any
    left: Any
    best: Any
    points: Any
    rng: Any


def room(game: Game, longest: int) -> Room:
    """Room for lines of so many moves from a position to those that the tablebase holds."""
    return Room(
        np.zeros(longest + 1, game.state_type),
        np.zeros((longest, game.rules.MOST_MOVES), np.int32),
        np.zeros(longest, np.int64),
        np.zeros(longest, np.int64),
        np.zeros(2),
        np.zeros(1, np.uint64),
    )


@rule
def final_lead(state: Any, points: Any) -> Any:
    """By how much seat 0 leads where the game is over."""
    kernel.scores(state, points)
    return np.int64(points[0] - points[1])


@rule
def best_by_rules(values: Any, maps: Any, room: Any) -> Any:
    """What the first position of the stack is worth, or ``UNLISTED`` if some line from it is
    longer than the stack."""
    states, moves, left, best = room.states, room.moves, room.left, room.best
    level = 0
    left[0] = kernel.legal(states[0], moves[0])
    best[0] = UNLISTED
    while True:
        if left[level] == 0:
            value = best[level]
            if level == 0:
                return value
            level -= 1
        else:
            left[level] -= 1
            states[level + 1] = states[level]
            after = states[level + 1]
            kernel.play(after, moves[level, left[level]])
            if kernel.mover(after) == OVER:
                value = final_lead(after, room.points)
            else:
                value = np.int64(lead(after, values, maps))
            if value == UNLISTED:
                if level + 1 == len(left):
                    return value
                level += 1
                left[level] = kernel.legal(after, moves[level])
                best[level] = UNLISTED
                continue
        known = best[level]
        better = value > known if kernel.mover(states[level]) == 0 else value < known
        if known == UNLISTED or better:
            best[level] = value


@rule
def compare(start: Any, seed: Any, low: Any, high: Any, values: Any, maps: Any, room: Any) -> Any:
    """How many of these random positions are not worth the best of what follows."""
    wrong = 0
    for sample in range(low, high):
        seek(room.rng, seed, sample)
        room.states[0] = start[0]
        state = room.states[0]
        deal(state, values, maps, room.rng)
        found = np.int64(lead(state, values, maps))
        if kernel.mover(state) == OVER:
            wrong += found != final_lead(state, room.points)
        else:
            wrong += found != best_by_rules(values, maps, room)
    return wrong


def check(
    game: Game,
    values: Any,
    maps: Any,
    longest: int,
    samples: int,
    seed: int,
    threads: int | None,
) -> tuple[int, int]:
    """Compare random positions; how many were compared and how many differ."""
    start = np.zeros(1, game.state_type)
    start[0] = game.start().state
    wrong: list[int] = []

    def stretch(low: int, high: int) -> None:
        wrong.append(int(compare(start, seed, low, high, values, maps, room(game, longest))))

    spread(stretch, samples, threads, least=1000)
    return samples, sum(wrong)
