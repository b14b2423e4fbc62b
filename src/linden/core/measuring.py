"""What a game may declare about how it is measured: what is worth counting in a game of it.

A game's ``lab.py`` has it as ``MEASURES``; a game without that file has the measures that every
game has. ``lab/`` plays the games, and gives each measure its interval.
"""

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING

from linden.core.errors import GameError
from linden.core.registry import load_module

if TYPE_CHECKING:
    from linden.core.game import Game
    from linden.core.position import Position

COUNTED_ANYWAY = frozenset(
    {
        *("scores", "returns", "decisions", "rolls", "turns", "key"),
        *("branching", "real", "forced", "lead_changes", "drama", "settled"),
        *("edge", "draws", "spread", "luck"),
    }
)
"""What is told of every game, under these names and those of ``wins_0`` and ``player_0``."""
_NAME = re.compile("(?!(?:wins|player)_[0-9])[a-z][a-z0-9_]*")
Chances = tuple[float, ...]
"""Each seat's chance to win; they sum to 1."""


@dataclass(frozen=True)
class Course:
    """A whole game, from its first position to its last."""

    positions: tuple["Position", ...]
    """One more than there are moves."""
    moves: tuple[str, ...]
    """Outcomes of chance among them."""
    chances: tuple[Chances | None, ...] = ()
    """What a search thought of each position before its move; ``None`` where none was asked."""

    @property
    def end(self) -> "Position":
        return self.positions[-1]

    def decisions(self) -> Iterator[tuple["Position", str]]:
        """The positions in which a seat chose, and the move that it made."""
        for position, move in zip(self.positions, self.moves, strict=False):
            if position.to_move in range(position.game.players):
                yield position, move


@dataclass(frozen=True)
class Measure:
    """Something that is counted in a game."""

    name: str
    """A plain lower-case name, unlike any other measure's of the game."""
    title: str
    """What is counted, for a table: "royal plays in a game"."""
    count: Callable[[Course], float | None]
    """The number for one game; ``None`` where the question has no answer."""
    share: bool = False
    """Whether the answer is yes or no, 1 or 0: the measure is then told in per cent."""


def measures(game: "Game") -> tuple[Measure, ...]:
    """What ``game`` declares."""
    try:
        return _declared(game.rules.__name__.rpartition(".")[0])
    except GameError as error:
        raise GameError(f"{game.title} cannot be measured: {error}.") from None


@cache
def _declared(package: str) -> tuple[Measure, ...]:
    module = f"{package}.lab"
    if not package or find_spec(module) is None:
        return ()
    found = getattr(load_module(module), "MEASURES", None)
    if not isinstance(found, tuple) or not all(isinstance(it, Measure) for it in found):
        raise GameError("its lab.py must declare MEASURES = (Measure(...), ...), and it does not")
    names = [measure.name for measure in found]
    for measure in found:
        name: object = measure.name
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            raise GameError(f"its measure {name!r} has no plain name, such as short_games")
        if name in COUNTED_ANYWAY:
            raise GameError(f"its measure {name!r} is called as one that every game has")
        if names.count(name) > 1:
            raise GameError(f"it has two measures called {name!r}")
        if not isinstance(measure.title, str) or not callable(measure.count):
            raise GameError(f"its measure {name!r} lacks a title, or a function that counts")
    return tuple(_sharing(it) if it.share else it for it in found)


def _sharing(measure: Measure) -> Measure:
    """The same, whose answers are found to be yes or no."""

    def count(course: Course) -> float | None:
        answer = measure.count(course)
        if answer is None or answer in (0, 1) or (isinstance(answer, float) and math.isnan(answer)):
            return answer
        raise GameError(f"it answers {answer!r}, and a share answers yes or no, 1 or 0")

    return replace(measure, count=count)
