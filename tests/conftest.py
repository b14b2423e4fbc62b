"""What several folders of tests share; each brings a server that runs, or a site."""

from collections.abc import Iterator

import pytest

from linden.core import entry
from postgres import Postgres, kept
from servers import Server
from sites import Site


@pytest.fixture(autouse=True)
def interpreted_no_longer() -> Iterator[None]:
    """What a test has a server of its own interpret, in this process and until it is compiled, is
    compiled for the next one: rules that stay interpreted are hundreds of times slower."""
    before, compiled = set(entry.uncompiled), entry.compiled
    yield
    entry.uncompiled.intersection_update(before)
    entry.compiled = compiled


@pytest.fixture
def server(running: Server) -> Iterator[Server]:
    """The folder's server; each test brings its own people."""
    yield running
    running.dismiss()


@pytest.fixture
def site(running_site: Site) -> Iterator[Site]:
    """The file's site, all of it running."""
    running_site.start()
    yield running_site
    running_site.dismiss()


@pytest.fixture(scope="session")
def database_server() -> Iterator[Postgres]:
    """A PostgreSQL for all who want a database of their own there."""
    with kept(Postgres()) as started:
        yield started
