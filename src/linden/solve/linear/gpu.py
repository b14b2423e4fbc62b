"""Linear's layers on a GPU: neighbouring threads have tokens on the same squares, of other
colours."""

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from linden.batch.gpu import compiler, usable
from linden.core.bits import ONE, lowest
from linden.core.kernel import rule
from linden.solve.files import NO_POSITION
from linden.solve.gpu import THREADS, filled
from linden.solve.linear.codes import Codes, settle_position, solve_position
from linden.solve.solver import Report

if TYPE_CHECKING:
    from linden.solve.linear.solver import LinearSolver

BLOCKS = 132 * 64


@rule
def dealt(colours: Any, occupied: Any) -> Any:
    """Those of the occupied squares whose turn comes where ``colours`` has a bit."""
    own = np.uint64(0)
    while occupied != np.uint64(0):
        square = lowest(occupied)
        if colours & ONE:
            own |= square
        colours >>= ONE
        occupied ^= square
    return own


def sources() -> dict[str, Callable[..., None]]:
    """The two sweeps of a layer."""
    cuda = compiler()

    def sweep(values: Any, maps: Any, first: Any, tokens: Any, positions: Any) -> None:
        following, powers, codes, order, _, _, halves = maps
        squares = len(powers)
        colourings = (ONE << np.uint64(tokens)) - ONE
        for i in range(cuda.grid(1), positions, cuda.gridsize(1)):
            occupied = np.uint64(order[first + (i >> tokens)])
            own = dealt(np.uint64(i) & colourings, occupied)
            if own != np.uint64(0) and own != occupied:
                solve_position(
                    values, following, powers, codes, squares, halves, own, occupied & ~own
                )

    def settle(values: Any, maps: Any, first: Any, tokens: Any, positions: Any) -> None:
        codes, order, halves = maps.codes, maps.order, maps.halves
        colourings = (ONE << np.uint64(tokens)) - ONE
        for i in range(cuda.grid(1), positions, cuda.gridsize(1)):
            occupied = np.uint64(order[first + (i >> tokens)])
            own = dealt(np.uint64(i) & colourings, occupied)
            if own != np.uint64(0) and own != occupied:
                settle_position(values, codes, halves, own, occupied & ~own)

    return {"sweep": sweep, "settle": settle}


@cache
def _kernels() -> dict[str, Any]:
    cuda = usable()
    return {name: cuda.jit(source) for name, source in sources().items()}


def solve(solver: "LinearSolver", report: Report) -> Any:
    """The whole tablebase, in the GPU's memory."""
    cuda = usable()
    maps = solver.ground.maps
    values = filled(solver.size, NO_POSITION)
    arrays = [cuda.to_device(array) for array in maps[:-1]]
    there = maps._replace(**dict(zip(Codes._fields, arrays, strict=False)))
    sweep, settle = _kernels()["sweep"], _kernels()["settle"]
    for step in range(solver.steps):
        tokens = solver.tokens(step)
        first = int(maps.start[tokens])
        positions = (int(maps.start[tokens + 1]) - first) << tokens
        blocks = min(BLOCKS, -(-positions // THREADS))
        sweep[blocks, THREADS](values, there, first, tokens, positions)
        settle[blocks, THREADS](values, there, first, tokens, positions)
        cuda.synchronize()
        report(solver.share(step))
    return values
