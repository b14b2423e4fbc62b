"""A puzzle, and the files in which a game keeps its own.

``puzzles.jsonl`` in a game's folder begins with a line about how it was made (``making``); every
further line is one puzzle. A game without that file has none.
"""

import hashlib
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from linden.core import registry
from linden.core.errors import GameError, IllegalMove, NotationError, OptionError
from linden.core.game import Game, load
from linden.core.playing import LEVELS
from linden.core.position import Position
from linden.core.record import replay

FILE = "puzzles.jsonl"

WIN = "win"
"""One move, and no other, wins for certain."""
HOLD = "hold"
"""One move, and no other, keeps the draw."""
GUARD = "guard"
"""One move, and no other, leaves nobody a win at once, whatever they may have in their hands."""
BEST = "best"
"""One move has by far the best chances; or, where chance has no say, wins by a point more than any
other."""
MOST = "most"
"""One turn brings more points than any other; for games whose ``puzzles.py`` says so."""
CLOSE = "close"
"""One move, and no other, closes the board; for games whose ``puzzles.py`` says so, and has
``closed``, which tells it of a position."""
USUAL = (WIN, HOLD, GUARD, BEST)
THEMES = (*USUAL, MOST, CLOSE)


def themes(game: Game) -> tuple[str, ...]:
    """What a game asks for: the usual, or what its ``puzzles.py`` declares as ``THEMES``."""
    found: tuple[str, ...] = _declared(game, "THEMES", USUAL)
    return found


def largest_share(game: Game) -> float:
    """No theme has more of a file, where there are several; ``LARGEST_SHARE`` in ``puzzles.py``."""
    found: float = _declared(game, "LARGEST_SHARE", 0.5)
    return found if len(themes(game)) > 1 else 1


def closed(game: Game) -> Callable[[Position], bool]:
    """What tells of a position whether the board is closed; where a game has no such thing, none
    is."""
    found: Callable[[Position], bool] = _declared(game, "closed", lambda position: False)
    return found


def _declared(game: Game, name: str, usual: Any) -> Any:
    if not registry.has(game.name, "puzzles"):
        return usual
    module = registry.load_module(f"{registry.find(game.name).module}.puzzles")
    return getattr(module, name, usual)


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
    solved_by: tuple[bool, ...] = ()
    """Which of the levels find it, the weakest first; empty before they were asked."""
    best: float = 0
    """What the first move is worth: its share of the win where chance acts, its mover's final lead
    where it does not, the points of the turn."""
    next: float | None = None
    """What the next best move is worth, where that was found too."""

    @cached_property
    def id(self) -> str:
        """A short name that stays the same whatever is made beside it."""
        whole = json.dumps([self.game.changed_options, self.text, self.theme], sort_keys=True)
        return hashlib.sha256(whole.encode()).hexdigest()[:12]

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
        fields |= {"proof": self.proof, "best": self.best}
        if self.next is not None:
            fields["next"] = self.next
        if self.solved_by:
            fields["solved"] = "".join(map(str, map(int, self.solved_by)))
        return compact(fields)

    @classmethod
    def parse(cls, name: str, line: str) -> "Puzzle":
        """Read a line; ``GameError`` says what is wrong with it."""
        try:
            fields = json.loads(line)
            worth = (fields["best"], fields.get("next") or 0)
            if not fields["line"] or not all(isinstance(it, int | float) for it in worth):
                raise ValueError
            return cls(
                load(name, **fields.get("options", {})),
                str(fields["position"]),
                str(fields["theme"]),
                tuple(map(str, fields["line"])),
                str(fields["proof"]),
                tuple(digit == "1" for digit in fields.get("solved", "")),
                fields["best"],
                fields.get("next"),
            )
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            if isinstance(error, OptionError | GameError):
                raise
            raise GameError(f"This line is no puzzle: {line[:60]!r}.") from None

    @cached_property
    def playable(self) -> bool:
        """Whether its answer can be played by the game's rules as they are now."""
        try:
            replay(self.game, self.line, self.position)
        except (NotationError, IllegalMove):
            return False
        return True

    def verdict(self, tried: Iterable[str]) -> bool | None:
        """Whether the moves tried so far are right: ``None`` while more of them are wanted."""
        made = tuple(tried)
        if made != self.line[: len(made)]:
            return False
        return True if len(made) == len(self.line) else None


def compact(fields: dict[str, Any]) -> str:
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def path_of(name: str) -> Path:
    """Where a game keeps its puzzles, if it has any."""
    return registry.folder(name) / FILE


def read(name: str, path: Path) -> list[Puzzle]:
    """The puzzles of a file."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise GameError(f"{path} cannot be read: {error}.") from None
    return [Puzzle.parse(name, line) for line in lines[1:]]


@lru_cache(maxsize=16)
def kept(name: str) -> tuple[Puzzle, ...]:
    """The puzzles that a game brings; read when they are first asked for."""
    path = path_of(name)
    return tuple(read(name, path)) if path.is_file() else ()
