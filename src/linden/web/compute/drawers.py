"""Drawing beside the event loop: where many tables are busy, processes of their own draw positions.

Drawing is most of what a move costs, and Python draws on one core. ``python -m
linden.web.compute.drawers`` is what such a process runs: it reads positions from its input and
writes what is to be shown of them to its output, one after the other. Where there is none, because
few tabs are open, or all are busy, the server draws itself; what comes out is the same.
"""

import asyncio
import logging
import os
import pickle
import sys
import threading
from collections import deque
from contextlib import suppress
from typing import Any

from linden.core import entry, kernel
from linden.core.position import Position
from linden.web import texts
from linden.web.compute.compiling import use_table
from linden.web.compute.pipes import LENGTH, packed, receive, send
from linden.web.compute.processes import end_with_parent
from linden.web.tables.scene import Rendering, moves_json, portrait_json

log = logging.getLogger(__name__)

BUSY_TABS = 12
"""Open tabs from which on drawing has processes of its own."""
MOST_DRAWERS = 4
MOST_PENDING = 2000
"""Drawings that may wait for one process. The server draws itself only far beyond what can be: an
event loop that draws has no time to hear from those who draw for it."""
RESTART_SECONDS = 5.0


def wanted_drawers() -> int:
    """One core is the server's own; ``LINDEN_DRAWERS`` overrides it."""
    given = os.environ.get("LINDEN_DRAWERS", "")
    return int(given) if given.isdecimal() else min(MOST_DRAWERS, (os.cpu_count() or 1) - 1)


class Drawer:
    """One process, and who waits for what it draws."""

    def __init__(self) -> None:
        self.pending: deque[asyncio.Future[Any]] = deque()
        self._process: asyncio.subprocess.Process | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.returncode is None

    async def start(self) -> None:
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", __name__),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=1 << 22,
        )
        self._task = asyncio.create_task(self._listen(self._process))

    async def _listen(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        try:
            while True:
                (length,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
                answer = pickle.loads(await process.stdout.readexactly(length))
                waiting = self.pending.popleft()
                if not waiting.done():
                    waiting.set_result(answer)
        except (asyncio.IncompleteReadError, ConnectionError):
            log.warning("A process that draws has ended; the server draws itself meanwhile.")
        finally:
            for waiting in self.pending:
                if not waiting.done():
                    waiting.set_result(None)
            self.pending.clear()

    async def ask(self, request: tuple[Any, ...]) -> Any:
        assert self._process is not None
        assert self._process.stdin is not None
        waiting = asyncio.get_running_loop().create_future()
        self.pending.append(waiting)
        self._process.stdin.write(packed(request))
        return await waiting

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self._process is not None:
            if self._process.returncode is None:
                self._process.kill()
            await self._process.wait()


class Drawers:
    """The processes that draw; none until many tabs are open."""

    def __init__(self, count: int | None = None) -> None:
        self._count = wanted_drawers() if count is None else count
        self._drawers: list[Drawer] = []
        self._starting: asyncio.Task[None] | None = None
        self._tried = -RESTART_SECONDS

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
            drawer = Drawer()
            await drawer.start()
            self._drawers.append(drawer)

    async def draw(
        self, position: Position, rendering: Rendering | None, movable: bool
    ) -> tuple[str | None, str | None] | None:
        """The portrait of a position (none without ``rendering``) and its moves, as JSON; ``None``
        where nobody is free to draw it."""
        free = [one for one in self._drawers if one.running and len(one.pending) < MOST_PENDING]
        if not free:
            return None
        drawer = min(free, key=lambda one: len(one.pending))
        compiled = position._state.dtype not in entry.uncompiled
        request = (texts.language.get(), compiled, position, rendering, movable)
        answer: tuple[str | None, str | None] | None = await drawer.ask(request)
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

    def answer(self, request: tuple[Any, ...]) -> tuple[str | None, str | None] | None:
        language, compiled, position, rendering, movable = request
        texts.language.set(language)
        self.meet(position, compiled)
        try:
            portrait = None if rendering is None else portrait_json(position, rendering)
            return portrait, moves_json(position) if movable else None
        except Exception:
            log.exception("A position of %s could not be drawn.", position.game.name)
            return None


def main() -> None:
    end_with_parent()
    kernel.announcer.say = lambda sentence: None
    source, target = sys.stdin.buffer, sys.stdout.buffer
    easel = Easel()
    with suppress(EOFError):
        while True:
            send(target, easel.answer(receive(source)))


if __name__ == "__main__":
    main()
