"""A puzzle, and the files in which a game keeps its own.

A line of ``puzzles.jsonl`` in a game's folder is one puzzle. A game without that file has none.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from linden.core import registry
from linden.core.game import Game, load
from linden.core.playing import LEVELS
from linden.core.position import Position

WIN = "win"
"""One move, and no other, wins for certain."""
HOLD = "hold"
"""One move, and no other, keeps the draw."""
GUARD = "guard"
"""One move, and no other, leaves nobody a win at once, whatever they may have in their hands."""
BEST = "best"
"""One move has by far the best chances; or, where chance has no say, the best end by a point or
more."""
MOST = "most"
"""One turn brings more points than any other; for games whose ``puzzles.py`` says so."""
USUAL = (WIN, HOLD, GUARD, BEST)


def themes(game: Game) -> tuple[str, ...]:
    """What a game asks for: the usual, or what its ``puzzles.py`` declares as ``THEMES``."""
    if not registry.has(game.name, "puzzles"):
        return USUAL
    module = registry.load_module(f"{registry.find(game.name).module}.puzzles")
    declared: tuple[str, ...] = module.THEMES
    return declared


@dataclass(frozen=True)
class Puzzle:
    """A position, and the moves that its mover is to find: all of the turn, or as many of them as
    have no equal."""

    game: Game
    text: str
    """The position, as the mover knows it."""
    theme: str
    line: tuple[str, ...]
    proof: str
    """How the answer is known to be the only one: ``search`` to the end of the game,
    ``expectation`` over all that chance may do, ``turn`` for all that this turn may bring."""
    solved_by: tuple[bool, ...] = field(default=())
    """Which of the levels find it, the weakest first; empty before they were asked."""

    @property
    def position(self) -> Position:
        return self.game.parse(self.text)

    @property
    def grade(self) -> int:
        """How hard it is, from 1 to 8: one more than the number of levels that miss it, so that
        those that every level finds have 1."""
        missed = sum(not solved for solved in self.solved_by)
        return min(LEVELS, 1 + missed)

    @property
    def json(self) -> str:
        """One line of a file."""
        fields: dict[str, Any] = {"position": self.text, "theme": self.theme, "line": self.line}
        if self.game.changed_options:
            fields["options"] = self.game.changed_options
        fields["proof"] = self.proof
        if self.solved_by:
            fields["solved"] = "".join(map(str, map(int, self.solved_by)))
        return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def parse(cls, name: str, line: str) -> "Puzzle":
        fields = json.loads(line)
        return cls(
            load(name, **fields.get("options", {})),
            fields["position"],
            fields["theme"],
            tuple(fields["line"]),
            fields["proof"],
            tuple(digit == "1" for digit in fields.get("solved", "")),
        )

    def verdict(self, tried: Iterable[str]) -> bool | None:
        """Whether the moves tried so far are right: ``None`` while more of them are wanted."""
        made = tuple(tried)
        if made != self.line[: len(made)]:
            return False
        return True if len(made) == len(self.line) else None


def kept(name: str) -> Iterator[Puzzle]:
    """The puzzles in a game's folder."""
    for line in load(name).puzzles.splitlines():
        yield Puzzle.parse(name, line)
