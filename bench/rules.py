"""How fast the rules are: one table for all games, and JSON with the machine's facts.

    python bench/rules.py [--json FILE]

Machines are noisy: compare figures within one run, as ratios. ``kin`` is the ratio of playouts on
one thread to OpenSpiel's C++ rollouts of the nearest game it has, measured right before.
"""

import gc
import json
import os
import pickle
import platform
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kin import KIN, rollout_rate

import linden
from linden.batch.threads import cores
from linden.cli.paint import console

SECONDS = 2.0
OPTIONS: dict[str, dict[str, Any]] = {"linage": {"komi": 4.5}}
START = "import linden; p = linden.load({name!r}).start(); p.play(p.moves[0])"


def playout_rate(start: linden.Position, threads: int) -> float:
    """Moves per second of uniform playouts, chance outcomes counted: the best of three calls,
    each long enough that starting it costs nothing."""
    games, spent = 128, 0.0
    while spent < SECONDS / 8:
        games *= 2
        began = time.perf_counter()
        linden.playouts(start, games, threads=threads)
        spent = time.perf_counter() - began
    games = int(games * SECONDS / 3 / spent)
    best = 0.0
    for seed in range(3):
        began = time.perf_counter()
        outcomes = linden.playouts(start, games, seed, threads=threads)
        best = max(best, int(outcomes.lengths.sum()) / (time.perf_counter() - began))
    return best


def perft_rate(start: linden.Position) -> float:
    """Leaves counted per second on one thread, at the first depth that takes a while."""
    linden.perft(start, 2)
    for depth in range(1, 40):
        began = time.perf_counter()
        count = linden.perft(start, depth, threads=1)
        spent = time.perf_counter() - began
        if spent > SECONDS / 10:
            break
    return count / spent


def microseconds(call: Callable[[], object]) -> float:
    """The time of one call."""
    call()
    n = 2000
    gc.disable()
    began = time.perf_counter()
    for _ in range(n):
        call()
    spent = time.perf_counter() - began
    gc.enable()
    return spent / n * 1e6


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
    start = linden.load(name, **OPTIONS.get(name, {})).start()
    with tempfile.TemporaryDirectory() as cache:
        cold = start_seconds(name, cache)
        cached = start_seconds(name, cache)
    kin = rollout_rate(KIN[name])
    one = playout_rate(start, 1)
    every = playout_rate(start, cores())
    move = start.moves[0]
    return {
        "game": name,
        "one_thread_moves_per_s": one,
        "all_threads_moves_per_s": every,
        "threads": cores(),
        "kin": KIN[name],
        "kin_moves_per_s": kin,
        "ratio": one / kin,
        "perft_leaves_per_s": perft_rate(start),
        "play_us": microseconds(lambda: start.play(move)),
        "pickle_us": microseconds(lambda: pickle.loads(pickle.dumps(start))),
        "hash_us": microseconds(lambda: hash(start)),
        "cold_start_s": cold,
        "cached_start_s": cached,
        "state_bytes": start.game.state_type.itemsize,
        "thread_bytes": 2 * start.game.state_type.itemsize + 8,
    }


def main() -> None:
    threads = cores()
    console.print(
        f"{'':8}{'1 thread':>12}{f'{threads} threads':>12}{'kin':>8}{'perft':>12}"
        f"{'play':>9}{'pickle':>9}{'cold':>8}{'cached':>8}{'state':>8}{'thread':>9}"
    )
    rows = []
    for name in linden.games():
        row = measure(name)
        rows.append(row)
        console.print(
            f"{name:8}{row['one_thread_moves_per_s'] / 1e6:>8.2f} M/s"
            f"{row['all_threads_moves_per_s'] / 1e6:>8.2f} M/s{row['ratio']:>7.1f}×"
            f"{row['perft_leaves_per_s'] / 1e6:>8.1f} M/s{row['play_us']:>6.1f} µs"
            f"{row['pickle_us']:>6.1f} µs"
            f"{row['cold_start_s']:>6.1f} s{row['cached_start_s']:>6.2f} s"
            f"{row['state_bytes']:>6} B{row['thread_bytes']:>7} B"
        )
    machine = {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "processor": processor(),
        "cores": threads,
        "peak_memory_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }
    console.print(f"\n{machine['processor']}, {threads} cores, Python {machine['python']}")
    if "--json" in sys.argv:
        content = json.dumps({"machine": machine, "games": rows}, indent=1)
        Path(sys.argv[sys.argv.index("--json") + 1]).write_text(content + "\n")


def processor() -> str:
    """The chip's name, where the system tells it."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()


if __name__ == "__main__":
    main()
