"""One server for the tests of this folder; each test brings its own people."""

from collections.abc import Iterator

import pytest

from servers import Server, serving


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server")) as started:
        yield started


@pytest.fixture
def server(running: Server) -> Iterator[Server]:
    yield running
    running.dismiss()
