"""All cores: work split into stretches that threads take, with the GIL released."""

import os
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import cache


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, thread_name_prefix="linden")


if hasattr(os, "register_at_fork"):  # a forked process has the pools, but none of their threads
    os.register_at_fork(after_in_child=_pool.cache_clear)


def spread(
    work: Callable[[int, int], None],
    n: int,
    threads: int | None,
    least: int = 64,
    stop: threading.Event | None = None,
) -> None:
    """Call ``work(low, high)`` for stretches that cover 0 to ``n``, on several threads.

    Stretches are several for each thread, so that none waits long for the last; and none is
    shorter than ``least``, so that handing them out costs little. What is interrupted, or fails,
    ends with the stretches that run, as these write into the caller's arrays; where one takes
    long it looks at ``stop``, which is set then.
    """
    threads = threads or cores()
    length = max(least, -(-n // (threads * 8))) if threads > 1 else n
    stretches = [(low, min(low + length, n)) for low in range(0, n, length)]
    if threads == 1 or len(stretches) == 1:
        for low, high in stretches:
            work(low, high)
        return
    futures: list[Future[None]] = []
    try:
        for low, high in stretches:
            futures.append(_pool(threads).submit(work, low, high))
        for future in futures:
            future.result()
    except BaseException:
        if stop is not None:
            stop.set()
        for future in futures:
            future.cancel()
        wait(futures)
        raise
