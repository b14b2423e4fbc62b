"""Around everything that is asked for, WebSockets and errors too: whose name and page it is, how
much and how long may be sent, in which language to answer, and headers for safety.

It is the outermost layer of the application, plain ASGI, as it runs for every request. A body is
read here, whole and counted, before anything else sees the request: so a slow or endless one costs
a little memory and no work.
"""

import asyncio
import json
from contextlib import suppress
from functools import lru_cache

from fastapi import WebSocketDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from linden.web import messages, texts
from linden.web.http.hosts import Hosts, arrival
from linden.web.http.visitors import shown_token
from linden.web.texts import say

POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; connect-src 'self'; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]
NOT_KEPT = (b"cache-control", b"no-store")
LARGEST_HEAD = 16_384
"""Bytes of an address and its headers, at most. What reads them from the line counts only those
that come in parts."""
LARGEST_BODY = 200_000
"""Bytes of a request, at most."""
BODY_SECONDS = 30.0
"""How long a body may take to arrive."""
HARMLESS = ("GET", "HEAD", "OPTIONS")
"""Methods that change nothing: links from elsewhere may use them."""
ASKED_BY_MACHINES = ("/api/health", "/api/ready", "/metrics")
"""What proxies and monitors ask a node, by whatever name they know it; it says nothing of anybody.
Who may know the counts is asked where they are told."""
REFUSED = 4004
"""The code of a socket that is closed for good."""

preferred = lru_cache(1000)(texts.preferred)


class Guard:
    """Every request passes here first."""

    def __init__(self, app: ASGIApp, hosts: Hosts) -> None:
        self.app = app
        self.hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if length_of_head(scope) > LARGEST_HEAD:
            await refuse_head(scope, receive, send)
            return
        scope = {**scope, "headers": [unquoted(*header) for header in scope["headers"]]}
        headers: dict[bytes, bytes] = dict(scope["headers"])
        accepted = headers.get(b"accept-language", b"").decode("latin-1")
        cookies = headers.get(b"cookie", b"").decode("latin-1")
        texts.language.set(texts.chosen(cookies[:4000]) or preferred(accepted[:200]))
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send, headers)
            return
        if scope["method"] == "HEAD":  # answered as the same address is to whoever reads it
            scope, send = {**scope, "method": "GET"}, without_body(send)
        await self._request(scope, receive, guarded(scope, send), headers)

    def _misdirected(self, scope: Scope, headers: dict[bytes, bytes]) -> bool:
        host = headers.get(b"host", b"").decode("latin-1")
        return not self.hosts.allows(host, arrival(scope))

    def _foreign(self, scope: Scope, headers: dict[bytes, bytes]) -> bool:
        """Whether it comes from a page of another server; programs send no origin. Whoever shows a
        token says who they are by themselves: no browser does that for another server's page, and
        cookies do not count then."""
        if shown_token(headers.get(b"authorization", b"").decode("latin-1")) is not None:
            return False
        origin = headers.get(b"origin")
        if origin is None:
            return headers.get(b"sec-fetch-site", b"none") not in (b"none", b"same-origin")
        host = headers.get(b"host", b"").decode("latin-1")
        return not self.hosts.same(scope["scheme"], host, origin.decode("latin-1"))

    async def _request(
        self, scope: Scope, receive: Receive, send: Send, headers: dict[bytes, bytes]
    ) -> None:
        if scope["path"] not in ASKED_BY_MACHINES and self._misdirected(scope, headers):
            await refuse(send, 421, misdirected())
        elif scope["method"] not in HARMLESS and self._foreign(scope, headers):
            await refuse(send, 403, foreign())
        elif b"content-length" in headers or b"transfer-encoding" in headers:
            length = headers.get(b"content-length", b"0")
            if not length.isdigit() or len(length) > 9 or int(length) > LARGEST_BODY:
                await refuse(send, 413, say("That is too much at once."))
                return
            try:
                async with asyncio.timeout(BODY_SECONDS):
                    body = await whole_body(receive)
            except TimeoutError:
                sentence = say("This request took too long to arrive; please try again.")
                await refuse(send, 408, sentence)
                return
            if body is None:
                return
            if len(body) > LARGEST_BODY:
                await refuse(send, 413, say("That is too much at once."))
                return
            await self.app(scope, replayed(body, receive), send)
        else:
            await self.app(scope, receive, send)

    async def _socket(
        self, scope: Scope, receive: Receive, send: Send, headers: dict[bytes, bytes]
    ) -> None:
        with suppress(WebSocketDisconnect):  # whoever hangs up makes no mistake
            if self._misdirected(scope, headers):
                await receive()
                await refuse_socket(scope, send, 421, misdirected())
            elif self._foreign(scope, headers):
                # A page of ours, behind a proxy that spoils its address, can show the message.
                await receive()
                message = messages.Refused(error=foreign(), version=-1)
                text = message.model_dump_json(by_alias=True)
                await send({"type": "websocket.accept"})
                await send({"type": "websocket.send", "text": text})
                await send({"type": "websocket.close", "code": REFUSED})
            else:
                await self.app(scope, receive, send)


def misdirected() -> str:
    return say(
        "This Linden does not answer to that name. Open it by its IP address, or start it with "
        "linden serve --public-url and the address that people use."
    )


def foreign() -> str:
    return say(
        "That came from a page of another server. If it is this one's, start it with "
        "linden serve --public-url and the address that people use."
    )


def guarded(scope: Scope, send: Send) -> Send:
    """Put the headers on whatever is answered, unless it has its own."""
    wanted = [*HEADERS, NOT_KEPT] if scope["path"].startswith("/api/") else HEADERS

    async def send_guarded(message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            given = list(message.get("headers", ()))
            names = {name.lower() for name, _ in given}
            given += [header for header in wanted if header[0] not in names]
            message["headers"] = given
        await send(message)

    return send_guarded


def without_body(send: Send) -> Send:
    """What is answered, but for its body: the headers tell how long that is."""

    async def send_head(message: Message) -> None:
        await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

    return send_head


async def refuse(send: Send, status: int, sentence: str, kind: str = "http.response") -> None:
    content = json.dumps({"error": sentence}, ensure_ascii=False).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(content)).encode()),
    ]
    await send({"type": f"{kind}.start", "status": status, "headers": headers})
    await send({"type": f"{kind}.body", "body": content})


async def refuse_socket(scope: Scope, send: Send, status: int, sentence: str) -> None:
    """By an answer instead of a socket, where the server can do that."""
    if "websocket.http.response" in scope.get("extensions", {}):
        await refuse(guarded(scope, send), status, sentence, "websocket.http.response")
    else:
        await send({"type": "websocket.close", "code": REFUSED})


def unquoted(name: bytes, value: bytes) -> tuple[bytes, bytes]:
    """A header without cookies in quotes. None of ours is, and Python's own reader, which whatever
    serves a page asks for all of them, takes the square of their length for some."""
    if name == b"cookie" and b'"' in value:
        value = b";".join(part for part in value.split(b";") if b'"' not in part)
    return name, value


def length_of_head(scope: Scope) -> int:
    address = len(scope.get("raw_path", b"")) + len(scope.get("query_string", b""))
    return address + sum(len(name) + len(value) for name, value in scope["headers"])


async def refuse_head(scope: Scope, receive: Receive, send: Send) -> None:
    """Nothing of it is read, not even the language to answer in."""
    texts.language.set(texts.ENGLISH)
    sentence = say("That is too much at once.")
    if scope["type"] == "websocket":
        await receive()
        await refuse_socket(scope, send, 431, sentence)
    else:
        await refuse(guarded(scope, send), 431, sentence)


async def whole_body(receive: Receive) -> bytes | None:
    """The body, or as much of it as shows that it is too large; ``None`` from who hung up."""
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > LARGEST_BODY or not message.get("more_body", False):
            return b"".join(parts)


def replayed(body: bytes, receive: Receive) -> Receive:
    """The body once more, for whom it is meant; then whatever comes after it."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_again() -> Message:
        return waiting.pop() if waiting else await receive()

    return receive_again
