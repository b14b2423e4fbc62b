"""Linage's layers on a GPU: a block of threads shares the upper part of its sets."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from linden.batch.gpu import compiler, usable
from linden.core.bits import how_many
from linden.solve.files import NO_POSITION
from linden.solve.gpu import THREADS, filled
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
