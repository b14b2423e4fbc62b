"""Requests that pretend to be something else: from another address, by another method, under
another address's name, in another form. And what others may keep of the answers."""

import asyncio
import http.client
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from attacks.document import DOCUMENT
from linden.web.http.guard import Guard
from linden.web.http.hosts import Hosts
from linden.web.http.pages import PARTS
from owners import PASSWORD, Owner
from servers import ME, QUICK, Person, Server, ask, serving
from sites import alone

OPERATIONS = [(method, path) for path, methods in DOCUMENT["paths"].items() for method in methods]
GETS = [path for method, path in OPERATIONS if method == "get"]
EVIL = "http://evil.example"


@pytest.fixture(scope="module")
def owner(running: Server) -> Iterator[Owner]:
    yield Owner(alone(running), "ada")
    running.dismiss()


def address(path: str) -> str:
    """An address that a path describes, whether there is something or not."""
    known = {"ply": "0", "seat": "0", "number": "1", "size": "192", "name": "linja"}
    return re.sub(r"\{(\w+)\}", lambda found: known.get(found[1], "linja"), path)


class Answered(http.client.HTTPResponse):
    """What is answered, with all of it read."""

    body: bytes


def sent(person: Person, method: str, target: str, **headers: str) -> Answered:
    """As it is written, which other clients mend."""
    connection = http.client.HTTPConnection(person.server.host, timeout=30)
    connection.response_class = Answered
    connection.putrequest(method, target, skip_host="Host" in headers)
    for name, value in {**person.headers, **headers}.items():
        connection.putheader(name, value)
    connection.endheaders()
    answer = connection.getresponse()
    assert isinstance(answer, Answered)
    answer.body = answer.read()
    connection.close()
    return answer


# -- from another address --------------------------------------------------------------------------

CLAIMS = (
    *("X-Forwarded-For", "X-Real-IP", "True-Client-IP", "X-Client-IP", "CF-Connecting-IP"),
    *("X-Cluster-Client-IP", "Forwarded-For", "X-Forwarded", "X-Originating-IP"),
)


def measured(server: Server, **headers: str) -> bool:
    """Whether this is taken for the computer itself, which alone may ask for the metrics."""
    return ask("GET", f"http://{server.host}/metrics", headers=headers).status_code == 200


def test_nobody_is_elsewhere_by_saying_so(tmp_path: Path) -> None:
    with serving(tmp_path) as server:  # which trusts no proxy
        for name in CLAIMS:
            assert measured(server, **{name: "203.0.113.9"}), name
        assert measured(server, Forwarded="for=203.0.113.9;proto=https;host=evil.example")


def test_nobody_is_this_computer_by_saying_so(tmp_path: Path) -> None:
    """Behind a proxy, the last address counts, which the proxy itself has written; whoever is
    behind it may write what they like before."""
    real = "203.0.113.9"
    with serving(tmp_path, "--trust-proxy", "127.0.0.1") as server:
        for claimed in ("127.0.0.1", "::1", "localhost", "127.0.0.1, 127.0.0.1", "", "a b", "10.1"):
            told = f"{claimed}, {real}"
            assert not measured(server, **{"X-Forwarded-For": told}), claimed
            for name in CLAIMS[1:]:
                assert not measured(server, **{"X-Forwarded-For": real, name: claimed or "::1"})
        refused = 0
        for number in range(70):  # sixty wrong tokens an address
            headers = {
                "Authorization": f"Bearer linden_{number:043}",
                "X-Forwarded-For": f"198.51.100.{number}, {real}",
            }
            answer = ask("GET", f"http://{server.host}/api/token", headers=headers)
            refused += answer.status_code == 429
        assert refused >= 9


def test_guesses_at_a_name_are_counted_wherever_they_claim_to_come_from(owner: Owner) -> None:
    name = Owner(owner.server, "tom").name
    statuses = []
    for number in range(14):
        guess = {"name": name, "password": f"a wrong one {number}"}
        headers = dict.fromkeys(CLAIMS, f"198.51.100.{number}")
        path = f"http://{owner.server.host}/api/account/session"
        statuses.append(ask("POST", path, json=guess, headers=headers).status_code)
    assert statuses[-3:] == [429] * 3, statuses
    right = {"name": name.upper(), "password": PASSWORD}
    other = ask("POST", f"http://{owner.server.host}/api/account/session", json=right)
    assert other.status_code == 429, "the same name in capitals"


# -- by another method -----------------------------------------------------------------------------


def test_a_method_is_what_it_is(owner: Owner) -> None:
    person = owner.person
    table = person.table("linja", [ME, QUICK])
    for name in ("X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"):
        for method, path in (("GET", "/api/account"), ("POST", "/api/account/session")):
            answer = person.http.request(
                method, f"{path}?_method=DELETE", headers={name: "DELETE"}, json={}
            )
            assert answer.status_code in (200, 422)
        over = person.http.post(f"/api/tables/{table}?_method=DELETE", headers={name: "GET"})
        assert over.status_code == 405
    assert owner.page["name"] == owner.name


@pytest.mark.parametrize("method", ["OPTIONS", "TRACE", "PATCH", "get", "PROPFIND"])
def test_other_methods_do_nothing(owner: Owner, method: str) -> None:
    for path in dict.fromkeys(path for _, path in OPERATIONS):
        answer = sent(owner.person, method, address(path), Origin=f"http://{owner.server.host}")
        assert 400 <= answer.status < 500, (method, path)
        allowed = [name for name, _ in answer.getheaders() if name.lower().startswith("access-")]
        assert not allowed, "no other server's page may"
    assert owner.page["name"] == owner.name


def test_whoever_asks_for_the_head_gets_that_of_the_answer(owner: Owner) -> None:
    """As link previews, proxies and those who watch over a site do."""
    pages = ["/", "/lobby", "/static/js/main.js", "/nothing", "/t/nothing"]
    for path in dict.fromkeys([*map(address, GETS), *pages]):
        head, got = sent(owner.person, "HEAD", path), sent(owner.person, "GET", path)
        assert head.status == got.status, path
        assert head.body == b"", path
        for name in ("content-type", "content-security-policy", "cache-control", "location"):
            assert head.getheader(name) == got.getheader(name), (path, name)
    page, head = sent(owner.person, "GET", "/lobby"), sent(owner.person, "HEAD", "/lobby")
    assert page.status == 200
    assert head.getheader("content-length") == str(len(page.body))
    session = "/api/account/session"  # which is there to be posted to
    assert sent(owner.person, "HEAD", session).status == 405
    assert owner.page["name"] == owner.name


def test_no_page_of_another_server_may_read(owner: Owner) -> None:
    for path in (*GETS, *PARTS):
        asked = {"Origin": EVIL, "Access-Control-Request-Method": "GET"}
        answer = owner.person.http.get(address(path), headers=asked, follow_redirects=False)
        allowed = [name for name in answer.headers if name.startswith("access-control")]
        assert not allowed, path
        assert answer.status_code < 500


# -- under another name ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "target",
    [
        *("/api/home/", "/lobby/", "/account/", "//evil.example/", "//evil.example/lobby/"),
        *("/%2fevil.example/", "/%5cevil.example/", "/\\evil.example/", "/.evil.example/"),
        *("/lobby/?back=//evil.example", "/account?back=http://evil.example"),
        *("/account?back=//evil.example", "/join/x?next=//evil.example", "/lobby/%0d%0aX: y/"),
        *("http://evil.example/api/home", "http://evil.example/lobby/", "/lobby/#//evil.example"),
    ],
)
def test_nobody_is_sent_elsewhere(owner: Owner, target: str) -> None:
    target = target.replace(" ", "%20")
    answer = sent(owner.person, "GET", target)
    assert answer.status < 500
    led = answer.getheader("Location")
    assert (led is None) == (not 300 <= answer.status < 400)
    if led is not None:
        assert urlsplit(led).netloc == owner.server.host, led
        assert urlsplit(led).path.rstrip("/") in ("/api/home", "/lobby", "/account"), led


def test_an_address_is_as_guarded_however_it_is_written(owner: Owner) -> None:
    """A token changes no account, and a page of another server nothing, by any spelling."""
    token = owner.server.program(owner.token())
    for path in (
        *(
            "/api/account/bots/",
            "/api%2faccount/bots",
            "/api/account%2Fbots",
            "/api/%61ccount/bots",
        ),
        *("//api/account/bots", "/api//account/bots", "/./api/account/bots", "/API/account/bots"),
        *("/api/account/bots;x", "/api/account/bots%20", "/x/../api/account/bots"),
    ):
        for person, headers in ((token, {}), (owner.person, {"Origin": EVIL})):
            answer = sent(person, "POST", path, **headers, **{"Content-Length": "0"})
            assert answer.status in (307, 403, 404, 405, 401), (path, answer.status)
    assert [bot["name"] for bot in owner.page["bots"]] == [owner.bot]


def test_keys_that_are_said_twice(owner: Owner) -> None:
    for path in (
        "/api/tables?over=true&over=false&skip=1&skip=0",
        "/api/my-games?result=won&result=all&before=x&before=1-a",
        "/api/my-games?game=linja&game[]=linx&game[$ne]=1",
        "/api/lab/compare?one=a&one=b&first=0&two=a&second=0&first=1",
        "/api/texts?lang=de&lang=fr",
    ):
        assert owner.person.http.get(path).status_code < 500, path


# -- in another form -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "kind",
    [
        *("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"),
        *("application/xml", "", "application/json, text/plain", "text/plain; application/json"),
    ],
)
def test_what_no_page_of_ours_sends_is_not_read(owner: Owner, kind: str) -> None:
    """A form of another server's page can send these without being asked; it is refused for where
    it comes from, and what it sends is not taken for JSON."""
    guest = owner.server.person("Gus")
    for content in (b'{"name": "Eve"}', b"name=Eve", b'{"name": "Eve", "x": "="}'):
        headers = {"Content-Type": kind}
        answer = guest.http.put("/api/you", content=content, headers=headers)
        assert 400 <= answer.status_code < 500, (kind, answer.text)
        foreign = guest.http.put("/api/you", content=content, headers=headers | {"Origin": EVIL})
        assert foreign.status_code == 403
    assert guest.get("/api/home")["you"]["name"] == "Gus"


def test_cookies_that_are_none(owner: Owner) -> None:
    mine = dict(part.split("=", 1) for part in owner.person.cookie.split("; "))
    guest = owner.server.person()
    session = mine["linden_session"]
    for odd in (
        f"Linden_Session={session}",
        f"__Host-linden_session={session}",
        f"linden_session ={session}x",
        f"linden_session=;linden_session2={session}",
        f"linden_session={session[:-1]}",
        f"linden_session={session}{session}",
        f"linden_session={'x' * 8000}",
        f"$Version=1; linden_session=$Path; a={session}",
        f"linden={mine['linden'].partition('.')[0]}.",
        f"linden={mine['linden']}x",
        "; ".join(f"c{number}=x" for number in range(900)),
    ):
        answer = ask("GET", f"http://{guest.server.host}/api/account", headers={"Cookie": odd})
        assert answer.status_code == 200, odd[:60]
        assert answer.json()["account"] is None, odd[:60]
    own = ask("GET", f"http://{guest.server.host}/api/account", headers=owner.person.headers)
    assert own.json()["account"]["name"] == owner.name


def test_cookies_in_quotes_take_no_time() -> None:
    """Whoever reads them: what serves an address reads all cookies, whether it wants any or not."""
    odd = b'a="' + b"\\a" * 3_500 + b'"; linden=mine; b="' + b"\\1" * 3_500 + b'"; language="de"'
    scope = {"type": "http", "method": "GET", "path": "/api/health", "scheme": "http"}
    headers = [(b"host", b"localhost"), (b"cookie", odd)]
    read: list[dict[str, str]] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        read.append(HTTPConnection(scope).cookies)

    async def nothing(*_: object) -> Any:
        return {}

    async def ask_often() -> None:
        for _ in range(100):
            await Guard(app, Hosts())({**scope, "headers": headers}, nothing, nothing)

    began = time.process_time()
    asyncio.run(ask_often())
    assert time.process_time() - began < 2, "it took some ten seconds"
    assert read == [{"linden": "mine"}] * 100


# -- what others may keep --------------------------------------------------------------------------

FOR_EVERYBODY = {
    "/api/preview.png",
    "/api/games/{name}/preview.png",
    "/api/tables/{table}/preview.png",
    "/api/join/{key}/preview.png",
    "/api/games/{name}/show/{ply}",
}
"""Pictures that are the same whoever asks, and may be kept for minutes."""


@pytest.mark.parametrize("path", [*GETS, *PARTS])
def test_what_is_for_somebody_is_kept_by_nobody(owner: Owner, path: str) -> None:
    person = owner.person
    table = person.table("linja", [ME, QUICK]) if "{table}" in path else ""
    here = address(path.replace("{table}", table).replace("/u/{name}", f"/u/{owner.name}"))
    answer = person.http.get(here)
    keep = answer.headers["cache-control"]
    if path in FOR_EVERYBODY and answer.status_code == 200:
        assert keep.startswith("public"), keep
        assert {"Accept-Language", "Cookie"} <= set(answer.headers["vary"].split(", "))
        assert "set-cookie" not in answer.headers
        guest = ask("GET", f"http://{owner.server.host}{here}")
        assert "set-cookie" not in guest.headers, "nor is anybody's first cookie kept along with it"
        assert guest.content == answer.content
    elif path.startswith("/api/") and path != "/api/palette.css":
        assert keep == "no-store", keep
        again = person.http.get(here, headers={"If-None-Match": "*", "If-Modified-Since": "x"})
        assert again.status_code != 304
        assert "etag" not in answer.headers or path.startswith("/api/lab/")
    else:
        assert keep in ("private, no-cache", "no-cache"), keep


def test_a_worker_keeps_nothing_of_anybody(owner: Owner) -> None:
    """What a browser keeps of the page for when the server is away holds nobody's name: whoever
    comes after, or has signed out, sees nothing of them."""
    script = owner.person.http.get("/service-worker.js").text
    shell = re.search(r"^const SHELL = (\[.*\]);$", script, re.M)
    assert shell
    kept: list[Any] = re.findall(r'"([^"]+)"', shell[1])
    assert len(kept) > 50
    guest = owner.server.person()
    for path in kept:
        assert path in ("/offline", "/palette.css") or path.startswith("/static/"), path
        mine, theirs = owner.person.http.get(path), guest.http.get(path)
        assert mine.content == theirs.content, path
        assert "set-cookie" not in mine.headers, path


def test_nothing_of_somebody_is_shown_after_they_have_gone(owner: Owner) -> None:
    left = Owner(owner.server, "tim")
    table = left.person.table("linja", [ME, QUICK])
    assert left.person.http.delete("/api/account/session").status_code == 200
    for path in ("/", "/account", "/my-games", "/api/home", "/api/account", "/api/my-games"):
        answer = left.person.http.get(path)
        assert left.name not in answer.text, path
        assert table not in answer.text, path
    export = left.person.http.get("/api/account/export")
    assert export.status_code == 401
