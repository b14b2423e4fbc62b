"""Drawing beside the event loop: where many tables are busy, processes of their own draw positions.

Drawing is most of what a move costs, and Python draws on one core. ``python -m
linden.web.compute.drawers`` is what such a process runs: it reads positions from its input and
writes what is to be shown of them to its output, one after the other. Where there is none, because
few tabs are open, or it has ended, the server draws itself; what comes out is the same.
"""

import asyncio
import logging
import os
import pickle
import sys
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from linden.core import entry, kernel, registry
from linden.core.position import Position
from linden.web import texts
from linden.web.compute.compiling import use_table
from linden.web.compute.fair import WAITED_FOR, FairQueue
from linden.web.compute.pipes import LENGTH, packed, received, send
from linden.web.compute.processes import end_with_parent, widen
from linden.web.tables.scene import Rendering, moves_json, portrait_json

log = logging.getLogger(__name__)

Drawn = tuple[str | None, str | None] | None
"""The portrait of a position and its moves, as JSON; ``None`` where there is nobody to draw it."""
BUSY_TABS = 12
"""Open tabs from which on drawing has processes of its own."""
MOST_DRAWERS = 4
MOST_AT_ONCE = 48
"""Drawings that a process has before it: enough not to wait for the next while the server is busy
for a tenth of a second, and few, because who comes next is decided here."""
PIPE_BYTES = 1 << 20
"""While the server is busy with something else, so much is drawn already."""
READY = b"ready\n"
"""The first thing such a process writes."""
STUCK_SECONDS = 10.0
"""A process that takes longer for one drawing is ended, and the server draws itself."""
RESTART_SECONDS = 5.0


def wanted_drawers() -> int:
    """One core is the server's own; ``LINDEN_DRAWERS`` overrides it."""
    given = os.environ.get("LINDEN_DRAWERS", "")
    return int(given) if given.isdecimal() else min(MOST_DRAWERS, (os.cpu_count() or 1) - 1)


@dataclass(eq=False)
class Task:
    """A drawing that somebody waits for."""

    request: tuple[Any, ...]
    answer: "asyncio.Future[Any]"


class Drawer:
    """One process, and what it is drawing."""

    def __init__(self, free: Callable[[], None]) -> None:
        self._free = free
        """Called when it can take more."""
        self._tasks: deque[Task] = deque()
        self._process: asyncio.subprocess.Process | None = None
        self._listener: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self.ready = False
        """Whether it is up and draws."""

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.returncode is None

    @property
    def load(self) -> int:
        return len(self._tasks)

    async def start(self) -> None:
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", __name__),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=1 << 22,
        )
        self._listener = asyncio.create_task(self._listen(self._process))

    async def _listen(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        try:
            await process.stdout.readexactly(len(READY))
            self.ready = True
            while True:
                (length,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
                answer = pickle.loads(await process.stdout.readexactly(length))
                settle(self._tasks.popleft(), answer)
                self._watch()
                self._free()
        except (asyncio.IncompleteReadError, ConnectionError):
            log.warning("A process that draws has ended; the server draws itself meanwhile.")
        finally:
            for task in self._tasks:
                settle(task, None)
            self._tasks.clear()
            self._watch()
            self._process, self.ready = None, False
            if process.returncode is None:
                process.kill()
            self._free()
            await process.wait()

    def take(self, task: Task) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        self._tasks.append(task)
        if len(self._tasks) == 1:
            self._watch()
        self._process.stdin.write(packed(task.request))

    def _watch(self) -> None:
        """See to it that what it draws now comes to an end."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._tasks and self._process is not None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(STUCK_SECONDS, self._process.kill)

    async def stop(self) -> None:
        if self._listener is not None:
            self._listener.cancel()
            await asyncio.gather(self._listener, return_exceptions=True)


def settle(task: Task, answer: Any) -> None:
    if not task.answer.done():
        task.answer.set_result(answer)


class Drawers:
    """The processes that draw; none until many tabs are open. Who plays comes before who watches,
    and people take turns."""

    def __init__(self, count: int | None = None) -> None:
        self._count = wanted_drawers() if count is None else count
        self._drawers: list[Drawer] = []
        self._waiting: FairQueue[Task] = FairQueue()
        self._starting: asyncio.Task[None] | None = None
        self._tried = -RESTART_SECONDS

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    def crowd(self, tabs: int) -> None:
        """So many tabs are open: have drawers if that is worth it, and no ended ones."""
        now = asyncio.get_running_loop().time()
        enough = sum(drawer.running for drawer in self._drawers) >= self._count
        starting = self._starting is not None and not self._starting.done()
        if tabs < BUSY_TABS or enough or starting or now - self._tried < RESTART_SECONDS:
            return
        self._tried = now
        self._starting = asyncio.create_task(self._start())

    async def _start(self) -> None:
        self._drawers = [drawer for drawer in self._drawers if drawer.running]
        while len(self._drawers) < self._count:
            drawer = Drawer(self._hand_out)
            await drawer.start()
            self._drawers.append(drawer)

    def _hand_out(self) -> None:
        """Give those who draw what comes next; where nobody draws, nobody waits."""
        ready = [drawer for drawer in self._drawers if drawer.ready]
        while ready:
            drawer = min(ready, key=lambda one: one.load)
            if drawer.load >= MOST_AT_ONCE or (task := self._waiting.pop()) is None:
                return
            if not task.answer.done():  # else nobody waits for it any more
                drawer.take(task)
        while (task := self._waiting.pop()) is not None:
            settle(task, None)

    async def draw(
        self,
        position: Position,
        rendering: Rendering | None,
        movable: bool,
        owner: str,
        rank: int = WAITED_FOR,
    ) -> Drawn:
        """A position's portrait (not without ``rendering``), and its moves where it is movable."""
        compiled = not entry.is_interpreted(position._state.dtype)
        request = (texts.language.get(), compiled, position, rendering, movable)
        task = Task(request, asyncio.get_running_loop().create_future())
        self._waiting.push(task, owner, rank)
        self._hand_out()
        answer: Drawn = await task.answer
        return answer

    async def close(self) -> None:
        if self._starting is not None:
            self._starting.cancel()
            await asyncio.gather(self._starting, return_exceptions=True)
        for drawer in self._drawers:
            await drawer.stop()


# -- in a process of its own -----------------------------------------------------------------------


class Easel:
    """What a process knows of the games it draws: interpreted until their code is loaded."""

    def __init__(self) -> None:
        self._met: set[Any] = set()
        self._loading: set[Any] = set()

    def meet(self, position: Position, compiled: bool) -> None:
        kind = position._state.dtype
        if kind not in self._met:
            self._met.add(kind)
            entry.uncompiled.add(kind)
        if compiled and kind not in self._loading:
            self._loading.add(kind)
            threading.Thread(target=self._load, args=(position.game, kind), daemon=True).start()

    def _load(self, game: Any, kind: Any) -> None:
        use_table(game)
        entry.uncompiled.discard(kind)

    def answer(self, request: bytes) -> Drawn:
        try:
            language, compiled, position, rendering, movable = pickle.loads(request)
            texts.language.set(language)
            self.meet(position, compiled)
            portrait = None if rendering is None else portrait_json(position, rendering)
            return portrait, moves_json(position) if movable else None
        except Exception as error:  # the server draws it itself, or finds the same
            log.warning("A position could not be drawn: %s", registry.cause(error))
            return None


def main() -> None:
    end_with_parent()
    kernel.announcer.say = lambda sentence: None
    source, target, easel = sys.stdin.buffer, sys.stdout.buffer, Easel()
    widen(target.fileno(), PIPE_BYTES)
    target.write(READY)
    target.flush()
    with suppress(EOFError, BrokenPipeError):
        while True:
            send(target, easel.answer(received(source)))


if __name__ == "__main__":
    main()
