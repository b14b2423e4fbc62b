"""Requests and sockets with a token, tried again while a server is away."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any, Self, TypeVar

import httpx
from pydantic import TypeAdapter, ValidationError
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from linden.client.errors import LineLost, Refused

FIRST_PAUSE, LONGEST_PAUSE = 0.2, 10.0
"""Seconds between tries: twice as long each time."""
AGAIN = (408, 425, 429, 502, 503, 504)
"""Statuses after which it is worth trying again."""
UNDONE = (425, 429, 503)
"""Those of them that say that nothing was done."""
FOR_GOOD = 4004
"""The code of a socket that the server closes for good."""
QUIET_SECONDS = 20.0
"""A line on which nothing came for so long is asked whether it stands."""

Kind = TypeVar("Kind")


class Closing:
    """Closes itself at the end of a ``with``."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        raise NotImplementedError


class Line:
    """The way to one server."""

    def __init__(self, url: str, token: str, patience: float) -> None:
        self.url = url.rstrip("/")
        if not self.url.startswith(("http://", "https://")):
            raise ValueError(f"{url!r} is no address of a server; it begins with http or https.")
        token = token.strip()
        if not token.isascii() or not token.isprintable() or " " in token:
            raise ValueError("This is no token: they have letters, digits, - and _.")
        self.patience = patience
        """Seconds to go on trying when the server does not answer."""
        self.told: Callable[[str], None] = lambda sentence: None
        """Called when the line is lost and when it stands again."""
        self._headers = {"Authorization": f"Bearer {token}"}
        self._http = httpx.Client(base_url=self.url, headers=self._headers, timeout=30.0)

    def close(self) -> None:
        self._http.close()

    def pauses(self) -> Iterator[float]:
        """How long to wait before each further try, while patience lasts."""
        began, pause = time.monotonic(), FIRST_PAUSE
        while time.monotonic() - began < self.patience:
            yield pause
            pause = min(2 * pause, LONGEST_PAUSE)

    def ask(
        self,
        kind: type[Kind],
        method: str,
        path: str,
        body: dict[str, Any] | None = None,
    ) -> Kind:
        """An answer of this kind, or ``Refused``. What may have been done already is not done
        again."""
        pauses, safe, lost = self.pauses(), method in ("GET", "DELETE"), False
        while True:
            try:
                answer = self._http.request(method, path, json=body)
            except httpx.RequestError as error:
                sent = not isinstance(error, httpx.ConnectError | httpx.ConnectTimeout)
                pause = next(pauses, None)
                if (sent and not safe) or pause is None:
                    raise LineLost(f"{self.url} does not answer ({error}).") from None
            else:
                if answer.is_success:
                    if lost:
                        self.told(f"{self.url} answers again.")
                    return self.understood(TypeAdapter(kind), answer.content)
                status = answer.status_code
                if not safe and status in AGAIN and status not in UNDONE:
                    raise LineLost(f"{self.url} does not answer (status {status}).")
                pause = self._pause(refusal_of(status, answer.content, answer.headers), pauses)
            lost = self._lost(lost)
            time.sleep(pause)

    def open(self, path: str) -> "Wire":
        """A socket, or ``Refused``."""
        pauses, lost = self.pauses(), False
        pause: float | None
        while True:
            try:
                wire = Wire("ws" + self.url.removeprefix("http") + path, self._headers)
            except InvalidStatus as error:
                answer = error.response
                refusal = refusal_of(answer.status_code, bytes(answer.body or b""), answer.headers)
                pause = self._pause(refusal, pauses)
            except (OSError, InvalidHandshake, ConnectionClosed) as error:
                pause = next(pauses, None)
                if pause is None:
                    raise LineLost(f"{self.url} does not answer ({error}).") from None
            else:
                if lost:
                    self.told(f"{self.url} answers again.")
                return wire
            lost = self._lost(lost)
            time.sleep(pause)

    def _pause(self, refusal: Refused, pauses: Iterator[float]) -> float:
        """How long to wait until what was refused is tried again; it is raised if that does not
        help."""
        pause, wait = next(pauses, None), refusal.retry or 0.0
        if refusal.status not in AGAIN or pause is None or wait > self.patience:
            raise refusal from None
        return max(pause, wait)

    def _lost(self, known: bool) -> bool:
        if not known:
            self.told(f"{self.url} does not answer; trying again.")
        return True

    def understood(self, kind: TypeAdapter[Kind], text: str | bytes) -> Kind:
        """What the server says, or ``Refused``: it may be none of Linden's, or another version."""
        try:
            return kind.validate_json(text)
        except ValidationError:
            raise Refused(f"What {self.url} answers is not what this Linden expects.") from None


class Wire:
    """An open socket."""

    def __init__(self, address: str, headers: dict[str, str]) -> None:
        self._open = ExitStack()
        self._socket: ClientConnection = self._open.enter_context(
            connect(
                address,
                additional_headers=headers,
                max_size=None,
                open_timeout=30.0,
                ping_interval=QUIET_SECONDS,
            )
        )

    def recv(self) -> str | bytes:
        return self._socket.recv()

    def send(self, text: str) -> None:
        self._socket.send(text)

    def close(self) -> None:
        self._open.close()


def is_final(closed: ConnectionClosed) -> bool:
    """Whether the server has hung up for good."""
    return closed.rcvd is not None and closed.rcvd.code == FOR_GOOD


def refusal_of(status: int, content: bytes, headers: Any) -> Refused:
    try:
        sentence = str(json.loads(content)["error"])
    except (ValueError, KeyError, TypeError):
        sentence = f"The server answered {status}."
    retry = headers.get("retry-after", "")
    wait = float(retry) if retry.isascii() and retry.isdigit() and len(retry) < 10 else None
    return Refused(sentence, status, wait)
