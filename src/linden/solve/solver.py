"""What every solved game has in common: how it is built, on which device, and how it is asked."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any

from linden.batch.gpu import usable
from linden.core.errors import DeviceError
from linden.core.game import Game
from linden.core.position import Position
from linden.solve.files import NO_POSITION, Building, Tablebase, home, steps_done

Report = Callable[[float], None]
"""Told the share that is done, from 0 to 1."""

CHUNK = 1 << 26
"""Bytes that come back from a GPU at a time."""


class Solver(ABC):
    """How one game, with its options, is solved.

    A tablebase is filled step by step; a step needs only what earlier ones have filled in.
    """

    rules: int
    """Raised when a ruling changes a value; tablebases of other rules are refused."""
    size: int
    """Bytes of the tablebase."""
    steps: int
    minutes: int = 0
    """What building takes on two cores, about; 0 where it is over in a minute or two."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @property
    @abstractmethod
    def facts(self) -> dict[str, Any]:
        """The options that make a difference to the values."""

    @abstractmethod
    def share(self, step: int) -> float:
        """How much of all the work is done once this step is, from 0 to 1."""

    @abstractmethod
    def solve_step(self, body: Any, step: int, threads: int | None) -> None:
        """Fill in what belongs to this step, on the CPU."""

    def filled(self, step: int) -> int | None:
        """How far a tablebase that is filled from its front is filled by this step."""
        return None

    @abstractmethod
    def solve_on_gpu(self, report: Report) -> Any:
        """The whole tablebase as an array in a GPU's memory."""

    @abstractmethod
    def look(self, values: Any, position: Position) -> int | None:
        """By how much seat 0 will lead, if this position itself is in the tablebase."""

    @abstractmethod
    def check(self, values: Any, samples: int, seed: int, threads: int | None) -> tuple[int, int]:
        """Compare random positions with the best of their successors, found by the game's own
        rules; how many were compared and how many differ."""

    @property
    def kind(self) -> dict[str, Any]:
        """What a file must say of itself to be this tablebase."""
        return {"game": self.game.name, "rules": self.rules, "options": self.facts}

    @property
    def path(self) -> Path:
        """Where its file is kept."""
        words = [f"{name}-{value}".lower() for name, value in self.facts.items()]
        return home() / ("-".join([self.game.name, *words]).replace("/", "_") + ".table")

    def open(self, path: Path | None = None) -> Tablebase:
        """The finished tablebase, or ``TablebaseError``."""
        return Tablebase(path or self.path, self.kind)

    def begun(self) -> float:
        """How much of the work an unfinished file holds, from 0 to 1."""
        done = steps_done(self.path, {**self.kind, "size": self.size})
        return self.share(done - 1) if done else 0.0


def best_device(asked: str = "auto") -> str:
    """``auto`` is a GPU where there is one."""
    if asked != "auto":
        return asked
    try:
        usable()
    except DeviceError:
        return "cpu"
    return "gpu"


def build(
    solver: Solver,
    device: str = "cpu",
    path: Path | None = None,
    threads: int | None = None,
    report: Report = lambda share: None,
) -> Path:
    """Build the tablebase, or go on building it, and return its file."""
    began = time.perf_counter()
    building = Building(path or solver.path, solver.kind, solver.size)
    try:
        if device == "gpu":
            there = solver.solve_on_gpu(report)
            building.begin_again()
            _fetch(there, building.body)
        else:
            if building.done == 0:
                building.body[:] = NO_POSITION
            for step in range(building.done, solver.steps):
                solver.solve_step(building.body, step, threads)
                building.finish_step(solver.filled(step))
                report(solver.share(step))
    except BaseException:
        building.leave()
        raise
    seconds = round(time.perf_counter() - began, 3)
    return building.finish(device=device, seconds=seconds)


def _fetch(there: Any, body: Any) -> None:
    """Copy a tablebase from the GPU."""
    for low in range(0, len(body), CHUNK):
        high = min(low + CHUNK, len(body))
        body[low:high] = there[low:high].copy_to_host()
