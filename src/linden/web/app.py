"""The server: pages, the HTTP API, and a WebSocket for each open table."""

import logging
import math
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

import linden
from linden.core.game import games, load
from linden.players.levels import LEVELS
from linden.web import messages, texts
from linden.web.compute.compiling import Compiling
from linden.web.compute.reviews import SECONDS, Reviews
from linden.web.compute.searches import Searches
from linden.web.compute.tablebases import Tablebases
from linden.web.errors import Refusal
from linden.web.http import api, pages
from linden.web.http.services import Services, address_of, services
from linden.web.http.static import Files
from linden.web.http.visitors import same_origin, visitor_of
from linden.web.limits import Caller, Limits
from linden.web.store.errors import StoreUnavailable
from linden.web.store.store import Store
from linden.web.tables.advice import Advice
from linden.web.tables.autoplay import Autoplay
from linden.web.tables.lobby import RETRY_SECONDS, Lobby
from linden.web.tables.scene import Rendering
from linden.web.tables.session import Session, Tab
from linden.web.tables.view import Viewer
from linden.web.texts import say

log = logging.getLogger(__name__)

POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; connect-src 'self'; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
LARGEST_BODY = 200_000
"""Bytes of a request, at most."""


def create_app(
    database: Path,
    *,
    prepare: bool = True,
    pauses: float = 1.0,
    review_seconds: float = SECONDS,
) -> FastAPI:
    """The application on this database. Without ``prepare`` games are compiled only when they are
    asked for; ``pauses`` scales the time that dice and computers take to be seen."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store, compiling, searches = Store(database), Compiling(), Searches()
        limits = Limits()
        lobby = Lobby(store, compiling)
        autoplay = Autoplay(lobby, compiling, searches, pauses)
        advice = Advice(compiling, searches, limits)
        reviews = Reviews(searches, compiling, limits, review_seconds)
        tablebases = Tablebases()
        app.state.services = Services(
            store=store,
            compiling=compiling,
            searches=searches,
            tables=lobby,
            autoplay=autoplay,
            advice=advice,
            reviews=reviews,
            tablebases=tablebases,
            files=Files(),
            limits=limits,
        )
        for name in games():
            compiling.interpret(load(name))
        if prepare:
            compiling.prepare_all(
                [load(name) for name in games()], [level.number for level in LEVELS]
            )
        try:
            yield
        finally:
            await compiling.close()
            await tablebases.close()
            await autoplay.close()
            await advice.close()
            searches.close()
            await reviews.close()
            await lobby.close()
            store.close()

    app = FastAPI(
        title="Linden",
        version=linden.__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.add_middleware(GZipMiddleware, minimum_size=600, compresslevel=5)
    app.middleware("http")(guard)
    app.exception_handler(Refusal)(refused)
    app.exception_handler(StoreUnavailable)(unavailable)
    app.exception_handler(RequestValidationError)(unreadable)
    app.exception_handler(HTTPException)(not_here)
    app.exception_handler(Exception)(broken)
    _routes(app)
    return app


# -- around every request ------------------------------------------------------------------------

Next = Callable[[Request], Awaitable[Response]]


async def guard(request: Request, call: Next) -> Response:
    """The reader's language, the size and origin of a request, and headers for safety."""
    texts.language.set(texts.preferred(request.headers.get("accept-language", "")))
    length = request.headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > LARGEST_BODY:
        response: Response = problem(say("That is too much at once."), 413)
    elif request.method not in ("GET", "HEAD", "OPTIONS") and not same_origin(request):
        response = problem(say("That came from a page of another server."), 403)
    else:
        response = await call(request)
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if request.url.path.startswith("/api/"):
        response.headers.setdefault("Cache-Control", "no-store")
    return response


def problem(sentence: str, status: int) -> JSONResponse:
    return JSONResponse({"error": sentence}, status)


async def refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    if error.status == 404 and not request.url.path.startswith("/api/"):
        page = services(request).files.page(request)
        if page is not None:
            page.status_code = 404
            return page
    answer = problem(error.sentence, error.status)
    if error.retry is not None:
        answer.headers["Retry-After"] = str(math.ceil(error.retry))
    return answer


async def unavailable(request: Request, error: Exception) -> Response:
    """The database does not answer this time."""
    log.error("%s", error)
    sentence = say("The tables cannot be read just now; try again in a moment.")
    return await refused(request, Refusal(sentence, 503, retry=RETRY_SECONDS))


async def unreadable(request: Request, error: Exception) -> Response:
    return problem(say("This request cannot be read; load the page again."), 422)


async def not_here(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404:
        return await refused(request, Refusal(say("There is nothing here."), 404))
    return problem(str(error.detail), error.status_code)


async def broken(request: Request, error: Exception) -> Response:
    """The server's own mistake; it is logged with all its details."""
    return problem(say("Something went wrong here; please try again."), 500)


# -- routes --------------------------------------------------------------------------------------


def _routes(app: FastAPI) -> None:
    app.include_router(api.router)
    app.include_router(pages.router)

    @app.websocket("/api/tables/{table}/live")
    async def live(
        socket: WebSocket,
        table: str,
        version: int | None = None,
        quarter: int = 0,
        tall: bool = False,
    ) -> None:
        """The table as it happens."""
        visitor = visitor_of(socket)
        await socket.accept()
        texts.language.set(texts.preferred(socket.headers.get("accept-language", "")))
        if not same_origin(socket):
            await close(socket, say("That came from a page of another server."))
            return
        here = services(socket)
        caller = Caller(visitor or "", address_of(socket))
        try:
            here.limits.open_socket(caller)
        except Refusal as refusal:
            await close(socket, refusal.sentence)
            return
        try:
            name = await here.store.name_of(visitor) if visitor else ""
            found = await here.tables.get(table)
            viewer = Viewer(caller.visitor, name, Rendering(quarter % 4, tall))
            tab = Tab(socket, caller, viewer)
            await Session(here.tables, here.advice, found, tab).run(version)
        except Refusal as refusal:
            await close(socket, refusal.sentence, final=refusal.retry is None)
        finally:
            here.limits.close_socket(caller)


async def close(socket: WebSocket, sentence: str, *, final: bool = True) -> None:
    """Say why, and hang up: for good, or until the page tries again."""
    message = messages.Refused(error=sentence, version=-1)
    await socket.send_text(message.model_dump_json(by_alias=True))
    await socket.close(4004 if final else 4008)
