"""The fair komi of Linage by play, beside the exact one, on boards that are solved.

    python bench/lab_komi.py FOLDER [--players level7] [--budget 400] [--workers 1] [5x6:3 ...]

Games are kept in FOLDER, a file for each board and line, so that a run which was stopped goes on.
"""

import argparse
from itertools import combinations_with_replacement
from pathlib import Path

from linden.cli.paint import say
from linden.games.linage.komi import fair_komi
from linden.lab.even import Even, even
from linden.lab.experiment import Experiment, ExperimentError
from linden.lab.pools import Pool, pool_of
from linden.lab.store import LabFile

KOMI = list(range(-30, 31))
NEAR = 1
"""How far from the exact value an estimate may be."""


def cases() -> list[str]:
    """All boards up to 6×6 on which lines of 2 to 5 fit, as ``WIDTHxHEIGHT:LINE``."""
    return [
        f"{width}x{height}:{line}"
        for width, height in combinations_with_replacement(range(3, 7), 2)
        for line in range(2, min(width, 5) + 1)
    ]


def found(case: str, players: str, budget: int, pool: Pool, folder: Path) -> Even:
    size, _, line = case.partition(":")
    options = {"size": [size], "line": [int(line)], "komi": KOMI}
    experiment = Experiment("linage", options, [[players]], games=budget, judge="none")
    name = f"{players}-{size}-{line}.sqlite".replace(":", "-")
    with LabFile.create(folder / name, experiment) as file:
        return even(file, pool, budget)


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("folder", type=Path)
    reader.add_argument("--players", default="level7")
    reader.add_argument("--budget", type=int, default=400)
    reader.add_argument("--workers", type=int, default=1)
    reader.add_argument("cases", nargs="*", default=cases())
    asked = reader.parse_intermixed_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    near = 0
    with pool_of(asked.workers) as pool:
        for case in asked.cases:
            size, _, line = case.partition(":")
            width, height = map(int, size.split("x"))
            exact = fair_komi(width, height, int(line))
            if exact is None:
                raise SystemExit(f"{case} is not solved; all that are: {' '.join(cases())}")
            try:
                told = found(case, asked.players, asked.budget, pool, asked.folder)
            except ExperimentError as error:
                say(f"| {width}×{height} | {line} | {exact:g} | {error} |")
                continue
            off = abs(told.estimate - exact) > NEAR
            near += not off
            mark = "**" if off else ""
            say(
                f"| {width}×{height} | {line} | {exact:g} | {mark}{told.estimate:.2f}{mark} "
                f"| {told.low:g} to {told.high:g} | {told.games} |"
            )
    say(f"{near} of {len(asked.cases)} are within {NEAR} of the exact value.")


if __name__ == "__main__":
    main()
