"""How well somebody solves puzzles: a rating by Elo's formula, each puzzle being an opponent whose
strength is its grade. And the puzzle of a day.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from linden.puzzles.puzzle import Puzzle

BEGINNING = 1000
"""The rating of who has tried nothing yet."""
EASIEST, STEP = 700, 150
"""The rating of a puzzle of grade 1, and by how much every further grade is harder."""
SETTLING = 20
"""Tries during which a rating moves twice as fast."""
QUICK, CALM = 40.0, 20.0
"""How much a try can change a rating at most, before and after."""


@dataclass(frozen=True)
class Standing:
    """What somebody's tries come to."""

    rating: float = BEGINNING
    tried: int = 0
    solved: int = 0
    streak: int = 0
    """Solved at the first try in a row, up to the latest."""

    def after(self, grade: int, solved: bool) -> "Standing":
        """The standing after one more puzzle of a grade."""
        expected = 1 / (1 + 10 ** ((rating_of(grade) - self.rating) / 400))
        step = QUICK if self.tried < SETTLING else CALM
        return Standing(
            self.rating + step * (solved - expected),
            self.tried + 1,
            self.solved + solved,
            self.streak + 1 if solved else 0,
        )


def rating_of(grade: int) -> int:
    """How strong a puzzle is."""
    return EASIEST + STEP * (grade - 1)


def standing(tries: Iterable[tuple[int, bool]]) -> Standing:
    """What first tries come to, the earliest first: of which grade, and whether it was solved.

    >>> standing([(1, True), (1, True), (8, False)]).streak
    0
    """
    found = Standing()
    for grade, solved in tries:
        found = found.after(grade, solved)
    return found


def of_day(puzzles: Sequence[Puzzle], day: date) -> Puzzle:
    """The puzzle of a day, the same wherever it is asked for."""
    ordered = sorted(puzzles, key=lambda puzzle: puzzle.id)
    word = hashlib.sha256(f"{day.isoformat()} {ordered[0].game.name}".encode()).digest()
    return ordered[int.from_bytes(word[:8], "big") % len(ordered)]
