"""Small things that stood in people's way, and do not come back."""

import random
from typing import Any

import pytest
from playwright.sync_api import ConsoleMessage, Page, expect

import linden
from hands import HERE, Player, open_table, sit_down

WATCHED = [{"kind": "computer", "level": 1}, {"kind": "computer", "level": 1}]


def complaints(page: Page) -> list[str]:
    """What the browser complains of in its console, from now on."""
    heard: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            heard.append(message.text)

    page.on("console", hear)
    return heard


def test_home_names_designers_and_nobody_else(opens: Any) -> None:
    page = opens("/")
    designers = {linden.load(game).facts.designer for game in linden.games()}
    assert "" in designers, "a folk game is among them"
    told = page.locator(".colophon").get_by_text("The games are by").inner_text()
    named = told.removeprefix("The games are by ").removesuffix(".").split(", ")
    assert sorted(named) == sorted(designers - {""})


def test_a_typed_move_is_cleared_once_it_is_made(opens: Any) -> None:
    page = opens("/")
    sit_down(page, "linja", HERE)
    field = page.get_by_label("Type a move and press Enter")
    field.fill("1-9")
    field.press("Enter")
    expect(page.locator(".toast")).to_contain_text("1-9")
    expect(field).to_have_value("1-9")  # to be corrected
    field.fill("1-2")
    field.press("Enter")
    expect(page.locator(".move")).to_have_text(["1-2"])
    expect(field).to_have_value("")
    page.keyboard.type("2-3")
    expect(field).to_have_value("2-3")


@pytest.mark.parametrize("key", ["nothing", "no.such", "one/two", "spaced%20out", ""])
def test_a_bad_invitation_says_so(opens: Any, key: str) -> None:
    page = opens(f"/join/{key}")
    expect(page.locator(".lost")).to_contain_text("This link leads to no table.")


def test_reviewing_a_running_game_with_hidden_hands_is_no_error(opens: Any) -> None:
    page = opens("/", service_workers="allow")  # without, the browser complains
    path = sit_down(page, "linx", HERE)
    Player(page, "mouse", random.Random(1)).move()
    heard = complaints(page)
    page.goto(f"{path}/review")
    expect(page.locator(".insight")).to_have_text("The analysis opens when the game is over.")
    page.wait_for_load_state("networkidle")
    page.keyboard.press("Home")
    expect(page.locator(".headline")).to_have_text("The start")
    expect(page.locator(".insight")).to_have_text("The analysis opens when the game is over.")
    assert not heard


def test_a_page_that_was_not_touched_does_not_try_to_sound(opens: Any) -> None:
    page = opens("/", service_workers="allow")  # without, the browser complains
    heard = complaints(page)
    # What a test evaluates counts as a touch, so the browser's own word is stood in for.
    made = """() => {
      window.contexts = 0;
      window.touched = false;
      addEventListener("pointerup", () => (window.touched = true), { capture: true });
      Object.defineProperty(Navigator.prototype, "userActivation", {
        get: () => ({ hasBeenActive: window.touched }),
      });
      const Real = window.AudioContext;
      window.AudioContext = function (...how) { window.contexts += 1; return new Real(...how); };
    }"""
    page.add_init_script(f"({made})()")
    page.goto(open_table(page, "linja", WATCHED))
    page.wait_for_function("() => Number(document.querySelector('.table')?.dataset.ply) > 3")
    assert page.evaluate("window.contexts") == 0
    page.mouse.click(5, 300)
    page.wait_for_function("window.contexts === 1")
    assert not heard


def test_pages_and_pictures_find_their_icon(opens: Any) -> None:
    page = opens("/", service_workers="allow")  # without, the browser complains
    heard = complaints(page)
    assert page.request.get("/favicon.ico").ok
    page.goto("/api/health")
    page.wait_for_load_state("networkidle")
    assert not heard


def test_every_table_can_be_reached_from_home(opens: Any) -> None:
    page = opens("/")
    paths = {open_table(page, "linja", HERE) for _ in range(34)}
    page.goto("/")
    listed = page.locator(".tables.open a.table-card")
    expect(listed).to_have_count(4)
    more = page.locator(".tables.open").get_by_role("button", name="Show more")
    while more.is_visible():
        shown = listed.count()
        more.click()
        expect(listed.nth(shown)).to_be_focused()
    assert {link.get_attribute("href") for link in listed.all()} == paths
