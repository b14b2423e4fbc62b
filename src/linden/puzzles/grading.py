"""Who solves a puzzle: the eight levels are asked once each, with the nodes that are their own.

The eighth thinks longest by far. It is asked where the seventh does not find the answer, and else
taken to find it too; and where it grows trees, it has fewer nodes than at a table.
"""

from dataclasses import replace

from linden.core.playing import LEVELS, playing
from linden.players.registry import player
from linden.puzzles.puzzle import Puzzle

MOST_SIMULATIONS = 20_000


def solves(puzzle: Puzzle, level: int, seed: int = 0) -> bool:
    """Whether a level makes the moves of the answer."""
    computer = player(puzzle.game, level=level, seed=seed)
    rung = playing(puzzle.game).ladder[level - 1]
    nodes = rung.nodes if rung.kind == "alphabeta" else min(rung.nodes, MOST_SIMULATIONS)
    position, tried = puzzle.position, list[str]()
    while puzzle.verdict(tried) is None:
        tried.append(computer.choose(position, nodes=nodes).move)
        if puzzle.verdict(tried) is False:
            return False
        position = position.play(tried[-1])
    return True


def graded(puzzle: Puzzle, seed: int = 0) -> Puzzle:
    """The same with its grade."""
    solved = [solves(puzzle, level, seed) for level in range(1, LEVELS)]
    solved.append(solved[-1] or solves(puzzle, LEVELS, seed))
    return replace(puzzle, solved_by=tuple(solved))
