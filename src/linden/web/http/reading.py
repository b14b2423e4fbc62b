"""JSON from strangers: as deep and as strange as a page of ours writes it, not more."""

import json
import math
from collections.abc import Callable, Coroutine
from typing import Any, NoReturn

from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException

from linden.web.errors import Refusal, game_fault
from linden.web.store.errors import StoreUnavailable

DEEPEST = 20
"""Levels of lists and objects in one another."""
LARGEST = 2**53
"""Whole numbers that a browser can count to."""


class Unreadable(json.JSONDecodeError):
    """A kind of JSON error, so that FastAPI takes it for one."""

    def __init__(self) -> None:
        super().__init__("This cannot be read.", "", 0)


def read_json(text: str | bytes) -> Any:
    """What is written there, or :class:`Unreadable`."""
    try:
        found = json.loads(text, parse_constant=_refuse, parse_int=_whole, parse_float=_finite)
    except (ValueError, RecursionError):
        raise Unreadable from None
    _check(found)
    return found


def _refuse(_: str) -> NoReturn:
    raise Unreadable


def _whole(text: str) -> int:
    number = int(text)
    if abs(number) > LARGEST:
        raise Unreadable
    return number


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise Unreadable
    return number


def _check(found: Any) -> None:
    """Refuse what is too deep, and text that is none (half of a character, or NUL, which a
    database may not take)."""
    level = [found]
    for _ in range(DEEPEST):
        below: list[Any] = []
        for one in level:
            if isinstance(one, str):
                _check_text(one)
            elif isinstance(one, list):
                below += one
            elif isinstance(one, dict):
                below += one
                below += one.values()
        if not below:
            return
        level = below
    raise Unreadable


def _check_text(text: str) -> None:
    halves = not text.isascii() and any("\ud800" <= letter <= "\udfff" for letter in text)
    if halves or "\0" in text:
        raise Unreadable


class CarefulRequest(Request):
    """A request whose body is read in this way."""

    async def json(self) -> Any:
        return read_json(await self.body())


class CarefulRoute(APIRoute):
    """A route that gets such requests, and where a game's faults are told in a sentence."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handle_carefully(request: Request) -> Response:
            try:
                return await handle(CarefulRequest(request.scope, request.receive))
            except (Refusal, HTTPException, RequestValidationError, StoreUnavailable):
                raise
            except Exception as error:
                refusal = game_fault(error)
                if refusal is None:
                    raise
                raise refusal from None

        return handle_carefully
