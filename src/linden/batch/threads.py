"""All cores: work split into stretches that threads take, with the GIL released."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, thread_name_prefix="linden")


def spread(work: Callable[[int, int], None], n: int, threads: int | None, least: int = 64) -> None:
    """Call ``work(low, high)`` for stretches that cover 0 to ``n``, on several threads.

    Stretches are several for each thread, so that none waits long for the last; and none is
    shorter than ``least``, so that handing them out costs little.
    """
    threads = threads or cores()
    length = max(least, -(-n // (threads * 8))) if threads > 1 else n
    stretches = [(low, min(low + length, n)) for low in range(0, n, length)]
    if threads == 1 or len(stretches) == 1:
        for low, high in stretches:
            work(low, high)
        return
    for future in [_pool(threads).submit(work, low, high) for low, high in stretches]:
        future.result()
