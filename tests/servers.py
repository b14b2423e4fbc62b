"""A real server in a process of its own, and people who sit at its tables."""

import json
import os
import random
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from launching import Process, launched

State = dict[str, Any]
PATIENCE = float(os.environ.get("LINDEN_PATIENCE", "240"))
"""Seconds to wait for what takes longest: the first search of a game on a cold cache."""

ME = {"kind": "me"}
HERE = {"kind": "here"}
FRIEND = {"kind": "friend"}
ANYBODY = {"kind": "anybody"}
QUICK = {"kind": "computer", "level": 1}


FIRST_PORT, LAST_PORT = 15_000, 30_000
"""Below those that systems give to connections that are made: a server that is started again finds
its port free, and nobody who calls a dead one is connected with themselves."""


def free_port() -> int:
    rng = random.SystemRandom()
    while True:
        port = rng.randint(FIRST_PORT, LAST_PORT)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


VERIFY = False
"""For clients that speak HTTP alone: to load all certificates takes them 30 ms each."""
ask = partial(httpx.request, timeout=PATIENCE, verify=VERIFY)
"""One request, with patience: a busy machine is slow, not wrong."""


def answers(host: str) -> bool:
    """Whether somebody serves there."""
    try:
        ask("GET", f"http://{host}/api/health", timeout=5)
    except httpx.TransportError:
        return False
    return True


class Server:
    """``linden serve`` on a free port, with its tables in ``folder``."""

    def __init__(self, folder: Path, *words: str, **environment: str) -> None:
        self.folder = folder
        self.words = words
        """More of the command line."""
        self.port = free_port()
        self.host = f"127.0.0.1:{self.port}"
        self.place: Path | str = folder / "tables.db"
        """Where the tables are kept: a file, or a database's address."""
        self.log = folder / "server.log"
        self._environment = {
            **os.environ,
            "LINDEN_DATA_DIR": str(folder),
            "LINDEN_NO_BROWSER": "1",
            "LINDEN_SOLVED_DIR": str(folder / "solved"),
            "LINDEN_PREPARE": "0",
            "LINDEN_PAUSES": "0",
            "LINDEN_STEP_BACK": "0",
            **environment,
        }
        self._process: Process | None = None
        self._people: list[Person] = []

    def set_environment(self, **environment: str) -> None:
        """More of what it is told when it is started."""
        self._environment |= environment

    def start(self) -> None:
        self.launch()
        self.wait_until_up()

    def launch(self) -> None:
        words = ["serve", "--port", str(self.port), *self.words]
        self._process = launched(words, self._environment, self.log)

    def wait_until_up(self) -> None:
        began = time.monotonic()
        while time.monotonic() - began < PATIENCE:
            if not self.running:
                raise AssertionError(f"the server ended: {self.log.read_text()}")
            if answers(self.host):
                return
            time.sleep(0.05)
        raise AssertionError("the server does not answer")

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def kill(self) -> None:
        """As ``kill -9`` does: without a word."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def wait(self) -> int:
        """How it ended."""
        assert self._process is not None
        return self._process.wait(PATIENCE)

    def stop(self) -> None:
        if self._process is not None and self.running:
            self._process.terminate()
            try:
                self._process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()

    def remove(self) -> None:
        """Stop it for good."""
        self.stop()

    def person(self, name: str = "") -> "Person":
        """Somebody with a browser of their own."""
        self._people.append(Person(self, name))
        return self._people[-1]

    def program(self, token: str) -> "Program":
        """A program that comes by a token."""
        program = Program(self, token)
        self._people.append(program)
        return program

    def keeper(self) -> "Person":
        """Whoever runs this server: somebody who has opened the address that it printed."""
        keeper = self.person()
        answer = keeper.http.get(self.keeper_path, follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (303, "/"), answer.text
        return keeper

    @property
    def keeper_path(self) -> str:
        key = (self.folder / "serving").read_text(encoding="utf-8").splitlines()[1]
        return f"/keeper/{key}"

    def raw(self, content: bytes, *, seconds: float = 10) -> bytes:
        """Send these bytes, whatever they are; what comes back until the server hangs up or says
        nothing for so long."""
        heard = b""
        with socket.create_connection(("127.0.0.1", self.port), timeout=seconds) as line:
            with suppress(ConnectionError):
                line.sendall(content)
            with suppress(ConnectionError, TimeoutError):
                while more := line.recv(65536):
                    heard += more
        return heard

    def memory(self) -> int:
        """Bytes that the server has taken at most."""
        status = Path(f"/proc/{self.pid}/status").read_text(encoding="utf-8")
        (peak,) = (line.split()[1] for line in status.splitlines() if line.startswith("VmHWM"))
        return int(peak) * 1024

    def dismiss(self) -> None:
        """Everybody closes their browser."""
        while self._people:
            self._people.pop().leave()


AnyServer = TypeVar("AnyServer", bound=Server)


@contextmanager
def serving(folder: Path, *words: str, **environment: str) -> Iterator[Server]:
    with kept_running(Server(folder, *words, **environment)) as server:
        yield server


@contextmanager
def kept_running(server: AnyServer) -> Iterator[AnyServer]:
    """A server that is started, and removed in the end."""
    try:
        server.start()
        yield server
    finally:
        server.dismiss()
        server.remove()


class Person:
    """One browser: a cookie, and requests."""

    def __init__(self, server: Server, name: str = "") -> None:
        self.server = server
        self.http = httpx.Client(base_url=f"http://{server.host}", timeout=PATIENCE, verify=VERIFY)
        self.open = ExitStack()
        """The open tabs."""
        self.http.get("/api/home").raise_for_status()
        if name:
            self.http.put("/api/you", json={"name": name}).raise_for_status()

    def leave(self) -> None:
        self.open.close()
        self.http.close()

    @property
    def headers(self) -> dict[str, str]:
        """By which a socket is known."""
        return {"Cookie": self.cookie}

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def get(self, path: str, **parameters: Any) -> Any:
        answer = self.http.get(path, params=parameters)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def table(
        self,
        game: str,
        seats: Sequence[dict[str, Any]] = (),
        options: dict[str, Any] | None = None,
        *,
        match: bool = False,
        clock: dict[str, Any] | None = None,
    ) -> str:
        wish = {
            "game": game,
            "options": options or {},
            "seats": list(seats),
            "match": match,
            "clock": clock,
        }
        answer = self.http.post("/api/tables", json=wish)
        assert answer.status_code == 200, answer.text
        return str(answer.json()["id"])

    def sit(self, table: str, **parameters: Any) -> "Tab":
        return Tab(self, table, **parameters)

    def join(self, link: str) -> str:
        """Open the link of a seat, and sit down if it is free; the table it leads to."""
        assert self.http.get(link).status_code == 200
        answer = self.http.post(f"/api{link}")
        assert answer.status_code == 200, answer.text
        return str(answer.json()["id"])


class Program(Person):
    """A program that shows its token, and keeps no cookies."""

    def __init__(self, server: Server, token: str) -> None:
        self.server = server
        self.token = token
        self.http = httpx.Client(
            base_url=f"http://{server.host}", timeout=PATIENCE, headers=self.headers, verify=VERIFY
        )
        self.open = ExitStack()

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}


class Tab:
    """An open table, and everything that came through its socket."""

    def __init__(self, person: Person, table: str, **parameters: Any) -> None:
        self.person = person
        self.table = table
        self.traffic: list[str] = []
        self.state: State = {}
        self._parameters = "&".join(f"{name}={value}" for name, value in parameters.items())
        self.socket = self._connect()
        self.next_state()

    def _connect(self) -> ClientConnection:
        address = f"ws://{self.person.server.host}/api/tables/{self.table}/live?{self._parameters}"
        return self.person.open.enter_context(
            connect(
                address,
                additional_headers=self.person.headers,
                max_size=None,
                max_queue=None,  # one that is full hears no goodbye, and closing takes 10 s
                open_timeout=PATIENCE,
            )
        )

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def ask(self, **message: Any) -> None:
        """Ask for something that concerns the position as it was shown last."""
        self.send(version=self.state["version"], **message)

    def receive(self, timeout: float = PATIENCE) -> State:
        """The next message of any kind."""
        text = self.socket.recv(timeout)
        assert isinstance(text, str)
        self.traffic.append(text)
        message: State = json.loads(text)
        if message["type"] == "state":
            self.state = message
        return message

    def until(self, accept: Callable[[State], bool]) -> State:
        """The first message that is accepted."""
        while True:
            message = self.receive()
            if accept(message):
                return message

    def next_state(self, accept: Callable[[State], bool] = bool) -> State:
        """The first state that is accepted."""
        return self.until(lambda message: message["type"] == "state" and accept(message))

    def ended(self) -> State:
        """The state in which the game is over."""
        while not self.over:
            self.receive()
        return self.state

    def refused(self) -> str:
        """The sentence of the next refusal."""
        message = self.until(lambda message: message["type"] == "refused")
        return str(message["error"])

    def settled(self) -> State:
        """The state in which somebody here is to act, or the game is over."""
        while not (self.can_act or self.over or self.state["viewer"]["covered"] is not None):
            self.next_state()
        return self.state

    @property
    def over(self) -> bool:
        return bool(self.state["turn"]["kind"] == "over")

    @property
    def can_act(self) -> bool:
        return bool(self.state["scene"]["moves"])

    @property
    def moves(self) -> list[str]:
        return [entry["move"] for entry in self.state["history"]]

    @property
    def legal(self) -> list[str]:
        return [move["move"] for move in self.state["scene"]["moves"]]

    def play(self, move: str) -> State:
        """Make a move, and wait until the table has it."""
        version = self.state["version"]
        self.send(type="move", version=version, move=move)
        return self.until(
            lambda message: message["type"] == "state" and message["version"] > version
        )

    def act(self, rng: random.Random) -> None:
        """One random step: uncover, or play."""
        covered = self.state["viewer"]["covered"]
        if covered is not None:
            self.send(type="uncover", seat=covered)
            self.until(
                lambda message: message["type"] == "state" and message["viewer"]["shown"] == covered
            )
        else:
            self.play(rng.choice(self.legal))

    def play_out(self, seed: int = 1) -> State:
        """Random legal moves to the end of the game."""
        rng = random.Random(seed)
        while self.settled()["turn"]["kind"] != "over":
            self.act(rng)
        return self.state

    def close(self) -> None:
        self.socket.close()

    def reconnect(self) -> State:
        """Come back after the line was lost."""
        self.socket.close()
        began = time.monotonic()
        while True:
            try:
                self.socket = self._connect()
                return self.next_state()
            except (OSError, ConnectionClosed):
                if time.monotonic() - began > PATIENCE:
                    raise
                time.sleep(0.05)
