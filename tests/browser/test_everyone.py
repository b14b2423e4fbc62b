"""For everyone: no serious finding of axe-core on any page in either theme, and light pages."""

import gzip
import random
import re
from typing import Any

import pytest
from playwright.sync_api import expect
from starlette.routing import compile_path

import linden
from findings import findings, findings_in_every_look
from hands import HERE, QUICK, Player, come_as, invitation_to, open_table, sit_down
from linden.web.http.pages import PARTS
from linden.web.store import moderators
from owners import Owner
from servers import Server

PAGE_WEIGHT = 150_000
MOVE_WEIGHT = 60_000
PART = re.compile(r"/static/\w+/(js/[\w/]+\.js|css/\w+\.css)")


IN_OTHER_TESTS = {
    "/new/{game}": "test_dialogs.py",
    "/t/{table}": "test_tables_have_no_serious_findings",
    "/t/{table}/moments/{ply}": "test_coach.py",
    "/lab/compare": "test_lab.py",
    "/puzzles/{game}/{id}": "test_puzzles.py",
}
"""Pages that axe-core looks at where there is something on them."""


def look_at(page: Any, *paths: tuple[str, str]) -> set[str]:
    """Go to addresses, wait for what is there, and let axe-core look; which pages they are."""
    patterns = {pattern: compile_path(pattern)[0] for pattern in PARTS}
    seen = set()
    for path, ready in paths:
        page.goto(path)
        page.wait_for_selector(ready)
        assert findings_in_every_look(page) == [], path
        seen |= {name for name, pattern in patterns.items() if pattern.match(path)}
    return seen


def test_pages_have_no_serious_findings(opens: Any, server: Server) -> None:
    page = opens("/")
    table = open_table(page, "linja", HERE)
    link = invitation_to(page, open_table(page, "linx", [{"kind": "me"}, {"kind": "friend"}]))
    seat = "(path) => fetch(`/api${path}`, { method: 'POST' }).then((it) => it.json())"
    mine = open_table(page, "linja", QUICK).removeprefix("/t/")
    along = page.evaluate(seat, f"/tables/{mine}/seats/0/transfer")["link"]
    seen = look_at(
        page,
        ("/", ".game"),
        ("/rules/linos", ".prose h2"),
        ("/nothing", ".lost"),
        (f"{table}/review", ".board svg"),
        ("/p/linja", ".study textarea"),
        ("/my-games", ".my-list"),
        ("/account", "#sign-in-name"),
        (link, ".invitation svg"),
        (along, ".invitation .primary"),
        ("/learn/linear", ".board svg"),
        ("/puzzles", ".puzzle-game"),
        ("/puzzles/linear", ".board svg"),
        ("/lobby", ".seeks p"),
        ("/lab", ".lab h1"),
    )
    # And what there is for accounts, a moderator's at that.
    owner = Owner(server, "Ada")
    owner.token()
    moderators.appoint(server.place, owner.name, True)
    cup = {"kind": "swiss", "game": "linja", "clock": {"kind": "game", "seconds": 300}}
    tournament = owner.person.http.post("/api/tournaments", json=cup).json()["id"]
    come_as(page, owner.person)
    seen |= look_at(
        page,
        ("/account", ".tokens li"),
        ("/moderation", ".moderation"),
        (f"/u/{owner.name}", ".profile h1"),
        ("/ranking/linear", ".ranking tbody tr"),
        ("/tournaments", ".tournament-card"),
        (f"/tournaments/{tournament}", ".standings tbody tr"),
    )
    assert set(PARTS) == seen | set(IN_OTHER_TESTS)


@pytest.mark.parametrize("game", linden.games())
def test_tables_have_no_serious_findings(opens: Any, game: str) -> None:
    page = opens("/", phone=game in linden.games()[::2])
    sit_down(page, game, HERE)
    player = Player(page, "mouse", random.Random(2))
    for _ in range(3):
        player.move()
    player.settle()
    nameless = page.evaluate(
        """() => [...document.querySelectorAll(".board .can")]
          .filter((one) => one.ariaHidden !== "true" && !one.getAttribute("aria-label"))
          .filter((one) => one.getAttribute("role") === "button")
          .map((one) => one.dataset.at)"""
    )
    assert nameless == [], "everything that can be touched has a name"
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert findings(page) == []


def test_moves_are_announced(opens: Any) -> None:
    page = opens("/")
    sit_down(page, "linear", QUICK)
    Player(page, "keys", random.Random(4)).move()
    expect(page.locator("#polite")).not_to_be_empty()


def test_pages_are_light(opens: Any, browser: Any) -> None:
    page = opens("/nothing")
    table = open_table(page, "linja", HERE)
    for path, ready in (("/", ".game"), ("/new/linos", ".seat-row"), (table, ".board svg")):
        fresh = page.context.browser.new_context(base_url=page.url.rsplit("/", 1)[0])
        visit = fresh.new_page()
        visit.goto(path)
        visit.wait_for_selector(ready)
        visit.wait_for_load_state("networkidle")
        weight = visit.evaluate(
            """() => [...performance.getEntriesByType("resource"),
                      ...performance.getEntriesByType("navigation")]
              .reduce((sum, one) => sum + one.transferSize, 0)"""
        )
        fresh.close()
        assert 5_000 < weight < PAGE_WEIGHT, f"{path}: {weight} bytes"


def test_scripts_and_styles_come_with_the_page(opens: Any) -> None:
    """All that a page is made of is named in its head: nothing is found one after the other."""
    page = opens("/nothing")
    here = open_table(page, "linja", HERE)
    link = invitation_to(page, open_table(page, "linja", [{"kind": "me"}, {"kind": "friend"}]))
    for path, ready in (
        ("/", ".game"),
        ("/my-games", ".my-list li"),
        ("/new/linos", ".seat-row"),
        ("/rules/linos", ".prose"),
        ("/p/linja", ".board svg"),
        (here, ".board svg"),
        (f"{here}/review", ".board svg"),
        (link, ".invitation svg"),
    ):
        named = PART.findall(page.request.get(path).text())
        page.goto(path)
        page.wait_for_selector(ready)
        entries = "() => performance.getEntriesByType('resource').map((one) => one.name).join(' ')"
        assert sorted(set(PART.findall(page.evaluate(entries)))) == sorted(named), path


@pytest.mark.parametrize("game", linden.games())
def test_a_move_is_light(server: Server, game: str) -> None:
    person, rng = server.person(), random.Random(5)
    tab = person.sit(person.table(game, HERE))
    for _ in range(6):
        tab.settled()
        seen = len(tab.traffic)
        tab.act(rng)
        sent = (len(gzip.compress(text.encode(), 6)) for text in tab.traffic[seen:])
        assert 0 < sum(sent) < MOVE_WEIGHT


def test_no_page_asks_another_host(opens: Any) -> None:
    page = opens("/nothing")
    hosts: set[str] = set()
    page.on("request", lambda request: hosts.add(request.url.split("/")[2]))
    for path in ("/", "/new/linx", "/rules/linx"):
        page.goto(path)
        page.wait_for_load_state("networkidle")
    sit_down(page, "linx", HERE)
    assert len(hosts) == 1
