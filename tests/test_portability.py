"""What only some systems have is asked for where it is there, and done without where it is not.

Windows is not at hand here: it is imitated, as far as modules and names go, in a process of its
own. The libraries that Linden stands on are loaded before, for they look at the system themselves.
"""

import re
import subprocess
import sys
from pathlib import Path

import linden

PACKAGE = Path(linden.__file__).parent

ELSEWHERE = """
import asyncio, multiprocessing, os, pkgutil, signal, socket, sys
import alembic.command, babel, click, fastapi, filelock, markdown_it, numba, platformdirs
import gymnasium, pettingzoo.utils, pyspiel
import pydantic, rich.console, rich.table, sqlalchemy.ext.asyncio, uvicorn, websockets
from numba import cuda
from uvicorn.protocols.http import h11_impl
from uvicorn.protocols.websockets import websockets_impl

for name in ("fcntl", "resource", "pwd", "grp", "termios", "tty", "pty", "readline", "syslog"):
    sys.modules[name] = None
for name in [
    "getuid", "geteuid", "getgid", "nice", "fork", "setsid", "killpg", "uname",
    "getloadavg", "setpriority", "getpriority", "PRIO_PROCESS", "mkfifo", "chown", "initgroups",
    *(name for name in dir(os) if name.lower().startswith("sched")),
]:
    delattr(os, name)
for name in ("SIGSTOP", "SIGCONT", "SIGKILL", "SIGHUP", "SIGUSR1", "SIGUSR2", "SIGALRM", "SIGCHLD"):
    delattr(signal, name)
delattr(socket, "AF_UNIX")
sys.platform = "win32"
"""
IMPORTS = """
import linden

def failed(name):
    raise sys.exc_info()[1]

found = 0
for module in pkgutil.walk_packages(linden.__path__, "linden.", failed):
    if "migrations" not in module.name and not module.name.endswith("__main__"):
        try:
            __import__(module.name)
        except ImportError as error:
            if str(error) != "This needs torch: pip install 'linden[torch]'.":
                raise
        found += 1
print(found)
"""
CALLS = """
from pathlib import Path
from linden.core import cache
from linden.core.errors import TablebaseError
from linden.solve import files
from linden.web import serve
from linden.web.compute import processes, tablebases

folder = Path(sys.argv[1])
assert all("linden" in str(home) for home in cache.homes())

class Process:
    def send_signal(self, number):
        raise AssertionError("there is no such signal")

from linden.players import engine

class Program:
    stdin = stdout = None
    ended = []
    def kill(self):
        self.ended.append("kill")
    def wait(self):
        self.ended.append("wait")

engine._end(Program(), None)
assert Program.ended == ["kill", "wait"]

processes.end_with_parent()
processes.step_back(5)
processes.step_back_for_all()
processes.stand_still(Process(), True)
serve.allow_many_files()

with serve.claim(folder) as claimed:
    claimed.tell("http://here/\\nkey\\n")
    try:
        serve.claim(folder)
    except serve.AlreadyServing as told:
        print(told.page)
serve.claim(folder)
with serve.bind("127.0.0.1", 0) as bound:
    assert bound.getsockname()[1]

path = folder / "some.table"
building = files.Building(path, {"game": "none"}, 5000)
assert tablebases._taken(files.unfinished(path)) >= 0
try:
    files.discard(path)
except TablebaseError as told:
    print(told)
building.leave()
files.discard(path)
assert not files.unfinished(path).exists()
"""


def elsewhere(code: str, *words: str) -> str:
    """What this code prints where the system has none of it."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", ELSEWHERE + code, *words],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_module_is_loaded_elsewhere() -> None:
    assert int(elsewhere(IMPORTS)) > 120


def test_what_some_systems_lack_is_done_without(tmp_path: Path) -> None:
    page, building = elsewhere(CALLS, str(tmp_path)).splitlines()
    assert page == "http://here/keeper/key"
    assert building.endswith("is being built by another process.")


def test_what_only_some_systems_have_is_asked_for_in_few_places() -> None:
    """A new place has to say what happens elsewhere, and to be tried above."""
    places = {
        "core/cache.py",
        "batch/threads.py",
        "players/leash.py",  # run only where players/engine.py finds process groups
        "web/serve.py",
        "web/metrics.py",  # without the system's word on memory it tells none
        "web/compute/painter.py",  # in a small program that asks whether it can
        "web/compute/processes.py",
    }
    narrow = re.compile(
        r"\bfcntl\b|import resource\b|os\.(get|set)e?[ug]id|os\.nice|os\.fork|os\.statvfs|"
        r"os\.sched_|os\.setpriority|os\.killpg|AF_UNIX|signal\.SIG(STOP|CONT|KILL|HUP|USR)|"
        r"selectors|/proc/|/dev/"
    )
    found = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if narrow.search(path.read_text(encoding="utf-8"))
    }
    assert found == places, sorted(found ^ places)
