"""A real server and a real Chromium for every file of tests."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    ViewportSize,
    expect,
    sync_playwright,
)

from servers import Server, serving

expect.set_options(timeout=30_000)  # a busy machine is slow, not wrong

NAMES = ("chromium", "chromium-browser", "google-chrome")
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}


def chromium() -> str:
    """The system's Chromium, or a sentence that says how to get one."""
    for name in NAMES:
        if path := shutil.which(name):
            return path
    pytest.fail("These tests need Chromium; on Debian: apt-get install chromium", pytrace=False)


@pytest.fixture
def chromium_path() -> str:
    return chromium()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    # A module at a time: Playwright's event loop would be in the way of other tests'.
    with sync_playwright() as playwright:
        sandbox = [] if os.geteuid() else ["--no-sandbox"]
        browser = playwright.chromium.launch(executable_path=chromium(), args=sandbox)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("tables")) as server:
        yield server


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
def folder(tmp_path: Path) -> Path:
    return tmp_path
