"""The server: pages, the HTTP API, and a WebSocket for each open table."""

import logging
import math
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp

import linden
from linden.core import registry
from linden.core.game import games, load
from linden.web import messages
from linden.web.compute.compiling import Compiling
from linden.web.compute.drawers import Drawers
from linden.web.compute.opponents import TEXTS
from linden.web.compute.painter import Painter
from linden.web.compute.programs import Named, Programs
from linden.web.compute.reviews import SECONDS, Reviews
from linden.web.compute.searches import Searches
from linden.web.compute.tablebases import Tablebases
from linden.web.errors import Refusal
from linden.web.http import (
    accounts,
    builds,
    health,
    home,
    installing,
    invitations,
    lessons,
    my_games,
    pages,
    previews,
    profiles,
    puzzles,
    reach,
    review,
    tables,
    transfers,
    vacations,
)
from linden.web.http import games as games_api
from linden.web.http.guard import REFUSED, Guard
from linden.web.http.hosts import Hosts
from linden.web.http.services import Services, address_of, services
from linden.web.http.static import Files
from linden.web.http.visitors import Visitors
from linden.web.limits import Caller, Limits
from linden.web.network import Network
from linden.web.people.people import People
from linden.web.store.errors import StoreUnavailable
from linden.web.store.store import Store
from linden.web.tables.advice import Advice
from linden.web.tables.autoplay import Autoplay
from linden.web.tables.flags import Flags
from linden.web.tables.lobby import RETRY_SECONDS, Lobby
from linden.web.tables.scene import Rendering
from linden.web.tables.session import Session, Tab
from linden.web.tables.view import Viewer
from linden.web.texts import say

if TYPE_CHECKING:
    from linden.web.tables.neighbours import Neighbours

log = logging.getLogger(__name__)

PASSING = 4008
"""The code of a socket that may be opened again."""


class Application(FastAPI):
    """FastAPI with the guard around everything, its own page of last resort included."""

    def __init__(self, hosts: Hosts, **settings: Any) -> None:
        super().__init__(**settings)
        self.hosts = hosts

    def build_middleware_stack(self) -> ASGIApp:
        return Guard(super().build_middleware_stack(), self.hosts)


def create_app(
    database: Path | str,
    *,
    prepare: bool = True,
    pauses: float = 1.0,
    review_seconds: float = SECONDS,
    hosts: Hosts | None = None,
    network: Network | None = None,
    keeper: str = "",
    programs: Sequence[Named] = (),
) -> FastAPI:
    """The application on this database: a file, or a server's address. Without ``prepare`` games
    are compiled only when they are asked for; ``pauses`` scales the time that dice and computers
    take to be seen; ``hosts`` are the names it answers to, by default this machine's, ``network``
    says who can come; whoever opens ``/keeper/…`` with the key runs it, nobody if there is none;
    ``programs`` are players that visitors may choose by name."""
    hosts = hosts or Hosts.of_this_machine()
    network = network or Network(hosts)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store, compiling, searches = Store(database), Compiling(), Searches()
        limits = Limits()
        drawers = Drawers()
        lobby = Lobby(store, compiling, drawers, Programs(programs))
        autoplay = Autoplay(lobby, compiling, searches, pauses)
        neighbours = await neighbours_of(store, lobby, autoplay, limits)
        flags = Flags(lobby)
        await flags.open()
        advice = Advice(compiling, searches, limits)
        reviews = Reviews(searches, compiling, limits, review_seconds)
        tablebases = Tablebases()
        people = People(store, lobby, limits)
        visitors = Visitors(
            await store.secret(), store.knows, keeper=keeper, hosts=hosts, signed=people.signed
        )
        people.open()
        app.state.services = Services(
            store=store,
            compiling=compiling,
            searches=searches,
            tables=lobby,
            autoplay=autoplay,
            advice=advice,
            reviews=reviews,
            tablebases=tablebases,
            painter=Painter(),
            files=Files(),
            limits=limits,
            visitors=visitors,
            people=people,
            network=network,
            metrics=lobby.metrics,
        )
        measure(app.state.services, neighbours)
        for fault in registry.faults():
            log.warning(fault.sentence)
        for name in games():
            compiling.interpret(load(name))
        if prepare:
            compiling.prepare_all([load(name) for name in games()], list(TEXTS[:-1]))
        try:
            yield
        finally:
            await people.close()
            await compiling.close()
            await tablebases.close()
            await flags.close()
            await autoplay.close()
            await advice.close()
            searches.close()
            await lobby.programs.close()
            await reviews.close()
            await lobby.close()
            if neighbours is not None:
                await neighbours.close()
            await drawers.close()
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
    app.exception_handler(StoreUnavailable)(unavailable)
    app.exception_handler(RequestValidationError)(unreadable)
    app.exception_handler(HTTPException)(not_here)
    app.exception_handler(Exception)(broken)
    _routes(app)
    return app


async def neighbours_of(
    store: Store, lobby: Lobby, autoplay: Autoplay, limits: Limits
) -> "Neighbours | None":
    """Where several nodes can serve the same tables, this one among them."""
    if not store.database.shared:
        return None
    from linden.web.tables.neighbours import Neighbours  # it needs the extra for PostgreSQL

    neighbours = Neighbours(store, lobby, autoplay, limits)
    await neighbours.open()
    return neighbours


def measure(here: Services, neighbours: "Neighbours | None") -> None:
    """What is looked up when somebody asks for the metrics."""
    gauge, lobby = here.metrics.gauge, here.tables
    gauge("tables_open", "Tables in memory.", lambda: len(lobby.open_tables))
    gauge(
        "sockets",
        "Open tabs.",
        lambda: sum(len(live.tabs) for live in lobby.open_tables),
    )
    gauge("going_on", "Tables that go on by themselves here.", lambda: here.autoplay.count)
    gauge("writes_waiting", "Changes that wait for the disk.", lambda: here.store.database.waiting)
    if neighbours is not None:
        gauge("nodes", "Nodes that serve, with this one.", lambda: len(neighbours.alive) + 1)
        gauge("words_waiting", "Words that wait to be told.", lambda: neighbours.waiting)


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
    answer = problem(error.sentence, error.status)
    if error.retry is not None:
        answer.headers["Retry-After"] = str(math.ceil(error.retry))
    return answer


async def unavailable(request: Request, error: Exception) -> Response:
    """The database does not answer this time."""
    log.error("%s", error)
    return await refused(request, Refusal(not_now(), 503, retry=RETRY_SECONDS))


def not_now() -> str:
    return say("The tables cannot be read just now; try again in a moment.")


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
    rooms = (home, health, games_api, tables, my_games, previews, review, builds, invitations)
    people = (accounts, profiles, vacations)
    for room in (*rooms, transfers, *people, reach, installing, lessons, puzzles, pages):
        app.include_router(room.router)

    @app.websocket("/api/tables/{table}/live")
    async def live(
        socket: WebSocket,
        table: str,
        seen: int | None = None,
        quarter: int = 0,
        tall: bool = False,
    ) -> None:
        """The table as it happens; whoever has ``seen`` so many plies is shown what came after."""
        here = services(socket)
        await socket.accept()
        try:
            signed = await here.visitors.session(socket)
            visitor = signed.account if signed else await here.visitors.browser(socket)
        except StoreUnavailable as error:
            log.error("%s", error)
            await close(socket, not_now(), final=False)
            return
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
            tab = Tab(socket, caller, viewer, signed.id if signed else None)
            await Session(here.tables, here.advice, here.limits, found, tab).run(seen)
            if tab.hung_up.is_set():
                changed = say("Who you are here has changed; the table opens again.")
                await close(socket, changed, final=False)
        except Refusal as refusal:
            await close(socket, refusal.sentence, final=refusal.retry is None)
        except StoreUnavailable as error:
            log.error("%s", error)
            await close(socket, not_now(), final=False)
        finally:
            here.limits.close_socket(caller)


async def close(socket: WebSocket, sentence: str, *, final: bool = True) -> None:
    """Say why, and hang up: for good, or until the page tries again."""
    message = messages.Refused(error=sentence, version=-1)
    await socket.send_text(message.model_dump_json(by_alias=True))
    await socket.close(REFUSED if final else PASSING)
