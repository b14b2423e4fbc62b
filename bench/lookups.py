"""How long a look-up takes in a tablebase that has just been opened, and once its pages are known.

python bench/lookups.py FILE [--lookups N]
"""

import argparse
import os
import random
import time
from pathlib import Path

from linden.solve.files import Tablebase


def measure(path: Path, n: int, cold: bool) -> list[float]:
    """Microseconds of random look-ups; ``cold`` asks the system to forget the file first."""
    if cold:
        with path.open("rb") as file:
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    tablebase = Tablebase(path, {})
    rng = random.Random(1)
    places = [rng.randrange(tablebase.head["size"]) for _ in range(n)]
    spent = []
    for place in places:
        began = time.perf_counter_ns()
        tablebase[place]
        spent.append((time.perf_counter_ns() - began) / 1000)
    return spent


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("file", type=Path)
    reader.add_argument("--lookups", type=int, default=20_000)
    asked = reader.parse_args()
    for name, cold in (("cold file", True), ("in memory", False)):
        spent = measure(asked.file, asked.lookups, cold)
        rest = sorted(spent[1:])
        middle, most = rest[len(rest) // 2], rest[len(rest) * 99 // 100]
        print(
            f"{name}: first {spent[0]:.1f} µs, then half within {middle:.2f} µs, "
            f"99 in 100 within {most:.2f} µs, mean {sum(rest) / len(rest):.2f} µs"
        )


if __name__ == "__main__":
    main()
