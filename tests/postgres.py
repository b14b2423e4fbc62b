"""A PostgreSQL of one's own in a folder of its own, from the system's programs."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

import psycopg

from servers import PATIENCE, free_port

USERS = ("postgres", "nobody")
"""PostgreSQL does not run as root: who it runs as there."""
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "max_connections": "60",
    "shared_buffers": "32MB",
    "log_min_messages": "fatal",
}


def program(name: str) -> str:
    """One of PostgreSQL's programs, the newest where there are several."""
    places = sorted(
        Path("/usr/lib/postgresql").glob("*/bin"), key=lambda place: float(place.parent.name)
    )
    for place in (*reversed(places), *map(Path, os.get_exec_path())):
        if (place / name).exists():
            return str(place / name)
    raise AssertionError(
        f"There is no {name} here, which the tests of several nodes need; on Debian: "
        "apt-get install postgresql"
    )


class Postgres:
    """A server on a free port. It ends with the thread that started it, however that ends."""

    def __init__(self, **settings: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="linden-postgres-"))
        self.port = free_port()
        self.settings = {**SETTINGS, **settings}
        self._user = self._other_user()
        self._numbers = count(1)
        self._process: subprocess.Popen[bytes] | None = None
        data = str(self.folder / "data")
        options = ["--no-sync", "--auth=trust", "--username=linden", "--encoding=UTF8"]
        done = subprocess.run(
            [*self._as_user(), program("initdb"), *options, "--locale=C", "-D", data],
            capture_output=True,
            text=True,
            cwd=self.folder,
        )
        assert done.returncode == 0, done.stderr

    def _other_user(self) -> "pwd.struct_passwd | None":
        if os.geteuid() != 0:
            return None
        known = {entry.pw_name: entry for entry in pwd.getpwall()}
        user = next(known[name] for name in USERS if name in known)
        os.chown(self.folder, user.pw_uid, user.pw_gid)
        return user

    def _as_user(self) -> list[str]:
        setpriv = shutil.which("setpriv")
        if setpriv is None:
            return []
        user = self._user
        ids = [f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"] if user else []
        return [setpriv, *ids, "--pdeathsig=QUIT"]

    def start(self) -> None:
        words = [word for item in self.settings.items() for word in ("-c", "=".join(item))]
        data = str(self.folder / "data")
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [*self._as_user(), program("postgres"), "-D", data, "-p", str(self.port), *words],
                stdout=log,
                stderr=log,
                cwd=self.folder,
            )
        began = time.monotonic()
        while True:
            try:
                self.connect("postgres").close()
                return
            except psycopg.OperationalError:
                assert self._process.poll() is None, (self.folder / "log").read_text()
                assert time.monotonic() - began < PATIENCE, "PostgreSQL does not answer"
                time.sleep(0.02)

    def url(self, database: str) -> str:
        return f"postgresql://linden@127.0.0.1:{self.port}/{database}"

    def connect(self, database: str) -> "psycopg.Connection[Any]":
        return psycopg.connect(self.url(database), autocommit=True, connect_timeout=5)

    def fresh(self) -> str:
        """The address of a new, empty database."""
        name = f"tables_{next(self._numbers)}"
        with self.connect("postgres") as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.url(name)

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def backends(self) -> list[int]:
        """The processes behind the connections."""
        wanted = (
            "SELECT pid FROM pg_stat_activity "
            "WHERE backend_type = 'client backend' AND datname <> 'postgres'"
        )
        with self.connect("postgres") as connection:
            return [pid for (pid,) in connection.execute(wanted)]

    def kill(self) -> None:
        """As ``kill -9`` does to all of it at once: nobody writes a last word."""
        assert self._process is not None
        children = _children(self.pid)
        os.kill(self.pid, signal.SIGKILL)
        for pid in children:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self._process.wait()

    def stop(self) -> None:
        """Hang up on everybody, and end."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(PATIENCE)

    def remove(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGQUIT)  # at once: nobody needs what is kept here
            self._process.wait(PATIENCE)
        shutil.rmtree(self.folder)


def _children(pid: int) -> list[int]:
    done = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True)
    return [int(line) for line in done.stdout.split()]


@contextmanager
def postgres(**settings: str) -> Iterator[Postgres]:
    server = Postgres(**settings)
    try:
        server.start()
        yield server
    finally:
        server.remove()
