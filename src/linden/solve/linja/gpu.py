"""Linja's layers on a GPU: one thread a position, the same functions as on the CPU."""

from collections.abc import Callable
from functools import cache
from typing import Any

from linden.batch.gpu import compiler, usable
from linden.solve.files import NO_POSITION
from linden.solve.gpu import filled
from linden.solve.linja.stands import FARTHEST, LAYERS, stands
from linden.solve.linja.turns import STUCK, best_turn, settled
from linden.solve.solver import Report

THREADS = 128


def sources() -> dict[str, Callable[..., None]]:
    """The two sweeps of a layer. A block of threads shares the mover's stand, so that what it
    looks up lies side by side."""
    cuda = compiler()

    def sweep(
        table: Any,
        points: Any,
        origin: Any,
        first: Any,
        moved: Any,
        words: Any,
        mirrored: Any,
        progress: Any,
        layer: Any,
        low: Any,
        meddle: Any,
    ) -> None:
        us = low + cuda.blockIdx.y
        a = progress[us]
        b = layer - a
        them = first[b] + cuda.grid(1)
        if them < first[b + 1]:
            at = origin[b, a] + them * (first[a + 1] - first[a]) + us
            table[at] = best_turn(
                table,
                points,
                origin,
                first,
                moved,
                us,
                them,
                a,
                b,
                words[us],
                mirrored[them],
                meddle,
            )

    def settle(
        table: Any, points: Any, origin: Any, first: Any, progress: Any, layer: Any, low: Any
    ) -> None:
        us = low + cuda.blockIdx.y
        a = progress[us]
        b = layer - a
        them = first[b] + cuda.grid(1)
        if them < first[b + 1]:
            at = origin[b, a] + them * (first[a + 1] - first[a]) + us
            if table[at] == STUCK:
                table[at] = settled(table, points, origin, first, us, them, a, b)

    return {"sweep": sweep, "settle": settle}


@cache
def _kernels() -> dict[str, Any]:
    cuda = usable()
    return {name: cuda.jit(source) for name, source in sources().items()}


def solve(points: Any, meddle: bool, report: Report) -> Any:
    """The whole table, in the GPU's memory."""
    from linden.solve.linja.table import movers

    cuda = usable()
    s = stands()
    table = filled(int(s.ends[0]), NO_POSITION)
    there = {
        name: cuda.to_device(getattr(s, name))
        for name in ("origin", "first", "moved", "words", "mirrored", "progress")
    }
    worth = cuda.to_device(points)
    sweep, settle = _kernels()["sweep"], _kernels()["settle"]
    sizes = s.first[1:] - s.first[:-1]
    for layer in reversed(range(LAYERS)):
        low, high = movers(layer)
        widest = int(sizes[max(0, layer - FARTHEST) : min(layer, FARTHEST) + 1].max())
        grid = (-(-widest // THREADS), high - low)
        sweep[grid, THREADS](
            table,
            worth,
            there["origin"],
            there["first"],
            there["moved"],
            there["words"],
            there["mirrored"],
            there["progress"],
            layer,
            low,
            meddle,
        )
        settle[grid, THREADS](
            table, worth, there["origin"], there["first"], there["progress"], layer, low
        )
        if layer % 8 == 0:
            cuda.synchronize()
            report(int(s.ends[layer]) / len(table))
    return table
