"""Solve games in memory, on the CPU, on a GPU or on both; time it, compare, and test the law.

python bench/solve.py [--device cpu|gpu|both] [--samples N] [--threads N] [--json FILE] GAME...
A game is written with its options: linja, linja:meddle=true, linage:size=5x6,line=3,
linear:board=5x5,equal_moves=true. The law: a random position is worth the best of the successors
that the game's own rules find.
"""

import argparse
import json
import resource
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import linden
from linden.solve.exact import Solved, solver_for
from linden.solve.files import NO_POSITION
from linden.solve.solver import Solver

CHUNK = 1 << 28


def read(written: str) -> linden.Game:
    name, _, rest = written.partition(":")
    options = dict(part.split("=") for part in rest.split(",") if part)
    return linden.load(name, **({"komi": 0} if name == "linage" else {}), **options)


def on_cpu(solver: Solver, threads: int | None) -> Any:
    table = np.full(solver.size, NO_POSITION, np.int8)
    for step in range(solver.steps):
        solver.solve_step(table, step, threads)
    return table


def on_gpu(solver: Solver) -> Any:
    from numba import cuda

    table = solver.solve_on_gpu(lambda share: None)
    cuda.synchronize()
    return table


def fetched(table: Any) -> Any:
    """A table from the GPU, in this machine's memory."""
    here = np.empty(table.shape, np.int8)
    for low in range(0, len(here), CHUNK):
        table[low : low + CHUNK].copy_to_host(here[low : low + CHUNK])
    return here


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    began = time.perf_counter()
    result = work()
    return result, time.perf_counter() - began


def count_values(table: Any) -> dict[int, int]:
    """How many positions have each value."""
    totals = np.zeros(256, np.int64)
    for low in range(0, len(table), CHUNK):
        totals += np.bincount(table[low : low + CHUNK].view(np.uint8), minlength=256)
    return {
        value: int(totals[value % 256]) for value in range(-127, 128) if totals[value % 256] > 0
    }


def results(solver: Solver, table: Any) -> dict[str, Any]:
    """What people want to know first."""
    game = solver.game
    known = Solved(solver, table)
    if game.name == "linja":
        return {"start": known.worth(game.start()).lead, "turns": first_turns(known)}
    if game.name == "linage":
        both: Any = solver
        found = {
            "vertical_first": both.lead(table, 0, 0),
            "horizontal_first": both.lead(table, 0, 1),
        }
        best = known.moves(game.start())
        return {**found, "best": [move for move, worth in best if worth == best[0][1]]}
    starts: Any = solver
    names = ["abcdefghijkl"[x] + str(y + 1) for x, y in starts.ground.squares]
    values = {
        f"{white} {black}": int(table[3**i + 2 * 3**j])
        for i, white in enumerate(names)
        for j, black in enumerate(names)
        if i != j
    }
    return {"starts": values}


def first_turns(known: Solved) -> dict[str, float]:
    """Every whole first turn with the value it leads to."""
    found = {}
    waiting = [known.game.start()]
    while waiting:
        position = waiting.pop()
        for move in position.moves:
            after = position.play(move)
            if after.turn == 0 and not after.over:
                waiting.append(after)
            else:
                found[", ".join(after.last.moves if after.last else ())] = known.worth(after).lead
    return dict(sorted(found.items(), key=lambda pair: -pair[1]))


def run(written: str, device: str, samples: int, threads: int | None) -> dict[str, Any]:
    game = read(written)
    solver = solver_for(game)
    row: dict[str, Any] = {"game": written, "bytes": solver.size}
    table = None
    if device in ("gpu", "both"):
        there, row["gpu_first_s"] = timed(lambda: on_gpu(solver))
        if solver.size < 20 << 30:
            del there
            there, row["gpu_s"] = timed(lambda: on_gpu(solver))
        table, row["fetch_s"] = timed(lambda: fetched(there))
        del there
    if device in ("cpu", "both"):
        ours, row["cpu_s"] = timed(lambda: on_cpu(solver, threads))
        if table is not None:
            row["same"] = bool((ours == table).all())
        table = ours
    print(f"{written}: {row}", flush=True)
    if samples:
        (checked, wrong), row["law_s"] = timed(lambda: solver.check(table, samples, 1, threads))
        row["checked"], row["wrong"] = checked, wrong
    row["values"] = count_values(table)
    row["crc32"] = zlib.crc32(memoryview(table))  # type: ignore[arg-type]
    row.update(results(solver, table))
    row["peak_MB"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return row


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("games", nargs="+")
    reader.add_argument("--device", choices=["cpu", "gpu", "both"], default="cpu")
    reader.add_argument("--samples", type=int, default=1_000_000)
    reader.add_argument("--threads", type=int)
    reader.add_argument("--json", type=Path)
    asked = reader.parse_args()
    rows = []
    for written in asked.games:
        row = run(written, asked.device, asked.samples, asked.threads)
        rows.append(row)
        shown = {
            name: value for name, value in row.items() if name not in ("values", "turns", "starts")
        }
        counts = row["values"]
        total = sum(counts.values())
        won = sum(n for value, n in counts.items() if value > 0)
        lost = sum(n for value, n in counts.items() if value < 0)
        print(
            f"{shown}\n  {total:,} positions: {won / total:.3%} > 0, {lost / total:.3%} < 0",
            flush=True,
        )
        if asked.json:
            asked.json.write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
