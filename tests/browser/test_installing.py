"""Installed: the worker takes over, keeps only the page itself, and has a page without the server;
a new edition takes the place of the old."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from findings import findings
from hands import HERE, sit_down
from servers import Server, serving

CONTROLLED = "() => navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller)"
KEPT = """async () => {
  const found = {};
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    found[name] = (await cache.keys()).map((request) => new URL(request.url).pathname);
  }
  return found;
}"""


@pytest.fixture
def own(tmp_path: Path) -> Any:
    """A server that can be stopped and started again."""
    with serving(tmp_path) as server:
        yield server


def visit(browser: Browser, server: Server, **how: Any) -> Page:
    context = browser.new_context(base_url=f"http://{server.host}", **how)
    page = context.new_page()
    page.goto("/")
    page.wait_for_selector(".game")
    page.wait_for_function(CONTROLLED)
    return page


def test_without_the_server_a_page_says_so_and_comes_back(browser: Browser, own: Server) -> None:
    page = visit(browser, own, color_scheme="dark", reduced_motion="reduce")
    path = sit_down(page, "linja", HERE)
    own.stop()
    page.goto(path)
    expect(page.get_by_role("heading")).to_have_text("Linden does not answer")
    assert findings(page) == []
    scheme = page.evaluate("getComputedStyle(document.documentElement).colorScheme")
    assert scheme == "dark", "it is dressed as the other pages are"
    page.emulate_media(color_scheme="light")
    assert findings(page) == []
    page.goto("/my-games")
    expect(page.get_by_role("heading")).to_have_text("Linden does not answer")
    own.start()
    expect(page.get_by_role("heading", name="My games")).to_be_visible()
    page.context.close()


def test_nothing_of_a_table_is_kept(browser: Browser, server: Server) -> None:
    page = visit(browser, server)
    path = sit_down(page, "linx", HERE)
    page.goto(f"{path}/review")
    page.wait_for_selector(".board svg")
    page.goto("/my-games")
    page.wait_for_selector(".my-list li")
    ((name, paths),) = page.evaluate(KEPT).items()
    assert name.startswith("linden-")
    assert paths
    allowed = ("/static/", "/offline", "/palette.css")
    assert [one for one in paths if not one.startswith(allowed)] == []
    page.context.close()


def test_a_new_edition_takes_the_place_of_the_old(browser: Browser, server: Server) -> None:
    page = visit(browser, server)
    (old,) = page.evaluate(KEPT)

    def newer(route: Any) -> None:
        answer = route.fetch()
        text = answer.text().replace(f'"{old.removeprefix("linden-")}"', '"0123456789abcdef"', 1)
        route.fulfill(response=answer, body=text)

    page.context.route("**/service-worker.js", newer)
    page.evaluate("() => navigator.serviceWorker.ready.then((it) => it.update())")
    page.wait_for_function(
        "async (old) => { const names = await caches.keys();"
        " return names.length === 1 && names[0] !== old; }",
        arg=old,
    )
    page.reload()
    page.wait_for_selector(".game")
    page.context.close()


def test_a_game_is_taken_along_as_a_moving_picture(opens: Any) -> None:
    page = opens("/")
    path = sit_down(page, "linear", HERE)
    page.goto(f"{path}/review")
    page.wait_for_selector(".board svg")
    page.get_by_role("button", name="Download").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="The game as a moving picture").click()
    assert Path(download.value.path()).read_text(encoding="utf-8").startswith("<svg")
