"""Connections that nobody can hold for ever, and that one address cannot have all of.

uvicorn waits without end for the rest of a request's head, for a body that goes on after its
answer, and for a browser that does not read. Each of these gets a limit here.
"""

import asyncio
import ipaddress
import json
import time
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import STATUS_PHRASES, H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

from linden.web.http.guard import HEADERS
from linden.web.limits import neighbourhood

HEAD_SECONDS = 15.0
"""How long a request's head may take, from the connection or from its first byte."""
LINGER_SECONDS = 5.0
LINGER_BYTES = 1_000_000
"""How much may come after the answer, so that whoever is talking still hears it."""
UNREAD_SECONDS = 60.0
"""How long an answer may lie unread."""
MOST_FAR = 1_000
"""Connections of one address: more than a school behind one router has."""
MOST_NEAR = 20_000
"""The same for this machine and for proxies it trusts, which may speak for everybody."""
RETRY_SECONDS = 10
COMPRESSION = ServerPerMessageDeflateFactory(
    server_no_context_takeover=True,
    client_no_context_takeover=True,
    client_max_window_bits=12,
    compress_settings={"level": 1},
)
"""Each message by itself, in the quickest way: a board becomes a tenth of its size in a twentieth
of a millisecond, where uvicorn's own choice took a whole one, and a silent tab holds no buffers."""


def most(address: str) -> int:
    return MOST_NEAR if trusted(address) else MOST_FAR


proxies: list[str] = []
"""Those whose word about the visitors behind them is taken."""


def trust(addresses: Iterable[str]) -> None:
    """Take these proxies' word from now on, and nobody else's."""
    proxies[:] = addresses
    trusted.cache_clear()


@lru_cache(4096)
def trusted(address: str) -> bool:
    """Whether this is the machine itself, or a proxy that uvicorn is told to believe."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address == ""  # a socket of this machine's file system
    if found.is_loopback:
        return True
    for named in proxies:
        try:
            if named == "*" or found in ipaddress.ip_network(named, strict=False):
                return True
        except ValueError:
            continue  # uvicorn takes names, too; they are no addresses
    return False


class Counted:
    """What both kinds of connection share: being counted, and being cut off if it does not read."""

    open: ClassVar[Counter[str]] = Counter()
    """Connections by address, of the one server that a process runs."""

    loop: asyncio.AbstractEventLoop
    transport: Any
    client: tuple[str, int] | None

    _place: str | None = None
    _cutting: asyncio.TimerHandle | None = None

    def enter(self) -> bool:
        """Count this connection; whether there is room for it."""
        address = self.client[0] if self.client else ""
        self._place = neighbourhood(address)
        self.open[self._place] += 1
        return self.open[self._place] <= most(address)

    def leave(self) -> None:
        if self._place is not None:
            self.open[self._place] -= 1
            if not self.open[self._place]:
                del self.open[self._place]
            self._place = None

    def cut_later(self, seconds: float) -> None:
        """Hang up if nothing better happens; what was not read by then is dropped."""
        self.spare()
        self._cutting = self.loop.call_later(seconds, self.transport.abort)

    def spare(self) -> None:
        if self._cutting is not None:
            self._cutting.cancel()
            self._cutting = None


class HttpConnection(Counted, H11Protocol):
    """A line by which requests come."""

    _head: asyncio.TimerHandle | None = None
    _surplus = 0
    """Bytes that came after the answer to their request."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self.enter():
            self._await_head()
        else:
            self.refuse(503, "There are too many connections from here; please try again.")

    def connection_lost(self, exc: Exception | None) -> None:
        self.leave()
        self.spare()
        self._head_came()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self._talking_on:
            self._surplus += len(data)
            if self._surplus > LINGER_BYTES:
                self.transport.abort()
                return
        super().data_received(data)
        if self.conn.their_state is h11.IDLE:
            self._await_head()
        else:
            self._head_came()
        if self._surplus and not self._talking_on:
            self._surplus = 0
            self.spare()

    # -- the head of a request

    def _await_head(self) -> None:
        """The clock runs from the first byte on; more bytes do not set it back."""
        if self._head is None:
            self._head = self.loop.call_later(HEAD_SECONDS, self._head_late)

    def _head_came(self) -> None:
        if self._head is not None:
            self._head.cancel()
            self._head = None

    def _head_late(self) -> None:
        self._head = None
        if self.transport.is_closing() or self.conn.their_state is not h11.IDLE:
            return
        if self.conn.trailing_data[0]:
            self.refuse(408, "This request took too long to arrive; please try again.")
        else:
            self.transport.close()

    # -- after the answer

    @property
    def _talking_on(self) -> bool:
        """Whether the answer is out, and its request goes on."""
        answered = self.cycle is not None and self.cycle.response_complete
        return answered and self.conn.their_state is h11.SEND_BODY

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.is_closing():
            self.cut_later(UNREAD_SECONDS)
        elif self._talking_on:
            self._surplus = 1
            self.cut_later(LINGER_SECONDS)

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self.cut_later(UNREAD_SECONDS)

    def pause_writing(self) -> None:
        super().pause_writing()
        self.cut_later(UNREAD_SECONDS)

    def resume_writing(self) -> None:
        super().resume_writing()
        if not (self.transport.is_closing() or self._talking_on):
            self.spare()

    # -- what is no request, and what becomes a WebSocket

    def send_400_response(self, msg: str) -> None:
        self.refuse(400, "This request cannot be read.")

    def refuse(self, status: int, sentence: str) -> None:
        """Answer before there is an application to do it, and hang up."""
        if self.cycle is not None:
            self.cycle.disconnected = True  # whatever it says now would be the second answer
        content = json.dumps({"error": sentence}).encode()
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(content)).encode()),
            (b"connection", b"close"),
            *([(b"retry-after", str(RETRY_SECONDS).encode())] if status == 503 else []),
            *HEADERS,
        ]
        answer = h11.Response(status_code=status, headers=headers, reason=STATUS_PHRASES[status])
        try:
            for part in (answer, h11.Data(data=content), h11.EndOfMessage()):
                self.transport.write(self.conn.send(part) or b"")
        except h11.LocalProtocolError:
            pass  # an answer is under way already
        self.transport.close()
        self.cut_later(UNREAD_SECONDS)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self.leave()
        self.spare()
        self._head_came()
        super().handle_websocket_upgrade(event)


class SocketConnection(Counted, WebSocketsSansIOProtocol):
    """A tab's WebSocket; it was an HTTP connection before, so there is room for it."""

    _read_at = 0.0
    """When something came last, by the process's monotonic clock."""

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self.conn.available_extensions = [COMPRESSION]

    def data_received(self, data: bytes) -> None:
        self._read_at = time.monotonic()
        super().data_received(data)

    async def receive(self) -> Any:
        """The next message, with when it was read: clocks count that, and not when the tab's
        earlier messages were done with. What comes after it is not read until it is taken here, so
        it came with whatever was read last."""
        message: Any = await super().receive()
        message["read_at"] = self._read_at
        return message

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.enter()

    def connection_lost(self, exc: Exception | None) -> None:
        self.leave()
        self.spare()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self.cut_later(UNREAD_SECONDS)

    def resume_writing(self) -> None:
        super().resume_writing()
        if not self.transport.is_closing():
            self.spare()

    def send_receive_event_to_app(self) -> None:
        """What is no text is a stranger's mistake, which uvicorn would log as one of ours."""
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                self.conn.send_close(1007)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.cut_later(0)  # nobody is there to read the rest

    async def send(self, message: Any) -> None:
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True  # by a refusal, which uvicorn would call a mistake

    async def run_asgi(self) -> None:
        try:
            await super().run_asgi()
        finally:
            if self._place is not None:
                self.cut_later(UNREAD_SECONDS)
