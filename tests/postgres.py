"""A PostgreSQL of one's own in a folder of its own, from the system's programs."""

import fcntl
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

import psycopg

from disks import Disk
from servers import PATIENCE, free_port

USERS = ("postgres", "nobody")
"""PostgreSQL does not run as root: who it runs as there."""
PREFIX = "linden-postgres-"
HELD = "held"
"""A file in each folder, locked for as long as the process lives that made it."""
SETTINGS = {
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
    """A server on a free port. It ends with the thread that started it, however that ends; what a
    killed run leaves behind is removed by the next.

    With ``disk`` it has a disk of so many megabytes. ``enter`` are the words that take a command
    to another machine, where it listens at ``address``. With a ``password`` it asks for that; else
    it believes everybody."""

    def __init__(
        self,
        *,
        disk: int | None = None,
        enter: Sequence[str] = (),
        address: str = "127.0.0.1",
        port: int | None = None,
        password: str = "",
        settings: Mapping[str, str] = {},
    ) -> None:
        self._user = other_user() if disk is None and not enter else None
        place = folder_for(self._user)
        remove_abandoned(place)
        self.folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=place))
        self._held = hold(self.folder)
        if self._user is not None:
            os.chown(self.folder, self._user.pw_uid, self._user.pw_gid)
        self.disk = None if disk is None else Disk(self.folder / "data", disk)
        self._enter = self.disk.command() if self.disk else enter
        self.address = address
        self.port = port or free_port()
        self.password = password
        self.settings = {**SETTINGS, "listen_addresses": address, **settings}
        self._numbers = count(1)
        self._process: subprocess.Popen[bytes] | None = None
        options = ["--no-sync", "--username=linden", "--encoding=UTF8", *self._secret()]
        options += ["--locale=C", "--wal-segsize=1", "-D", str(self.folder / "data")]
        assert self._run(program("initdb"), *options).wait(PATIENCE) == 0, self.log()

    def _secret(self) -> list[str]:
        """How it is set up to know whoever comes."""
        if not self.password:
            return ["--auth=trust"]
        path = self.folder / "password"
        path.write_text(self.password, encoding="utf-8")
        path.chmod(0o644)  # it is no secret
        return ["--auth=scram-sha-256", f"--pwfile={path}"]

    def _run(self, *command: str) -> "subprocess.Popen[bytes]":
        """One of PostgreSQL's programs, as whoever it runs as."""
        setpriv = shutil.which("setpriv")
        leash = [setpriv, "--pdeathsig=QUIT"] if setpriv else []
        if self._enter:  # whoever comes there is root, whom PostgreSQL refuses
            somebody = ["unshare", "--user", "--map-user=1000", "--map-group=1000", "--"]
            leash = [*self._enter, *somebody, *leash]
        user = self._user
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(
                [*leash, *command],
                stdout=log,
                stderr=log,
                cwd=self.folder,
                user=user.pw_uid if user else None,
                group=user.pw_gid if user else None,
                extra_groups=[] if user else None,
            )

    def log(self) -> str:
        """What it has said."""
        return (self.folder / "log").read_text(encoding="utf-8")

    def start(self) -> None:
        words = [word for item in self.settings.items() for word in ("-c", "=".join(item))]
        data = str(self.folder / "data")
        words += ["-c", f"hba_file={self._who_may_come()}"]
        self._process = self._run(program("postgres"), "-D", data, "-p", str(self.port), *words)
        began = time.monotonic()
        while not self.answers():
            assert self._process.poll() is None, self.log()
            assert time.monotonic() - began < PATIENCE, f"no answer: {self.log()}"
            time.sleep(0.02)

    def answers(self) -> bool:
        try:
            self.connect("postgres").close()
        except psycopg.OperationalError:
            return False
        return True

    def _who_may_come(self) -> Path:
        """Everybody who reaches it, which is this machine, or those with a cable to it."""
        path = self.folder / "hba"
        how = "scram-sha-256" if self.password else "trust"
        path.write_text(f"local all all trust\nhost all all 0.0.0.0/0 {how}\n", encoding="utf-8")
        path.chmod(0o644)
        return path

    def url(self, database: str) -> str:
        who = f"linden:{self.password}" if self.password else "linden"
        return f"postgresql://{who}@{self.address}:{self.port}/{database}"

    def connect(self, database: str) -> "psycopg.Connection[Any]":
        return psycopg.connect(self.url(database), autocommit=True, connect_timeout=5)

    def fresh(self) -> str:
        """The address of a new, empty database."""
        name = f"tables_{next(self._numbers)}"
        with self.connect("postgres") as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.url(name)

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

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
        if self._process is not None and self.running:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(PATIENCE)

    def remove(self) -> None:
        if self._process is not None and self.running:
            self._process.send_signal(signal.SIGQUIT)  # at once: nobody needs what is kept here
            self._process.wait(PATIENCE)
        if self.disk is not None:
            self.disk.remove()
        shutil.rmtree(self.folder)
        os.close(self._held)


def other_user() -> "pwd.struct_passwd | None":
    """Who PostgreSQL runs as, where that cannot be whoever runs the tests."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name: entry for entry in pwd.getpwall()}
    return next(known[name] for name in USERS if name in known)


def folder_for(user: "pwd.struct_passwd | None") -> Path:
    """Where temporary files lie; for another user, where they can get to."""
    places = [Path(tempfile.gettempdir()).resolve(), Path("/tmp"), Path("/var/tmp")]
    for place in places:
        if user is None or all(one.stat().st_mode & 0o001 for one in (place, *place.parents)):
            return place
    raise AssertionError(
        f"PostgreSQL cannot be started as {USERS[0]}: nobody but root gets to {places}"
    )


def hold(folder: Path) -> int:
    """Say for as long as this process lives that a folder is used."""
    held = os.open(folder / HELD, os.O_CREAT | os.O_RDWR, 0o600)
    fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    return held


def remove_abandoned(place: Path) -> None:
    """Remove folders whose process is gone; their servers went with it."""
    for folder in place.glob(f"{PREFIX}*"):
        try:
            held = os.open(folder / HELD, os.O_RDWR)
        except OSError:  # it is being made at this moment, or is somebody else's
            continue
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            continue
        else:
            shutil.rmtree(folder, ignore_errors=True)  # another run may be at it too
        finally:
            os.close(held)


def _children(pid: int) -> list[int]:
    done = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True)
    return [int(line) for line in done.stdout.split()]


@contextmanager
def kept(server: Postgres) -> Iterator[Postgres]:
    """PostgreSQL, started and removed in the end."""
    try:
        server.start()
        yield server
    finally:
        server.remove()
