"""Linja's playouts beside the same games in straightforward C, in one run on one core.

python bench/plain.py [--games N] [--repeats N]

``bench/plain/linja.c`` is compiled by the system's ``cc`` at ``-O3 -march=native``. Both draw the
same random numbers, so they play the same games, which is checked. Seconds are those of the
processor; the best of some repeats, in turns, counts.
"""

import argparse
import resource
import subprocess
import tempfile
import time
from pathlib import Path

import linden

SOURCE = Path(__file__).parent / "plain" / "linja.c"


def childrens_seconds() -> float:
    """What programs that have ended took of the processor."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    reader.add_argument("--games", type=int, default=200_000)
    reader.add_argument("--repeats", type=int, default=9)
    asked = reader.parse_args()
    start = linden.load("linja").start()
    linden.playouts(start, 1, threads=1)
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "linja"
        subprocess.run(["cc", "-O3", "-march=native", "-o", program, SOURCE], check=True)
        best_c = best_linden = 0.0
        for _ in range(asked.repeats):
            began = childrens_seconds()
            told = subprocess.run(
                [program, "1", str(asked.games)], check=True, capture_output=True, text=True
            ).stdout
            best_c = max(best_c, int(told.split()[0]) / (childrens_seconds() - began))
            began = time.process_time()
            ends = linden.playouts(start, asked.games, seed=1, threads=1)
            length = int(ends.lengths.sum())
            best_linden = max(best_linden, length / (time.process_time() - began))
            same = [length, *(int(it) for it in ends.scores.sum(axis=0))]
            if [int(word) for word in told.split()] != same:
                raise SystemExit(f"C played other games: {told.split()} and {same}.")
    print(
        f"Linden {best_linden / 1e6:.1f} million moves a second, C {best_c / 1e6:.1f}: "
        f"{best_linden / best_c:.2f} times"
    )


if __name__ == "__main__":
    main()
