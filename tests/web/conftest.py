"""One server for the tests of this folder; each test brings its own people. What is kept is tested
on both engines."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from postgres import Postgres
from servers import Server, kept_running
from sites import usual


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with kept_running(usual(tmp_path_factory.mktemp("server"))) as started:
        yield started


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """Where tables can be kept, with nothing there yet."""
    if request.param == "sqlite":
        return tmp_path / "tables.db"
    server: Postgres = request.getfixturevalue("database_server")
    return server.fresh()
