"""Queues and pools that serve everybody in turn, however much one of them asks for."""

import asyncio
import threading
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

Answer = TypeVar("Answer")
Item = TypeVar("Item")

WAITED_FOR, EXHIBITION = 0, 1
"""Ranks: what a person waits for comes before what is only watched."""


class FairQueue(Generic[Item]):
    """What waits has an owner and a rank: a lower rank comes first, and owners take turns."""

    def __init__(self) -> None:
        self._ranks: tuple[OrderedDict[str, deque[Item]], ...] = (OrderedDict(), OrderedDict())

    def push(self, item: Item, owner: str, rank: int) -> None:
        self._ranks[rank].setdefault(owner, deque()).append(item)

    def pop(self) -> Item | None:
        """What comes next; ``None`` where nothing waits."""
        for queues in self._ranks:
            if queues:
                owner, queue = next(iter(queues.items()))
                item = queue.popleft()
                del queues[owner]
                if queue:
                    queues[owner] = queue  # behind the others
                return item
        return None

    def remove(self, item: Item, owner: str, rank: int) -> None:
        """Take out what still waits."""
        queue = self._ranks[rank].get(owner)
        if queue and item in queue:
            queue.remove(item)
            if not queue:
                del self._ranks[rank][owner]

    def __len__(self) -> int:
        return sum(len(queue) for queues in self._ranks for queue in queues.values())

    def count(self, owner: str) -> int:
        return sum(len(queues.get(owner, ())) for queues in self._ranks)

    def owners(self, rank: int) -> tuple[str, ...]:
        """Who waits for something of this rank; may be asked from any thread."""
        return tuple(self._ranks[rank])


class FairGate:
    """Lets one through at a time; owners take turns."""

    def __init__(self) -> None:
        self._taken = False
        self._waiting: FairQueue[asyncio.Future[None]] = FairQueue()

    @asynccontextmanager
    async def turn(self, owner: str) -> AsyncIterator[None]:
        if self._taken:
            waiter = asyncio.get_running_loop().create_future()
            self._waiting.push(waiter, owner, WAITED_FOR)
            try:
                await waiter  # whoever leaves hands the gate over
            except asyncio.CancelledError:
                if waiter.done() and not waiter.cancelled():
                    self._leave()
                raise
        self._taken = True
        try:
            yield
        finally:
            self._leave()

    def _leave(self) -> None:
        while (waiter := self._waiting.pop()) is not None:
            if not waiter.done():
                waiter.set_result(None)
                return
        self._taken = False


@dataclass(eq=False)
class Job:
    owner: str
    work: Callable[[threading.Event], Any]
    answer: "asyncio.Future[Any]"
    cancel: threading.Event = field(default_factory=threading.Event)


class FairPool:
    """Jobs wait in a queue for each owner, and owners take turns."""

    def __init__(self, threads: int, name: str) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._free = threads
        self._waiting: FairQueue[Job] = FairQueue()
        self._running: set[Job] = set()

    def waiting(self, owner: str) -> int:
        """How many jobs of an owner wait or run."""
        return self._waiting.count(owner) + sum(job.owner == owner for job in self._running)

    @property
    def queued(self) -> int:
        """How many jobs wait."""
        return len(self._waiting)

    def awaited(self) -> tuple[str, ...]:
        """Who waits for their turn, and not only to watch; may be asked from any thread."""
        return self._waiting.owners(WAITED_FOR)

    async def run(
        self, owner: str, work: Callable[[threading.Event], Answer], rank: int = WAITED_FOR
    ) -> Answer:
        """What ``work`` answers, when it is this owner's turn. When the caller is cancelled, the
        job is taken out of the queue, or told so by its event."""
        job = Job(owner, work, asyncio.get_running_loop().create_future())
        self._waiting.push(job, owner, rank)
        self._start()
        try:
            answer: Answer = await job.answer
            return answer
        finally:
            job.cancel.set()
            self._waiting.remove(job, owner, rank)

    def _start(self) -> None:
        while self._free and (job := self._waiting.pop()) is not None:
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
        for running in self._running:
            running.cancel.set()
        while (job := self._waiting.pop()) is not None:
            job.answer.cancel()
        self._pool.shutdown(wait=False, cancel_futures=True)


def _post(loop: asyncio.AbstractEventLoop, call: Callable[..., None], *arguments: Any) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(call, *arguments)
