"""A program from outside as a player: ``engine:COMMAND``, spoken with in lines of text.

``docs/engines.md`` has the protocol. The program runs in a process group of its own, which ends
with the player, and with Linden even if that is killed (``leash.py`` sees to it). What it does
wrong (silence, rubbish, illegal moves, dying) is an ``EngineError`` with a sentence, after one try
with the program started again.
"""

import os
import queue
import shlex
import socket
import subprocess
import sys
import threading
import time
import weakref
from contextlib import suppress
from pathlib import Path
from typing import IO

from linden.core.errors import IllegalMove
from linden.core.game import Game
from linden.core.options import write
from linden.core.position import Position
from linden.players.budget import Budget
from linden.players.choice import Candidate, Choice
from linden.players.player import Player

LEASH = Path(__file__).with_name("leash.py")
HELLO_SECONDS = 20.0
"""A program may compile something before it says that it is ready."""
STATUS_SECONDS = 1.0
"""Between a program's last word and its end."""
GRACE_SECONDS = 1.0
"""What an answer may be late, besides a tenth of its time."""
SHORTEST_LOOK = 0.02
MOST_LINES = 10_000
"""So many lines may wait; a program that writes more is not heard out."""
LONGEST_LINE = 4096
USUAL_SECONDS = 1.0
LONGEST_THOUGHT = 60.0
"""Seconds for a choice that was asked for by nodes alone."""


class EngineError(RuntimeError):
    """A program that does not keep to the protocol, in a sentence."""


class Engine(Player):
    """The player that a program is."""

    def __init__(self, game: Game, seed: int = 0, command: str = "") -> None:
        self.game = game
        self.command = command
        try:
            self._words = shlex.split(command)
        except ValueError as error:
            raise ValueError(f"{command!r} is no command: {error}.") from None
        if not self._words:
            raise ValueError("An engine is written engine:COMMAND, with the program to run.")
        self._running: Program | None = None

    def own_budget(self) -> tuple[float, None]:
        return USUAL_SECONDS, None

    def load(self) -> None:
        self._program()

    def close(self) -> None:
        if self._running is not None:
            self._running.end()
            self._running = None

    def _program(self) -> "Program":
        if self._running is None:
            started = Program(self._words)
            try:
                started.greet(self.game)
            except BaseException:
                started.end()
                raise
            self._running = started
        return self._running

    def think(self, view: Position, seat: int, budget: Budget) -> Choice:
        began = time.perf_counter()
        try:
            move = self._ask(view, budget)
        except EngineError:
            self.close()
            move = self._ask(view, budget)
        even = (1 / self.game.players,) * self.game.players
        spent = time.perf_counter() - began
        return Choice(move, even, view.scores, (move,), (Candidate(move, even[0], 0),), 0, spent)

    def _ask(self, view: Position, budget: Budget) -> str:
        program = self._program()
        try:
            return program.choose(view, budget)
        except BaseException:
            self.close()
            raise


class Program:
    """The running program, and what it says."""

    def __init__(self, words: list[str]) -> None:
        self.name = words[0]
        self._process, held = started(words)
        self._lines: queue.Queue[str | None] = queue.Queue(MOST_LINES)
        assert self._process.stdout is not None
        hear = threading.Thread(target=_hear, args=(self._process.stdout, self._lines), daemon=True)
        hear.start()
        # Whatever happens to the player, nothing of the program is left.
        self._end = weakref.finalize(self, _end, self._process, held)

    def end(self) -> None:
        self._end()

    def say(self, line: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise EngineError(f"{self.name} has closed its input.") from None

    def hear(self, until: float, budget: Budget | None = None) -> str:
        """The next line, before this moment."""
        while True:
            if budget is not None:
                budget.raise_if_called_off()
            left = until - time.perf_counter()
            if left <= 0:
                raise EngineError(f"{self.name} has not answered in time.")
            try:
                line = self._lines.get(timeout=min(left, SHORTEST_LOOK if budget else left))
            except queue.Empty:
                continue
            if line is None:
                self._lines.put(None)
                try:
                    status = f" (its status is {self._process.wait(STATUS_SECONDS)})"
                except subprocess.TimeoutExpired:  # it only stopped speaking
                    status = ""
                raise EngineError(f"{self.name} has ended{status}.")
            return line

    def greet(self, game: Game) -> None:
        """Say which game it is, and wait until the program is ready."""
        until = time.perf_counter() + HELLO_SECONDS
        self.say("ugi")
        while self.hear(until) != "ugiok":
            pass
        self.say(f"setoption name game value {game.name}")
        for name, value in game.options.items():
            self.say(f"setoption name {name} value {write(value)}")
        self.say("uginewgame")
        self.say("isready")
        while self.hear(until) != "readyok":
            pass

    def choose(self, view: Position, budget: Budget) -> str:
        seconds = budget.seconds if budget.seconds is not None else LONGEST_THOUGHT
        limits = [f"movetime {max(1, int(seconds * 1000))}"] if budget.seconds is not None else []
        limits += [f"nodes {budget.nodes}"] if budget.nodes is not None else []
        self.say(f"position {view.text}")
        self.say(f"go {' '.join(limits)}")
        until = time.perf_counter() + 1.1 * seconds + GRACE_SECONDS
        while True:
            word, _, rest = self.hear(until, budget).partition(" ")
            if word == "bestmove":
                try:
                    return view.move(view.code(rest))
                except IllegalMove as error:
                    raise EngineError(f"{self.name} answers with no legal move: {error}") from None


def _hear(file: IO[str], lines: "queue.Queue[str | None]") -> None:
    """Put what a program writes into the queue, line by line, until it ends or writes too much.

    Nobody else closes the pipe: that waits for this thread, which waits for whoever holds the other
    end. That may be a child in a session of its own, which is not ended with the program."""
    with suppress(OSError, ValueError, queue.Full):
        while line := file.readline(LONGEST_LINE):
            lines.put_nowait(line.strip())
    while lines.full():  # the last word has room in any case
        lines.get_nowait()
    lines.put(None)
    file.close()


def started(words: list[str]) -> "tuple[subprocess.Popen[str], socket.socket | None]":
    """A program that runs, and what holds it: closing the socket ends the program with all that it
    started, and so does the end of this process, whatever ends it. Where there are no process
    groups (on Windows) nothing holds it."""
    if not hasattr(os, "killpg"):
        return _popen(words, words[0]), None
    ours, theirs = socket.socketpair()
    number = theirs.fileno()
    with theirs:
        # Without site-packages and settings from outside it starts quickly, and always alike.
        python = [sys.executable, "-I", "-S", str(LEASH), str(number)]
        process = _popen([*python, *words], words[0], (number,))
    ours.settimeout(HELLO_SECONDS)
    said = ""
    with ours.makefile() as answer, suppress(OSError):
        said = answer.readline().strip()
    if not said.isdigit():
        _end(process, ours)
        if process.stdout is not None:
            process.stdout.close()
        raise EngineError(f"{words[0]} cannot be run: {said or 'it was not started in time'}.")
    return process, ours


def _popen(words: list[str], name: str, passed: tuple[int, ...] = ()) -> "subprocess.Popen[str]":
    try:
        return subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            errors="replace",
            start_new_session=True,
            pass_fds=passed,
        )
    except OSError as error:
        raise EngineError(f"{name} cannot be run: {error.strerror}.") from None


def _end(process: "subprocess.Popen[str]", held: socket.socket | None) -> None:
    """End a program with all that it started; its input is closed first, for who listens."""
    if process.stdin is not None:
        with suppress(OSError):
            process.stdin.close()
    if held is None:  # what it started has to notice by itself
        process.kill()
    else:
        held.close()
    process.wait()
