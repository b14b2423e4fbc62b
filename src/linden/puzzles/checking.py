"""Whether a puzzle is what it says: its position, its answer, and that there is no other."""

from linden.core.errors import NotationError
from linden.puzzles.proving import Prover
from linden.puzzles.puzzle import Puzzle, themes


def fault(puzzle: Puzzle, prover: Prover) -> str | None:
    """What is wrong with a puzzle, in a sentence; ``None`` where all is proven again."""
    try:
        position = puzzle.position
    except NotationError as error:
        return f"{puzzle.text} is no position: {error}"
    if puzzle.theme not in themes(puzzle.game):
        return f"{puzzle.text} asks for {puzzle.theme!r}, which is no theme of {puzzle.game.title}."
    found = {one.theme: one.line for one in prover.puzzles(position)}
    if puzzle.theme not in found:
        return f"{puzzle.text} has no single answer for {puzzle.theme!r}."
    if found[puzzle.theme] != puzzle.line:
        told, proven = " ".join(puzzle.line), " ".join(found[puzzle.theme])
        return f"{puzzle.text} is answered by {proven}, not by {told}."
    return None
