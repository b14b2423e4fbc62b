"""Connections: none is held for ever, none waits for a delayed acknowledgement, and no client
makes the log grow without bound."""

import asyncio
import json
import logging
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Any

import httpx
import pytest
import uvicorn
from websockets.sync.client import connect

from linden.web import serve
from linden.web.http import connections, guard
from linden.web.http.guard import Guard
from linden.web.http.hosts import Hosts
from linden.web.limits import neighbourhood
from linden.web.logs import Repeats
from servers import Server

# -- a small server in this process ---------------------------------------------------------------


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """An application that says how much it was told, or as much as it is asked for."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        while scope["path"] == "/flood":
            await send({"type": "websocket.send", "text": "x" * 100_000})
        while (await receive())["type"] != "websocket.disconnect":
            pass
        return
    message = await receive()
    size = int(scope["query_string"] or 0)
    content = b"x" * size or str(len(message["body"])).encode()
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": content})


@contextmanager
def inside(app: Any = echo) -> Iterator[int]:
    """The port of a server with Linden's connections around this application."""
    config = uvicorn.Config(
        Guard(app, Hosts()),
        http=connections.HttpConnection,
        ws=connections.SocketConnection,
        lifespan="off",
        log_config=None,
        log_level="warning",
        access_log=False,
    )
    server = uvicorn.Server(config)
    with serve.bind("127.0.0.1", 0) as bound:
        thread = threading.Thread(target=server.run, args=([bound],))
        thread.start()
        while not server.started:
            time.sleep(0.01)
        try:
            yield bound.getsockname()[1]
        finally:
            server.should_exit = True
            server.force_exit = True
            thread.join()


def line_to(port: int, timeout: float = 20) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=timeout)


def heard(line: socket.socket) -> bytes:
    """Everything until the server hangs up."""
    content = b""
    try:
        while more := line.recv(65536):
            content += more
    except ConnectionError:
        pass
    return content


HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\n"


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.4)
    monkeypatch.setattr(connections, "UNREAD_SECONDS", 0.4)
    monkeypatch.setattr(connections, "LINGER_SECONDS", 0.4)
    monkeypatch.setattr(guard, "BODY_SECONDS", 0.4)


# -- acknowledgements ----------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_answers_do_not_wait_to_be_filled(host: str) -> None:
    """Nagle's algorithm is off on what the server accepts."""
    found: list[int] = []

    class Line(asyncio.Protocol):
        def connection_made(self, transport: Any) -> None:
            accepted = transport.get_extra_info("socket")
            found.append(accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            transport.close()

    async def accept() -> None:
        with serve.bind(host, 0) as bound:
            server = await asyncio.get_running_loop().create_server(Line, sock=bound)
            _, writer = await asyncio.open_connection(host, bound.getsockname()[1])
            while not found:
                await asyncio.sleep(0.01)
            writer.close()
            server.close()

    asyncio.run(accept())
    assert found[0] != 0


# -- half-open requests --------------------------------------------------------------------------


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("begun", [b"", b"G", b"GET / HTTP/1.1\r\nHost:", HEAD])
def test_a_request_that_is_not_finished_is_not_held(begun: bytes) -> None:
    with inside() as port, closing(line_to(port)) as line:
        line.sendall(begun)
        began = time.monotonic()
        answer = heard(line)
        assert time.monotonic() - began < 10
        if begun:
            assert answer.startswith(b"HTTP/1.1 408 ")
            assert b"content-security-policy" in answer.lower()
            assert json.loads(answer.partition(b"\r\n\r\n")[2])["error"]
        else:
            assert answer == b""


@pytest.mark.usefixtures("hasty")
def test_a_request_that_drips_is_not_held_either() -> None:
    with inside() as port, closing(line_to(port)) as line:
        began = time.monotonic()
        answer = b""
        line.settimeout(0.1)
        line.sendall(HEAD)
        for number in range(100):
            try:
                line.sendall(b"X-%d: 1\r\n" % number)
                answer += line.recv(1000)
                break
            except TimeoutError:
                continue
            except ConnectionError:
                break
        assert time.monotonic() - began < 5


@pytest.mark.usefixtures("hasty")
def test_the_second_request_of_a_line_is_not_held() -> None:
    with inside() as port, closing(line_to(port)) as line:
        line.sendall(HEAD + b"\r\n")
        first = b""
        while not first.endswith(b"0\r\n\r\n"):
            first += line.recv(1000)
        assert first.startswith(b"HTTP/1.1 200 ")
        line.sendall(HEAD)
        began = time.monotonic()
        assert heard(line).startswith(b"HTTP/1.1 408 ")
        assert time.monotonic() - began < 10


@pytest.mark.usefixtures("hasty")
def test_a_body_that_does_not_come_is_not_waited_for() -> None:
    with inside() as port, closing(line_to(port)) as line:
        line.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nabc")
        answer = heard(line)
        assert answer.startswith(b"HTTP/1.1 408 ")
        assert b"took too long" in answer


@pytest.mark.usefixtures("hasty")
def test_a_body_that_goes_on_after_the_answer_is_cut_off() -> None:
    with inside() as port, closing(line_to(port)) as line:
        line.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        sent = 0
        chunk = b"10000\r\n" + b"x" * 65536 + b"\r\n"
        try:
            while sent < 50_000_000:
                line.sendall(chunk)
                sent += len(chunk)
        except ConnectionError:
            pass
        assert sent < 20_000_000, "what lies in the buffers of both ends, not more"


@pytest.mark.usefixtures("hasty")
def test_an_answer_that_is_not_read_is_not_kept() -> None:
    before = connections.HttpConnection.open.total()
    with inside() as port, closing(line_to(port)) as line:
        line.sendall(b"GET /?30000000 HTTP/1.1\r\nHost: localhost\r\n\r\n")
        until(lambda: connections.HttpConnection.open.total() > before)
        until(lambda: connections.HttpConnection.open.total() == before)


@pytest.mark.usefixtures("hasty")
def test_a_socket_that_does_not_read_is_not_kept() -> None:
    before = connections.SocketConnection.open.total()
    with inside() as port, closing(line_to(port)) as line:
        line.sendall(
            b"GET /flood HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
            b"Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            b"Sec-WebSocket-Version: 13\r\n\r\n"
        )
        assert line.recv(20).startswith(b"HTTP/1.1 101 ")
        assert connections.SocketConnection.open.total() == before + 1
        until(lambda: connections.SocketConnection.open.total() == before)


def until(accept: Callable[[], bool]) -> None:
    began = time.monotonic()
    while not accept():
        assert time.monotonic() - began < 10
        time.sleep(0.02)


def test_a_quick_client_meets_no_limit() -> None:
    with inside() as port, httpx.Client(base_url=f"http://127.0.0.1:{port}") as client:
        for _ in range(50):
            assert client.post("/", content=b"abc").text == "3"
            assert client.post("/", content=iter([b"abc", b"de"])).text == "5"


# -- how many ------------------------------------------------------------------------------------


def test_one_address_has_so_many_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MOST_NEAR", 3)
    before = connections.HttpConnection.open.total()
    with inside() as port:
        lines = [line_to(port) for _ in range(2)]
        for line in lines:
            line.sendall(HEAD + b"\r\n")
            assert line.recv(1000).startswith(b"HTTP/1.1 200 ")
        with connect(f"ws://127.0.0.1:{port}/"), closing(line_to(port)) as more:
            answer = heard(more)
            assert answer.startswith(b"HTTP/1.1 503 ")
            assert b"retry-after" in answer.lower()
            assert b"content-security-policy" in answer.lower()
            assert json.loads(answer.partition(b"\r\n\r\n")[2])["error"]
        for line in lines:
            line.close()
        until(lambda: connections.HttpConnection.open.total() == before)
        with closing(line_to(port)) as line:
            line.sendall(HEAD + b"Connection: close\r\n\r\n")
            assert heard(line).startswith(b"HTTP/1.1 200 ")
    assert +connections.HttpConnection.open == {} or before


def test_a_network_of_its_own_counts_as_one_address() -> None:
    assert neighbourhood("2001:db8:1:2:3::4") == neighbourhood("2001:db8:1:2:ffff::1")
    assert neighbourhood("2001:db8:1:2::") != neighbourhood("2001:db8:1:3::")
    assert neighbourhood("::ffff:192.0.2.7") == neighbourhood("192.0.2.7")
    assert neighbourhood("192.0.2.7") != neighbourhood("192.0.2.8")
    assert connections.most("127.0.0.1") == connections.most("::1") == connections.MOST_NEAR
    assert connections.most("192.0.2.7") == connections.MOST_FAR


def test_a_trusted_proxy_speaks_for_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "proxy.example, 192.0.2.8")
    connections.trust(serve.proxies(["198.51.100.0/24"]))
    assert connections.most("192.0.2.8") == connections.MOST_NEAR
    assert connections.most("198.51.100.77") == connections.MOST_NEAR
    assert connections.most("192.0.2.7") == connections.MOST_FAR
    connections.trust([])
    assert connections.most("192.0.2.8") == connections.MOST_FAR
    with pytest.raises(serve.ServeError, match="--trust-proxy takes an address"):
        serve.proxies(["proxy.example"])


# -- the log -------------------------------------------------------------------------------------

BROKEN = [
    b"nonsense\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 200,  # a browser that wants https
    b"GET / HTTP/1.1\r\n\r\n",
    b"GET / HTTP/9.9\r\nHost: localhost\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 100_000 + b"\r\n\r\n",
    b"POST /api/line HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"POST /api/line HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
    b"GET /api/tables/x/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\n\r\n",
    b"GET /api/tables/x/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13\r\n\r\n",
    b"GET /api/tables/x/live?seen=x HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    b"Sec-WebSocket-Version: 13\r\n\r\n",
    b"GET /api/tables/x/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    b"Sec-WebSocket-Version: 13\r\n\r\n",
    b"GET /api/tables/x/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    b"Origin: http://evil.example\r\nSec-WebSocket-Version: 13\r\n\r\n",
    b"GET /api/tables/x/live HTTP/1.1\r\nHost: evil.example\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    b"Sec-WebSocket-Version: 13\r\n\r\n",
    b"GET /nowhere HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    b"Sec-WebSocket-Version: 13\r\n\r\n" + b"\x81\xff" * 50,
    b"GET /api/home HTTP/1.1\r\nHost: localhost\r\n\r\nnonsense\r\n\r\n",
    b"POST /api/line HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}nonsense\r\n\r\n"
    * 9,
]


def test_no_client_makes_the_log_grow_without_bound(server: Server) -> None:
    person = server.person()
    table = person.table("linja")
    before = len(server.log.read_text())
    for _ in range(40):
        for content in BROKEN:
            with closing(line_to(server.port)) as line:
                line.sendall(content)
                line.shutdown(socket.SHUT_WR)
                line.recv(200)
    for content in BROKEN * 40:  # and hung up without waiting for the answer
        with closing(line_to(server.port)) as line:
            line.sendall(content)
    for _ in range(100):  # sockets that break off in the middle of a frame, with rubbish
        tab = person.sit(table)
        tab.socket.socket.sendall(b"\x81\x85\x00\x00\x00\x00\xff\xff\xff\xff\xff\xff\xff\xff")
        tab.socket.socket.close()
    assert person.get("/api/health")["ok"]
    grown = server.log.read_text()[before:]
    assert "Traceback" not in grown
    assert len(grown) < 20_000, grown[:3000]


def records(repeats: Repeats, clock: list[float]) -> Callable[..., bool]:
    def make(text: str, *values: object, name: str = "linden") -> bool:
        record = logging.LogRecord(name, logging.WARNING, "", 1, text, values, None)
        kept = repeats.filter(record)
        if kept:
            said.append(record.getMessage())
        return kept

    said: list[str] = []
    make.said = said  # type: ignore[attr-defined]
    return make


def test_identical_complaints_are_counted() -> None:
    clock = [0.0]
    repeats = Repeats(clock=lambda: clock[0])
    make = records(repeats, clock)
    kept = sum(make("The disk is full.") for _ in range(1000))
    assert kept == 5
    assert make("Another complaint."), "what is new is heard"
    assert make("The disk is full.", name="other"), "so is the same from elsewhere"
    clock[0] = 61
    assert make("The disk is full.")
    assert make.said[-1] == (  # type: ignore[attr-defined]
        "The disk is full. (and 995 more like it before)"
    )
    assert sum(make("Table %s failed.", number) for number in range(1000)) == 5


def test_complaints_of_all_kinds_are_bounded_too() -> None:
    clock = [0.0]
    repeats = Repeats(clock=lambda: clock[0])
    make = records(repeats, clock)
    kept = sum(make(f"Complaint {number}") for number in range(10_000))
    assert kept <= 200
