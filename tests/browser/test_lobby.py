"""Finding each other: one offers a game, another takes it, both play, and a third looks on."""

import random
import re
from typing import Any

from playwright.sync_api import Page, expect

from findings import findings
from hands import Hands, Player


def be(page: Page, name: str, place: str = ".lobby") -> Page:
    """Have a name."""
    page.wait_for_selector(place)
    page.evaluate(
        "(name) => fetch('/api/you', { method: 'PUT', body: JSON.stringify({ name }),"
        " headers: { 'Content-Type': 'application/json' } })",
        name,
    )
    return page


def fits(page: Page) -> bool:
    """Whether nothing is wider than the page."""
    return bool(page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"))


def play(page: Page, hands: Hands) -> None:
    """Move by what can be touched, for as long as it is one's turn."""
    player = Player(page, hands, random.Random(1))
    while page.locator(".table").get_attribute("data-turn") == "you":
        assert player.move()


def test_two_people_find_each_other_and_a_third_watches(opens: Any) -> None:
    ada = be(opens("/lobby"), "Ada")
    bob = be(opens("/lobby", phone=True, color_scheme="dark"), "Bob")
    eve = be(opens("/lobby"), "Eve")
    expect(ada.locator(".seeks")).to_contain_text("Nobody waits here just now.")
    expect(ada.locator(".watch")).to_be_hidden()
    for page in (ada, bob):
        assert findings(page) == []
    # Ada offers a game by the keyboard.
    ada.get_by_role("link", name="Linja").focus()
    ada.keyboard.press("Enter")
    ada.wait_for_url("**/new/linja?anybody")
    expect(ada.get_by_role("radiogroup", name="Black").get_by_label("Anybody")).to_be_checked()
    ada.get_by_label("Time").select_option(label="5 min each + 3 s a turn")
    assert findings(ada) == []
    ada.get_by_role("button", name="Offer the game").click()
    ada.wait_for_url("**/t/*")
    expect(ada.locator(".headline")).to_have_text("Waiting until somebody takes your challenge")
    expect(ada.locator("dialog")).to_have_count(0)
    assert findings(ada) == []
    # It is in the lobby at once, and on the first page a way leads there.
    words = bob.locator(".seek")
    expect(words).to_contain_text("Ada")
    expect(words).to_contain_text("5 min each + 3 s a turn · for fun")
    assert findings(bob) == []
    for width in (320, 390):
        bob.set_viewport_size({"width": width, "height": 844})
        assert fits(bob), width
    eve.goto("/")
    eve.get_by_role("link", name="Somebody is looking for a game").click()
    expect(eve.locator(".seek")).to_have_count(1)
    # Ada waits in the lobby, where she sees that it is hers.
    ada.get_by_role("link", name="To the lobby").click()
    expect(ada.locator(".seek")).to_contain_text("offered by you")
    # Bob takes it with one touch, and lands at the table; Ada is told.
    bob.get_by_role("button", name="Play Linja with Ada").tap()
    bob.wait_for_url("**/t/*")
    bob.wait_for_selector(".board svg")
    expect(ada.locator(".begins")).to_contain_text("Your game of Linja begins.")
    expect(eve.locator(".seek")).to_have_count(0)
    ada.locator(".begins a").click()
    ada.wait_for_selector(".board svg")
    # Eve sees the board in the lobby as it goes on, then from beside.
    expect(eve.locator(".featured")).to_contain_text(re.compile("Ada.*Bob"))
    board = eve.locator(".featured-board svg")
    before = board.inner_html()
    play(ada, "mouse")
    expect(bob.locator(".table")).to_have_attribute("data-turn", "you")
    play(bob, "finger")
    expect(ada.locator(".table")).to_have_attribute("data-turn", "you")
    eve.wait_for_function(
        "(old) => document.querySelector('.featured-board svg')?.innerHTML !== old", arg=before
    )
    assert findings(eve) == []
    eve.get_by_role("link", name="Watch Linja: Ada, Bob").click()
    expect(eve.locator(".table")).to_have_attribute(
        "data-ply", ada.locator(".table").get_attribute("data-ply") or ""
    )


def test_who_does_not_fit_reads_why_and_what_is_withdrawn_is_gone(opens: Any) -> None:
    ada, bob = opens("/account"), be(opens("/lobby"), "Bob")
    made = ada.evaluate(
        """async () => {
          const json = { "Content-Type": "application/json" };
          const send = (path, body) =>
            fetch(path, { method: "POST", headers: json, body: JSON.stringify(body) });
          await send("/api/account", { name: "adarated", password: "a quiet table" });
          const seats = [{ kind: "me" }, { kind: "anybody" }];
          const wish = { game: "linja", seats, rated: true, low: 1200 };
          return (await send("/api/tables", wish)).status;
        }"""
    )
    assert made == 200
    expect(bob.locator(".objection")).to_have_text("Rated games are for accounts; sign in first.")
    expect(bob.locator(".seek")).to_contain_text("rated · ratings from 1200")
    expect(bob.locator(".seek").get_by_role("button")).to_have_count(0)
    ada.goto("/lobby")
    ada.get_by_role("button", name="Withdraw your challenge of Linja").click()
    expect(bob.locator(".seek")).to_have_count(0)
    expect(ada.locator(".seek")).to_have_count(0)
