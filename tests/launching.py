"""``linden`` in processes of its own. In tests most are forked from one that has loaded all of it:
that saves two thirds of a server's processor time. Benchmarks start it as everybody does."""

import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from multiprocessing import forkserver
from pathlib import Path
from typing import Protocol
from unittest.mock import patch

PRELOADED = [
    "clocks.sitecustomize",  # before anything can keep the other clock
    "linden.cli.main",
    "linden.web.app",
    "linden.web.http.connections",
    "linden.web.http.listening",
    "linden.web.store.sqlite",
    "preloading",
]
OURS = ("LINDEN_", "FORWARDED_ALLOW_IPS")
"""Names of what is read when Linden is run; others may be read by what it loads."""
OTHERS = ("PYTEST_",)
"""Names of what Linden does not read; pytest tells by one which test is running just now."""
READ_FIRST = {"LINDEN_CACHE_DIR"}
"""Read while Linden is being loaded: a process that has loaded it would know another cache."""


class Process(Protocol):
    """What ``subprocess.Popen`` does."""

    @property
    def pid(self) -> int: ...
    def poll(self) -> int | None: ...
    def wait(self, timeout: float | None = None) -> int: ...
    def send_signal(self, sig: int) -> None: ...
    def terminate(self) -> None: ...


class Forked:
    """A command of Linden in a process that is forked."""

    def __init__(self, words: Sequence[str], environment: Mapping[str, str], log: Path) -> None:
        begin_to_fork()
        context = multiprocessing.get_context("forkserver")
        self._words = words
        self._process = context.Process(
            target=_run, args=(list(words), dict(environment), str(log)), daemon=True
        )
        self._process.start()

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        code = self.poll()
        if code is None:
            raise subprocess.TimeoutExpired(["linden", *self._words], timeout or 0)
        return code

    def send_signal(self, sig: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, sig)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)


@cache
def begin_to_fork() -> None:
    """Start what others are forked from, which finds the tests' own modules. Once: while that is
    in the environment, no other thread should be reading it."""
    multiprocessing.get_context("forkserver").set_forkserver_preload(PRELOADED)
    paths = [str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")]
    with patch.dict(os.environ, PYTHONPATH=os.pathsep.join(filter(None, paths))):
        forkserver.ensure_running()


def launched(words: Sequence[str], environment: Mapping[str, str], log: Path) -> Process:
    """``linden`` with these words; what it says is added to ``log``."""
    if "PYTEST_VERSION" in os.environ and can_be_forked(words, environment):
        return Forked(words, environment, log)
    with log.open("ab") as file:
        command = [sys.executable, "-m", "linden", *words]
        return subprocess.Popen(command, env=dict(environment), stdout=file, stderr=file)


def can_be_forked(words: Sequence[str], environment: Mapping[str, str]) -> bool:
    """Whether one that is forked would do the same as one that is started."""
    names = {name for name in (*environment, *os.environ) if not name.startswith(OTHERS)}
    changed = {name for name in names if environment.get(name) != os.environ.get(name)}
    if "LINDEN_TEST_CLOCK" in changed:
        changed.discard("PYTHONPATH")  # it brings the clock, which is there
    alone = "--workers" not in words  # a process that ends with its parent may have no children
    return alone and all(name.startswith(OURS) for name in changed) and not changed & READ_FIRST


def _run(words: list[str], environment: dict[str, str], log: str) -> None:
    """In the new process."""
    from linden.cli.main import main

    os.environ.clear()
    os.environ.update(environment)
    file = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    for number in (sys.stdout.fileno(), sys.stderr.fileno()):
        os.dup2(file, number)
    os.close(file)
    sys.argv = ["linden", *words]
    main(words)
