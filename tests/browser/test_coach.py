"""The coach on the page: moments beside a review, tried again wrong and right, and what one tends
to miss."""

import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import linden
from findings import findings_in_every_look
from hands import come_as
from linden.core.record import replay
from servers import FRIEND, ME, PATIENCE, Person, Server

TINY = {"size": "3x4", "komi": 0}
AWAY = ["pass", "pass"]
"""Vertical, who can win, passes; Horizontal is content with a draw."""
WHILE = 300_000
"""Milliseconds for the first search of a game."""


@pytest.fixture(scope="module")
def table(server: Server) -> tuple[Person, str]:
    """A game of Ada's with Bob, with one mistake at the first move, that she has looked back at."""
    ada, bob = server.person("Ada"), server.person("Bob")
    table = ada.table("linage", [ME, FRIEND], TINY)
    first = ada.sit(table)
    bob.join(first.state["seats"][1]["link"])
    tabs = [first, bob.sit(table)]
    for tab, move in zip(tabs, AWAY, strict=True):
        if tab.state["turn"]["kind"] != "you":
            tab.next_state(lambda state: state["turn"]["kind"] == "you")
        tab.play(move)
    began = time.monotonic()
    while True:
        told = ada.http.post(f"/api/tables/{table}/moments", json={}).raise_for_status().json()
        if told["done"] == told["of"]:
            break
        assert time.monotonic() - began < PATIENCE, told
        time.sleep(0.2)
    return ada, table


def touch(page: Page, mark: str) -> None:
    page.locator(f'.board .can[data-at="{mark}"]').first.click()


def test_moments_are_shown_and_tried_again(opens: Any, table: tuple[Person, str]) -> None:
    ada, name = table
    page = opens("/")
    come_as(page, ada)
    page.goto(f"/t/{name}/review")
    section = page.get_by_role("region", name="Moments worth a look")
    section.get_by_role("heading").wait_for(timeout=WHILE)
    expect(section.get_by_role("heading")).to_have_text("One moment worth a look")
    card = section.locator(".moment").first
    expect(card.locator("svg")).to_be_visible()
    expect(card).to_contain_text("Played: pass.")
    expect(card).to_contain_text("A sure win became a draw.")
    assert findings_in_every_look(page) == []
    card.get_by_role("button", name="Show it on the board").click()
    expect(page).to_have_url(f"http://{ada.server.host}/t/{name}/review?ply=0")
    card.get_by_role("link", name="Try it again").click()
    expect(page.locator(".headline")).to_have_text("Find a better move than pass.")
    # Wrong: the same again. By the keyboard.
    page.get_by_role("button", name="Pass", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.locator(".headline")).to_have_text("Not that one.")
    expect(page.locator(".line")).to_contain_text("That is what was played.")
    expect(page.locator(".line")).to_contain_text("The theme here: Passing too early.")
    assert findings_in_every_look(page) == []
    # Right: any stone keeps the win here.
    touch(page, "b2")
    expect(page.locator(".headline")).to_contain_text("Right: ")
    page.get_by_role("button", name="Try it again").click()
    expect(page.locator(".headline")).to_have_text("Find a better move than pass.")
    page.get_by_role("button", name="Show me").click()
    expect(page.locator(".headline")).to_have_text("This was it.")
    expect(page.locator(".puzzle-panel")).to_contain_text("There is free land to fight for")
    page.get_by_role("link", name="Back to the review").click()
    expect(page).to_have_url(f"http://{ada.server.host}/t/{name}/review?ply=0")


def test_what_one_tends_to_miss(opens: Any, table: tuple[Person, str]) -> None:
    ada, _ = table
    nobody = opens("/my-games")
    expect(nobody.locator(".my-misses")).to_contain_text("Look back at a game")
    page = opens("/")
    come_as(page, ada)
    page.goto("/my-games")
    panel = page.get_by_role("region", name="What you tend to miss")
    expect(panel).to_contain_text("1 game reviewed")
    expect(panel).to_contain_text("Passing too early in 1 of 1")
    assert findings_in_every_look(page) == []
    puzzles = panel.get_by_role("link", name="Puzzles for: Passing too early")
    expect(puzzles).to_have_attribute("href", "/puzzles/linage?theme=best")
    panel.get_by_role("link", name="Passing too early, example 1").click()
    expect(page.locator(".headline")).to_have_text("Find a better move than pass.")


def test_on_a_phone_in_german(opens: Any, table: tuple[Person, str]) -> None:
    ada, name = table
    page = opens("/", phone=True, locale="de", viewport={"width": 320, "height": 568})
    come_as(page, ada)
    for path, seen in (
        (f"/t/{name}/review", ".moment .button"),
        (f"/t/{name}/moments/0", ".puzzle-panel .button"),
        ("/my-games", ".missed-links a"),
    ):
        page.goto(path)
        page.wait_for_selector(seen, timeout=WHILE)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 320, path
    page.goto(f"/t/{name}/moments/0")
    expect(page.locator(".headline")).to_have_text("Finde einen besseren Zug als pass.")
    page.locator('.board .can[data-at="b2"]').first.tap()
    page.wait_for_timeout(300)
    if page.locator(".headline.puzzle-right").count() == 0:  # a touch asks before it plays
        page.locator('.board .can[data-at="b2"]').first.tap()
    expect(page.locator(".headline")).to_contain_text("Richtig: ")


def test_an_imported_game_has_moments_of_both(opens: Any) -> None:
    game = linden.load("linage", **TINY)
    assert replay(game, AWAY).over
    record = linden.Record(game, tuple(AWAY))
    page = opens("/my-games")
    page.get_by_role("button", name="Import a record").click()
    page.get_by_label("Records", exact=True).fill(record.text)
    page.get_by_role("button", name="Import", exact=True).click()
    page.wait_for_url("**/review*")
    section = page.get_by_role("region", name="Moments worth a look")
    expect(section.get_by_role("heading")).to_have_count(2, timeout=WHILE)
    expect(section).to_contain_text("One moment worth a look")
