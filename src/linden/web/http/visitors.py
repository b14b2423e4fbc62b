"""Who a browser is: a token in a cookie, and nothing to forget. Whoever has signed in has another
one besides, and is their account for as long as it holds (``linden.web.people``).

A program shows a token of its own in every request (``bearer``). Then cookies are not looked at.

Tokens of browsers are given out by this server and signed by it (a random part, a full stop, and
its HMAC under a secret that the database keeps), so nobody chooses one. Those from before tokens
were signed are accepted from whoever the database knows.
"""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Awaitable, Callable

from fastapi import Response
from starlette.requests import HTTPConnection

from linden.web.http.hosts import Hosts
from linden.web.store.accounts import LONGEST_SECONDS, Signed
from linden.web.store.tokens import Token

COOKIE = "linden"
SESSION = "linden_session"
YEARS_2 = 2 * 365 * 86400
LONGEST = 100
MOST_REMEMBERED = 10_000


class Visitors:
    """Gives out tokens, and knows them again."""

    def __init__(
        self,
        secret: bytes,
        known: Callable[[str], Awaitable[bool]],
        *,
        keeper: str = "",
        hosts: Hosts | None = None,
        signed: Callable[[str], Awaitable[Signed | None]] | None = None,
        held: Callable[[str, str], Awaitable[Token]] | None = None,
    ) -> None:
        self._secret = secret
        self._known = known
        self._keeper = keeper
        self._hosts = hosts or Hosts()
        self._signed = signed
        self._held = held
        self._remembered: set[str] = set()
        """Visitors with old tokens whom the database knows."""

    async def of(self, connection: HTTPConnection) -> str | None:
        """The visitor's id: their account's, or their browser's; ``None`` without a token of
        ours."""
        token = await self.bearer(connection)
        if token is not None:
            return token.account
        signed = await self.session(connection)
        return signed.account if signed else await self.browser(connection)

    async def bearer(self, connection: HTTPConnection) -> Token | None:
        """The token that a program shows; ``None`` for browsers, a refusal if it does not hold."""
        shown = shown_token(connection.headers.get("authorization", ""))
        if self._held is None or shown is None:
            return None
        if not hasattr(connection.state, "bearer"):
            address = connection.client.host if connection.client else ""
            connection.state.bearer = await self._held(shown, address)
        found: Token = connection.state.bearer
        return found

    async def session(self, connection: HTTPConnection) -> Signed | None:
        """By which the visitor is signed in; ``None`` for guests."""
        token = cookie(connection, SESSION)
        if self._signed is None or not 20 <= len(token) <= LONGEST or not token.isascii():
            return None
        return await self._signed(token)

    async def browser(self, connection: HTTPConnection) -> str | None:
        """The browser's own id, whoever is signed in there; ``None`` without a token of ours."""
        token = cookie(connection, COOKIE)
        if not 20 <= len(token) <= LONGEST or not token.isascii():
            return None
        random, stop, signature = token.partition(".")
        if stop:
            genuine = hmac.compare_digest(signature.encode(), self._sign(random).encode())
            return visitor_id(token) if genuine else None
        visitor = visitor_id(token)
        return visitor if await self._recognised(visitor) else None

    async def _recognised(self, visitor: str) -> bool:
        if visitor in self._remembered:
            return True
        if not await self._known(visitor):
            return False
        if len(self._remembered) >= MOST_REMEMBERED:
            self._remembered.clear()
        self._remembered.add(visitor)
        return True

    def greet(self, connection: HTTPConnection, response: Response) -> str:
        """Give a new browser its token; the id it stands for."""
        random = secrets.token_urlsafe(24)
        token = f"{random}.{self._sign(random)}"
        self._give(connection, response, COOKIE, token, YEARS_2)
        return visitor_id(token)

    def welcome(self, connection: HTTPConnection, response: Response, token: str) -> None:
        """Give a browser the token of its session."""
        self._give(connection, response, SESSION, token, int(LONGEST_SECONDS))

    def part(self, connection: HTTPConnection, response: Response) -> None:
        """Take the token of its session away."""
        self._give(connection, response, SESSION, "", 0)

    def _give(
        self, connection: HTTPConnection, response: Response, name: str, token: str, seconds: int
    ) -> None:
        host = connection.headers.get("host", "")
        response.set_cookie(
            name,
            token,
            max_age=seconds,
            httponly=True,
            samesite="lax",
            path="/",
            secure=self._hosts.secure(connection.scope["scheme"], host),
        )

    def opens(self, key: str) -> bool:
        """Whether this is the key of whoever runs this server."""
        same = hmac.compare_digest(key.encode(errors="replace"), self._keeper.encode())
        return same and self._keeper != ""

    def _sign(self, random: str) -> str:
        digest = hmac.digest(self._secret, random.encode(), "sha256")
        return base64.urlsafe_b64encode(digest[:24]).decode()


def shown_token(authorization: str) -> str | None:
    """The token of an ``Authorization`` header; ``None`` if it is about something else, such as a
    proxy's password."""
    scheme, _, token = authorization.partition(" ")
    return token.strip() if scheme.casefold() == "bearer" else None


def cookie(connection: HTTPConnection, name: str) -> str:
    """A cookie of a browser; whoever shows a token has none."""
    if shown_token(connection.headers.get("authorization", "")) is not None:
        return ""
    return connection.cookies.get(name, "")


def visitor_id(token: str) -> str:
    """A hash of the token, so that the database holds no keys."""
    return hashlib.sha256(token.encode()).hexdigest()[:40]
