"""One server for the tests of this folder; each test brings its own people. Some attacks are made
on a whole site as well: PostgreSQL, two nodes, nginx."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from servers import Server, kept_running
from sites import Site, usual


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with kept_running(usual(tmp_path_factory.mktemp("server"))) as started:
        yield started


@pytest.fixture(params=["one process", "two nodes"])
def fresh(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    """A server, or a site, with nothing kept yet."""
    if request.param == "one process":
        made = Server(tmp_path)
    else:
        made = Site(tmp_path, postgres=request.getfixturevalue("database_server"))
    with kept_running(made) as started:
        yield started
