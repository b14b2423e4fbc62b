"""What the server is made of, and how a request finds it."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Response
from starlette.requests import HTTPConnection

from linden.web.compute.compiling import Compiling
from linden.web.compute.reviews import Reviews
from linden.web.compute.searches import Searches
from linden.web.compute.tablebases import Tablebases
from linden.web.http.static import Files
from linden.web.http.visitors import Visitors
from linden.web.store.store import Store
from linden.web.tables.lobby import Tables


@dataclass
class Services:
    """One of each."""

    store: Store
    compiling: Compiling
    searches: Searches
    tables: Tables
    reviews: Reviews
    tablebases: Tablebases
    files: Files
    visitors: Visitors


def services(connection: HTTPConnection) -> Services:
    found: Services = connection.app.state.services
    return found


Here = Annotated[Services, Depends(services)]


async def known(connection: HTTPConnection, response: Response, here: Here) -> str:
    """The visitor; a new browser gets its cookie along with the answer."""
    return await here.visitors.of(connection) or here.visitors.greet(connection, response)


Visitor = Annotated[str, Depends(known)]
