"""Uniform playouts on a GPU, game by game, and whether the CPU plays the same ones.

python bench/gpu.py [--games N] [--compare N] [--json FILE]
"""

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np

import linden
from linden.batch import gpu
from linden.batch.gpu import usable

OPTIONS: dict[str, dict[str, Any]] = {"linage": {"komi": 4.5}}


def measure(name: str, games: int, compare: int) -> dict[str, Any]:
    cuda = usable()
    start = linden.load(name, **OPTIONS.get(name, {})).start()
    began = time.perf_counter()
    linden.playouts(start, 1000, device="gpu")
    compiling = time.perf_counter() - began
    kernel = gpu._playout_kernel(start.game.state_type)
    best = 0.0
    for _ in range(3):
        cuda.synchronize()
        began = time.perf_counter()
        lengths = gpu.run_playouts(start, games, 1, 0)[2]
        cuda.synchronize()
        spent = time.perf_counter() - began
        best = max(best, int(lengths.copy_to_host().sum()) / spent)
    theirs = linden.playouts(start, compare, seed=9, device="gpu")
    ours = linden.playouts(start, compare, seed=9)
    same = bool(
        (ours.scores == theirs.scores).all()
        and (ours.returns == theirs.returns).all()
        and (ours.lengths == theirs.lengths).all()
        and (ours.keys == theirs.keys).all()
    )
    return {
        "game": name,
        "moves_per_s": best,
        "games": games,
        "compile_s": compiling,
        "registers": next(iter(kernel.get_regs_per_thread().values())),
        "local_bytes": next(iter(kernel.get_local_mem_per_thread().values())),
        "compared_games": compare,
        "same_as_cpu": same,
        "wins": ours.wins,
        "mean_length": float(np.mean(ours.lengths)),
    }


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--games", type=int, default=1 << 22)
    reader.add_argument("--compare", type=int, default=1_000_000)
    reader.add_argument("--only", nargs="*", default=linden.games())
    reader.add_argument("--json", type=Path)
    asked = reader.parse_args()
    print(f"{'':8}{'moves/s':>12}{'registers':>11}{'local':>8}{'compile':>10}  same as CPU")
    rows = []
    for name in asked.only:
        row = measure(name, asked.games, asked.compare)
        rows.append(row)
        print(
            f"{name:8}{row['moves_per_s']:>12.3g}{row['registers']:>11}{row['local_bytes']:>6} B"
            f"{row['compile_s']:>8.1f} s  {row['same_as_cpu']} ({row['compared_games']:,} games)",
            flush=True,
        )
    if asked.json:
        chip = usable().get_current_device().name
        chip = chip.decode() if isinstance(chip, bytes) else str(chip)
        asked.json.write_text(json.dumps({"gpu": chip, "games": rows}, indent=1) + "\n")


if __name__ == "__main__":
    main()
