"""What the server is made of, and how a request finds it."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Response
from starlette.requests import HTTPConnection

from linden.web.compute.compiling import Compiling
from linden.web.compute.lab import Lab
from linden.web.compute.painter import Painter
from linden.web.compute.reviews import Reviews
from linden.web.compute.searches import Searches
from linden.web.compute.tablebases import Tablebases
from linden.web.errors import Refusal, reads_only
from linden.web.http.guard import HARMLESS
from linden.web.http.lab_showing import LabListeners
from linden.web.http.static import Files
from linden.web.http.visitors import Visitors
from linden.web.limits import Caller, Limits
from linden.web.metrics import Metrics
from linden.web.network import Network
from linden.web.people.people import People
from linden.web.people.tokens import Tokens
from linden.web.store.accounts import Signed
from linden.web.store.store import Store
from linden.web.store.tokens import Token
from linden.web.tables.advice import Advice
from linden.web.tables.agenda import Agendas
from linden.web.tables.autoplay import Autoplay
from linden.web.tables.lobby import Lobby
from linden.web.tables.seeks import SeekListeners
from linden.web.texts import say
from linden.web.tournaments.listening import Followers
from linden.web.tournaments.running import Tournaments


@dataclass
class Services:
    """What the server is made of."""

    store: Store
    compiling: Compiling
    searches: Searches
    tables: Lobby
    autoplay: Autoplay
    advice: Advice
    agendas: Agendas
    seeks: SeekListeners
    tournaments: Tournaments
    followers: Followers
    reviews: Reviews
    tablebases: Tablebases
    lab: Lab
    lab_listeners: LabListeners
    painter: Painter
    files: Files
    limits: Limits
    visitors: Visitors
    people: People
    tokens: Tokens
    network: Network
    metrics: Metrics


def services(connection: HTTPConnection) -> Services:
    found: Services = connection.app.state.services
    return found


Here = Annotated[Services, Depends(services)]


async def known(connection: HTTPConnection, response: Response, here: Here) -> str:
    """The visitor; a new browser gets its cookie along with the answer."""
    return await here.visitors.of(connection) or here.visitors.greet(connection, response)


Visitor = Annotated[str, Depends(known)]


def address_of(connection: HTTPConnection) -> str:
    """Where a request comes from; behind a trusted proxy, what that says."""
    return connection.client.host if connection.client else ""


def caller(connection: HTTPConnection, here: Here, visitor: Visitor) -> Caller:
    """Who asks, and from where; within what one may ask for."""
    found = Caller(visitor, address_of(connection))
    here.limits.take("requests", found)
    return found


Calling = Annotated[Caller, Depends(caller)]


async def keeps(connection: HTTPConnection, here: Here, visitor: Visitor) -> bool:
    """Whether this is whoever runs the server; never somebody who comes in from the network."""
    if here.network.at_a_door(connection.scope):
        return False
    # It is this browser that may, whoever is signed in there: an account is at home anywhere.
    browser = await here.visitors.browser(connection)
    return browser is not None and await here.store.keeps(browser)


Keeper = Annotated[bool, Depends(keeps)]


async def bearer(connection: HTTPConnection, here: Here) -> Token | None:
    """The token of a program, if one is shown and may do what is asked, else a refusal."""
    token = await here.visitors.bearer(connection)
    if token is None:
        return None
    if connection.scope["path"].startswith(("/api/account", "/api/moderation")):
        raise Refusal(
            say("No token does this: an account is changed in a browser, by whoever owns it."), 403
        )
    if token.scope != "play" and connection.scope.get("method", "GET") not in HARMLESS:
        raise reads_only()
    return token


async def session(connection: HTTPConnection, here: Here) -> Signed:
    """By which the visitor is signed in, or a refusal."""
    found = await here.visitors.session(connection)
    if found is None:
        raise Refusal(say("You are not signed in here any more; sign in again."), 401)
    return found


SignedIn = Annotated[Signed, Depends(session)]
