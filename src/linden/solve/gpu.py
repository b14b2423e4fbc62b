"""What the solvers share on a GPU."""

from functools import cache
from typing import Any

import numpy as np

from linden.batch.gpu import usable
from linden.core.errors import DeviceError

THREADS = 256
VALUES = 256


@cache
def _fill_kernel() -> Any:
    cuda = usable()

    def fill(words: Any, value: Any) -> None:
        for i in range(cuda.grid(1), len(words), cuda.gridsize(1)):
            words[i] = value

    return cuda.jit(fill)


def filled(size: int, value: int) -> Any:
    """A tablebase of bytes in the GPU's memory, all of this value."""
    cuda = usable()
    free, _ = cuda.current_context().get_memory_info()
    if size + (1 << 28) > free:
        raise DeviceError(
            f"The tablebase takes {size / 2**30:.1f} GiB, and the GPU has {free / 2**30:.1f} free."
        )
    words = cuda.device_array(-(-size // 8), np.uint64)
    byte = np.full(8, value, np.int8).view(np.uint64)[0]
    _fill_kernel()[4096, THREADS](words, byte)
    return words.view(np.int8)[:size]


@cache
def _tally_kernel() -> Any:
    cuda = usable()

    def tally(values: Any, totals: Any) -> None:
        own = cuda.shared.array(VALUES, np.uint64)
        own[cuda.threadIdx.x] = 0
        cuda.syncthreads()
        for i in range(cuda.grid(1), len(values), cuda.gridsize(1)):
            cuda.atomic.add(own, np.int64(values[i]) & (VALUES - 1), np.uint64(1))
        cuda.syncthreads()
        cuda.atomic.add(totals, cuda.threadIdx.x, own[cuda.threadIdx.x])

    return cuda.jit(tally)


def tally_there(values: Any) -> Any:
    """How often each byte stands in an array in the GPU's memory."""
    cuda = usable()
    totals = cuda.to_device(np.zeros(VALUES, np.uint64))
    _tally_kernel()[4096, THREADS](values, totals)
    return totals.copy_to_host().astype(np.int64)
