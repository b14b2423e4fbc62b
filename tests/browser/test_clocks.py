"""Clocks at the seats: chosen in the form, seen by both, and paused by consent; no restart and no
wrong clock takes anybody's time."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from findings import findings
from hands import invitation_to
from linden.web.tables.clock import AWAY_SECONDS, DAY
from servers import Server, kept_running
from sites import Site
from wrong_clocks import WrongClock

SET_UP = """async (seconds) => {
  const answer = await fetch("/api/tables", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      game: "breakthrough",
      seats: [{ kind: "me" }, { kind: "friend" }],
      clock: { kind: "turn", seconds },
    }),
  });
  return `/t/${(await answer.json()).id}`;
}"""


def at_a_table(opens: Any, clock: str) -> tuple[Page, Page]:
    """Two people at a table that was set up with the form; the second has a telephone, and reads
    German."""
    ada = opens("/new/breakthrough")
    expect(ada.get_by_label("Time", exact=True)).to_be_visible()
    ada.locator("input[name=seat-1][value=here]").check(force=True)
    expect(ada.get_by_label("Time", exact=True)).to_be_hidden()
    ada.locator("input[name=seat-1][value=friend]").check(force=True)
    ada.get_by_label("Time", exact=True).select_option(label=clock)
    ada.get_by_role("button", name="Start").click()
    ada.wait_for_selector(".board svg")
    path = "/t/" + ada.url.rpartition("/")[2]
    bob = opens(
        invitation_to(ada, path),
        viewport={"width": 320, "height": 568},
        color_scheme="dark",
        locale="de-DE",
    )
    expect(bob.locator(".invitation")).to_contain_text("3 min")
    bob.locator(".invitation .primary").click()
    bob.wait_for_selector(".board svg")
    ada.goto(path)
    ada.wait_for_selector(".board svg")
    return ada, bob


def test_clocks_tick_and_are_paused_by_consent(opens: Any) -> None:
    ada, bob = at_a_table(opens, "3 min each + 2 s a turn")
    for page in (ada, bob):
        expect(page.locator(".clock")).to_have_text(["3:00", "3:00"])
    ada.get_by_label("Type a move and press Enter").fill("a2-a3")
    ada.keyboard.press("Enter")
    running = bob.locator(".clock.runs")
    expect(running).to_have_attribute("data-clock", "1")
    expect(running).to_have_text("2:57")
    assert findings(bob) == []
    ada.get_by_role("button", name="Let the clocks stand").click()
    expect(bob.locator(".headline")).to_contain_text("möchte eine Pause")
    bob.get_by_role("button", name="Annehmen").click()
    expect(ada.locator(".line")).to_contain_text("The clocks stand.")
    expect(ada.locator(".clock.runs")).to_have_count(0)
    assert findings(ada) == []
    width = "document.documentElement.scrollWidth"
    assert bob.evaluate(width) <= 320
    bob.get_by_role("button", name="Uhren weiterlaufen lassen").click()
    expect(ada.locator(".clock.runs")).to_have_count(1)


def test_a_game_to_which_somebody_does_not_come_is_called_off(opens: Any) -> None:
    """It takes the minute that people have; nobody has lost."""
    ada, bob = opens("/"), opens("/", phone=True, color_scheme="dark", locale="de-DE")
    for page in (ada, bob):
        page.wait_for_selector(".brand")
    path: str = ada.evaluate(SET_UP, 600)
    bob.goto(invitation_to(ada, path))
    bob.locator(".invitation .primary").click()
    bob.wait_for_selector(".board svg")
    off = bob.get_by_role("button", name="Partie absagen")
    expect(bob.locator(".headline")).to_contain_text("am Zug")
    expect(off).to_be_hidden()
    ada.goto(path)
    ada.wait_for_selector(".board svg")
    ada.goto("/lobby")
    expect(off).to_be_visible(timeout=(AWAY_SECONDS + 30) * 1000)
    expect(bob.locator(".line")).to_contain_text("hat den Tisch verlassen.")
    assert findings(bob) == []
    assert bob.evaluate("document.documentElement.scrollWidth") <= 390
    off.click()
    expect(bob.locator(".headline")).to_contain_text("nicht gekommen, die Partie ist abgesagt")
    ada.goto("/my-games")
    expect(ada.get_by_role("listitem")).to_contain_text("Called off: White did not come.")
    assert findings(ada) == []


@pytest.fixture
def clock(tmp_path: Path) -> WrongClock:
    return WrongClock(tmp_path)


@pytest.fixture(params=["one process", "two nodes"])
def restarting(
    request: pytest.FixtureRequest, tmp_path: Path, clock: WrongClock
) -> Iterator[Server]:
    made: Server = Server(tmp_path, **clock.environment)
    if request.param == "two nodes":
        postgres = request.getfixturevalue("database_server")
        made = Site(tmp_path, proxied=False, postgres=postgres)
        for node in made.nodes:
            node.set_environment(**clock.environment)
    with kept_running(made) as server:
        yield server


def two_people(ada: Page, bob: Page, seconds: float) -> str:
    """Ada has moved at a new table with so much time for a turn, and Bob has seen it."""
    path: str = ada.evaluate(SET_UP, seconds)
    bob.goto(invitation_to(ada, path))
    bob.locator(".invitation .primary").click()
    bob.wait_for_selector(".board svg")
    ada.goto(path)
    ada.wait_for_selector(".board svg")
    move(ada, "a2-a3")
    expect(bob.locator(".clock.runs")).to_have_attribute("data-clock", "1")
    return path


def move(page: Page, text: str) -> None:
    page.get_by_label("Type a move and press Enter").fill(text)
    page.keyboard.press("Enter")


def test_a_game_of_days_and_a_flag_while_servers_die_and_clocks_jump(
    opens: Any, restarting: Server, clock: WrongClock
) -> None:
    first, last = restarting, restarting
    if isinstance(restarting, Site):
        first, last = restarting.nodes
    ada = opens("/", base_url=f"http://{first.host}")
    bob = opens("/", base_url=f"http://{last.host}")
    for page in (ada, bob):
        page.wait_for_selector(".brand")
    days = two_people(ada, bob, 3 * DAY)
    expect(bob.locator(".clock")).to_have_text(["3 d 0 h", "2 d 23 h"])
    two_people(ada, bob, 8)
    clock.be_wrong(400 * DAY)
    last.kill()  # Bob's node; the other one lets his flag fall, or the same one when it is back
    if last is first:
        last.start()
    expect(ada.locator(".headline")).to_contain_text("ran out of time")
    for server in {first, last}:
        if server.running:
            server.kill()
    clock.be_wrong(-400 * DAY)
    restarting.start()
    for page in (ada, bob):
        page.goto(days)
        page.wait_for_selector(".board svg")
        expect(page.locator(".clock.runs")).to_have_text("2 d 23 h")
    move(bob, "a7-a6")
    expect(ada.locator(".clock")).to_have_text(["2 d 23 h", "3 d 0 h"])
    expect(ada.locator(".clock.runs")).to_have_attribute("data-clock", "0")


def touch(page: Page, *squares: str) -> None:
    for square in squares:
        page.locator(f'.board [data-at="{square}"].can').first.click()


def test_an_answer_is_planned_and_a_vacation_taken(opens: Any) -> None:
    ada = opens("/")
    bob = opens("/", phone=True, color_scheme="dark", locale="de-DE")
    for page in (ada, bob):
        page.wait_for_selector(".brand")
    path = two_people(ada, bob, 3 * DAY)
    ada.goto(f"{path}/review?ply=1")
    panel = ada.get_by_role("region", name="Planned answers")
    expect(panel).to_contain_text("nobody else sees it")
    touch(ada, "a7", "a6")
    expect(ada.locator(".headline")).to_contain_text("a7-a6")
    expect(panel.get_by_role("button", name="Answer like this")).to_be_hidden()
    touch(ada, "b2", "b3")
    panel.get_by_role("button", name="Answer like this").click()
    expect(panel.get_by_role("listitem")).to_have_text(["a7-a6 b2-b3"])
    expect(panel.get_by_role("button", name="Answer like this")).to_be_hidden()
    assert findings(ada) == []
    ada.goto(path)
    expect(ada.locator(".line")).to_contain_text("Planned answers: 1.")
    bob.goto(f"{path}/review?ply=1")
    expect(bob.locator(".plan")).to_contain_text("Du bist am Zug.")
    assert bob.evaluate("document.documentElement.scrollWidth") <= 390

    ada.goto("/my-games")
    vacation = ada.get_by_role("region", name="Vacation")
    expect(vacation).to_contain_text("You have 30 days left this year.")
    vacation.get_by_role("button", name="Begin my vacation").click()
    expect(vacation).to_contain_text("your clocks stand for")
    assert findings(ada) == []
    bob.goto(path)
    expect(bob.locator(".line")).to_contain_text("ist im Urlaub.")
    expect(bob.locator('[data-clock="0"]')).to_have_attribute(
        "aria-label", "Restzeit: 3 T 0 h, im Urlaub"
    )
    touch(bob, "a7", "a6")
    expect(bob.locator(".table")).to_have_attribute("data-version", "3")
    assert bob.evaluate("document.documentElement.scrollWidth") <= 390
    vacation.get_by_role("button", name="I am back").click()
    expect(vacation).to_contain_text("Begin my vacation")
    expect(bob.locator(".line")).not_to_contain_text("Urlaub")
