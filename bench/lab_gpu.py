"""Random games of the lab on a GPU and on all cores, or on some: how fast, and whether the files
are the same.

    python bench/lab_gpu.py [--games N] [--cores N] [GAME...]
"""

import argparse
import tempfile
from pathlib import Path
from typing import Any

import linden
from lab import timed
from linden.batch.threads import cores
from linden.cli.paint import say
from linden.lab.experiment import Experiment
from linden.lab.pools import pool_of


def measure(name: str, games: int, workers: int, folder: Path) -> None:
    options: dict[str, list[Any]] = {"komi": [4.5]} if name == "linage" else {}
    found = {}
    for device in ("gpu", "cpu"):
        with pool_of(workers, device=device) as pool:
            few = Experiment(name, options, games=16_384 * 2 * workers, detail=0, seed=1)
            warm, _ = timed(pool, few, folder / f"{name}-{device}-warm.sqlite")
            whole = Experiment(name, options, games=games, detail=0)
            found[device] = (warm, *timed(pool, whole, folder / f"{name}-{device}.sqlite"))
    gpu, cpu = found["gpu"], found["cpu"]
    say(
        f"{name}: GPU {games / gpu[1]:,.0f} games/s, {workers} cores {games / cpu[1]:,.0f}, "
        f"{cpu[1] / gpu[1]:.2f} times; compiling and a first run {gpu[0]:.0f} and {cpu[0]:.0f} s; "
        f"the files are {'the same' if gpu[2] == cpu[2] else 'NOT the same'}."
    )
    for path in folder.glob("*.sqlite*"):
        path.unlink()


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--games", type=int, default=1 << 22)
    reader.add_argument("--cores", type=int, default=cores())
    reader.add_argument("names", nargs="*", default=linden.games())
    asked = reader.parse_args()
    for name in asked.names:
        with tempfile.TemporaryDirectory() as folder:
            measure(name, asked.games, asked.cores, Path(folder))


if __name__ == "__main__":
    main()
