"""Who a browser is: a random token in a cookie. No account, no password, nothing to forget."""

import hashlib
import secrets

from fastapi import Response
from starlette.requests import HTTPConnection

COOKIE = "linden"
YEARS_2 = 2 * 365 * 86400


def visitor_of(connection: HTTPConnection) -> str | None:
    """The visitor's id: a hash of the token, so that the database holds no keys."""
    token = connection.cookies.get(COOKIE, "")
    if not 20 <= len(token) <= 100:
        return None
    return hashlib.sha256(token.encode()).hexdigest()[:40]


def greet(response: Response) -> str:
    """Give a new browser its token; the id it stands for."""
    token = secrets.token_urlsafe(32)
    response.set_cookie(COOKIE, token, max_age=YEARS_2, httponly=True, samesite="lax", path="/")
    return hashlib.sha256(token.encode()).hexdigest()[:40]


def same_origin(connection: HTTPConnection) -> bool:
    """Whether a request comes from a page of this server; programs send no origin."""
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    return origin.partition("://")[2] == connection.headers.get("host")
