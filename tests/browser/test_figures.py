"""The figures of the rules: played in where they stand, by mouse, finger and keys."""

from typing import Any

from playwright.sync_api import Locator, Page, expect

import linden
from findings import findings_in_every_look


def figure(page: Page, name: str) -> Locator:
    return page.locator(f'figure[data-figure="{name}"]')


def test_a_figure_is_played_in_by_keys(opens: Any) -> None:
    page = opens("/rules/linja")
    one = figure(page, "opening")
    one.get_by_role("button", name="Try it here").focus()
    page.keyboard.press("Enter")
    said = one.locator(".figure-said")
    expect(said).to_have_text("Touch one of your pawns, then the next row ahead.")
    expect(one.locator(".board .hinted").first).to_be_attached()
    expect(one.locator(".board [data-at]:focus")).to_have_count(1)
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(said).to_contain_text("a follow-up of 2. Red may follow up: 2 rows.")
    expect(one.locator(".board [data-at]:focus")).to_have_count(1)
    assert findings_in_every_look(page) == []
    one.get_by_role("button", name="Back").click()
    expect(said).to_have_text("Touch one of your pawns, then the next row ahead.")
    expect(one.locator(".board [data-at]:focus")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(one.locator(".figure-live")).to_have_count(0)
    expect(one.get_by_role("button", name="Try it here")).to_be_focused()


def test_one_figure_at_a_time_by_finger_in_german(opens: Any) -> None:
    """With a slider where there is much to choose from; nothing sticks out of a small page."""
    page = opens(
        "/rules/linage", phone=True, locale="de-DE", viewport={"width": 320, "height": 568}
    )
    figure(page, "komi").get_by_role("button", name="Hier ausprobieren").tap()
    one = figure(page, "komi")
    expect(one.locator("input[type=range]")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    one.locator(".choices .primary").tap()
    expect(one.locator(".choices .chip")).to_have_count(2)
    figure(page, "stone").locator(".figure-picture").tap()
    expect(one.locator(".figure-live")).to_have_count(0)
    other = figure(page, "stone")
    other.locator('.board [data-at="c3"]').last.tap()
    expect(other.locator(".figure-said")).to_contain_text("Vertikal")
    expect(other.locator(".board .can")).to_have_count(0)
    other.get_by_role("button", name="Fertig").tap()
    expect(other.locator(".figure-picture")).to_be_visible()


def test_every_picture_fits_and_has_its_caption(opens: Any) -> None:
    for game in linden.games():
        page = opens(f"/rules/{game}", phone=True, viewport={"width": 320, "height": 568})
        expect(page.locator(".prose figure svg").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") == 320, game
        cut = page.evaluate(
            """() => [...document.querySelectorAll(".prose figure")].filter((one) => {
                const { width, height, right } = one.querySelector("svg").getBoundingClientRect();
                const caption = one.querySelector("figcaption").textContent.trim();
                return width < 200 || height < 90 || right > innerWidth || caption.length < 5;
            }).map((one) => one.dataset.figure)"""
        )
        assert cut == [], game
        page.context.close()


def test_the_drawer_leads_to_the_study_board_and_leaves_the_table(opens: Any) -> None:
    page = opens("/p/linear")
    page.wait_for_selector(".board svg")
    page.get_by_role("button", name="Rules", exact=True).click()
    links = page.locator(".drawer figure a")
    expect(links).to_have_count(len(linden.load("linear").figures))
    expect(links.first).to_have_attribute("target", "_blank")
    expect(page.locator(".drawer .figure-try")).to_have_count(0)
