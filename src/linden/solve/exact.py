"""What is known for certain of a position: from a tablebase, or because the end is near."""

import importlib
import pkgutil
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from linden.core.errors import TablebaseError
from linden.core.game import Game
from linden.core.position import Position
from linden.core.seats import CHANCE
from linden.players.budget import Budget
from linden.players.expectation import NEAR, Expectation, distance
from linden.players.iterative_deepening import AlphaBeta
from linden.solve.solver import Solver


def solvable() -> list[str]:
    """The games that have a solver: every folder here is one, named after its game."""
    here = importlib.import_module("linden.solve").__path__
    return sorted(found.name for found in pkgutil.iter_modules(here) if found.ispkg)


@lru_cache(maxsize=8)
def solver_for(game: Game) -> Solver:
    """How ``game`` is solved, or ``TablebaseError`` if it cannot be."""
    if game.name not in solvable():
        raise TablebaseError(
            f"{game.title} has no tablebase; {', '.join(solvable())} have, on some boards."
        )
    folder = importlib.import_module(f"linden.solve.{game.name}")
    declared: str | None = getattr(folder, "SOLVER", None)
    if declared is None:
        raise TablebaseError(
            f"{folder.__name__} must declare SOLVER as module:class, and it does not."
        )
    module, _, name = declared.partition(":")
    found: Solver = getattr(importlib.import_module(module), name)(game)
    return found


@dataclass(frozen=True)
class Worth:
    """What a position is worth under perfect play by all."""

    lead: float
    """By how much seat 0 will lead; where chance still acts, on average."""
    win: float
    """Seat 0's share of the win, from 0 to 1."""

    @classmethod
    def of(cls, lead: float) -> "Worth":
        return cls(lead, 0.5 if lead == 0 else float(lead > 0))

    def for_seat(self, seat: int) -> "Worth":
        return self if seat == 0 else Worth(-self.lead, 1 - self.win)

    def scores(self, position: Position) -> tuple[float, float]:
        """Final scores with this lead, about the middle of what they are now."""
        middle = sum(position.scores) / 2
        return middle + self.lead / 2, middle - self.lead / 2


FARTHEST_AHEAD = 12
"""Moves and outcomes from a position that no tablebase holds to those that it does hold."""


class Solved:
    """A solved game with its values, in a file or in any array."""

    def __init__(self, solver: Solver, values: Any) -> None:
        self.game = solver.game
        self.solver = solver
        self.values = values

    def worth(self, position: Position) -> Worth:
        """The exact value. Where a position itself is not in the tablebase (in the middle of a
        turn, after a pass, before the first tokens), those that follow are."""
        return self._worth(position, FARTHEST_AHEAD)

    def _worth(self, position: Position, ahead: int) -> Worth:
        """The same, looking at most so many moves and outcomes ahead."""
        if position.over:
            return Worth.of(position.scores[0] - position.scores[1])
        lead = None
        if position.to_move != CHANCE:
            lead = self.solver.look(self.values, position)
        if lead is not None:
            return Worth.of(lead)
        if ahead == 0:
            raise TablebaseError(
                f"{position.text} is not in the tablebase of {self.game.title}, nor is anything "
                f"that follows within {FARTHEST_AHEAD} moves."
            )
        if position.to_move != CHANCE:
            return self._moves(position, ahead)[0][1]
        parts = [
            (share, self._worth(position.play(outcome), ahead - 1))
            for outcome, share in position.outcomes.items()
        ]
        return Worth(
            sum(share * part.lead for share, part in parts),
            sum(share * part.win for share, part in parts),
        )

    def moves(self, position: Position) -> list[tuple[str, Worth]]:
        """Every move with what it leads to, the best for the mover first."""
        return self._moves(position, FARTHEST_AHEAD)

    def _moves(self, position: Position, ahead: int) -> list[tuple[str, Worth]]:
        seat = position.turn
        found = [(move, self._worth(position.play(move), ahead - 1)) for move in position.moves]
        return sorted(found, key=lambda pair: pair[1].for_seat(seat).lead, reverse=True)


def solved(game: Game, path: Path | None = None) -> Solved:
    """The game's tablebase, opened; ``TablebaseError`` says what is wrong or missing."""
    solver = solver_for(game)
    path = path or solver.path
    if not path.exists():
        raise TablebaseError(
            f"There is no tablebase for {game.title} with these options; "
            f"linden solve {game.name} builds it, given the same options."
        )
    stat = path.stat()
    return _opened(solver.game, path, stat.st_mtime_ns, stat.st_size)


@lru_cache(maxsize=8)
def _opened(game: Game, path: Path, changed: int, size: int) -> Solved:
    """Opened once, as long as the file stays the same."""
    solver = solver_for(game)
    return Solved(solver, solver.open(path))


def if_solved(game: Game) -> Solved | None:
    """The game's tablebase where there is one; a damaged one is still an error."""
    try:
        solver = solver_for(game)
    except TablebaseError:
        return None
    return solved(game) if solver.path.exists() else None


@dataclass(frozen=True)
class Known:
    """What is certain of a position, and how it is known."""

    win: tuple[float, ...]
    """Each seat's share of the win."""
    lead: float | None
    """By how much seat 0 will lead, if that is known too."""
    best: tuple[str, ...]
    """The moves that keep it; none where chance acts."""
    source: str
    """``tablebase`` or ``search``."""


def know(position: Position, seconds: float = 1.0) -> Known | None:
    """The exact value of a position that is not over, if it can be had: from a tablebase, or by a
    search to the end of the game within ``seconds``.

    >>> import linden
    >>> late = linden.load("linja").parse("0.0.0.0.0.0.3.9/9.1.0.0.0.0.0.2 red opening")
    >>> linden.know(late, seconds=5).win
    (1.0, 0.0)
    """
    game = position.game
    tablebase = if_solved(game)
    if tablebase is not None:
        worth = tablebase.worth(position)
        best: tuple[str, ...] = ()
        if position.to_move != CHANCE:
            best = tuple(move for move, value in tablebase.moves(position) if value == worth)
        return Known((worth.win, 1 - worth.win), worth.lead, best, "tablebase")
    if game.facts.hidden:
        return None
    if game.facts.chance:
        return _expected(position, seconds)
    if game.players != 2:
        return None
    choice = AlphaBeta(game).choose(position, seconds=seconds)
    if not choice.proven:
        return None
    lead = choice.scores[0] - choice.scores[1]
    return Known(choice.win, lead, (choice.move,), "search")


def _expected(position: Position, seconds: float) -> Known | None:
    if distance(position, NEAR) > NEAR:
        return None
    found = Expectation(position.game).find(position, Budget(seconds))
    if found is None:
        return None
    return Known(found.win, None, (found.move,) if found.move else (), "search")
