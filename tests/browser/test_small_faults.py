"""Small things that stood in people's way, and do not come back."""

import random
from typing import Any

import pytest
from playwright.sync_api import ConsoleMessage, Page, Route, expect

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


def test_a_page_that_was_left_writes_nowhere(opens: Any) -> None:
    """Its answers come late; the one that is shown keeps its place, its title and its bar."""
    page = opens("/")
    page.wait_for_selector(".game")
    title = page.title()
    held: list[Route] = []
    page.route("**/api/tournaments", lambda route: held.append(route))
    with page.expect_request("**/api/tournaments"):
        page.locator("a[href='/tournaments']").first.click()
    page.go_back()
    page.wait_for_selector(".game")
    with page.expect_response("**/api/tournaments"):
        held[0].continue_()
    page.wait_for_load_state("networkidle")
    expect(page.locator(".tournaments")).to_have_count(0)
    expect(page.locator(".game").first).to_be_visible()
    expect(page).to_have_title(title)
    expect(page.locator(".bar-title", has_text="Tournaments")).to_have_count(0)


def test_skipping_to_the_page_loads_nothing_anew(opens: Any) -> None:
    page = opens("/tournaments")
    field = page.locator("#page input.field").first
    field.fill("7")
    page.locator(".skip").focus()
    page.keyboard.press("Enter")
    page.wait_for_load_state("networkidle")
    expect(field).to_have_value("7")
    page.go_back()
    expect(field).to_have_value("7")


def test_a_dialog_is_closed_by_what_is_around_it_alone(opens: Any) -> None:
    page = opens("/my-games")
    page.get_by_role("button", name="Import a record").click()
    box = page.get_by_role("dialog")
    text = box.locator("textarea")
    text.fill("Linden record 1")
    around, field = box.bounding_box(), text.bounding_box()
    assert around is not None
    assert field is not None
    page.mouse.click(around["x"] + 6, around["y"] + around["height"] / 2)
    expect(text).to_have_value("Linden record 1")
    page.mouse.move(field["x"] + 20, field["y"] + 10)
    page.mouse.down()
    page.mouse.move(2, 2)  # a text is marked, beyond the dialog's edge
    page.mouse.up()
    expect(text).to_have_value("Linden record 1")
    page.mouse.click(2, 2)
    expect(box).to_have_count(0)


def test_a_press_that_ends_elsewhere_is_forgotten(opens: Any) -> None:
    page = opens("/")
    sit_down(page, "linja", HERE)
    board = page.locator(".board svg").first.bounding_box()
    words = page.locator(".headline").bounding_box()
    assert board is not None
    assert words is not None
    page.mouse.move(board["x"] + 2, board["y"] + 2)
    page.mouse.down()
    page.mouse.move(words["x"] + 5, words["y"] + 5)
    page.mouse.up()
    page.locator(".can").first.click()
    expect(page.locator(".chosen")).not_to_have_count(0)
