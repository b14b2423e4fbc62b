"""Whether a puzzle is what it says: its position, its answer, and that there is no other."""

from linden.core.errors import NotationError
from linden.core.playing import LEVELS
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
    if len(puzzle.solved_by) != LEVELS:
        return f"{puzzle.text} has no grade: it takes the answers of {LEVELS} levels."
    found = {one.theme: one for one in prover.puzzles(position)}
    proven = found.get(puzzle.theme)
    if proven is None:
        return f"{puzzle.text} has no single answer for {puzzle.theme!r}."
    if proven.line != puzzle.line:
        answer, told = " ".join(proven.line), " ".join(puzzle.line)
        return f"{puzzle.text} is answered by {answer}, not by {told}."
    if (proven.proof, proven.best, proven.next) != (puzzle.proof, puzzle.best, puzzle.next):
        return f"{puzzle.text} is worth {proven.best:g}, which is not what is kept with it."
    return None
