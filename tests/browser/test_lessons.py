"""Lessons on the board: all five games to their end, in four languages, by touch and by keys."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

import linden
from findings import findings
from linden.core.language import speaking
from linden.core.lessons import Course, told

SMALL = {"width": 320, "height": 568}
WIDER = """() => document.documentElement.scrollWidth - document.documentElement.clientWidth"""
CUT = """() => [...document.querySelectorAll(".lesson button, .lesson p, .lesson h2")]
  .filter((one) => one.offsetParent && one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.textContent)"""


def touch(page: Page, mark: str, finger: bool) -> None:
    spot = page.locator(f'.board .can[role=button][data-at="{mark}"]').first
    if not spot.count():
        chip = page.locator(".choices button").filter(has_text=mark.capitalize())
        return chip.tap() if finger else chip.press("Enter")
    if finger:
        return spot.tap()
    spot.focus()
    spot.press("Enter")


def make(page: Page, course: Course, move: str, finger: bool) -> None:
    """Touch what a move needs, and wait for the answer to it."""
    task = str(course.done + 1)
    for mark in course.position.touches(move):
        if page.locator(".lesson").get_attribute("data-task") == task:
            break  # it was clear already
        touch(page, mark, finger)
        page.wait_for_function("() => !document.querySelector('.board[aria-busy]')")
    page.wait_for_selector(f'.lesson[data-task="{task}"]')


@pytest.mark.parametrize(
    ("game", "lang", "finger"),
    [
        ("linja", "de", True),
        ("linage", "fr", True),
        ("linear", "it", True),
        ("linx", "en", True),
        ("linos", "de", False),
    ],
)
def test_a_lesson_is_learnt_to_its_end(opens: Any, game: str, lang: str, finger: bool) -> None:
    how = {"has_touch": finger, "viewport": SMALL if finger else None, "locale": lang}
    page = opens(f"/learn/{game}", **{key: it for key, it in how.items() if it is not None})
    steps = linden.load(game).lesson
    for number, step in enumerate(steps):
        page.wait_for_selector(f'.lesson[data-step="{step.name}"][data-task="0"] .board .can')
        course = Course.of(game, step)
        with speaking(lang):
            asks = told(game, course.task.asks)
        expect(page.locator(".lesson-asks")).to_have_text(asks)
        assert page.evaluate(WIDER) <= 0
        assert page.evaluate(CUT) == []
        while not course.over:
            solution = course.solution
            make(page, course, solution, finger)
            course = course.attempt(solution).course
        expect(page.locator(".lesson-answer.right")).to_be_visible()
        if number < len(steps) - 1:
            page.locator(".actions .primary").click()
    expect(page.locator(".lesson-dot.done")).to_have_count(len(steps))
    assert findings(page) == []
    if game != "linja":
        return
    page.goto("/")  # who has learnt it all is not asked to again
    page.wait_for_selector(".game .learn")
    assert page.locator(f'.game .learn[href="/learn/{game}"]').count() == 0
    page.goto(f"/learn/{game}?step={steps[-1].name}")
    expect(page.locator(".lesson-dot.done")).to_have_count(len(steps))  # which is kept


def test_wrong_tries_are_answered_and_help_is_given(opens: Any) -> None:
    page = opens("/learn/linja", color_scheme="dark")
    page.wait_for_selector(".board .can")
    page.locator('.board .can[data-at="red-3"]').first.click()
    page.locator('.board .can[data-at="4"]').first.click()
    expect(page.locator(".lesson-answer.wrong")).to_contain_text("row 7")
    expect(page.locator("#polite")).to_contain_text("row 7")
    assert findings(page) == []
    page.get_by_role("button", name="Show me").click()
    page.wait_for_selector(".board .hint, .board .hinted, .board [class*=hint]")
    page.get_by_role("button", name="Skip").click()
    page.wait_for_selector('.lesson[data-step="company"]')
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector('.lesson[data-step="open"]')
    page.goto("/learn/linja?step=end")
    page.wait_for_selector('.lesson[data-step="end"] .board .can')
    make(page, course := Course.of("linja", linden.load("linja").lesson[-1]), "5-6", finger=False)
    make(page, course.attempt("5-6").course, "5-7", finger=False)
    page.get_by_role("button", name="Your first game").click()
    page.wait_for_selector(".table[data-turn]")
    expect(page.locator(".seats")).to_contain_text("Newcomer")


def test_nothing_overflows_in_german_on_a_small_telephone(opens: Any) -> None:
    for game in ("linage", "linear", "linos", "linx"):
        page = opens(f"/learn/{game}", viewport=SMALL, has_touch=True, locale="de")
        for number in range(len(linden.load(game).lesson)):
            page.locator(".lesson-dot").nth(number).click()
            page.wait_for_selector(f'.lesson[data-step="{linden.load(game).lesson[number].name}"]')
            assert page.evaluate(WIDER) <= 0
            assert page.evaluate(CUT) == []
        page.context.close()
    page = opens("/", viewport=SMALL, locale="de")
    page.wait_for_selector(".game .learn")
    assert page.evaluate(WIDER) <= 0


def test_a_game_without_a_lesson_offers_none(opens: Any) -> None:
    page = opens("/new/pig")
    page.wait_for_selector(".about-links")
    assert page.get_by_role("link", name="Lesson").count() == 0
    page.goto("/learn/pig")
    expect(page.locator("h1")).to_have_text("Nothing on this table")
