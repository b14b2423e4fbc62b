"""A rated game with a level in a real browser: chosen in the form, played to its end against a
clock, and told on the profile."""

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.test_accounts import PASSWORD, sign_up
from findings import findings
from hands import Player

WIDTH = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def choose_level(page: Page, level: int) -> None:
    slider = page.get_by_role("slider")
    slider.fill(str(level))
    expect(slider).to_have_attribute("aria-valuetext", re.compile(f"^{level},"))


def test_a_rated_game_with_a_level_to_its_end(opens: Any) -> None:
    page = opens("/")
    sign_up(page, "Emmy")
    page.goto("/new/linos")
    length = page.get_by_role("group", name="How long")
    rated = page.get_by_role("radio", name="Rated")
    expect(length).to_be_visible()
    choose_level(page, 1)
    rated.check(force=True)
    expect(page.locator("div.new")).to_contain_text("the level’s stays at 1221")
    expect(length).to_be_hidden()
    clock = page.get_by_label("Time", exact=True)
    expect(clock.locator("option:checked")).to_have_text("15 min each + 10 s a turn")
    choose_level(page, 4)
    expect(page.locator("div.new")).to_contain_text("the level’s stays at 1500")
    choose_level(page, 1)
    assert findings(page) == []
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector(".board svg")
    expect(page.locator(".bar-rules")).to_contain_text("the level at 1221")
    for name in ("Undo", "Hint"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_disabled()
    expect(page.get_by_role("button", name="Let the clocks stand")).to_have_count(0)
    expect(page.locator(".clock")).to_have_count(2)
    assert findings(page) == []
    Player(page, "mouse", random.Random(4)).play_out()
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
    page.goto("/u/Emmy")
    expect(page.locator(".rating-figure")).to_have_text(re.compile(r"^\d{3,4}\?$"))
    assert page.locator(".rating-figure").inner_text() != "1500?"
    expect(page.locator(".rating-course .with-level")).to_have_count(1)
    expect(page.locator(".profile")).to_contain_text("1 of them with a level, marked by a dot")
    assert findings(page) == []
    page.goto("/ranking/linos")
    expect(page.locator(".profile")).to_contain_text("The levels’ ratings are fixed")
    assert findings(page) == []


@pytest.mark.parametrize("lang", ["de-DE", "fr-FR", "it-IT"])
def test_the_form_on_a_phone(opens: Any, lang: str) -> None:
    name = f"Phone{lang[:2]}"
    page = opens("/account", phone=True, color_scheme="dark", locale=lang)
    page.locator("#sign-up-name").fill(name)
    page.locator("#sign-up-password").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    page.goto("/new/linja")
    rated = page.locator("input[name=rated]").last
    expect(rated).to_be_visible()
    page.locator("label:has(input[name=rated])").last.click()
    expect(page.locator("div.new")).to_contain_text("725")  # of level 2, as it is chosen first
    assert page.evaluate(WIDTH) <= 0
    assert findings(page) == []


def test_what_cannot_be_rated_is_not_offered(opens: Any) -> None:
    guest = opens("/new/linja")
    rated = "input[name=rated]"
    expect(guest.locator(".seat-row").first).to_be_visible()
    expect(guest.locator(rated).first).to_be_hidden()
    sign_up(guest, "Rosa")
    guest.goto("/new/linos")
    expect(guest.locator(rated).first).to_be_visible()
    guest.locator("input[name=seat-1][value=here]").check(force=True)
    expect(guest.locator(rated).first).to_be_hidden()
    guest.locator("input[name=seat-1][value=computer]").check(force=True)
    expect(guest.locator(rated).first).to_be_visible()
    players = guest.get_by_role("group", name="Number of players")
    players.get_by_role("radio", name="3").check(force=True)
    expect(guest.locator(".seat-row")).to_have_count(3)
    expect(guest.locator(rated).first).to_be_hidden()
    guest.goto("/new/pig")
    expect(guest.locator(".seat-row").first).to_be_visible()
    expect(guest.locator(rated).first).to_be_hidden()
