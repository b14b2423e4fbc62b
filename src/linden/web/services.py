"""What the server is made of, and how a request finds it."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Response
from starlette.requests import HTTPConnection

from linden.web.prepare import Preparer
from linden.web.review import Reviews
from linden.web.static import Files
from linden.web.store import Store
from linden.web.tables import Tables
from linden.web.thinkers import Thinkers
from linden.web.truth import Truths
from linden.web.visitors import greet, visitor_of


@dataclass
class Services:
    """One of each."""

    store: Store
    preparer: Preparer
    thinkers: Thinkers
    tables: Tables
    reviews: Reviews
    truths: Truths
    files: Files


def services(connection: HTTPConnection) -> Services:
    found: Services = connection.app.state.services
    return found


def known(connection: HTTPConnection, response: Response) -> str:
    """The visitor; a new browser gets its cookie along with the answer."""
    return visitor_of(connection) or greet(response)


Here = Annotated[Services, Depends(services)]
Visitor = Annotated[str, Depends(known)]
