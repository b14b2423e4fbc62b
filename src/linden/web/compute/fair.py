"""A pool of threads that serves everybody in turn, however much one of them asks for."""

import asyncio
import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar

from linden.web.compute.processes import thread_steps_back

Answer = TypeVar("Answer")

WAITED_FOR, EXHIBITION = 0, 1
"""Ranks: what a person waits for comes before what is only watched."""


@dataclass(eq=False)
class Job:
    owner: str
    work: Callable[[threading.Event], Any]
    answer: "asyncio.Future[Any]"
    cancel: threading.Event = field(default_factory=threading.Event)


class FairPool:
    """Jobs wait in a queue for each owner, and owners take turns."""

    def __init__(self, threads: int, name: str, nice: int = 0) -> None:
        self._pool = ThreadPoolExecutor(
            threads, thread_name_prefix=name, initializer=thread_steps_back, initargs=(nice,)
        )
        self._free = threads
        self._waiting: tuple[OrderedDict[str, deque[Job]], ...] = (OrderedDict(), OrderedDict())
        self._running: set[Job] = set()

    def waiting(self, owner: str) -> int:
        """How many jobs of an owner wait or run."""
        queued = sum(len(queues.get(owner, ())) for queues in self._waiting)
        return queued + sum(job.owner == owner for job in self._running)

    async def run(
        self, owner: str, work: Callable[[threading.Event], Answer], rank: int = WAITED_FOR
    ) -> Answer:
        """What ``work`` answers, when it is this owner's turn. When the caller is cancelled, the
        job is taken out of the queue, or told so by its event."""
        job = Job(owner, work, asyncio.get_running_loop().create_future())
        self._waiting[rank].setdefault(owner, deque()).append(job)
        self._start()
        try:
            answer: Answer = await job.answer
            return answer
        finally:
            job.cancel.set()
            self._withdraw(job, rank)

    def _withdraw(self, job: Job, rank: int) -> None:
        queue = self._waiting[rank].get(job.owner)
        if queue and job in queue:
            queue.remove(job)
            if not queue:
                del self._waiting[rank][job.owner]

    def _next(self) -> Job | None:
        for queues in self._waiting:
            if queues:
                owner, queue = next(iter(queues.items()))
                job = queue.popleft()
                del queues[owner]
                if queue:
                    queues[owner] = queue  # behind the others
                return job
        return None

    def _start(self) -> None:
        while self._free and (job := self._next()) is not None:
            self._free -= 1
            self._running.add(job)
            loop = job.answer.get_loop()
            running = self._pool.submit(job.work, job.cancel)
            running.add_done_callback(
                lambda done, job=job, loop=loop: _post(loop, self._finish, job, done)  # type: ignore[misc]
            )

    def _finish(self, job: Job, done: "Future[Any]") -> None:
        self._free += 1
        self._running.discard(job)
        if not job.answer.done():
            if done.cancelled():
                job.answer.cancel()
            elif (error := done.exception()) is not None:
                job.answer.set_exception(error)
            else:
                job.answer.set_result(done.result())
        self._start()

    def close(self) -> None:
        """Call off everything."""
        for job in self._running:
            job.cancel.set()
        for queues in self._waiting:
            for queue in queues.values():
                for job in queue:
                    job.answer.cancel()
            queues.clear()
        self._pool.shutdown(wait=False, cancel_futures=True)


def _post(loop: asyncio.AbstractEventLoop, call: Callable[..., None], *arguments: Any) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(call, *arguments)
