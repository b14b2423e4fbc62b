"""What several folders of tests share; each brings a server that runs, or a site."""

from collections.abc import Iterator

import pytest

from postgres import Postgres, kept
from servers import Server
from sites import Site


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
