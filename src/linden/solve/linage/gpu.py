"""Linage's layers on a GPU: a block of threads shares the upper part of its sets."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from linden.batch.gpu import compiler, usable
from linden.core.bits import how_many
from linden.solve.files import NO_POSITION
from linden.solve.gpu import THREADS, filled
from linden.solve.linage.law import compare
from linden.solve.linage.sets import Shape, solve_set
from linden.solve.solver import Report


def source() -> Callable[..., None]:
    """The kernel of a layer."""
    cuda = compiler()

    def solve_layer(
        table: Any,
        facts: Any,
        turned: Any,
        over: Any,
        order: Any,
        start: Any,
        low_points: Any,
        stones: Any,
    ) -> None:
        upper = np.uint64(cuda.blockIdx.x)
        rest = stones - how_many(upper)
        if rest >= 0 and rest <= low_points:
            base = upper << np.uint64(low_points)
            for i in range(start[rest] + cuda.threadIdx.x, start[rest + 1], cuda.blockDim.x):
                solve_set(table, facts, turned, over, base | np.uint64(order[i]))

    return solve_layer


@cache
def _kernel() -> Any:
    return usable().jit(source())


def solve(it: Shape, size: int, share: Callable[[int], float], report: Report) -> Any:
    """The whole table, in the GPU's memory."""
    cuda = usable()
    table = filled(size, NO_POSITION)
    there = [cuda.to_device(array) for array in (it.facts, it.turned, it.over, it.order, it.start)]
    for step in range(it.points + 1):
        launch = _kernel()[1 << (it.points - it.low), THREADS]
        launch(table, *there, it.low, it.points - step)
        cuda.synchronize()
        report(share(step))
    return table


# -- the law -------------------------------------------------------------------------------------


def law_source(dtype: Any, most_moves: int) -> Callable[..., None]:
    """The kernel that compares one random set a thread with its successors."""
    cuda = compiler()

    def check(start: Any, seed: Any, table: Any, facts: Any, turned: Any, wrong: Any) -> None:
        states = cuda.local.array(3, dtype)
        moves = cuda.local.array((2, most_moves), np.int32)
        points = cuda.local.array(2, np.float64)
        rng = cuda.local.array(1, np.uint64)
        i = cuda.grid(1)
        if i < len(wrong):
            wrong[i] = compare(
                start, seed, i, i + 1, table, facts, turned, states, moves, points, rng
            )

    return check


@cache
def _law_kernel(dtype: Any, most_moves: int) -> Any:
    return usable().jit(law_source(dtype, most_moves))


def check(start: Any, most_moves: int, it: Shape, values: Any, samples: int, seed: int) -> int:
    """How many of so many random sets, in a table on the GPU, break the law."""
    cuda = usable()
    wrong = cuda.to_device(np.zeros(samples, np.int8))
    kernel = _law_kernel(start.dtype, most_moves)
    facts, turned = cuda.to_device(it.facts), cuda.to_device(it.turned)
    kernel[-(-samples // THREADS), THREADS](
        cuda.to_device(start), np.uint64(seed), values, facts, turned, wrong
    )
    return int(wrong.copy_to_host().sum())
