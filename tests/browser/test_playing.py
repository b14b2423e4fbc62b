"""Every game, played to its end in a browser: by mouse, by keys, or by a finger on a phone; with
LINDEN_EVERY_HAND=1 each of them in all three ways."""

import random
from typing import Any

import pytest
from playwright.sync_api import expect

import linden
from hands import EVERY_HAND, HERE, PATIENCE, QUICK, SHORT, Hands, Player, open_table, sit_down

HANDS: tuple[Hands, ...] = ("mouse", "keys", "finger")
PLAYED = [
    (game, hands)
    for number, game in enumerate(linden.games())
    for hands in (HANDS if EVERY_HAND else HANDS[number % 3 :][:1])
]


@pytest.mark.parametrize(("game", "hands"), PLAYED)
def test_a_game_is_played_to_its_end(opens: Any, game: str, hands: Hands) -> None:
    page = opens("/", phone=hands == "finger")
    sit_down(page, game, QUICK if hands == "keys" else HERE, **SHORT.get(game, {}))
    made = Player(page, hands, random.Random(f"{game} {hands}")).play_out()
    assert made >= 3  # the fewest tiles that make a line
    expect(page.locator(".headline")).to_have_text(page.evaluate("document.title.split(' · ')[0]"))
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
    expect(page.locator(".stage").get_by_role("link", name="Review")).to_be_visible()


def test_two_clicks_lead_from_home_to_the_first_move(opens: Any) -> None:
    page = opens("/")
    page.get_by_role("button", name="Play Linja against the computer").click()
    page.wait_for_selector(".board.touchable")
    spot = Player(page, "mouse", random.Random(1)).see()["spots"][0]
    page.mouse.click(spot["x"], spot["y"])
    expect(page.locator(".board .tint-place").first).to_be_visible()


def test_keys_alone_lead_from_home_to_a_move(opens: Any) -> None:
    page = opens("/")
    page.wait_for_selector(".game .primary")
    focused = "() => document.activeElement?.getAttribute('aria-label') ?? ''"
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate(focused).startswith("Play Linear Progression"):
            break
    page.keyboard.press("Enter")
    page.wait_for_selector(".board.touchable")
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement?.closest('.board') !== null"):
            break
    before = page.locator(".moves .move").count()
    page.keyboard.press("Enter")
    expect(page.locator(".board [data-at].chosen")).to_have_count(1)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.wait_for_function(
        "(before) => document.querySelectorAll('.moves .move').length > before", arg=before
    )


def test_pieces_travel_unless_motion_is_unwelcome(opens: Any) -> None:
    page = opens("/", reduced_motion="no-preference")
    sit_down(page, "linja", HERE)
    page.evaluate(
        """() => {
          window.travelled = 0;
          const animate = Element.prototype.animate;
          Element.prototype.animate = function (...how) {
            window.travelled += 1;
            return animate.apply(this, how);
          };
        }"""
    )
    player = Player(page, "mouse", random.Random(3))
    player.move()
    page.wait_for_function("window.travelled > 0")
    page.emulate_media(reduced_motion="reduce")
    page.wait_for_timeout(400)
    page.evaluate("window.travelled = 0")
    player.move()
    page.wait_for_timeout(300)
    assert page.evaluate("window.travelled") == 0


def test_a_piece_can_be_dragged(opens: Any) -> None:
    page = opens("/")
    sit_down(page, "linja", HERE)
    pawn = page.locator('.board [data-at="red-1"]').last.bounding_box()
    row = page.locator('.board [data-at="2"]').bounding_box()
    assert pawn is not None
    assert row is not None
    page.mouse.move(pawn["x"] + pawn["width"] / 2, pawn["y"] + pawn["height"] / 2)
    page.mouse.down()
    page.mouse.move(row["x"] + row["width"] / 2, row["y"] + 40, steps=6)
    expect(page.locator(".ghosts")).to_have_count(1)
    page.mouse.move(row["x"] + row["width"] / 2, row["y"] + row["height"] / 2, steps=3)
    page.mouse.up()
    expect(page.locator(".move")).to_have_text(["1-2"])


def test_what_a_move_would_do_is_shown_before_it_is_made(opens: Any) -> None:
    page = opens("/")
    sit_down(page, "linage", HERE, size=5, komi=0.5)
    spot = page.locator('.board [data-at="c3"]').bounding_box()
    assert spot is not None
    page.mouse.move(spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2)
    expect(page.locator(".headline")).to_contain_text("would place a stone on c3")
    expect(page.locator(".ghosts .stone")).to_have_count(1)
    assert page.locator(".move").count() == 0
    page.mouse.move(5, 5)
    expect(page.locator(".ghosts")).to_have_count(0)


def test_a_small_place_is_asked_about_under_a_finger(opens: Any) -> None:
    page = opens("/", phone=True)
    page.wait_for_selector(".game")
    page.goto(open_table(page, "linage", HERE, komi=0.5))
    page.wait_for_selector(".board.touchable")
    spot = page.locator('.board [data-at="c3"]').bounding_box()
    assert spot is not None
    x, y = spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2
    page.touchscreen.tap(x, y)
    expect(page.get_by_role("button", name="Play it")).to_be_visible()
    assert page.locator(".move").count() == 0
    page.touchscreen.tap(x, y)
    expect(page.locator(".moves .move")).to_have_text(["c3"])


def test_moves_can_be_typed_and_mistakes_are_explained(opens: Any) -> None:
    page = opens("/")
    sit_down(page, "linja", HERE)
    page.keyboard.press("/")
    page.keyboard.type("1-9")
    page.keyboard.press("Enter")
    expect(page.locator(".toast")).to_contain_text("1-9")
    page.keyboard.type("1-2")
    page.keyboard.press("Enter")
    expect(page.locator(".move")).to_have_text(["1-2"])


def test_undo_and_hint_by_key(opens: Any) -> None:
    page = opens("/")
    sit_down(page, "linja", HERE)
    player = Player(page, "mouse", random.Random(1))
    player.move()
    page.keyboard.press("u")
    expect(page.locator(".history")).to_contain_text("No moves yet")
    page.keyboard.press("h")
    expect(page.locator(".line")).to_contain_text("Hint", timeout=PATIENCE)
    expect(page.locator(".board .hinted").first).to_be_visible()


def test_the_pile_of_linos_turns_by_key_and_by_drag(opens: Any) -> None:
    page = opens("/")
    sit_down(page, "linos", HERE)
    # Which square lies at the front corner of the cloth tells how it is turned.
    front = """() => {
      const squares = [...document.querySelectorAll(".board path.touch[data-at]")];
      const low = (one) => one.getBoundingClientRect().bottom;
      return squares.sort((one, other) => low(other) - low(one))[0].dataset.at;
    }"""
    shown = f"(square) => ({front})() === square"
    assert page.evaluate(front) == "g1"
    page.keyboard.press("]")
    page.wait_for_function(shown, arg="g7")
    page.keyboard.press("[")
    page.wait_for_function(shown, arg="g1")
    box = page.locator(".board").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 300, box["y"] + box["height"] - 12)
    page.mouse.down()
    page.mouse.move(box["x"] + 420, box["y"] + box["height"] - 12, steps=4)
    page.mouse.up()
    page.wait_for_function(shown, arg="g7")
