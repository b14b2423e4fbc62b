"""Puzzles on the page: found from the first page, tried, missed, solved, and the next one."""

from typing import Any

from playwright.sync_api import Page, expect

from findings import findings_in_every_look
from linden.puzzles.puzzle import Puzzle, kept

GAME = "linja"


def make(page: Page, puzzle: Puzzle, move: str) -> None:
    """Touch what makes a move."""
    for mark in puzzle.position.touches(move):
        page.locator(f'.board .can[data-at="{mark}"]').first.click()


def test_a_puzzle_is_missed_and_solved(opens: Any) -> None:
    page = opens("/")
    page.get_by_role("link", name="Puzzles").click()
    expect(page.locator(".puzzle-game").first).to_be_visible()
    assert findings_in_every_look(page) == []
    puzzle = next(it for it in kept(GAME) if len(it.line) == 1)
    page.goto(f"/puzzles/{GAME}/{puzzle.id}")
    page.wait_for_selector(".board .can")
    wrong = next(
        move
        for move in puzzle.position.moves
        if move != puzzle.line[0] and len(puzzle.position.touches(move)) == 2
    )
    make(page, puzzle, wrong)
    expect(page.locator(".headline")).to_have_text("Not that one.")
    assert findings_in_every_look(page) == []
    make(page, puzzle, puzzle.line[0])
    expect(page.locator(".headline")).to_contain_text("Right: ")
    expect(page.locator(".puzzle-rating")).to_contain_text("0 of 1")
    page.get_by_role("button", name="Next puzzle").click()
    expect(page).not_to_have_url(f"/puzzles/{GAME}/{puzzle.id}")
    page.get_by_role("button", name="Show me").click()
    expect(page.locator(".headline")).to_have_text("This was it.")


def test_an_answer_that_is_shown_gives_way_to_another_try(opens: Any) -> None:
    puzzle = next(it for it in kept(GAME) if len(it.line) > 1)
    page = opens(f"/puzzles/{GAME}/{puzzle.id}")
    page.wait_for_selector(".board .can")
    asked = page.locator(".headline").inner_text()
    page.get_by_role("button", name="Show me").click()
    page.get_by_role("button", name="Try it again").click()
    page.wait_for_timeout(900 * (len(puzzle.line) + 1))
    expect(page.locator(".headline")).to_have_text(asked)
    make(page, puzzle, puzzle.line[0])  # as from the beginning
    expect(page.locator(".headline")).not_to_have_text("Not that one.")


def test_a_puzzle_on_a_phone_in_german(opens: Any) -> None:
    puzzle = kept(GAME)[0]
    page = opens(
        f"/puzzles/{GAME}/{puzzle.id}", locale="de", viewport={"width": 320, "height": 568}
    )
    expect(page.get_by_role("button", name="Zeig es mir")).to_be_visible()
    for path in (f"/puzzles/{GAME}/{puzzle.id}", "/puzzles"):
        page.goto(path)
        page.wait_for_selector(".puzzle-themes")
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 320, path
