"""Names and origins: a page that rebinds its name, or another server's page, reaches nothing."""

import json
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from linden.web import serve
from linden.web.http.hosts import Hosts
from servers import Server, ask, serving
from sites import alone

OURS = [
    "127.0.0.1",
    "127.0.0.1:8421",
    "192.168.178.20:80",
    "[::1]",
    "[::1]:8421",
    "[fe80::1]",
    "localhost",
    "LocalHost:8421",
    "localhost.",
    "linden.localhost:1",
    socket.gethostname(),
    f"{socket.gethostname().partition('.')[0]}.local:8421",
]
OTHERS = [
    "evil.example",
    "evil.example:8421",
    "127.0.0.1.evil.example",
    "localhost.evil.example",
    "evil-localhost",
    "xlocalhost",
    "localhost:",
    "localhost:80:80",
    "localhost:99999999",
    "localhost@evil.example",
    "127.0.0.1/evil",
    "[::1",
    "::1",
    "[evil.example]",
    "a b",
    "",
    ".",
    "..",
    "\xff",
    "localhost\x00",
    "x" * 3000,
    "x" * 291 + ".localhost.evil.example",
]


@pytest.fixture
def server(running: Server) -> Iterator[Server]:
    yield alone(running)
    running.dismiss()


def named(server: Server, host: str) -> httpx.Response:
    return ask("GET", f"http://{server.host}/api/home", headers={"Host": host})


@pytest.mark.parametrize("host", OURS)
def test_names_that_cannot_be_rebound_are_answered(server: Server, host: str) -> None:
    assert named(server, host).status_code == 200


@pytest.mark.parametrize("host", OTHERS)
def test_other_names_are_misdirected(server: Server, host: str) -> None:
    for target in ("/", "/api/home", "/static/index.html"):
        head = f"GET {target} HTTP/1.1\r\nConnection: close\r\nHost: {host}\r\n\r\n"
        answer = server.raw(head.encode("latin-1"), seconds=5)
        assert answer.startswith((b"HTTP/1.1 421 ", b"HTTP/1.1 400 ")), answer
        assert b"ontent-security-policy" in answer.lower()
        assert b"et-cookie" not in answer
        if answer.startswith(b"HTTP/1.1 421 "):
            sentence = json.loads(answer.partition(b"\r\n\r\n")[2])["error"]
            assert "--public-url" in sentence


def test_no_name_at_all_is_misdirected(server: Server) -> None:
    assert server.raw(b"GET /api/home HTTP/1.0\r\n\r\n").startswith(b"HTTP/1.1 421 ")


def test_monitors_are_answered_by_any_name_and_pages_that_rebind_theirs_learn_no_counts(
    server: Server,
) -> None:
    for path in ("/api/health", "/api/ready"):
        answer = ask("GET", f"http://{server.host}{path}", headers={"Host": "node1:8421"})
        assert (answer.status_code, answer.json()["ok"]) == (200, True)
        assert "set-cookie" not in answer.headers
    counts = f"http://{server.host}/metrics"
    assert ask("GET", counts).status_code == 200
    for name in ("node1:8421", "evil.example", "x" * 3000):
        answer = ask("GET", counts, headers={"Host": name})
        assert answer.status_code == 404
        assert "linden_" not in answer.text


def test_a_socket_by_another_name_is_misdirected(server: Server) -> None:
    person = server.person()
    table = person.table("linja")
    line = socket.create_connection(("127.0.0.1", server.port))
    with pytest.raises(InvalidStatus) as refused:
        connect(f"ws://evil.example/api/tables/{table}/live", sock=line)
    answer = refused.value.response
    assert answer.status_code == 421
    assert b"--public-url" in (answer.body or b"")
    assert "content-security-policy" in answer.headers


# -- origins -------------------------------------------------------------------------------------


def test_origins_are_compared_whole(server: Server) -> None:
    person = server.person()
    for origin, status in (
        (f"http://{server.host}", 200),
        (f"HTTP://{server.host}", 200),
        (f"https://{server.host}", 403),
        (f"ftp://{server.host}", 403),
        ("http://127.0.0.1", 403),
        (f"http://127.0.0.1:{server.port + 1}", 403),
        (f"http://localhost:{server.port}", 403),
        (f"http://{server.host}.evil.example", 403),
        (f"http://evil.example@{server.host}", 403),
        (f"http://{server.host}/", 403),
        (server.host, 403),
        ("null", 403),
        ("", 403),
    ):
        answer = person.http.put("/api/you", json={"name": ""}, headers={"Origin": origin})
        assert answer.status_code == status, origin
    usual = {"Host": "localhost", "Origin": "http://localhost:80"}
    assert person.http.put("/api/you", json={"name": ""}, headers=usual).status_code == 200


def test_what_a_browser_calls_foreign_is_refused_without_an_origin(server: Server) -> None:
    person = server.person()
    for site, status in (("cross-site", 403), ("same-site", 403), ("same-origin", 200)):
        headers = {"Sec-Fetch-Site": site}
        assert person.http.put("/api/you", json={"name": ""}, headers=headers).status_code == status
    foreign = {"Sec-Fetch-Site": "cross-site"}
    assert person.http.get("/", headers=foreign).status_code == 200, "a link from elsewhere"


# -- a name of one's own -------------------------------------------------------------------------


def test_a_public_address_is_answered_and_its_cookie_is_secure(tmp_path: Path) -> None:
    with serving(tmp_path, "--public-url", "https://games.example/") as server:
        answer = named(server, "games.example")
        assert answer.status_code == 200
        assert "; Secure" in answer.headers["set-cookie"]
        assert named(server, "other.example").status_code == 421
        plain = named(server, server.host)
        assert plain.status_code == 200
        assert "; Secure" not in plain.headers["set-cookie"], "it could not be kept there"
        for origin, status in (
            ("https://games.example", 200),
            ("https://games.example:443", 200),
            ("http://games.example", 403),
            ("https://other.example", 403),
        ):
            answer = ask(
                "PUT",
                f"http://{server.host}/api/you",
                json={"name": ""},
                headers={"Origin": origin},
            )
            assert answer.status_code == status, origin


def test_more_names_by_the_environment(tmp_path: Path) -> None:
    with serving(tmp_path, LINDEN_HOSTS="table.example, Games.Example") as server:
        assert named(server, "table.example:99").status_code == 200
        assert named(server, "games.example").status_code == 200
        assert named(server, "example").status_code == 421


def test_the_name_that_is_served_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LINDEN_HOSTS", "")
    hosts = Hosts.of_this_machine(None, "games.lan")
    assert hosts.allows("games.lan:8421")
    assert not hosts.allows("other.lan")


def test_behind_a_proxy_with_https_the_cookie_is_secure(tmp_path: Path) -> None:
    with serving(tmp_path, "--trust-proxy", "127.0.0.1") as server:
        headers = {"X-Forwarded-Proto": "https"}
        answer = ask("GET", f"http://{server.host}/api/home", headers=headers)
        assert "; Secure" in answer.headers["set-cookie"]
        origin = {"Origin": f"https://{server.host}"}
        put = ask(
            "PUT", f"http://{server.host}/api/you", json={"name": ""}, headers=headers | origin
        )
        assert put.status_code == 200
    for words, named in (((), ""), ((), "192.0.2.1"), (("--trust-proxy", "10.0.0.0/8"), "")):
        with serving(tmp_path, *words, FORWARDED_ALLOW_IPS=named) as server:
            answer = ask("GET", f"http://{server.host}/api/home", headers=headers)
            assert "; Secure" not in answer.headers["set-cookie"], "not a proxy that is trusted"


@pytest.mark.parametrize(
    "address",
    [
        "games.example",
        "ftp://games.example",
        "https://",
        "https://a b/",
        "https://x/path",
        "http://u@x",
    ],
)
def test_a_public_address_that_is_none_is_told(tmp_path: Path, address: str) -> None:
    with pytest.raises(serve.ServeError, match="--public-url"):
        serve.public_address(address)
