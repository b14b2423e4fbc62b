"""In Firefox, too: a whole game of each by clicking, and every page, without an error."""

import random
from collections.abc import Iterator
from itertools import chain
from typing import cast

import pytest
from fastapi.routing import APIRoute
from playwright.sync_api import Page

from cases import OWN
from firefox import Firefox, firefox
from hands import HERE, SHORT, Player, invitation_to, open_table, sit_down
from linden.puzzles.puzzle import kept
from linden.web.http import pages
from servers import Server

NO_PAGES = {"/favicon.ico", "/keeper/{key}", "/static/{name:path}", "/palette.css"}
IN_CHROMIUM = {"/moderation", "/t/{table}/moments/{ply}"}
"""Refused to everybody else, and only there once a game is searched; tried in Chromium."""
SIGN_UP = """() => fetch("/api/account", {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ name: "Ada", password: "a quiet table" }),
})"""
TOURNAMENT = """async () => {
  const clock = { kind: "game", seconds: 300, increment: 3 };
  const answer = await fetch("/api/tournaments", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ kind: "swiss", game: "linja", clock }),
  });
  return `/tournaments/${(await answer.json()).id}`;
}"""
TRANSFER = """async (id) => {
  const asked = await fetch(`/api/tables/${id}/seats/0/transfer`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: "{}",
  });
  return (await asked.json()).link;
}"""


@pytest.fixture(scope="module")
def one_firefox() -> Iterator[Firefox]:
    with firefox() as page:
        yield page


@pytest.fixture
def page(one_firefox: Firefox, server: Server) -> Iterator[Page]:
    """The home page, opened by somebody new; whatever goes wrong there fails the test."""
    one_firefox.open(server.host, 1280, 800)
    one_firefox.goto("/")
    yield cast(Page, one_firefox)  # as far as hands with a mouse need one
    assert one_firefox.wrong == []


@pytest.mark.parametrize("game", OWN)
def test_a_game_is_played_to_its_end(page: Page, game: str) -> None:
    sit_down(page, game, HERE, **SHORT.get(game, {}))
    made = Player(page, "mouse", random.Random(f"{game} in Firefox")).play_out()
    assert made >= 3  # the fewest tiles that make a line
    page.wait_for_selector('.acts a[href$="/review"]')


def test_every_page_opens(page: Page) -> None:
    here = open_table(page, "linja", HERE)
    with_friend = open_table(page, "linx", [{"kind": "me"}, {"kind": "friend"}])
    invitation = invitation_to(page, with_friend)
    transfer = page.evaluate(TRANSFER, here.removeprefix("/t/"))
    tournament = page.evaluate(TOURNAMENT)
    puzzle = kept("linja")[0]
    visits = {
        "/": [("/", ".game svg")],
        "/my-games": [("/my-games", ".my-list li")],
        "/t/{table}": [(here, ".board svg"), (with_friend, "dialog .copy-link")],
        "/t/{table}/review": [(f"{here}/review", ".board svg")],
        "/new/{game}": [(f"/new/{game}", ".seat-row") for game in OWN],
        "/rules/{game}": [(f"/rules/{game}", ".prose svg") for game in OWN],
        "/p/{game}": [(f"/p/{game}", ".board svg") for game in OWN],
        "/join/{key}": [(invitation, ".invitation svg")],
        "/transfer/{table}/{key}": [(transfer, ".invitation")],
        "/account": [("/account", "#sign-in-name")],
        "/u/{name}": [("/u/Ada", "h1")],
        "/ranking/{game}": [(f"/ranking/{game}", "h1") for game in OWN],
        "/lobby": [("/lobby", ".lobby")],
        "/tournaments": [("/tournaments", ".tournament-form")],
        "/tournaments/{tournament}": [(tournament, ".standings")],
        "/lab": [("/lab", ".lab")],
        "/lab/compare": [("/lab/compare", ".lab")],
        "/learn/{game}": [(f"/learn/{game}", ".board svg") for game in OWN],
        "/puzzles": [("/puzzles", ".puzzle-themes")],
        "/puzzles/{game}": [(f"/puzzles/{game}", ".board svg") for game in OWN],
        "/puzzles/{game}/{id}": [(f"/puzzles/linja/{puzzle.id}", ".board svg")],
    }
    routes = {route.path for route in pages.router.routes if isinstance(route, APIRoute)}
    assert set(visits) == {path for path in routes if not path.startswith("/api/")} - (
        NO_PAGES | IN_CHROMIUM
    )
    for path, ready in chain.from_iterable(visits.values()):
        page.goto(path)
        page.wait_for_selector(ready)
        assert page.evaluate("() => document.title") != "", path
        assert cast(Firefox, page).wrong == [], path
        if path == "/account":
            page.evaluate(SIGN_UP)


def test_an_error_does_not_pass_unseen(one_firefox: Firefox, server: Server) -> None:
    one_firefox.open(server.host, 1280, 800)
    one_firefox.goto("/nothing")
    one_firefox.wait_for_selector(".lost")
    one_firefox.evaluate("""() => {
      console.error("said on purpose");
      setTimeout(() => { throw new Error("thrown on purpose"); });
    }""")
    one_firefox.wait_for_timeout(200)
    told = " ".join(one_firefox.wrong)
    for sign in ("404", "said on purpose", "thrown on purpose"):
        assert sign in told
