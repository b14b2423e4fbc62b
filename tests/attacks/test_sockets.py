"""Whatever is said to a socket, it stands, or says why it falls: nothing breaks, nothing hangs,
what is answered is as the schema has it, no hidden hand is told, and nothing stays behind.

More of it: ``LINDEN_EXAMPLES=500 pytest tests/attacks/test_sockets.py``.
"""

import json
import os
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConcurrencyError, ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from linden.web.http.describing import live_schema
from linden.web.http.guard import REFUSED
from linden.web.http.sockets import router
from linden.web.limits import MEMBER, MOST_SOCKETS
from linden.web.serve import LARGEST_MESSAGE
from owners import Owner
from servers import FRIEND, ME, PATIENCE, QUICK, Program, Server, Tab, ask
from sites import alone
from web.test_agenda import listening
from web.test_hidden import search

EXAMPLES = int(os.environ.get("LINDEN_EXAMPLES", "4"))
"""Of what is said to each kind of socket; of single messages at a table ten times as many."""
SAYS = {
    "/api/tables/{table}/live": "TableSays",
    "/api/agenda": "AgendaSays",
    "/api/seeks": "SeeksSay",
    "/api/tournaments/{tournament}/live": "TournamentSays",
    "/api/lab": "LabSays",
}
"""Every socket, and what it says."""

quiet = settings(
    max_examples=EXAMPLES,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


SEATS = {"bot": 1, "bot's reader": 1}
"""Who may see a hand."""


class Scene:
    """Two people at a table with hidden hands, a bot at the second seat; a tournament; and others
    who look on."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.owner = Owner(server, "ada")
        self.bot = self.owner.program()
        person = self.owner.person
        self.table = person.table("linx", [ME, FRIEND])
        link = person.sit(self.table).state["seats"][1]["link"]
        self.bot.join(link)
        clock = {"kind": "turn", "seconds": 60}
        wish = {"kind": "swiss", "game": "linja", "clock": clock}
        made = person.http.post("/api/tournaments", json=wish)
        assert made.status_code == 200, made.text
        self.tournament = str(made.json()["id"])
        self.who = {
            "bot": self.bot,
            "bot's reader": server.program(self.owner.token(scope="read")),
            "guest": server.person("Gus"),
            "nobody": None,
        }

    def address(self, path: str) -> str:
        path = path.replace("{table}", self.table).replace("{tournament}", self.tournament)
        return f"ws://{self.server.host}{path}"

    def headers(self, who: str) -> dict[str, str]:
        person = self.who[who]
        return person.headers if person is not None else {}


@pytest.fixture(scope="module")
def scene(running: Server) -> Iterator[Scene]:
    yield Scene(alone(running))
    running.dismiss()


def test_every_socket_is_tried() -> None:
    assert {route.path for route in router.routes} == set(SAYS)  # type: ignore[attr-defined]
    assert set(SAYS.values()) == {name for name in live_schema()["$defs"] if spoken(name)} - {
        "PlayerSays"
    }


def spoken(name: str) -> bool:
    return name.endswith(("Says", "Say"))


# -- what is under way -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Burden:
    """What a server holds."""

    tasks: int
    files: int
    memory: int

    @classmethod
    def of(cls, server: Server) -> "Burden":
        told = ask("GET", f"http://{server.host}/metrics").text.splitlines()
        tasks = next(line for line in told if line.startswith("linden_tasks "))
        status = Path(f"/proc/{server.pid}/status").read_text(encoding="utf-8")
        (memory,) = (line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))
        files = len(os.listdir(f"/proc/{server.pid}/fd"))
        return cls(int(float(tasks.split()[1])), files, int(memory) * 1024)


LET_BE = Burden(2, 2, 150_000_000)
"""What may come and go by itself: a beat, a line to the database, what was loaded for once; and
what has gone, but is not collected yet."""


@contextmanager
def nothing_stays(server: Server) -> Iterator[None]:
    """When all have gone, the server holds what it held before."""
    before = Burden.of(server)
    yield
    began = time.monotonic()
    while True:
        now = Burden.of(server)
        if now.tasks <= before.tasks + LET_BE.tasks and now.files <= before.files + LET_BE.files:
            break
        assert time.monotonic() - began < PATIENCE, (before, now)
        time.sleep(0.1)
    assert now.memory - before.memory < LET_BE.memory, (before, now)


# -- what is said ----------------------------------------------------------------------------------

VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 70),
    st.integers(),
    st.floats(),
    st.text(max_size=20),
    st.sampled_from(["3-4", "pass", "draw R", "roll", "takeback", "hello", "hand-r", "x" * 500]),
    st.lists(st.text(max_size=5), max_size=8),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=3),
)


def said(schema: dict[str, Any]) -> st.SearchStrategy[str]:
    """Messages of the described kinds, with fields that may be anything; and anything else."""
    kinds = []
    for part in schema["$defs"]["PlayerSays"]["oneOf"]:
        described = schema["$defs"][part["$ref"].rpartition("/")[2]]
        fields = dict(described["properties"])
        names = fields.pop("type")
        kind = st.sampled_from(names.get("enum") or [names["const"]])
        kinds.append(st.fixed_dictionaries({"type": kind}, optional=dict.fromkeys(fields, VALUES)))
    objects = st.one_of(*kinds, st.dictionaries(st.text(max_size=5), VALUES, max_size=4))
    anything = st.one_of(objects.map(json.dumps), st.text(max_size=60), st.just("[" * 2000))
    return anything.map(lambda text: text.replace("\ud800", ""))


@dataclass(frozen=True)
class Frame:
    """Something that is sent in one piece, or in several."""

    kind: str
    parts: list[str | bytes] = field(default_factory=list)

    def send(self, to: ClientConnection) -> None:
        if self.kind == "ping":
            with suppress(ConcurrencyError):  # the same again, which is not sent
                to.ping(self.parts[0])
        elif len(self.parts) > 1:
            to.send(self.parts)
        else:
            to.send(self.parts[0])


def frames() -> st.SearchStrategy[Frame]:
    texts = said(live_schema())
    return st.one_of(
        texts.map(lambda text: Frame("text", [text])),
        st.binary(max_size=300).map(lambda data: Frame("binary", [data])),
        st.lists(texts, min_size=2, max_size=9).map(lambda parts: Frame("fragments", [*parts])),
        st.lists(st.binary(max_size=99), min_size=2, max_size=9).map(
            lambda parts: Frame("binary fragments", [*parts])
        ),
        st.binary(max_size=125).map(lambda data: Frame("ping", [data])),
        st.integers(LARGEST_MESSAGE - 2, 3 * LARGEST_MESSAGE).map(
            lambda size: Frame("huge", ["x" * size])
        ),
        st.integers(2, 40).map(lambda count: Frame("huge fragments", ["[" * 1000] * count)),
        st.just(Frame("huge binary", [b"\0" * (2 * LARGEST_MESSAGE)])),
    )


QUERIES = st.sampled_from(
    [
        *("", "", "", "seen=0", "seen=-1", "seen=x", "seen=" + "9" * 400, "seen=1&seen=2", "seen="),
        *("quarter=9", "quarter=-7", "quarter=1e9", "quarter=" + "9" * 30, "quarter=%00"),
        *("tall=perhaps", "tall=true&quarter=3", "&=&=;%", "a=1&" * 500, "%ff=%ed%a0%80"),
    ]
)


@pytest.mark.parametrize("path", SAYS)
def test_frames_of_every_kind(scene: Scene, path: str) -> None:
    schema = {**live_schema(), "$ref": f"#/$defs/{SAYS[path]}"}
    describes = jsonschema_rs.validator_for(schema)
    heard: dict[str, list[str]] = {who: [] for who in scene.who}

    @settings(quiet, max_examples=4 * EXAMPLES)
    @given(
        who=st.sampled_from(sorted(scene.who)),
        query=QUERIES,
        frames=st.lists(frames(), min_size=1, max_size=6),
    )
    def speak(who: str, query: str, frames: list[Frame]) -> None:
        headers = scene.headers(who)
        line = opened(f"{scene.address(path)}?{query}", headers)
        if line is None:
            assert "{table}" in path, "the others take no query"
            return
        with line:
            try:
                for frame in frames:
                    frame.send(line)
                line.send(json.dumps({"type": "ping"}))
                while not heard[who] or json.loads(heard[who][-1]) != {"type": "pong"}:
                    heard[who].append(str(line.recv(PATIENCE)))
                heard[who].append(json.dumps({"type": "pong"}))
            except ConnectionClosed as closed:
                check_closed(frames, closed)

    with nothing_stays(scene.server):
        speak()
    assert "Traceback" not in scene.server.log.read_text(encoding="utf-8")
    for who, texts in heard.items():
        for text in texts:
            message = json.loads(text)
            assert describes.is_valid(message), (who, message)
        if "{table}" in path:
            search(texts, SEATS.get(who), 2)


def opened(address: str, headers: dict[str, str]) -> ClientConnection | None:
    """A socket; none where the query cannot be read."""
    try:
        return connect(address, additional_headers=headers, open_timeout=PATIENCE, max_size=None)
    except InvalidStatus as refused:
        if refused.response.status_code != 403:
            raise
        return None


def check_closed(sent: list[Frame], closed: ConnectionClosed) -> None:
    """Nobody's line is closed but for what is too large; whoever talks on may not hear why."""
    assert any(frame.kind.startswith("huge") for frame in sent), (sent, closed)
    assert closed.rcvd is None or closed.rcvd.code == 1009, (sent, closed)


FOUL = {
    "a frame that is not masked": b"\x81\x02hi",
    "a kind of frame that there is not": b"\x83\x80abcd",
    "a control frame that is none": b"\x8f\x80abcd",
    "bits of extensions that were not agreed on": b"\xb1\x80abcd",
    "the rest of nothing": b"\x80\x80abcd",
    "a ping that is too long": b"\x89\xfe\x01\x00abcd" + b"x" * 256,
    "a ping in pieces": b"\x09\x80abcd",
    "text that is none": b"\x81\x82\0\0\0\0\xff\xfe",
    "half a character at the end": b"\x81\x81\0\0\0\0\xc3",
    "more than there can be": b"\x81\xff\xff\xff\xff\xff\xff\xff\xff\xffabcd",
    "more than is taken": b"\x81\xff\0\0\0\0\x7f\xff\xff\xffabcd",
    "a close that says half of why": b"\x88\x81\0\0\0\0\x03",
    "a close for no reason there is": b"\x88\x82\0\0\0\0\xff\xff",
    "another request": b"GET /api/home HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "noise": bytes(range(256)) * 8,
}


@pytest.mark.parametrize("path", SAYS)
def test_what_is_no_frame(scene: Scene, path: str) -> None:
    """The line is closed, at once, and nothing stays."""
    with nothing_stays(scene.server):
        for about, content in FOUL.items():
            with shaken(scene, path, "bot") as line:
                line.sendall(content)
                began = time.monotonic()
                with suppress(ConnectionError):
                    while line.recv(65536):
                        assert time.monotonic() - began < PATIENCE, about
    assert "Traceback" not in scene.server.log.read_text(encoding="utf-8")


@contextmanager
def shaken(scene: Scene, path: str, who: str) -> Iterator[socket.socket]:
    """A line on which the hands are shaken, and no more."""
    address = scene.address(path).removeprefix(f"ws://{scene.server.host}")
    told = "".join(f"{name}: {value}\r\n" for name, value in scene.headers(who).items())
    head = (
        f"GET {address} HTTP/1.1\r\nHost: localhost\r\n{told}Upgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", scene.server.port), timeout=PATIENCE) as line:
        line.sendall(head.encode())
        answer = line.recv(65536)
        assert answer.startswith(b"HTTP/1.1 101 "), answer
        yield line


def test_lines_that_die_at_once_are_counted_out(scene: Scene) -> None:
    """More of them than anybody may have open; then one opens still."""
    most = int(MOST_SOCKETS.visitor.burst * MEMBER)
    paths = list(SAYS)
    with nothing_stays(scene.server):
        for number in range(most + 20):
            with shaken(scene, paths[number % len(paths)], "guest") as line:
                reset = struct.pack("ii", 1, 0)  # without a goodbye
                line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, reset)
        for path in paths:
            with connect(scene.address(path), additional_headers=scene.headers("guest")) as one:
                assert json.loads(one.recv(PATIENCE))["type"] != "refused", path


def test_what_was_sent_is_not_kept(scene: Scene) -> None:
    """Once as much has gone as is collected at a time, the same again takes no more."""
    held = []
    for _ in range(2):
        for _ in range(900):
            with shaken(scene, "/api/agenda", "guest") as line, suppress(ConnectionError):
                line.sendall(TOO_LARGE)
                while line.recv(65536):
                    pass
        held.append(Burden.of(scene.server).memory)
    assert held[1] - held[0] < 900 * len(TOO_LARGE) / 2, held


TOO_LARGE = b"\x81\xff" + (60_000).to_bytes(8, "big") + b"\0\0\0\0" + b"x" * 60_000


@pytest.mark.parametrize("path", SAYS)
def test_pages_of_other_servers_hear_nothing(scene: Scene, path: str) -> None:
    for origin in ("http://evil.example", "null", f"http://{scene.server.host}.evil.example"):
        with connect(
            scene.address(path), additional_headers=scene.headers("guest"), origin=origin
        ) as line:  # type: ignore[call-overload]
            assert "page of another server" in json.loads(line.recv(PATIENCE))["error"]
            with pytest.raises(ConnectionClosed) as closed:
                line.recv(PATIENCE)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == REFUSED


# -- one message after the other, at a table -------------------------------------------------------


def test_messages_made_from_the_schema(scene: Scene) -> None:
    """At a table with hidden hands, at one's own seat, and by a token that only looks."""
    schema = scene.bot.get("/api/messages.json")
    assert schema == live_schema()
    served = {**schema, "$ref": "#/$defs/TableSays"}
    describes = jsonschema_rs.validator_for(served)
    reader = scene.server.program(scene.owner.token(scope="read"))
    seats: list[tuple[Program, Tab]] = [(one, one.sit(scene.table)) for one in (scene.bot, reader)]

    @settings(quiet, max_examples=10 * EXAMPLES)
    @given(text=said(schema), which=st.integers(0, 1))
    def speak(text: str, which: int) -> None:
        if seats[which][1].over:  # it has resigned
            seats[:] = anew(scene, seats)
        tab = seats[which][1]
        tab.socket.send(text.replace("\ud800", ""))
        tab.send(type="ping")
        answer = tab.until(lambda message: message["type"] == "pong")
        assert answer == {"type": "pong"}

    speak()
    for _, tab in seats:
        for text in tab.traffic:
            message = json.loads(text)
            assert describes.is_valid(message), message["type"]
        search(tab.traffic, 1, 2)


def anew(scene: Scene, seats: list[tuple[Program, Tab]]) -> list[tuple[Program, Tab]]:
    """Another table, as this one is over."""
    person = scene.owner.person
    table = person.table("linx", [ME, FRIEND])
    link = person.sit(table).state["seats"][1]["link"]
    scene.bot.join(link)
    return [(program, program.sit(table)) for program, _ in seats]


def test_nobody_hears_more_by_talking_to_the_agenda(scene: Scene) -> None:
    schema = {**scene.bot.get("/api/messages.json"), "$ref": "#/$defs/AgendaSays"}
    describes = jsonschema_rs.validator_for(schema)
    with listening(scene.bot) as ear:

        @settings(quiet, max_examples=EXAMPLES)
        @given(text=said(live_schema()))
        def speak(text: str) -> None:
            ear.socket.send(text)

        speak()
        scene.bot.table("linja", [ME, QUICK])
        while True:
            message = ear.next()
            assert describes.is_valid(message)
            if message["type"] == "agenda" and len(message["tables"]) > 1:
                break
        assert {one["game"] for one in message["tables"]} <= {"linx", "linja"}
