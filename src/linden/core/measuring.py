"""What a game may declare about how it is measured: what is worth counting in a game of it.

A game's ``lab.py`` has it as ``MEASURES``; a game without that file has the measures that every
game has. ``lab/`` plays the games, and gives each measure its interval.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING

from linden.core.errors import GameError
from linden.core.registry import load_module

if TYPE_CHECKING:
    from linden.core.game import Game
    from linden.core.position import Position

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
    name = f"{package}.lab"
    if not package or find_spec(name) is None:
        return ()
    found = getattr(load_module(name), "MEASURES", None)
    if not isinstance(found, tuple) or not all(isinstance(it, Measure) for it in found):
        raise GameError("its lab.py must declare MEASURES = (Measure(...), ...), and it does not")
    return found
