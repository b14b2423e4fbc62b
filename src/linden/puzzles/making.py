"""Puzzles by the hundred: games are played until enough are found, by as many processes as wanted.

Game after game in the order of their numbers, whoever plays them: the same command makes the same
file. It is written as it grows, so that a command that was stopped goes on with it.
"""

import json
import multiprocessing
import os
import signal
from collections import Counter
from collections.abc import Collection, Generator
from concurrent.futures import Future, ProcessPoolExecutor
from functools import lru_cache
from pathlib import Path
from typing import Any

from linden.core.errors import GameError
from linden.core.game import Game, load
from linden.puzzles.finding import found_in
from linden.puzzles.grading import graded
from linden.puzzles.proving import Prover
from linden.puzzles.puzzle import Puzzle, compact, largest_share, read, themes

AHEAD = 4
"""Games for each worker that may be under way or done before the one that is waited for."""


@lru_cache(maxsize=2)
def _prover(game: Game) -> Prover:
    return Prover(game)


def lines_of(
    name: str, options: dict[str, Any], number: int, seed: int, without: Collection[str]
) -> list[str]:
    """The puzzles of one game, graded; what a worker does."""
    game = load(name, **options)
    found = found_in(game, number, _prover(game), seed=seed, without=without)
    return [graded(puzzle).json for puzzle in found]


def _ignore_interrupts() -> None:
    """Who is asked to stop is the process that hands out the work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Making:
    """A file that grows: its first line tells what it is made from, and how far it has come."""

    def __init__(self, path: Path, game: Game, count: int, seed: int = 0) -> None:
        self.path = path
        self.game = game
        self.count = count
        self.seed = seed
        self.puzzles: list[Puzzle] = []
        self.games = 0
        """Played so far."""
        self._seen: set[str] = set()
        self._themes: Counter[str] = Counter()
        if path.exists():
            self._go_on()

    def _go_on(self) -> None:
        try:
            with self.path.open(encoding="utf-8") as file:
                head = json.loads(file.readline())
            made = {name: head[name] for name in self._source}
            games = int(head["games"])
        except (ValueError, KeyError, TypeError):
            raise GameError(f"{self.path} is no file of puzzles; --output names another.") from None
        if made != self._source:
            raise GameError(
                f"{self.path} was made from {compact(made)}, and this would be "
                f"{compact(self._source)}; --output names another file."
            )
        self.games = games
        for puzzle in read(self.game.name, self.path):
            self._take(puzzle)

    @property
    def _source(self) -> dict[str, Any]:
        return {"game": self.game.name, "options": self.game.changed_options, "seed": self.seed}

    @property
    def full(self) -> set[str]:
        """Themes of which there are enough."""
        room = self.count * largest_share(self.game)
        return {theme for theme in themes(self.game) if self._themes[theme] >= room}

    def _take(self, puzzle: Puzzle) -> None:
        self._seen.add(puzzle.id)
        self._themes[puzzle.theme] += 1
        self.puzzles.append(puzzle)

    @property
    def done(self) -> bool:
        return len(self.puzzles) >= self.count

    def run(self, workers: int) -> Generator[int]:
        """Play on until there are enough; how many there are, after each game."""
        pool = ProcessPoolExecutor(
            workers,
            mp_context=multiprocessing.get_context("spawn"),
            initializer=_ignore_interrupts,
        )
        waiting: list[Future[list[str]]] = []
        ahead = self.games
        try:
            while not self.done:
                while len(waiting) < AHEAD * workers:
                    task = (self.game.name, self.game.changed_options, ahead, self.seed, self.full)
                    waiting.append(pool.submit(lines_of, *task))
                    ahead += 1
                self._add(waiting.pop(0).result())
                yield len(self.puzzles)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)

    def _add(self, lines: list[str]) -> None:
        """Take what one more game has brought."""
        for line in lines:
            puzzle = Puzzle.parse(self.game.name, line)
            wanted = puzzle.theme not in self.full and puzzle.id not in self._seen
            if wanted and not self.done:
                self._take(puzzle)
        self.games += 1
        self._keep()

    def _keep(self) -> None:
        head = compact({**self._source, "games": self.games})
        lines = [head, *(puzzle.json for puzzle in self.puzzles)]
        beside = self.path.with_name(f"{self.path.name}.{os.getpid()}.new")
        beside.write_text("\n".join(lines) + "\n", encoding="utf-8")
        beside.replace(self.path)
