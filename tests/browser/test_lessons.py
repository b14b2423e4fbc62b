"""Lessons on the board: all five games to their end, in four languages, by touch and by keys."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

import linden
from cases import OWN
from findings import findings
from hands import SETTLED
from linden.core.language import speaking
from linden.core.lessons import Course, told

SMALL = {"width": 320, "height": 568}
WIDER = """() => document.documentElement.scrollWidth - document.documentElement.clientWidth"""
CUT = """() => [...document.querySelectorAll(".lesson button, .lesson p, .lesson h2")]
  .filter((one) => one.offsetParent && one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.textContent)"""
SPOT = """(mark) => {
  for (const one of document.querySelectorAll(`.board .can[data-at="${mark}"]`)) {
    const box = one.getBoundingClientRect();
    for (const [x, y] of [[5, 5], [5, 2], [5, 8], [2, 5], [8, 5], [3, 3], [7, 3], [3, 7], [7, 7]]) {
      const at = [box.x + (box.width * x) / 10, box.y + (box.height * y) / 10];
      if (document.elementFromPoint(...at)?.closest("[data-at]")?.dataset.at === mark) return at;
    }
  }
  return null;
}"""
MARKS = """() => [...document.querySelectorAll(".board [data-at]")].map((one) => one.dataset.at)"""


LANGUAGES = ("de", "fr", "it", "en")
LEARNT = [(name, lang) for name in OWN for lang in LANGUAGES]


def touch(page: Page, mark: str) -> bool:
    """Put a finger where the board has this mark, and nothing before it; whether it has."""
    spot = page.evaluate(SPOT, mark)
    if spot:
        page.touchscreen.tap(*spot)
    return bool(spot)


def press(page: Page, mark: str) -> None:
    spot = page.locator(f'.board .can[role=button][data-at="{mark}"]').first
    spot.focus()
    spot.press("Enter")


def make(page: Page, course: Course, move: str) -> None:
    """Touch what a move needs, and wait for the answer to it."""
    task, position = str(course.done + 1), course.position
    for mark in position.touches(move):
        if page.locator(".lesson").get_attribute("data-task") == task:
            break  # it was clear already
        if not touch(page, mark):  # it stands beside the board
            on_board = set(page.evaluate(MARKS))
            aside = [it for it in position.moves if not on_board & set(position.touches(it))]
            page.locator(".choices button").nth(aside.index(move)).tap()
        page.wait_for_function("() => !document.querySelector('.board[aria-busy]')")
    page.wait_for_selector(f'.lesson[data-task="{task}"]')


@pytest.mark.parametrize(("game", "lang"), LEARNT)
def test_a_lesson_is_learnt_to_its_end(opens: Any, game: str, lang: str) -> None:
    page = opens(f"/learn/{game}", has_touch=True, viewport=SMALL, locale=lang)
    steps = linden.load(game).lesson
    for number, step in enumerate(steps):
        page.wait_for_selector(f'.lesson[data-step="{step.name}"][data-task="0"] .board svg')
        page.wait_for_function(SETTLED)
        course = Course.of(game, step)
        with speaking(lang):
            asks = told(game, course.task.asks)
        expect(page.locator(".lesson-asks")).to_have_text(asks)
        assert page.evaluate(WIDER) <= 0
        assert page.evaluate(CUT) == []
        while not course.over:
            solution = course.solution
            make(page, course, solution)
            course = course.attempt(solution).course
        expect(page.locator(".lesson-answer.right")).to_be_visible()
        if number < len(steps) - 1:
            page.locator(".actions .primary").click()
    expect(page.locator(".lesson-dot.done")).to_have_count(len(steps))
    assert page.locator("html").get_attribute("lang") == lang
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
    for mark in ("red-5", "6"):
        press(page, mark)
    page.wait_for_selector('.lesson[data-task="1"] .board:not([aria-busy])')
    for mark in ("red-5", "7"):
        press(page, mark)
    page.get_by_role("button", name="Your first game").click()
    page.wait_for_selector(".table[data-turn]")
    expect(page.locator(".seats")).to_contain_text("Newcomer")


def test_home_offers_lessons_in_german_on_a_small_telephone(opens: Any) -> None:
    page = opens("/", viewport=SMALL, locale="de")
    page.wait_for_selector(".game .learn")
    assert page.evaluate(WIDER) <= 0


def test_a_game_without_a_lesson_offers_none(opens: Any) -> None:
    page = opens("/new/pig")
    page.wait_for_selector(".about-links")
    assert page.get_by_role("link", name="Lesson").count() == 0
    page.goto("/learn/pig")
    expect(page.locator("h1")).to_have_text("Nothing on this table")
