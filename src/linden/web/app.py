"""The server: pages, the HTTP API, and a WebSocket for each open table."""

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
from linden.web.http.services import Services, services
from linden.web.http.static import Files
from linden.web.http.visitors import same_origin, visitor_of
from linden.web.store.store import Store
from linden.web.tables.live import Tab
from linden.web.tables.lobby import Tables
from linden.web.tables.scene import Rendering
from linden.web.tables.session import attend
from linden.web.texts import say

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
        tables = Tables(store, compiling, searches, pauses=pauses)
        reviews = Reviews(searches, compiling, review_seconds)
        tablebases = Tablebases()
        app.state.services = Services(
            store, compiling, searches, tables, reviews, tablebases, Files()
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
            searches.close()
            await reviews.close()
            await tables.close()
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
    return problem(error.sentence, error.status)


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
        try:
            found = await here.tables.get(table)
        except Refusal as refusal:
            await close(socket, refusal.sentence)
            return
        name = await here.store.run(here.store.name_of, visitor) if visitor else ""
        tab = Tab(socket, visitor or "", name, Rendering(quarter % 4, tall))
        await attend(here.tables, found, tab, version)


async def close(socket: WebSocket, sentence: str) -> None:
    """Say why, and hang up for good."""
    message = messages.Refused(error=sentence, version=-1)
    await socket.send_text(message.model_dump_json(by_alias=True))
    await socket.close(4004)
