"""The server: pages, the HTTP API, and a WebSocket for each open table."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp

import linden
from linden.core.game import games, load
from linden.players.levels import LEVELS
from linden.web import messages
from linden.web.compute.compiling import Compiling
from linden.web.compute.reviews import SECONDS, Reviews
from linden.web.compute.searches import Searches
from linden.web.compute.tablebases import Tablebases
from linden.web.errors import Refusal
from linden.web.http import api, builds, invitations, pages
from linden.web.http.guard import REFUSED, Guard
from linden.web.http.hosts import Hosts
from linden.web.http.services import Services, services
from linden.web.http.static import Files
from linden.web.http.visitors import Visitors
from linden.web.store.store import Store
from linden.web.tables.live import Tab
from linden.web.tables.lobby import Tables
from linden.web.tables.scene import Rendering
from linden.web.tables.session import attend
from linden.web.texts import say


class Application(FastAPI):
    """FastAPI with the guard around everything, its own page of last resort included."""

    def __init__(self, hosts: Hosts, **settings: Any) -> None:
        super().__init__(**settings)
        self.hosts = hosts

    def build_middleware_stack(self) -> ASGIApp:
        return Guard(super().build_middleware_stack(), self.hosts)


def create_app(
    database: Path,
    *,
    prepare: bool = True,
    pauses: float = 1.0,
    review_seconds: float = SECONDS,
    hosts: Hosts | None = None,
    keeper: str = "",
) -> FastAPI:
    """The application on this database. Without ``prepare`` games are compiled only when they are
    asked for; ``pauses`` scales the time that dice and computers take to be seen; ``hosts`` are the
    names it answers to, by default this machine's; whoever opens ``/keeper/…`` with the key runs
    it, nobody if there is none."""
    hosts = hosts or Hosts.of_this_machine()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store, compiling, searches = Store(database), Compiling(), Searches()
        tables = Tables(store, compiling, searches, pauses=pauses)
        reviews = Reviews(searches, compiling, review_seconds)
        tablebases = Tablebases()
        secret = await store.run(store.secret)
        visitors = Visitors(
            secret, lambda visitor: store.run(store.knows, visitor), keeper=keeper, hosts=hosts
        )
        app.state.services = Services(
            store, compiling, searches, tables, reviews, tablebases, Files(), visitors
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

    app = Application(
        hosts,
        title="Linden",
        version=linden.__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.add_middleware(GZipMiddleware, minimum_size=600, compresslevel=5)
    app.exception_handler(Refusal)(refused)
    app.exception_handler(RequestValidationError)(unreadable)
    app.exception_handler(HTTPException)(not_here)
    app.exception_handler(Exception)(broken)
    _routes(app)
    return app


# -- what went wrong -----------------------------------------------------------------------------


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
    if error.status_code == 405:
        return problem(say("That cannot be done here; load the page again."), 405)
    return problem(str(error.detail), error.status_code)


async def broken(request: Request, error: Exception) -> Response:
    """The server's own mistake; it is logged with all its details."""
    return problem(say("Something went wrong here; please try again."), 500)


# -- routes --------------------------------------------------------------------------------------


def _routes(app: FastAPI) -> None:
    app.include_router(api.router)
    app.include_router(builds.router)
    app.include_router(invitations.router)
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
        here = services(socket)
        visitor = await here.visitors.of(socket)
        await socket.accept()
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
    await socket.close(REFUSED)
