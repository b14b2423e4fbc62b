"""The pages around the table: home, a new table, review, rules, and what is not there."""

import random
import re
from typing import Any

import pytest
from playwright.sync_api import expect

import linden
from hands import HERE, PATIENCE, QUICK, Player, sit_down
from servers import Server


def test_home_shows_every_game_and_where_one_left_off(opens: Any) -> None:
    page = opens("/")
    expect(page.locator(".game")).to_have_count(len(linden.games()))
    expect(page.locator(".glimpse svg")).to_have_count(len(linden.games()))
    expect(page.locator("h1")).to_have_text("Good games, one quiet table")
    path = sit_down(page, "linja", QUICK)
    page.locator(".brand").click()
    continued = page.locator(".tables.open a").first
    expect(continued).to_contain_text("Linja")
    continued.click()
    page.wait_for_url(f"**{path}")


def test_little_boards_change_quietly(opens: Any) -> None:
    page = opens("/", reduced_motion="no-preference")
    page.wait_for_selector(".glimpse svg")
    before = [board.inner_html() for board in page.locator(".glimpse").all()]
    page.wait_for_function(
        """(old) => [...document.querySelectorAll(".glimpse")]
          .some((board, i) => board.innerHTML !== old[i])""",
        arg=before,
    )


def test_a_name_is_kept(opens: Any) -> None:
    page = opens("/")
    field = page.get_by_label("Your name at the table")
    field.fill("Ada")
    field.press("Enter")
    expect(page.locator(".toast")).to_contain_text("Ada")
    page.reload()
    expect(page.get_by_label("Your name at the table")).to_have_value("Ada")


@pytest.mark.parametrize("game", linden.games())
def test_the_form_comes_from_the_declarations(opens: Any, game: str) -> None:
    page = opens(f"/new/{game}")
    page.wait_for_selector(".seat-row")
    facts = linden.load(game).facts
    for option in facts.options:
        found = page.locator(f'[id="option-{option.name}"], [name="option-{option.name}"]')
        assert found.count() > 0, option.name
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector(".board svg")


def test_seats_follow_the_number_of_players(opens: Any) -> None:
    page = opens("/new/linos")
    expect(page.locator(".seat-row")).to_have_count(2)
    page.locator(".players").get_by_label("4").check(force=True)
    expect(page.locator(".seat-row")).to_have_count(4)
    page.locator(".seat-row").nth(2).get_by_label("Me").check(force=True)
    assert page.locator('.seat-row input[value="me"]:checked').count() == 1


def test_a_wrong_option_is_explained_while_typing(opens: Any) -> None:
    page = opens("/new/linage")
    page.locator("summary").click()
    page.get_by_label("Size").fill("99")
    expect(page.locator(".form-error")).to_contain_text("3 to 19")
    expect(page.get_by_role("button", name="Start")).to_be_disabled()
    page.get_by_label("Size").fill("7")
    expect(page.locator(".form-error")).to_be_empty()


def test_a_level_is_remembered(opens: Any) -> None:
    page = opens("/new/linja")
    slider = page.get_by_label("Level of Black")
    slider.fill("5")
    expect(page.locator(".level output")).to_contain_text("practised")
    page.goto("/new/linear")
    expect(page.locator(".level output")).to_contain_text("practised")


def test_review_steps_branches_off_and_comes_back(opens: Any) -> None:
    page = opens("/")
    path = sit_down(page, "linear", HERE, board="6x6")
    made = Player(page, "mouse", random.Random(8)).play_out()
    page.locator(".stage").get_by_role("link", name="Review").click()
    page.wait_for_url(f"**{path}/review")
    page.wait_for_selector(".review .board svg")
    expect(page.locator(".moves .move")).to_have_count(made + 2)  # and two drops
    page.keyboard.press("Home")
    expect(page.locator(".headline")).to_have_text("The start")
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    expect(page.locator('.move[aria-current="step"]')).to_have_count(1)
    expect(page).to_have_url(re.compile(r"ply=4"))
    page.wait_for_selector(".board .can")
    player = Player(page, "mouse", random.Random(9))
    for _ in range(12):
        if page.locator(".headline.trying").count():
            break
        player.touch(player.see())
        page.wait_for_timeout(120)
    expect(page.locator(".headline")).to_contain_text("Trying:")
    page.get_by_role("button", name="Back to the game").click()
    expect(page.locator(".headline.trying")).to_have_count(0)
    # The analysis comes in by and by: a graph, a verdict, colours.
    page.wait_for_selector(".graph-drawing .course", timeout=PATIENCE)
    page.wait_for_selector(".verdict", timeout=PATIENCE)


def test_a_game_and_a_position_can_be_taken_along(opens: Any) -> None:
    page = opens("/")
    path = sit_down(page, "linja", HERE)
    player = Player(page, "mouse", random.Random(3))
    for _ in range(3):
        player.move()
    page.goto(f"{path}/review?ply=2")
    page.wait_for_selector(".board svg")
    saved = {}
    for text in ("The game as text", "This position as SVG", "This position as PNG"):
        if not page.locator("dialog").count():
            page.get_by_role("button", name="Download").click()
        with page.expect_download() as download:
            page.get_by_text(text).click()
        saved[text] = download.value.path().read_bytes()
    record = linden.Record.parse(saved["The game as text"].decode())
    assert len(record.moves) == 3
    assert saved["This position as SVG"].startswith(b"<svg")
    assert saved["This position as PNG"].startswith(b"\x89PNG")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Link").click()
    address = page.locator(".copy-link input").first.input_value()
    page.goto(address)
    page.wait_for_selector(".board svg")
    assert page.locator(".moves .move").count() == 0
    expect(page.locator(".board .can").first).to_be_attached()


@pytest.mark.parametrize("game", linden.games())
def test_rules_have_a_page_and_a_drawer(opens: Any, game: str) -> None:
    page = opens(f"/rules/{game}")
    expect(page.locator(".prose h1")).to_have_text(linden.load(game).title)
    assert page.locator(".prose h2").count() >= 2
    assert page.locator(".prose svg").count() >= 1
    sit_down(page, game, HERE)
    page.get_by_role("button", name="Rules", exact=True).click()
    expect(page.locator(".drawer h1")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".drawer")).to_have_count(0)


@pytest.mark.parametrize("path", ["/nothing/here", "/t/nothing", "/new/chess", "/rules/chess"])
def test_what_is_not_there_says_so_and_leads_home(opens: Any, path: str) -> None:
    page = opens(path)
    page.get_by_role("link", name="Choose a game").click()
    expect(page.locator(".game").first).to_be_visible()


def test_a_small_game_is_worked_out_from_its_review(opens: Any, server: Server) -> None:
    page = opens(server.keeper_path)
    path = sit_down(page, "linage", HERE, size="3x3", komi=0)
    player = Player(page, "mouse", random.Random(2))
    for _ in range(3):
        player.move()
    page.goto(f"{path}/review?ply=1")
    line = page.locator(".truth")
    expect(line).to_contain_text("Linage on this board can be known completely.")
    expect(page.locator(".graph-exact")).to_have_count(0)
    other = opens(f"{path}/review?ply=1").locator(".truth")
    expect(other).to_contain_text("Whoever runs this Linden can have it worked out.")
    expect(other.get_by_role("button")).to_have_count(0)
    line.get_by_role("button", name="Work it out").click()
    expect(line.get_by_role("button", name="Stop")).to_be_visible()
    page.reload()  # the work goes on
    expect(page.locator(".graph-exact")).to_have_text("exact", timeout=PATIENCE)
    expect(line.get_by_role("button")).to_have_count(0)
    expect(page.locator(".insight")).to_contain_text(re.compile(r"Exact: .* with perfect play\."))
    page.reload()
    expect(page.locator(".graph-exact")).to_have_text("exact")
    expect(line).to_be_empty()
