"""Servers of the tests are forked wherever that makes no difference to what they do."""

import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from launching import Forked, can_be_forked
from servers import Server, kept_running
from wrong_clocks import WrongClock

DAY = 86_400


@pytest.mark.parametrize(
    ("words", "changed", "forked"),
    [
        ("serve", {}, True),
        ("serve", {"LINDEN_DATA_DIR": "/elsewhere"}, True),
        ("serve", {"PYTEST_CURRENT_TEST": "tests/test_another.py::test_it (setup)"}, True),
        ("serve", {"LINDEN_CACHE_DIR": "/elsewhere"}, False),
        ("serve", {"NUMBA_DISABLE_JIT": "1"}, False),
        ("serve", {"PYTHONPATH": "/elsewhere"}, False),
        ("serve --workers 2", {}, False),
    ],
)
def test_what_is_read_before_a_fork_is_not_forked(
    words: str, changed: dict[str, str], forked: bool
) -> None:
    assert can_be_forked(words.split(), {**os.environ, **changed}) == forked


def test_a_forked_server_goes_by_a_wrong_clock_and_is_forked_again(tmp_path: Path) -> None:
    """Also once another test is running than the one that it was made in."""
    clock = WrongClock(tmp_path)
    with kept_running(Server(tmp_path, **clock.environment)) as server:
        for days in (-400, 400):  # whoever came last is the latest
            clock.be_wrong(days * DAY)
            server.set_environment(PYTEST_CURRENT_TEST="tests/test_another.py::test_it (setup)")
            server.kill()
            server.start()
            assert isinstance(server._process, Forked)
            server.person("Ada")
            with closing(sqlite3.connect(server.folder / "tables.db")) as database:
                ((written,),) = database.execute("select max(created) from visitors")
            assert written == pytest.approx(time.time() + days * DAY, abs=60)
