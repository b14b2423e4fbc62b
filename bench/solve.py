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
from linden.core.grid import square_name
from linden.solve.exact import Solved, solver_for
from linden.solve.files import NO_POSITION
from linden.solve.results import Shares, totals, turns
from linden.solve.solver import Solver

CHUNK = 1 << 28
LARGE = 30 << 30
"""Bytes from which a table stays on the GPU."""


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
    return result, round(time.perf_counter() - began, 4)


def results(solver: Solver, table: Any) -> dict[str, Any]:
    """What people want to know first."""
    game = solver.game
    known = Solved(solver, table)
    if game.name == "linja":
        every = {turn: worth.lead for turn, worth in turns(known, game.start()).items()}
        return {"start": known.worth(game.start()).lead, "turns": every}
    if game.name == "linage":
        linage: Any = solver
        best = known.moves(game.start())
        return {
            "vertical_first": linage.lead(table, 0, 0),
            "horizontal_first": linage.lead(table, 0, 1),
            "best": [move for move, worth in best if worth == best[0][1]],
        }
    linear: Any = solver
    names = [square_name(*square) for square in linear.ground.squares]
    return {
        "starts": {
            f"{white} {black}": int(table[3**i + 2 * 3**j])
            for i, white in enumerate(names)
            for j, black in enumerate(names)
            if i != j
        }
    }


def solve(row: dict[str, Any], solver: Solver, device: str, threads: int | None) -> Any:
    """The table, here or on the GPU, with the times it took in ``row``."""
    if device == "cpu":
        table, row["cpu_s"] = timed(lambda: on_cpu(solver, threads))
        return table
    there, row["gpu_first_s"] = timed(lambda: on_gpu(solver))
    if solver.size < LARGE:
        del there
        there, row["gpu_s"] = timed(lambda: on_gpu(solver))
    if solver.size >= LARGE:
        return there
    table, row["fetch_s"] = timed(lambda: fetched(there))
    if device == "both":
        ours, row["cpu_s"] = timed(lambda: on_cpu(solver, threads))
        row["same"] = bool((ours == table).all())
    return table


def run(
    written: str, device: str, samples: int, threads: int | None, survey: bool
) -> dict[str, Any]:
    game = read(written)
    solver = solver_for(game)
    row: dict[str, Any] = {"game": written, "bytes": solver.size}
    table = solve(row, solver, device, threads)
    if samples:
        (checked, wrong), row["law_s"] = timed(lambda: solver.check(table, samples, 1, threads))
        row["checked"], row["wrong"] = checked, wrong
    row.update(results(solver, table))
    here = isinstance(table, np.ndarray)
    # In Linage, with Vertical to move.
    counted = table[: 1 << solver.steps - 1] if game.name == "linage" else table
    row["values"] = totals(counted, threads)
    if here:
        row["crc32"] = zlib.crc32(memoryview(table))
    if survey and game.name == "linja":
        import linja_survey

        known = Solved(solver, table)
        row["survey"], row["survey_s"] = timed(lambda: linja_survey.survey(table, threads))
        row["slow"], row["fast"] = (
            linja_survey.perfect_game(known, slowly) for slowly in (True, False)
        )
    row["peak_MB"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return row


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("games", nargs="+")
    reader.add_argument("--device", choices=["cpu", "gpu", "both"], default="cpu")
    reader.add_argument("--samples", type=int, default=1_000_000)
    reader.add_argument("--threads", type=int)
    reader.add_argument("--survey", action="store_true", help="Linja: count curious positions")
    reader.add_argument("--json", type=Path)
    asked = reader.parse_args()
    rows = []
    for written in asked.games:
        row = run(written, asked.device, asked.samples, asked.threads, asked.survey)
        rows.append(row)
        long = ("values", "turns", "starts")
        print({name: value for name, value in row.items() if name not in long})
        print("  ", Shares.of(row["values"]), flush=True)
        if asked.json:
            asked.json.write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
