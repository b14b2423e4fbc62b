"""What stands in front of a page or beside it for a moment, and what a page tells at the end of a
game: no serious finding of axe-core, in either theme, at a desktop's size and at a telephone's."""

import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import linden
from findings import findings_in_every_look
from hands import HERE, QUICK, SHORT, Player, open_table, sit_down
from servers import Server


def check(page: Page) -> None:
    assert findings_in_every_look(page) == []


def check_dialog(page: Page, opener: str) -> None:
    """What a button opens."""
    page.get_by_role("button", name=opener, exact=True).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    check(page)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_invitations(keeper: Page) -> None:
    keeper.goto(open_table(keeper, "linja", [{"kind": "me"}, {"kind": "friend"}]))
    expect(keeper.locator("dialog .network-question")).to_be_visible()
    check(keeper)
    keeper.get_by_role("button", name="Let them in").click()
    expect(keeper.locator("dialog .qr-code")).to_be_visible()
    check(keeper)
    keeper.get_by_role("button", name="Shut out the network").click()
    expect(keeper.locator("dialog .only-here")).to_be_visible()
    check(keeper)


def test_at_a_table(two: tuple[Page, Page]) -> None:
    ada, bob = two
    for opener in ("Settings", "Keys and help", "Say something", "Resign"):
        check_dialog(ada, opener)
    ada.get_by_role("button", name="Settings").click()
    ada.get_by_role("dialog").get_by_role("button", name="Get a link").click()
    expect(ada.locator("dialog .copy-link")).to_be_visible()
    check(ada)
    ada.keyboard.press("Escape")
    Player(ada, "mouse", random.Random(1)).move()
    ada.get_by_role("button", name="Take back").click()
    expect(bob.get_by_role("button", name="Decline")).to_be_visible()
    bob.get_by_role("button", name="Moves", exact=True).click()
    expect(bob.locator(".record.shown")).to_be_visible()
    check(bob)


def test_rules_beside_a_table(opens: Any) -> None:
    page = opens("/")
    sit_down(page, "linx", HERE)
    page.get_by_role("button", name="Rules", exact=True).click()
    expect(page.locator(".drawer .prose")).to_be_visible()
    check(page)


@pytest.mark.parametrize("game", linden.games())
def test_the_end_of_a_game(opens: Any, server: Server, game: str) -> None:
    person = server.person()
    table = person.table(game, HERE, SHORT.get(game))
    person.sit(table).play_out()
    page = opens("/")
    page.context.add_cookies(
        [
            {"name": name, "value": value, "url": page.url}
            for name, value in person.http.cookies.items()
        ]
    )
    page.goto(f"/t/{table}")
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
    check(page)


def test_looking_back(opens: Any) -> None:
    page = opens("/")
    path = sit_down(page, "linja", HERE)
    Player(page, "mouse", random.Random(1)).move()
    page.goto(f"{path}/review")
    expect(page.locator(".board svg")).to_be_visible()
    for opener in ("Download", "Link"):
        check_dialog(page, opener)


@pytest.mark.parametrize("game", linden.games())
def test_all_options_of_a_form(opens: Any, game: str) -> None:
    page = opens(f"/new/{game}")
    page.wait_for_selector(".seat-row")
    page.evaluate("() => document.querySelectorAll('details').forEach((it) => { it.open = true; })")
    check(page)


def test_my_games(opens: Any) -> None:
    page = opens("/")
    sit_down(page, "linja", QUICK)
    page.get_by_role("button", name="Resign", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Resign", exact=True).click()
    page.wait_for_selector('.table[data-turn="over"]')
    page.goto("/my-games")
    page.wait_for_selector(".my-list li")
    check(page)
    page.get_by_role("button", name="Import a record").click()
    page.get_by_role("dialog").get_by_role("textbox").fill("no record")
    page.get_by_role("dialog").get_by_role("button", name="Import", exact=True).click()
    expect(page.locator("dialog .form-error")).not_to_be_empty()
    check(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Take off the list").click()
    page.wait_for_selector(".toast")
    check(page)
