"""The server: pages, the HTTP API, and a WebSocket for each open table."""

import asyncio
import logging
import math
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fastapi import Depends, FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp

import linden
from linden.core import registry
from linden.core.game import load
from linden.web.compute.compiling import Compiling
from linden.web.compute.drawers import Drawers
from linden.web.compute.lab import Lab
from linden.web.compute.opponents import TEXTS
from linden.web.compute.painter import Painter
from linden.web.compute.programs import Named, Programs
from linden.web.compute.reviews import SECONDS, Reviews
from linden.web.compute.searches import Searches
from linden.web.compute.tablebases import Tablebases
from linden.web.errors import Refusal
from linden.web.http import (
    accounts,
    agenda,
    bots,
    builds,
    decency,
    describing,
    figures,
    forms,
    health,
    home,
    installing,
    invitations,
    lab,
    lessons,
    moderation,
    moments,
    my_games,
    pages,
    previews,
    profiles,
    puzzles,
    reach,
    review,
    seeks,
    sockets,
    tables,
    tournaments,
    transfers,
    vacations,
)
from linden.web.http import games as games_api
from linden.web.http.answers import not_now, problem
from linden.web.http.guard import Guard
from linden.web.http.hosts import Hosts
from linden.web.http.lab_showing import LabListeners
from linden.web.http.services import Services, bearer, services
from linden.web.http.static import Files
from linden.web.http.visitors import Visitors, shown_token
from linden.web.limits import Limits
from linden.web.network import Network
from linden.web.people.people import People
from linden.web.people.tokens import Tokens
from linden.web.store.errors import StoreUnavailable
from linden.web.store.store import Store
from linden.web.tables.advice import Advice
from linden.web.tables.agenda import Agendas
from linden.web.tables.autoplay import Autoplay
from linden.web.tables.flags import Flags
from linden.web.tables.lobby import Lobby
from linden.web.tables.opened import RETRY_SECONDS
from linden.web.tables.seeks import SeekListeners
from linden.web.texts import say
from linden.web.tournaments.listening import Followers
from linden.web.tournaments.running import Tournaments

if TYPE_CHECKING:
    from linden.web.tables.neighbours import Neighbours

log = logging.getLogger(__name__)


class Application(FastAPI):
    """FastAPI with the guard around everything, its own page of last resort included."""

    def __init__(self, hosts: Hosts, **settings: Any) -> None:
        super().__init__(**settings)
        self.hosts = hosts

    def openapi(self) -> dict[str, Any]:
        if self.openapi_schema is None:
            self.openapi_schema = describing.described(super().openapi())
        return self.openapi_schema

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
    runs: Path | None = None,
) -> FastAPI:
    """The application on this database: a file, or a server's address. Without ``prepare`` games
    are compiled only when they are asked for; ``pauses`` scales the time that dice and computers
    take to be seen; ``hosts`` are the names it answers to, by default this machine's, ``network``
    says who can come; whoever opens ``/keeper/…`` with the key runs it, nobody if there is none;
    ``programs`` are players that visitors may choose by name; the lab's ``runs`` are in that
    folder, by default beside the tables."""
    hosts = hosts or Hosts.of_this_machine()
    network = network or Network(hosts)
    runs = runs or Path(database if isinstance(database, Path) else "tables.db").parent / "lab"

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
        laboratory = Lab(runs)
        lab_listeners = LabListeners(store, laboratory)
        people = People(store, lobby, limits)
        tokens = Tokens(store, people, limits)
        visitors = Visitors(
            await store.secret(),
            store.knows,
            keeper=keeper,
            hosts=hosts,
            signed=people.signed,
            held=tokens.held,
        )
        people.open()
        agendas = Agendas(store)
        lobby.rung.append(agendas.wake)
        agendas.open()
        seekers = SeekListeners(lobby, agendas)
        lobby.rung.append(seekers.wake)
        seekers.open()
        contests = Tournaments(lobby, autoplay)
        contests.open()
        followers = Followers(lobby)
        lobby.rung.append(followers.wake)
        followers.open()
        laboratory.open()
        lab_listeners.open()
        app.state.services = Services(
            store=store,
            compiling=compiling,
            searches=searches,
            tables=lobby,
            autoplay=autoplay,
            advice=advice,
            agendas=agendas,
            seeks=seekers,
            tournaments=contests,
            followers=followers,
            reviews=reviews,
            tablebases=tablebases,
            lab=laboratory,
            lab_listeners=lab_listeners,
            painter=Painter(),
            files=Files(),
            limits=limits,
            visitors=visitors,
            people=people,
            tokens=tokens,
            network=network,
            metrics=lobby.metrics,
        )
        measure(app.state.services, neighbours)
        for fault in registry.faults():
            log.warning(fault.sentence)
        compiling.begin()
        if prepare:
            compiling.prepare_all(forms.of_each(load), list(TEXTS[:-1]))
        log.info("Linden %s serves.", linden.__version__)
        try:
            yield
        finally:
            log.info("Linden ends: it brings to its end what is being kept.")
            await followers.close()
            await contests.close()
            await seekers.close()
            await agendas.close()
            await people.close()
            await compiling.close()
            await tablebases.close()
            await lab_listeners.close()
            await laboratory.close()
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
            log.info("Linden has ended.")

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
    gauge("tasks", "What is under way on the event loop.", lambda: len(asyncio.all_tasks()))
    searches, drawers, compiling = here.searches, lobby.drawers, here.compiling
    gauge("searches_waiting", "Searches that wait for their turn.", lambda: searches.waiting)
    gauge(
        "reviews_waiting",
        "Parts of reviews that wait for their turn.",
        lambda: searches.reviews_waiting,
    )
    gauge("drawings_waiting", "Drawings that wait for their turn.", lambda: drawers.waiting)
    gauge("compiling_waiting", "What is to be compiled, or just is.", lambda: compiling.waiting)
    gauge("writes_waiting", "Changes that wait for the disk.", lambda: here.store.database.waiting)
    if neighbours is not None:
        gauge("nodes", "Nodes that serve, with this one.", lambda: len(neighbours.alive) + 1)
        gauge("words_waiting", "Words that wait to be told.", lambda: neighbours.waiting)


# -- what went wrong -----------------------------------------------------------------------------


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
    if error.status == 401 and shown_token(request.headers.get("authorization", "")) is not None:
        answer.headers["WWW-Authenticate"] = "Bearer"
    return answer


async def unavailable(request: Request, error: Exception) -> Response:
    """The database does not answer this time."""
    log.error("%s", error)
    return await refused(request, Refusal(not_now(), 503, retry=RETRY_SECONDS))


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
    to_play = (home, health, games_api, tables, my_games, previews, review, builds)
    to_learn = (figures, lessons, puzzles, moments, lab)
    with_others = (invitations, transfers, agenda, seeks, tournaments, vacations, reach)
    people = (accounts, bots, decency, moderation, profiles)
    for room in (*to_play, *to_learn, *with_others, *people, describing, installing, pages):
        app.include_router(room.router, dependencies=[Depends(bearer)])
    app.include_router(sockets.router)  # which ask for tokens by themselves
