"""A real server for every file of tests, and a real Chromium for all of them."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    Playwright,
    expect,
    sync_playwright,
)

from hands import DESKTOP, PHONE, invitation_to, open_table
from linden.web.network import own_addresses
from servers import Server, kept_running, serving
from sites import Site

expect.set_options(timeout=30_000)  # a busy machine is slow, not wrong

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first has no windows to draw, and takes a third of the time."""


def chromium() -> str:
    """The system's Chromium, or a sentence that says how to get one."""
    for name in NAMES:
        if path := shutil.which(name):
            return path
    pytest.fail(f"These tests need Chromium; on Debian: apt-get install {NAMES[0]}", pytrace=False)


@pytest.fixture
def chromium_path() -> str:
    return chromium()


_running = ExitStack()
"""What is shared by all tests of this folder that a process runs one after the other."""


@cache
def _playwright() -> Playwright:
    return _running.enter_context(sync_playwright())


@cache
def _chromium() -> Browser:
    sandbox = [] if os.geteuid() else ["--no-sandbox"]
    found = _playwright().chromium.launch(executable_path=chromium(), args=sandbox)
    _running.callback(found.close)
    return found


def _end() -> None:
    _running.close()
    _playwright.cache_clear()
    _chromium.cache_clear()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
    """Playwright's event loop would be in the way of other tests', so it ends before those."""
    yield
    if nextitem is None or not nextitem.path.is_relative_to(Path(__file__).parent):
        _end()


def pytest_sessionfinish() -> None:
    _end()  # after a failure nobody may come next


@pytest.fixture
def playwright() -> Playwright:
    return _playwright()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if not _chromium().is_connected():
        _end()
    yield _chromium()
    for context in _chromium().contexts:
        context.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("tables")) as server:
        yield server


@pytest.fixture(params=["one process", "two nodes"])
def nodes(
    request: pytest.FixtureRequest, server: Server, tmp_path: Path
) -> Iterator[tuple[Server, Server]]:
    """Where two people find the same tables: one process with SQLite, two nodes with PostgreSQL."""
    if request.param == "one process":
        yield server, server
        return
    postgres = request.getfixturevalue("database_server")
    with kept_running(Site(tmp_path, proxied=False, postgres=postgres)) as site:
        one, other = site.nodes
        yield one, other


@pytest.fixture
def hosts(nodes: tuple[Server, Server]) -> tuple[str, str]:
    """The same, by their addresses."""
    return nodes[0].host, nodes[1].host


Opens = Callable[..., Page]


@pytest.fixture
def opens(browser: Browser, server: Server) -> Iterator[Opens]:
    """Open a page as somebody new; a page that throws an error fails its test."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def page(path: str = "/", *, phone: bool = False, **how: Any) -> Page:
        context = browser.new_context(
            **{
                "base_url": f"http://{server.host}",
                "viewport": PHONE if phone else DESKTOP,
                "has_touch": phone,
                "is_mobile": phone,
                "reduced_motion": "reduce",
                "service_workers": "block",  # each would fetch all of the page's files once more
                **how,
            }
        )
        contexts.append(context)
        opened = context.new_page()
        opened.on("pageerror", lambda error: wrong.append(str(error)))
        opened.goto(path)
        return opened

    yield page
    for context in contexts:
        context.close()
    assert not wrong


@pytest.fixture
def two(opens: Opens) -> tuple[Page, Page]:
    """Ada and Bob at one table of Linja; Bob holds a telephone."""
    ada = opens("/")
    bob = opens("/", phone=True, color_scheme="dark", service_workers="allow")
    for page, name in ((ada, "Ada"), (bob, "Bob")):
        page.wait_for_selector(".game")
        page.evaluate(
            "(name) => fetch('/api/you', { method: 'PUT', body: JSON.stringify({ name }),"
            " headers: { 'Content-Type': 'application/json' } })",
            name,
        )
    path = open_table(ada, "linja", [{"kind": "me"}, {"kind": "friend"}])
    bob.goto(invitation_to(ada, path))
    bob.locator(".invitation .primary").click()
    bob.wait_for_url(f"**{path}")
    for page in (ada, bob):
        page.goto(path)
        page.wait_for_selector(".board svg")
    return ada, bob


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Server]:
    """A server that nobody has been asked about."""
    if not own_addresses():
        pytest.fail("This test needs a computer that is in a network.", pytrace=False)
    with serving(tmp_path) as server:
        yield server


@pytest.fixture
def keeper(browser: Browser, fresh: Server) -> Iterator[Page]:
    """A page of whoever runs it."""
    context = browser.new_context(
        base_url=f"http://{fresh.host}", reduced_motion="reduce", service_workers="block"
    )
    page = context.new_page()
    page.goto(fresh.keeper_path)
    yield page
    context.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path
