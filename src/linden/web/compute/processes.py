"""What the server's processes ask of the operating system: to step back, to stand still, to end
with the server. Each is a courtesy; where a system does not know it, the work is done without."""

import os
import signal
import sys
from typing import Protocol

NICE = 10
"""How far a search steps back."""
COURTEOUS = os.environ.get("LINDEN_STEP_BACK") != "0"
"""Tests that share a busy machine would wait for whoever steps back."""


class Signalled(Protocol):
    """A process, of ``subprocess`` or of ``asyncio``."""

    def send_signal(self, number: int) -> None: ...


def end_with_parent() -> None:
    """Have this process ended when its server is, however that comes about: a process that stands
    still could not notice by itself. Where the system is not Linux, it runs to its end."""
    if sys.platform == "linux":
        import ctypes

        set_parent_death_signal = 1
        ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGKILL)


def step_back(nice: int) -> None:
    """Let this process give way to others; on Windows it does not."""
    if COURTEOUS and hasattr(os, "nice"):
        os.nice(nice)


def step_back_for_all() -> None:
    """Work in the time that nobody else wants, where the system has such a thing."""
    if COURTEOUS and hasattr(os, "SCHED_IDLE"):
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    else:
        step_back(NICE)


def stand_still(process: Signalled, still: bool) -> None:
    """Stop a process for a while, or let it go on; on Windows it never stops."""
    if COURTEOUS and hasattr(signal, "SIGSTOP"):
        process.send_signal(signal.SIGSTOP if still else signal.SIGCONT)


def widen(pipe: int, size: int) -> None:
    """Let a pipe hold so many bytes before whoever writes has to wait; usually it holds few."""
    try:
        import fcntl

        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, size)
    except (ImportError, AttributeError, OSError):  # not Linux, or more than one user may have
        pass
