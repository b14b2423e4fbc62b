"""A process that searches: what takes seconds of all cores has an interpreter of its own.

A search is compiled code with Python around it. In the server's own interpreter that Python would
hold up everybody's moves each time it runs, and longest when it is told to step back. So ``python
-m linden.web.compute.search_process`` reads positions, steps back for everything else, and answers
with choices; a search that goes wrong for good takes nobody along.
"""

import logging
import os
import pickle
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import IO, Any, TypeVar, cast

from linden.core import kernel, registry
from linden.core.errors import GameError
from linden.core.position import Position
from linden.players.budget import Cancelled
from linden.players.choice import Choice
from linden.players.registry import player
from linden.web.compute.pipes import receive, send
from linden.web.compute.processes import (
    NICE,
    end_with_parent,
    stand_still,
    step_back,
    step_back_for_all,
)

log = logging.getLogger(__name__)

Answer = TypeVar("Answer")

LISTEN_SECONDS = 0.02
"""How soon a search that is called off is let go."""
LAST = "last"
"""The word by which a process is told to come after everything else."""

Heard = tuple[int, Any, float]
"""The number of a request, its answer, and the seconds of processor time it took."""


class SearchFailed(RuntimeError):  # noqa: N818 - what is so
    """The process ended in the middle of a search."""


class SearchProcess:
    """One process, for one thread at a time; it is started when it is first asked. ``last`` comes
    after everything else on this machine: where others work without pause, never."""

    def __init__(self, *, last: bool = False) -> None:
        self._last = last
        self._lock = threading.Lock()
        """Held while the process begins or ends."""
        self._closed = False
        self._process: subprocess.Popen[bytes] | None = None
        self._answers: queue.SimpleQueue[Heard | None] = queue.SimpleQueue()
        self._hearing = threading.Thread()
        self._asked = 0
        """Requests are numbered: answers that nobody waits for any more are told apart."""
        self.took: float | None = None
        """Seconds of processor time that the last answer took; ``None`` where none came."""

    def ask(
        self,
        work: Callable[..., Answer],
        arguments: tuple[Any, ...],
        cancel: threading.Event,
        stands_still: Callable[[], bool] = lambda: False,
    ) -> Answer:
        """What a function of some module answers, which is also given the event that calls it off.
        It stands still for as long as it is told to; whoever sets a time has less of it then."""
        process = self._running()
        assert process.stdin is not None
        self._asked += 1
        self.took = None
        number = -1
        try:
            request = pickle.dumps((work, arguments), pickle.HIGHEST_PROTOCOL)
            send(process.stdin, (self._asked, request))
            while number != self._asked:
                number, answer, took = self._listen(process, cancel, stands_still)
            self.took = took
        except Cancelled:
            with suppress(OSError):
                send(process.stdin, (self._asked, None))
            raise
        except (EOFError, OSError):
            self._end()
            if self._closed:
                raise Cancelled from None
            raise SearchFailed("The process that searches has ended.") from None
        if isinstance(answer, BaseException):
            raise answer
        return cast(Answer, answer)

    def _running(self) -> "subprocess.Popen[bytes]":
        if self._process is not None and self._process.poll() is not None:
            self._end()
        with self._lock:
            if self._closed:
                raise Cancelled
            if self._process is None:
                command = [sys.executable, "-m", __name__, *([LAST] if self._last else [])]
                self._process = subprocess.Popen(
                    command, stdin=subprocess.PIPE, stdout=subprocess.PIPE
                )
                self._answers = queue.SimpleQueue()
                heard = (self._process.stdout, self._answers)
                self._hearing = threading.Thread(target=_hear, args=heard, daemon=True)
                self._hearing.start()
            return self._process

    def _listen(
        self,
        process: "subprocess.Popen[bytes]",
        cancel: threading.Event,
        stands_still: Callable[[], bool],
    ) -> Heard:
        still = False
        try:
            while True:
                try:
                    answer = self._answers.get(timeout=LISTEN_SECONDS)
                except queue.Empty:
                    if cancel.is_set():
                        raise Cancelled from None
                    if still != stands_still():
                        still = not still
                        stand_still(process, still)
                else:
                    if answer is None:
                        raise EOFError
                    return answer
        finally:
            if still:
                stand_still(process, False)

    def close(self) -> None:
        """End the process for good; whoever is asking it is told that it was called off."""
        self._closed = True
        self._end()

    def _end(self) -> None:
        with self._lock:
            process, self._process = self._process, None
            if process is None:
                return
            process.kill()
            process.wait()
            self._hearing.join()
            assert process.stdin is not None
            with suppress(OSError):  # what it could not be sent any more
                process.stdin.close()


def _hear(source: IO[bytes], answers: "queue.SimpleQueue[Heard | None]") -> None:
    """Pass on what a process answers, and ``None`` when it has ended. Not every system can wait
    for a pipe and for a time at once, so a thread waits for the pipe."""
    try:
        with source, suppress(EOFError, OSError):
            while True:
                answers.put(receive(source))
    except Exception:
        log.exception("An answer of the process that searches cannot be read.")
    finally:
        answers.put(None)


# -- in a process of its own -----------------------------------------------------------------------


class Requests:
    """What is asked for, one after the other, each with an event that calls it off."""

    def __init__(self, source: IO[bytes]) -> None:
        self._source = source
        self._queue: queue.Queue[tuple[int, bytes, threading.Event] | None] = queue.Queue()
        self._events: dict[int, threading.Event] = {}
        threading.Thread(target=self._hear, daemon=True).start()

    def _hear(self) -> None:
        try:
            while True:
                number, request = receive(self._source)
                if request is not None:
                    event = self._events[number] = threading.Event()
                    self._queue.put((number, request, event))
                elif number in self._events:
                    self._events[number].set()
        except EOFError:
            self._queue.put(None)

    def __iter__(self) -> Iterator[tuple[int, bytes, threading.Event]]:
        while (found := self._queue.get()) is not None:
            yield found
            self._events.pop(found[0], None)


def choose(
    position: Position, text: str, seed: int, seconds: float | None, cancel: threading.Event
) -> Choice:
    computer = player(position.game, text, seed=seed)
    return computer.choose(position, seconds=seconds, cancel=cancel)


def choose_within(
    position: Position, text: str, seed: int, most: float, cancel: threading.Event
) -> Choice:
    """What the computer would choose by its own budget, but no later."""
    computer = player(position.game, text, seed=seed)
    seconds, nodes = computer.own_budget()
    seconds = most if seconds is None else min(seconds, most)
    return computer.choose(position, seconds=seconds, nodes=nodes, cancel=cancel)


def choose_whole(
    position: Position, text: str, seed: int, seconds: float, cancel: threading.Event
) -> Choice:
    """What the computer chooses by its own nodes, however long they take within so many seconds."""
    computer = player(position.game, text, seed=seed)
    nodes = computer.own_budget()[1]
    return computer.choose(position, seconds=seconds, nodes=nodes, cancel=cancel)


def answer(request: bytes, cancel: threading.Event) -> Any:
    """What came of a request, or what went wrong: a game may have been taken away or edited since
    the server has read it, and what it raises may be nothing that can be sent."""
    try:
        work, arguments = pickle.loads(request)
        return work(*arguments, cancel)
    except Exception as error:
        name = registry.at_fault(error)
        if name is not None:
            return GameError(f"The game {name} has a fault: {registry.place_of(error)}.")
        try:
            pickle.loads(pickle.dumps(error))
        except Exception:
            return RuntimeError(registry.cause(error))
        return error


def main() -> None:
    end_with_parent()
    if LAST in sys.argv:
        step_back_for_all()
    else:
        step_back(NICE)
    kernel.announcer.say = lambda sentence: None
    target = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what is printed is no answer
    for number, request, cancel in Requests(sys.stdin.buffer):
        began = time.process_time()
        found = answer(request, cancel)
        try:
            send(target, (number, found, time.process_time() - began))
        except BrokenPipeError:  # the server is gone
            return


if __name__ == "__main__":
    main()
