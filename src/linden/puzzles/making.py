"""Puzzles by the hundred: games are played until enough are found, by as many processes as wanted.

Game after game in the order of their numbers, whoever plays them: the same command makes the same
file. A file is written as it goes, so that a command that was stopped goes on with it.
"""

import multiprocessing
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from functools import lru_cache
from pathlib import Path
from typing import Any

from linden.core.game import Game, load
from linden.puzzles.finding import found_in
from linden.puzzles.grading import graded
from linden.puzzles.proving import Prover
from linden.puzzles.puzzle import Puzzle

AHEAD = 4
"""Games a worker may be ahead of the one that is waited for."""
LARGEST_SHARE = 0.5
"""No theme has more of a file, where there are several."""


@lru_cache(maxsize=2)
def _prover(game: Game) -> Prover:
    return Prover(game)


def lines_of(name: str, options: dict[str, Any], number: int) -> list[str]:
    """The puzzles of one game, graded; what a worker does."""
    game = load(name, **options)
    return [graded(puzzle).json for puzzle in found_in(game, number, _prover(game))]


class Making:
    """A file that grows: its first line tells how far it has come."""

    def __init__(self, path: Path, game: Game, count: int) -> None:
        self.path = path
        self.game = game
        self.count = count
        self.puzzles: list[Puzzle] = []
        self._seen: set[str] = set()
        self._themes: Counter[str] = Counter()
        self.next_game = 0
        if path.exists():
            first, *lines = path.read_text(encoding="utf-8").splitlines()
            self.next_game = int(first)
            for line in lines:
                self._take(Puzzle.parse(game.name, line))

    def _take(self, puzzle: Puzzle) -> bool:
        room = self.count * LARGEST_SHARE
        if puzzle.text in self._seen or self._themes[puzzle.theme] >= room:
            return False
        self._seen.add(puzzle.text)
        self._themes[puzzle.theme] += 1
        self.puzzles.append(puzzle)
        return True

    @property
    def done(self) -> bool:
        return len(self.puzzles) >= self.count

    def run(self, workers: int) -> Iterator[int]:
        """Play on until there are enough; how many there are, after each game."""
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(workers, mp_context=context) as pool:
            waiting: list[Future[list[str]]] = []
            ahead = self.next_game
            while not self.done:
                while len(waiting) < AHEAD * workers:
                    task = (self.game.name, self.game.changed_options, ahead)
                    waiting.append(pool.submit(lines_of, *task))
                    ahead += 1
                for line in waiting.pop(0).result():
                    if not self.done:
                        self._take(Puzzle.parse(self.game.name, line))
                self.next_game += 1
                self._keep()
                yield len(self.puzzles)
            pool.shutdown(cancel_futures=True)

    def _keep(self) -> None:
        lines = [str(self.next_game), *(puzzle.json for puzzle in self.puzzles)]
        beside = self.path.with_suffix(".new")
        beside.write_text("\n".join(lines) + "\n", encoding="utf-8")
        beside.replace(self.path)
