"""Linja's layers on a GPU: one thread a position, the same functions as on the CPU."""

from collections.abc import Callable
from functools import cache
from typing import Any

from linden.batch.gpu import compiler, usable
from linden.solve.files import NO_POSITION
from linden.solve.gpu import filled
from linden.solve.linja.formations import FARTHEST, LAYERS, formations
from linden.solve.linja.turns import STUCK, Known, Pair, Rows, best_turn, place, settled
from linden.solve.solver import Report

THREADS = 128


def sources() -> dict[str, Callable[..., None]]:
    """The two sweeps of a layer. A block of threads shares the mover's formation, so that what it
    looks up lies side by side."""
    cuda = compiler()

    def sweep(
        known: Any, words: Any, mirrored: Any, progress: Any, layer: Any, low: Any, meddle: Any
    ) -> None:
        values, points, origin, first, moved = known
        us = low + cuda.blockIdx.y
        a = progress[us]
        b = layer - a
        them = first[b] + cuda.grid(1)
        if them < first[b + 1]:
            pair, rows = Pair(us, them, a, b), Rows(words[us], mirrored[them])
            values[place(origin, first, us, them, a, b)] = best_turn(
                values, points, origin, first, moved, pair, rows, meddle
            )

    def settle(known: Any, progress: Any, layer: Any, low: Any) -> None:
        values, points, origin, first, _ = known
        us = low + cuda.blockIdx.y
        a = progress[us]
        b = layer - a
        them = first[b] + cuda.grid(1)
        if them < first[b + 1]:
            at = place(origin, first, us, them, a, b)
            if values[at] == STUCK:
                values[at] = settled(values, points, origin, first, Pair(us, them, a, b))

    return {"sweep": sweep, "settle": settle}


@cache
def _kernels() -> dict[str, Any]:
    cuda = usable()
    return {name: cuda.jit(source) for name, source in sources().items()}


def solve(points: Any, meddle: bool, report: Report) -> Any:
    """The whole tablebase, in the GPU's memory."""
    from linden.solve.linja.solver import movers

    cuda = usable()
    s = formations()
    values = filled(int(s.ends[0]), NO_POSITION)
    known = Known(values, *map(cuda.to_device, (points, s.origin, s.first, s.moved)))
    words, mirrored, progress = map(cuda.to_device, (s.words, s.mirrored, s.progress))
    sweep, settle = _kernels()["sweep"], _kernels()["settle"]
    sizes = s.first[1:] - s.first[:-1]
    for layer in reversed(range(LAYERS)):
        low, high = movers(layer)
        widest = int(sizes[max(0, layer - FARTHEST) : min(layer, FARTHEST) + 1].max())
        grid = (-(-widest // THREADS), high - low)
        sweep[grid, THREADS](known, words, mirrored, progress, layer, low, meddle)
        settle[grid, THREADS](known, progress, layer, low)
        if layer % 8 == 0:
            cuda.synchronize()
            report(int(s.ends[layer]) / len(values))
    return values
