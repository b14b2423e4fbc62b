"""Who solves a puzzle: each of the eight levels is asked once, at its own strength."""

from dataclasses import replace

from linden.core.playing import LEVELS
from linden.players.registry import player
from linden.puzzles.puzzle import Puzzle


def solves(puzzle: Puzzle, level: int, seed: int = 0) -> bool:
    """Whether a level makes the moves of the answer."""
    computer = player(puzzle.game, level=level, seed=seed)
    position, tried = puzzle.position, list[str]()
    while puzzle.verdict(tried) is None:
        tried.append(computer.choose(position).move)
        if puzzle.verdict(tried) is False:
            return False
        position = position.play(tried[-1])
    return True


def graded(puzzle: Puzzle, seed: int = 0) -> Puzzle:
    """The same with its grade."""
    levels = range(1, LEVELS + 1)
    return replace(puzzle, solved_by=tuple(solves(puzzle, level, seed) for level in levels))
