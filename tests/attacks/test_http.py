"""Whatever is asked for by HTTP: a sentence, the security headers, never a 500."""

import http.client
import json
import random
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

import linden
from attacks.document import DOCUMENT
from servers import FRIEND, HERE, ME, Server, ask
from sites import alone

GUARDS = {
    "content-security-policy",
    "cross-origin-opener-policy",
    "permissions-policy",
    "referrer-policy",
    "x-content-type-options",
}
DEEP = "[" * 900 + "]" * 900
DEEPER = "[" * 90_000 + "]" * 90_000
ODD_NAMES = [
    "%00",
    "a%00b",
    "x" * 300,
    "x" * 5000,
    "/".join("x" * 200 for _ in range(30)),
    "%2e%2e/%2e%2e/app.py",
    "..%2f..%2fapp.py",
    "js",
    "js/",
    "%ff%fe",
    "%ed%a0%80",
    "index.html%00.js",
    "0123456789abcdef/%00",
    "0123456789abcdef",
    "%0d%0aSet-Cookie:%20a=b",
    "~",
    "con",
    ".",
    "..",
    "%",
    "%zz",
    "\\..\\app.py",
]
ODD_JSON = [
    DEEP,
    "[" * 3000,
    '{"a":' * 700,
    '{"size": ' + "[" * 1900 + "]" * 1900 + "}",
    DEEPER,
    '{"a": ' + DEEP + "}",
    '{"size": ' + DEEP + "}",
    '{"size": ' + '{"a":' * 500 + "1" + "}" * 500 + "}",
    '{"size": ' + "9" * 5000 + "}",
    '{"size": ' + "9" * 400 + "}",
    '{"size": 1e999}',
    '{"komi": NaN}',
    '{"komi": -Infinity}',
    '{"komi": 1e308}',
    '{"size": "\\ud800"}',
    '{"\\udfff": 1}',
    '{"size": "\\u0000"}',
    '{"self": 1, "name": 2, "cls": 3}',
    '{"": {"": {"": {}}}}',
    "\ufeff{}",
    "{'size': 5}",
]


@pytest.fixture
def server(running: Server) -> Iterator[Server]:
    yield alone(running)
    running.dismiss()


def complaint(answer: httpx.Response) -> str:
    sentence = answer.json()["error"]
    assert isinstance(sentence, str)
    assert sentence
    return sentence


def guarded(answer: httpx.Response) -> None:
    missing = GUARDS - set(answer.headers)
    assert not missing, (answer.url, answer.status_code, missing)


# -- bodies --------------------------------------------------------------------------------------


def test_a_chunked_body_is_counted_as_it_comes(server: Server) -> None:
    def endless(megabytes: int) -> Iterator[bytes]:
        for _ in range(megabytes * 16):
            yield b"x" * 65536

    before = server.memory()
    headers = {"Content-Type": "application/json"}
    for path in ("/api/line", "/api/tables", "/nowhere", "/static/index.html"):
        try:
            answer = ask(
                "POST",
                f"http://{server.host}{path}",
                content=endless(100),
                headers=headers,
                timeout=60,
            )
        except httpx.TransportError:
            continue  # hung up while we were still talking: as well as a 413
        assert answer.status_code == 413
        assert complaint(answer) == "That is too much at once."
        guarded(answer)
    assert server.memory() - before < 20_000_000


def test_a_little_too_much_is_told(server: Server) -> None:
    for size in (200_001, 300_000):
        for content in (b'"' + b"x" * size, iter([b'"', b"x" * size])):
            answer = ask(
                "POST",
                f"http://{server.host}/api/line",
                content=content,
                headers={"Content-Type": "application/json"},
            )
            assert answer.status_code == 413
            assert complaint(answer) == "That is too much at once."
            guarded(answer)


def test_what_is_promised_too_large_is_refused_before_it_comes(server: Server) -> None:
    for length in (b"200001", b"99999999999999999999"):
        head = b"POST /api/line HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: " + length
        answer = server.raw(head + b"\r\n\r\n", seconds=2)
        assert answer.startswith(b"HTTP/1.1 413 "), length
        assert b"That is too much at once." in answer


def test_as_much_as_is_allowed_is_read(server: Server) -> None:
    wish = {"table": None, "game": "linja", "moves": ["3-4"], "position": None, "x": "y" * 190_000}
    assert server.person().http.post("/api/line", json=wish).status_code == 200


def test_a_head_is_counted_also_where_it_comes_at_once(server: Server) -> None:
    long = b"x" * 20_000
    for head in (
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: " + long,
        b"GET /?" + long + b" HTTP/1.1\r\nHost: 127.0.0.1",
        b"GET /" + long + b" HTTP/1.1\r\nHost: 127.0.0.1",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        + b"\r\n".join(b"X-%d: y" % number for number in range(2_500)),
        b"GET /api/agenda/live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
        b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        + b"\r\n".join(b"X-%d: %s" % (number, b"y" * 6_000) for number in range(4)),
    ):
        answer = server.raw(head + b"\r\n\r\n", seconds=2)
        assert answer.startswith((b"HTTP/1.1 431 ", b"HTTP/1.1 400 ")), (head[:60], answer[:200])
    assert ask("GET", f"http://{server.host}/api/health").status_code == 200


# -- paths, queries, headers ---------------------------------------------------------------------


@pytest.mark.parametrize("name", ODD_NAMES, ids=range(len(ODD_NAMES)))
def test_files_of_odd_names_are_not_there(server: Server, name: str) -> None:
    connection = http.client.HTTPConnection(server.host, timeout=10)
    connection.putrequest("GET", f"/static/{name}")  # sent as it is written
    connection.endheaders()
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    assert answer.status == 404, content
    assert {key.lower() for key, _ in answer.getheaders()} >= GUARDS


@pytest.mark.parametrize("options", ODD_JSON, ids=range(len(ODD_JSON)))
def test_options_in_addresses_are_read_or_refused(server: Server, options: str) -> None:
    keeper = server.person()
    for method in ("GET", "POST", "DELETE"):
        answer = keeper.http.request(
            method, "/api/games/linage/truth", params={"options": options[:8000]}
        )
        expected = {422, 431} if method == "GET" else {403, 422, 431}
        assert answer.status_code in expected, answer.text
        complaint(answer)
        guarded(answer)


@pytest.mark.parametrize("options", ODD_JSON, ids=range(len(ODD_JSON)))
def test_options_in_bodies_are_read_or_refused(server: Server, options: str) -> None:
    person = server.person()
    headers = {"Content-Type": "application/json"}
    for path, content in (
        ("/api/tables", '{"game": "linage", "options": %s}'),
        ("/api/line", '{"game": "linage", "options": %s}'),
        ("/api/games/linage/check", '{"options": %s}'),
        ("/api/tables", "%s"),
        ("/api/line", "%s"),
        ("/api/games/linage/check", "%s"),
        ("/api/you", "%s"),
        ("/api/you", '{"name": %s}'),
    ):
        method = "PUT" if path == "/api/you" else "POST"
        whole = (content % options).encode("utf-8", "surrogatepass")
        answer = person.http.request(method, path, content=whole, headers=headers)
        guarded(answer)
        if (
            answer.status_code == 200
        ):  # a check answers with what is wrong; unknown fields are let be
            assert path == "/api/games/linage/check", (path, options[:60], answer.text)
        else:
            assert answer.status_code in (404, 422), (path, options[:60], answer.text)
            complaint(answer)


def test_errors_carry_the_security_headers(server: Server) -> None:
    person = server.person()
    for method, path in (
        ("GET", "/static/%00"),
        ("GET", "/api/nowhere"),
        ("GET", "/nowhere"),
        ("DELETE", "/"),
        ("PATCH", "/api/tables"),
        ("OPTIONS", "/api/tables"),
        ("GET", "/api/tables/nowhere/plies/x"),
        ("POST", "/api/tables"),
    ):
        answer = person.http.request(method, path)
        assert 400 <= answer.status_code < 500
        guarded(answer)
    for broken in (b"nonsense\r\n\r\n", b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"):
        head = server.raw(broken, seconds=2).partition(b"\r\n\r\n")[0].decode().lower()
        assert head.startswith("http/1.1 400 ")
        assert all(f"\r\n{name}:" in head for name in GUARDS)


def test_a_mistake_of_our_own_carries_them_too(server: Server) -> None:
    """The page of last resort, from the outermost layer of the application."""
    import asyncio

    from linden.web.app import create_app

    app = create_app(server.folder / "unused.db")

    @app.get("/broken")
    async def broken() -> None:
        raise RuntimeError("a mistake")

    heard: list[Any] = []

    async def ask() -> None:
        async def receive() -> Any:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Any) -> None:
            heard.append(message)

        scope = {
            "type": "http",
            "method": "GET",
            "path": "/broken",
            "raw_path": b"/broken",
            "query_string": b"",
            "root_path": "",
            "scheme": "http",
            "http_version": "1.1",
            "headers": [(b"host", b"localhost")],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 80),
        }
        with pytest.raises(RuntimeError, match="a mistake"):
            await app(scope, receive, send)

    asyncio.run(ask())
    assert heard[0]["status"] == 500
    assert {name.decode() for name, _ in heard[0]["headers"]} >= GUARDS
    assert json.loads(heard[1]["body"])["error"].endswith("please try again.")


# -- everything at random ------------------------------------------------------------------------

PARTS = [
    *("api", "tables", "games", "join", "keeper", "static", "t", "p", "new", "rules", "you"),
    *("line", "home", "truth", "check", "record", "plies", "analysis", "picture.svg", "review"),
    *("show", "texts", "health", "live", "rematch", "openapi.json", "palette.css"),
    *linden.games(),
]
ODD_PARTS = ["", "%00", "%2f", "..", "-1", "1e9", "9" * 400, "%ff", "x" * 2000, "%ed%a0%80", "{}"]
ODD_QUERIES = [
    *("", "ply=-1", "ply=" + "9" * 5000, "quarter=4", "tall=perhaps", "format=exe", "theme=%00"),
    *("options=" + "[" * 3000, "options=%00", "lang=%00", "lang=" + "x_" * 1000, "=&=&;", "%"),
    *("version=nan", "options={}", "a=1&" * 500),
]
ODD_HEADERS = [
    {},
    {"Accept-Language": "x" * 3000},
    {"Accept-Language": "de;q=nan,en;q=inf,*;q=-1,,,;;q=,_-_"},
    {"Accept-Language": "\xff\xfe"},
    {"Cookie": "linden=" + "x" * 60},
    {"Cookie": "linden=" + "." * 60},
    {"Cookie": 'linden="\\377\\000' + "x" * 30 + '"; linden=; =; ;;'},
    {"Cookie": "linden=\xff" + "\xe9" * 40},
    {"If-None-Match": "*" * 3000},
    {"Accept-Encoding": "gzip;q=nan, br"},
    {"Origin": "null"},
    {"Origin": "\xff://"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Content-Type": "application/json; charset=\xff"},
    {"Content-Type": "multipart/form-data"},
    {"Content-Type": "multipart/form-data; boundary=x"},
    {"Content-Encoding": "gzip"},
    {"Range": "bytes=9-1"},
    {"X-Forwarded-Proto": "gopher", "X-Forwarded-For": "\xff, unknown, ::::"},
    {"Upgrade": "h2c", "Connection": "Upgrade"},
    {"Expect": "the-unexpected"},
]
ODD_BODIES = [b"", b"{}", b"[", b"\x00", b"\xff\xfe", b'{"game":"linja"}', DEEP.encode(), b"a=b"]


def test_no_request_is_answered_by_500(server: Server) -> None:
    rng = random.Random(20)
    person = server.person()
    table = person.table("linja", [ME, FRIEND])
    tab = person.sit(table)
    link = tab.state["seats"][1]["link"].removeprefix("/join/")
    known = [*PARTS, table, link]
    seen: set[int] = set()
    for number in range(700):
        parts = [
            rng.choice(known if rng.random() < 0.8 else ODD_PARTS)
            for _ in range(rng.choice([1, 2, 3, 3, 4, 4, 5]))
        ]
        if rng.random() < 0.7:
            parts.insert(0, "api")
        path = "/" + "/".join(parts) + "?" + rng.choice(ODD_QUERIES)
        method = rng.choice(["GET", "GET", "GET", "POST", "PUT", "DELETE", "HEAD", "BREW"])
        connection = http.client.HTTPConnection(server.host, timeout=30)
        connection.putrequest(method, path)
        for name, value in rng.choice(ODD_HEADERS).items():
            connection.putheader(name, value.encode("latin-1"))
        body = rng.choice(ODD_BODIES) if method in ("POST", "PUT", "DELETE") else b""
        if body or method == "POST":
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body)
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        about = (number, method, path[:300], content[:300])
        assert answer.status < 500, about
        assert {key.lower() for key, _ in answer.getheaders()} >= GUARDS, about
        seen.add(answer.status)
        if answer.status >= 400 and "json" in (answer.getheader("Content-Type") or "") and content:
            assert json.loads(content)["error"], about
    assert {200, 403, 404, 405} <= seen
    assert person.sit(table).moves == []
    assert "Traceback" not in server.log.read_text()


def test_every_route_survives_odd_parameters(server: Server) -> None:
    person = server.person()
    table = person.table("linja", [ME, HERE])
    routes = DOCUMENT["paths"]
    assert len(routes) > 15
    for route, methods in routes.items():
        asked = re.sub(r"\{(table|name|ply|key)\}", "{}", route)
        # Most routes have no such part, or stay the same with some: each address once.
        paths = dict.fromkeys(asked.replace("{}", odd) for odd in (*ODD_PARTS[1:], table, "linja"))
        for method in methods:
            for path in paths:
                for query in random.Random(path).sample(ODD_QUERIES[:6], 2):
                    answer = person.http.request(method, f"{path}?{query}")
                    assert answer.status_code < 500, (method, path, answer.text)
                    guarded(answer)
