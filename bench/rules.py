"""How fast the rules are: random playouts, perft, and start-up, for every game.

    python bench/rules.py [--json FILE]

Machines are noisy: compare figures within one run, as ratios.
"""

import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import linden
from linden.cli.paint import console

SECONDS = 2.0
START = "import linden; p = linden.load({name!r}).start(); p.play(p.moves[0])"


def playout_rate(start: linden.Position) -> float:
    """Moves per second of uniform playouts, chance outcomes counted, on one thread."""
    games, seed = 64, 0
    linden.playouts(start, 1)
    began = time.perf_counter()
    moves = 0
    while (spent := time.perf_counter() - began) < SECONDS:
        moves += int(linden.playouts(start, games, seed).lengths.sum())
        seed += 1
        games = min(games * 2, 20000) if spent < SECONDS / 8 else games
    return moves / spent


def perft_rate(start: linden.Position) -> float:
    """Leaves counted per second, at the first depth that takes a while."""
    linden.perft(start, 2)
    for depth in range(1, 40):
        began = time.perf_counter()
        count = linden.perft(start, depth)
        spent = time.perf_counter() - began
        if spent > SECONDS / 10:
            break
    return count / spent


def start_seconds(name: str, cache: str) -> float:
    """A new process from nothing to its first move."""
    began = time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", START.format(name=name)],
        env={**os.environ, "LINDEN_CACHE_DIR": cache},
        check=True,
        stderr=subprocess.DEVNULL,
    )
    return time.perf_counter() - began


def measure(name: str) -> dict[str, Any]:
    start = linden.load(name).start()
    with tempfile.TemporaryDirectory() as cache:
        cold = start_seconds(name, cache)
        cached = start_seconds(name, cache)
    return {
        "game": name,
        "playout_moves_per_s": playout_rate(start),
        "perft_leaves_per_s": perft_rate(start),
        "cold_start_s": cold,
        "cached_start_s": cached,
        "state_bytes": start.game.state_type.itemsize,
    }


def main() -> None:
    console.print(
        f"{'':10}{'playouts':>14}{'perft':>14}{'cold start':>12}{'cached':>9}{'state':>9}"
    )
    rows = []
    for name in linden.games():
        row = measure(name)
        rows.append(row)
        console.print(
            f"{name:10}{row['playout_moves_per_s'] / 1e6:>10.2f} M/s"
            f"{row['perft_leaves_per_s'] / 1e6:>10.2f} M/s{row['cold_start_s']:>10.1f} s"
            f"{row['cached_start_s']:>7.2f} s{row['state_bytes']:>7} B"
        )
    machine = {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "cores": os.cpu_count(),
    }
    if "--json" in sys.argv:
        content = json.dumps({"machine": machine, "games": rows}, indent=1)
        Path(sys.argv[sys.argv.index("--json") + 1]).write_text(content + "\n")


if __name__ == "__main__":
    main()
