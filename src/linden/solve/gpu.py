"""What the solvers share on a GPU."""

from functools import cache
from typing import Any

import numpy as np

from linden.batch.gpu import usable

THREADS = 256


@cache
def _fill_kernel() -> Any:
    cuda = usable()

    def fill(words: Any, value: Any) -> None:
        for i in range(cuda.grid(1), len(words), cuda.gridsize(1)):
            words[i] = value

    return cuda.jit(fill)


def filled(size: int, value: int) -> Any:
    """A table of bytes in the GPU's memory, all of this value."""
    cuda = usable()
    free, _ = cuda.current_context().get_memory_info()
    if size + (1 << 28) > free:
        from linden.core.errors import DeviceError

        raise DeviceError(
            f"The table takes {size / 2**30:.1f} GiB, and the GPU has {free / 2**30:.1f} GiB free."
        )
    table = cuda.device_array(-(-size // 8), np.uint64)
    byte = np.full(8, value, np.int8).view(np.uint64)[0]
    _fill_kernel()[4096, THREADS](table, byte)
    return table.view(np.int8)[:size]
