"""Study: positions by text or by hand, branches and what they are worth, playing on from there."""

import random
import re
from typing import Any

from playwright.sync_api import Page, expect

from findings import findings
from hands import HERE, PATIENCE, Player, sit_down

MIDDLE = "6.1.0.1.1.1.2.0/0.1.1.1.2.1.0.6 black opening"


def text_of(page: Page) -> Any:
    return page.get_by_label("The position as text")


def test_a_position_is_pasted_and_a_faulty_one_explained(opens: Any) -> None:
    page = opens("/new/linja")
    page.get_by_role("link", name="Study").click()
    page.wait_for_selector(".board svg")
    expect(page.get_by_role("heading", name="Linja: study")).to_be_visible()
    text_of(page).fill("6.1.1 red")
    text_of(page).press("Enter")
    expect(page.locator(".study .form-error")).to_contain_text("it looks like")
    text_of(page).fill(MIDDLE)
    text_of(page).press("Enter")
    expect(page.locator(".headline")).to_have_text("Black to open.")
    expect(page.locator(".study .form-error")).to_be_empty()
    page.reload()
    expect(text_of(page)).to_have_value(MIDDLE)
    page.get_by_role("button", name="The start", exact=True).click()
    expect(page.locator(".headline")).to_have_text("Red to open.")


def test_a_position_is_set_up_by_hand(opens: Any) -> None:
    page = opens("/p/linear")
    page.wait_for_selector(".board svg")
    page.get_by_role("button", name="Set up by hand").click()
    page.locator('.board .can[data-at="d4"]').first.click()
    expect(text_of(page)).to_have_value(re.compile(r"w.*black drop"))
    page.locator('.board .can[data-at="e5"]').first.click()
    expect(text_of(page)).to_have_value(re.compile(r"b.*w.*(white|black) slide"))
    page.locator('.board .can[data-at="c3"]').first.click()
    page.locator(".choices").get_by_role("button", name="A black token on c3.").click()
    expect(text_of(page)).to_have_value(re.compile(r"b.*w.*b.* slide"))
    assert findings(page) == []
    page.get_by_role("button", name="Back", exact=True).click()
    expect(text_of(page)).to_have_value(re.compile(r"b.*w.* slide"))
    expect(text_of(page)).not_to_have_value(re.compile(r"b.*w.*b.* slide"))
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_role("button", name="Set up by hand")).to_be_visible()


def test_chance_and_hands_are_set_up_too(opens: Any) -> None:
    page = opens("/new/linos")
    page.locator(".players").get_by_label("3").check(force=True)
    page.get_by_role("link", name="Study").click()
    expect(text_of(page)).to_have_value(re.compile(r" first roll 0\.0\.0\+"))
    page.get_by_role("button", name="Set up by hand").click()
    page.locator('.board .can[data-at="d4"]').first.click()
    chips = page.locator(".choices")
    chips.get_by_role("button", name="A dark stone upright on d4.").click()
    expect(text_of(page)).to_have_value(re.compile("^Xd4 OXOOXXOOXXO second roll"))
    chips.get_by_role("button", name="Second to place a light stone.").click()
    expect(text_of(page)).to_have_value(re.compile("second holds-O"))
    page.goto("/p/linx")
    page.get_by_role("button", name="Set up by hand").click()
    chips.get_by_role("button", name="Deal the opening hands.").click()
    page.locator('.board .can[data-at="d4"]').first.click()
    chips.get_by_role("button", name="Yellow would lay scissors on d4 and draw two.").click()
    expect(text_of(page)).to_have_value(re.compile("^d4:Sy .* blue play"))


def test_a_branch_is_judged_as_it_is_tried(opens: Any) -> None:
    page = opens(f"/p/linja?position={MIDDLE}")
    page.wait_for_selector(".board svg")
    expect(page.locator(".advice")).to_contain_text("Best now", timeout=PATIENCE)
    best = page.locator(".advice button").inner_text()
    page.locator(".advice button").click()
    expect(page.locator(".verdict")).to_contain_text(best, timeout=PATIENCE)
    expect(page.locator(".headline")).to_contain_text(f"Trying: {best}")
    assert findings(page) == []
    page.get_by_role("button", name="Back", exact=True).click()
    expect(page.locator(".verdict")).to_have_count(0)
    expect(page.locator(".advice")).to_contain_text(best)


def test_the_board_is_turned_so_that_ones_side_is_near(opens: Any) -> None:
    page = opens("/p/linja")
    page.wait_for_selector(".board svg")
    row = page.locator('.board g[data-at="8"]')
    before = row.bounding_box()
    page.get_by_role("button", name="Turn", exact=True).click()
    page.wait_for_function(
        """(y) => document.querySelector('.board g[data-at="8"]')
          .getBoundingClientRect().y > y + 50""",
        arg=before and before["y"],
    )


def test_a_game_is_played_on_from_a_position(opens: Any) -> None:
    page = opens(f"/p/linja?position={MIDDLE}", phone=True, color_scheme="dark")
    page.wait_for_selector(".board svg")
    assert findings(page) == []
    page.get_by_role("link", name="Play on").click()
    expect(page.locator(".begins")).to_contain_text("Black to open.")
    page.locator(".seat-row").nth(1).get_by_label("Me").check(force=True)
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector('.table[data-turn="you"]')
    page.wait_for_selector(".board .can")


def test_a_finished_game_with_hands_is_played_on_from_a_move(opens: Any) -> None:
    page = opens("/")
    path = sit_down(page, "linx", HERE)
    Player(page, "mouse", random.Random(1)).play_out()
    page.goto(f"{path}/review?ply=12")
    page.wait_for_selector(".board svg")
    page.get_by_role("link", name="Play on").click()
    page.wait_for_selector(".begins")
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector(".table[data-turn]")
    assert int(page.locator(".table").get_attribute("data-ply") or 0) >= 12


def test_moves_stand_in_two_columns(opens: Any) -> None:
    page = opens("/")
    path = sit_down(page, "linear", HERE)
    player = Player(page, "mouse", random.Random(2))
    for _ in range(4):
        player.move()
    page.goto(f"{path}/review")
    page.wait_for_selector(".moves.two li")
    columns = page.evaluate(
        """() => [...document.querySelectorAll(".moves.two li")].map((one) =>
          [one.className, Math.round(one.getBoundingClientRect().x)])"""
    )
    left = {x for name, x in columns if name == "of-seat-0"}
    right = {x for name, x in columns if name == "of-seat-1"}
    assert len(left) == len(right) == 1
    assert min(left) < min(right)
