"""A tournament between people: one sets it up, others join, they play, and all see who stands
where."""

import random
import re
from typing import Any

from playwright.sync_api import Page, expect

from browser.test_lobby import be, fits
from findings import findings
from hands import Player


def at_tournaments(page: Page, name: str) -> Page:
    """Somebody who has opened the page of tournaments."""
    return be(page, name, ".tournaments")


SLOW_TO_ADD = """() => {
  const { fetch } = window;
  const later = () => new Promise((done) => setTimeout(done, 1000));
  window.fetch = (path, how) =>
    path.endsWith("/computers") ? later().then(() => fetch(path, how)) : fetch(path, how);
}"""


def give_up(page: Page) -> None:
    """Resign at the table that is open, as people do."""
    page.wait_for_selector(".board svg")
    page.evaluate(
        """() => new Promise((done) => {
          const id = location.pathname.split("/").at(-1);
          const socket = new WebSocket(`ws://${location.host}/api/tables/${id}/live`);
          socket.onmessage = ({ data }) => {
            const said = JSON.parse(data);
            if (said.type !== "state") return;
            if (said.turn.kind === "over") return (socket.close(), done());
            socket.send(JSON.stringify({ type: "resign" }));
          };
        })"""
    )


def test_people_play_a_round_robin_from_its_form_to_its_end(opens: Any) -> None:
    ada = at_tournaments(opens("/tournaments"), "Ada")
    bob = at_tournaments(opens("/tournaments", phone=True, color_scheme="dark"), "Bob")
    eve = at_tournaments(opens("/tournaments"), "Eve")
    expect(ada.locator(".tournaments")).to_contain_text("There is no tournament just now.")
    assert findings(ada) == []
    # Ada sets one up by the keyboard.
    ada.get_by_label("Round robin").focus()
    ada.keyboard.press("Space")
    expect(ada.locator(".tournament-form")).to_contain_text("Everybody meets everybody once.")
    ada.get_by_label("Name").fill("Evening cup")
    ada.get_by_label("Game").select_option(label="Linja")
    ada.get_by_label("Time").select_option(label="5 min each + 3 s a turn")
    ada.get_by_role("button", name="Set up the tournament").focus()
    ada.keyboard.press("Enter")
    ada.wait_for_url("**/tournaments/*")
    expect(ada.get_by_role("button", name="Begin")).to_be_disabled()
    assert findings(ada) == []
    # The others find it in the list and join; Ada sees them come.
    for page in (bob, eve):
        page.reload()
        page.get_by_role("link", name="Evening cup").click()
        page.get_by_role("button", name="Join").click()
        expect(page.get_by_role("button", name="Withdraw")).to_be_visible()
    expect(ada.locator(".standings tbody tr")).to_have_count(3)
    assert findings(bob) == []
    ada.get_by_role("button", name="Begin").click()
    # Three rounds: in each one sits out, the others have a game that waits for them.
    pages = {"Ada": ada, "Bob": bob, "Eve": eve}
    address = ada.url
    for number in (1, 2, 3):
        for page in pages.values():
            expect(page.locator(".tournaments header")).to_contain_text(f"round {number} of 3")
        ready = [page for page in pages.values() if page.locator(".begins").count()]
        assert len(ready) == 2
        (out,) = (page for page in pages.values() if page not in ready)
        expect(out.locator(".tournament-acts")).to_contain_text(
            "You are waiting for the next round"
        )
        for page in ready:
            page.locator(".begins a").click()
            page.wait_for_selector(".board svg")
        if number == 1:  # who sits out may watch, and comes back
            out.locator("a.pairing", has_text="being played").click()
            out.wait_for_selector(".board svg")
            out.get_by_role("link", name="To the tournament").click()
            out.wait_for_url(address)
        mover = ready[0]
        if mover.locator(".table").get_attribute("data-turn") != "you":
            mover = ready[1]
        assert Player(mover, "mouse" if mover is not bob else "finger", random.Random(1)).move()
        give_up(mover)
        expect(ready[1].get_by_role("link", name="To the tournament")).to_be_visible()
        assert findings(ready[0]) == []
        for page in ready:
            page.get_by_role("link", name="To the tournament").click()
            page.wait_for_url(address)
    # All of them read the same.
    for page in pages.values():
        expect(page.locator(".tournaments header")).to_contain_text("3 players, over")
        expect(page.locator(".pairings .pairing")).to_have_count(6)
        assert findings(page) == []
    rows = ada.locator(".standings tbody tr").all_inner_texts()
    assert rows == eve.locator(".standings tbody tr").all_inner_texts()
    assert sum(float(re.split(r"\s+", row.strip())[2]) for row in rows) == 3
    for width in (320, 390):
        bob.set_viewport_size({"width": width, "height": 844})
        assert fits(bob), width


def test_computers_play_where_the_organiser_lets_them(opens: Any) -> None:
    ada = at_tournaments(opens("/tournaments"), "Ada")
    ada.get_by_label("Swiss").check()
    ada.get_by_label("Rounds").fill("2")
    ada.get_by_label("Game").select_option(label="Linja")
    ada.get_by_label("Computers and bots may take part").check()
    ada.get_by_label("I take part myself").uncheck()
    ada.get_by_role("button", name="Set up the tournament").click()
    expect(ada.locator(".tournaments")).to_contain_text("Nobody has joined yet.")
    for count in (1, 2, 3):
        ada.get_by_role("button", name="Add this computer").click()
        expect(ada.locator(".standings tbody tr")).to_have_count(count)
    ada.get_by_role("button", name="Remove Newcomer computer 3").click()
    ada.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(ada.locator(".standings tbody tr")).to_have_count(2)
    # A slow line, and an organiser who is quick: who was added before it began takes part.
    ada.evaluate(SLOW_TO_ADD)
    ada.get_by_role("button", name="Add this computer").click()
    ada.get_by_role("button", name="Begin").click()
    expect(ada.locator(".tournaments header")).to_contain_text("3 players, over", timeout=120_000)
    expect(ada.locator(".pairings")).to_have_count(2)
    expect(ada.locator(".tournaments")).to_contain_text("has a bye: a point")
    assert findings(ada) == []
    other = at_tournaments(opens("/tournaments"), "Bob")
    other.get_by_role("link", name="Linja tournament").click()
    expect(other.locator(".tournaments header")).to_contain_text("3 players, over")
    expect(other.locator(".tournaments button")).to_have_count(0)
