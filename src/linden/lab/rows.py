"""A game as a row: what came of it, and what was counted on the way.

Rows travel and are kept as the bytes of a NumPy record, a block of games at a time. So they can be
compared bit by bit, and ten million random games are read in a moment.
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from linden.core import registry
from linden.core.errors import GameError
from linden.core.game import Game
from linden.core.measuring import Course, Measure, measures
from linden.lab.course_measures import COURSE_MEASURES
from linden.lab.experiment import Experiment, Variant
from linden.lab.playing import play_game, random_course, random_games

Rows = npt.NDArray[np.void]
PLAIN = ("scores", "returns", "decisions", "rolls", "turns", "key")
"""The columns that every row has."""


def counted(game: Game) -> tuple[str, ...]:
    """The names of all measures of a game, in the order in which a full row has them."""
    return tuple(it.name for it in (*COURSE_MEASURES, *measures(game)))


def row_type(game: Game, full: bool, names: Sequence[str] | None = None) -> np.dtype[Any]:
    """The columns of a row; a full one has all measures, a short one what every game has. Games of
    another day may have other measures, which ``names`` tells."""
    columns: list[tuple[Any, ...]] = [
        ("scores", "<f4", (game.players,)),
        ("returns", "<f4", (game.players,)),
        ("decisions", "<u2"),  # moves that seats made
        ("rolls", "<u2"),  # outcomes of chance
        ("turns", "<u2"),  # a turn is all that a seat decides before another one does
        ("key", "<u8"),  # of the final position
    ]
    if full:
        columns += [(name, "<f4") for name in (counted(game) if names is None else names)]
    try:
        return np.dtype(columns)
    except (TypeError, ValueError):
        raise GameError(
            f"{game.title} cannot be measured: its lab.py has measures without names of their own."
        ) from None


def play_rows(
    experiment: Experiment, variant: Variant, first: int, count: int, full: bool
) -> bytes:
    """Play games ``first`` to ``first + count`` of a variant: their rows, as bytes."""
    if not full:
        return short_rows(variant.game, *random_games(experiment, variant, first, count))
    rows = np.zeros(count, row_type(variant.game, full))
    play = random_course if experiment.is_random(variant) else play_game
    for i in range(count):
        fill(rows[i], play(experiment, variant, first + i))
    return rows.tobytes()


def short_rows(game: Game, counts: Any, results: Any) -> bytes:
    """Random games as they are kept: from their counts, and their scores and returns."""
    rows = np.zeros(len(results), row_type(game, False))
    seats = game.players
    rows["scores"], rows["returns"] = results[:, :seats], results[:, seats:]
    rows["decisions"], rows["rolls"], rows["turns"] = counts[:, :3].T
    rows["key"] = counts[:, 3].view(np.uint64)
    return rows.tobytes()


def fill(row: Any, course: Course) -> None:
    """Write a game into its row."""
    seats = [position.to_move for position, _ in course.decisions()]
    row["scores"], row["returns"] = course.end.scores, course.end.returns
    row["decisions"] = len(seats)
    row["rolls"] = len(course.moves) - len(seats)
    row["turns"] = sum(one != before for one, before in zip(seats, [None, *seats], strict=False))
    row["key"] = course.end.key
    for measure in (*COURSE_MEASURES, *measures(course.end.game)):
        row[measure.name] = value_of(measure, course)


def value_of(measure: Measure, course: Course) -> float:
    """What is counted in a game; no number where the question has no answer."""
    try:
        value = measure.count(course)
        number = float("nan") if value is None else float(value)
    except Exception as error:
        raise GameError(
            f"{course.end.game.title} cannot be measured: its measure {measure.name!r} fails: "
            f"{registry.cause(error)}."
        ) from None
    return number if math.isfinite(number) else float("nan")
