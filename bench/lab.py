"""What the lab costs: random games a second on one core, with every row kept in a file, beside bare
playouts of the same game. Seconds are those that the processor worked for it, whoever else did.

    python bench/lab.py [GAME...]
"""

import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import linden
from linden.cli.paint import say
from linden.lab.experiment import Experiment
from linden.lab.pools import Here, Pool
from linden.lab.runner import FAST_BLOCK, run
from linden.lab.store import LabFile

SECONDS = 1.0
TRIES = 9


def bare(game: linden.Game, games: int) -> float:
    """Games a second of playouts that nobody writes down."""
    began = time.process_time()
    linden.playouts(game.start(), games, threads=1)
    return games / (time.process_time() - began)


def kept(name: str, options: dict[str, list[object]], games: int) -> float:
    """Games a second from an experiment to its file; the blocks that are looked at move by move
    are a fixed number, and are left out."""
    with tempfile.TemporaryDirectory() as folder:
        experiment = Experiment(name, options, games=games, detail=0)
        with LabFile.create(Path(folder) / "lab.sqlite", experiment) as file:
            began = time.process_time()
            run(file, Here())
            return games / (time.process_time() - began)


def timed(pool: Pool, experiment: Experiment, path: Path) -> tuple[float, list[tuple[Any, ...]]]:
    """Seconds to a whole file, and all that is in it."""
    with LabFile.create(path, experiment) as file:
        began = time.perf_counter()
        run(file, pool)
        return time.perf_counter() - began, file.blocks()


def main() -> None:
    for name in sys.argv[1:] or linden.games():
        options: dict[str, list[object]] = {"komi": [4.5]} if name == "linage" else {}
        game = linden.load(name, **{key: values[0] for key, values in options.items()})
        bare(game, 100)
        kept(name, options, 100)
        games = max(FAST_BLOCK, int(bare(game, FAST_BLOCK) * SECONDS))
        pairs = [(bare(game, games), kept(name, options, games)) for _ in range(TRIES)]
        best, lab = (max(rates) for rates in zip(*pairs, strict=True))
        say(f"{name}: bare {best:,.0f} games/s, lab {lab:,.0f}, {lab / best:.1%}")


if __name__ == "__main__":
    main()
