"""To the person, in their words: who did what, what would be, what to touch, and why not."""

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from cases import OWN
from hands import HERE, PATIENCE, QUICK, Player, sit_down

INTERNAL = re.compile(r"[a-z]+_[a-z]+|\b[a-z]+=|\b[A-Z]{2}-\d+\b")
"""An option's own name or value, or a ruling's number."""


def touch(page: Page, mark: str, *, beside: tuple[float, float] = (0.5, 0.5)) -> None:
    box = page.locator(f".board [data-at='{mark}']").last.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] * beside[0], box["y"] + box["height"] * beside[1])


def test_i_am_spoken_to_and_what_would_be_is_said_so(opens: Any) -> None:
    page = opens("/")
    sit_down(page, "linja", QUICK)
    expect(page.locator(".headline")).to_have_text("Your move")
    expect(page.locator(".line")).to_contain_text(
        "Touch one of your pawns, then the next row ahead."
    )
    touch(page, "red-1")
    row = page.locator(".board [data-at='2']:not([id])").first.bounding_box()
    assert row is not None
    page.mouse.move(row["x"] + row["width"] / 2, row["y"] + row["height"] / 2)
    expect(page.locator(".headline")).to_contain_text("You would move a pawn 1 row to row 2")
    page.mouse.click(row["x"] + row["width"] / 2, row["y"] + row["height"] / 2)
    expect(page.locator(".line")).to_contain_text("You move a pawn 1 row to row 2")
    page.get_by_role("button", name="Pass", exact=True).click()
    expect(page.locator(".line")).to_contain_text("The computer ", timeout=PATIENCE)


def test_others_have_their_names(opens: Any) -> None:
    page = opens("/")
    sit_down(page, "linja", [{"kind": "here", "name": "Ada"}, {"kind": "here", "name": "Bob"}])
    Player(page, "mouse", random.Random(1), aside=1).move()
    expect(page.locator(".line")).to_contain_text("Ada moves a pawn")


@pytest.mark.parametrize(
    ("game", "options", "mark", "why"),
    [
        ("linja", {}, "1", "Touch a pawn first, then the row it goes to."),
        (
            "linear",
            {"start": "c3 f6"},
            "f6",
            "This token is the computer's; slide one of your own.",
        ),
        ("linear", {"start": "c3 f6"}, "a4", "Touch the token that is to slide first."),
    ],
)
def test_what_cannot_be_touched_says_why(
    opens: Any, game: str, options: dict[str, Any], mark: str, why: str
) -> None:
    page = opens("/")
    sit_down(page, game, QUICK, **options)
    page.wait_for_selector(".board .can")
    touch(page, mark, beside=(0.9, 0.5) if game == "linja" else (0.5, 0.5))
    expect(page.locator(".toast")).to_have_text(why)


def test_linos_shows_every_way_to_place_a_stone(opens: Any) -> None:
    page = opens("/")
    sit_down(page, "linos", QUICK)
    expect(page.locator(".line")).to_contain_text("Touch the die to roll it.")
    touch(page, "g7")
    expect(page.locator(".toast")).to_have_text("The die comes first: touch it to roll.")
    page.get_by_role("button", name="Roll the die").click()
    expect(page.locator(".line")).to_contain_text("stone goes.")
    first = page.locator(".board path[data-at=d4]:not([aria-hidden])").last.bounding_box()
    assert first is not None
    middle = first["x"] + first["width"] / 2, first["y"] + first["height"] / 2
    page.mouse.move(*middle)
    expect(page.locator(".line")).to_have_text(
        "Touch it again for an upright stone, a square beside it for a lying one."
    )
    expect(page.locator(".board .several .pale-pieces > *").nth(2)).to_be_attached()
    touch(page, "a1")
    expect(page.locator(".toast").last).to_contain_text("The first stone goes to d4")


def test_everything_since_my_last_turn_is_told_and_marked(opens: Any) -> None:
    page = opens("/")
    others = [{"kind": "computer", "level": 1}] * 3
    sit_down(page, "linx", [{"kind": "me"}, *others], players=4)
    player = Player(page, "mouse", random.Random(2))
    player.move()
    expect(page.locator(".headline")).to_have_text("Your move", timeout=PATIENCE)
    line = page.locator(".line")
    for role in ("Blue", "Pink", "Green"):
        expect(line).to_contain_text(f"{role} ")
    expect(page.locator(".board .since").first).to_be_visible()
    assert page.locator(".board .since").count() <= 2, "all but the last; one may cover another"
    expect(page.locator(".seat .score").first).to_contain_text(" of 3")


def test_a_table_says_what_it_is_played_with(opens: Any) -> None:
    page = opens("/")
    sit_down(page, "linja", HERE, own_side=0, meddle=True)
    expect(page.locator(".bar-rules")).to_have_text(
        "A bonus may move the other side's pawns · A pawn left on its own half: costs nothing"
    )
    sit_down(page, "linja", HERE)
    expect(page.locator(".bar-rules")).to_have_text("usual rules")


@pytest.mark.parametrize("game", OWN)
def test_forms_speak_peoples_words(opens: Any, game: str) -> None:
    page = opens(f"/new/{game}")
    for details in page.locator("details").all():
        details.locator("summary").click()
    for field in page.locator("form .options input[type=radio], form .options .chip").all():
        field.evaluate("(one) => one.click()")
    page.wait_for_timeout(400)
    said = page.locator("form").inner_text()
    assert not INTERNAL.search(said), INTERNAL.search(said)


def test_the_picture_of_a_form_follows_the_options(opens: Any) -> None:
    page = opens("/new/linear")
    page.locator("details summary").click()
    squares = page.locator(".glimpse [data-at]:not([id])")
    page.get_by_role("button", name="6×6").click()
    expect(squares).to_have_count(32)
    page.get_by_role("button", name="c3", exact=True).click()
    expect(squares).to_have_count(31)
    page.get_by_role("button", name="Rows −").click()
    expect(squares).to_have_count(27)
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector(".board svg")
    expect(page.locator(".board [data-at='c2']")).to_have_count(0)  # the lowest row is gone
    expect(page.locator(".board [data-at='c3']:not([id])")).to_have_count(1)


def test_the_end_says_who_won_and_why(opens: Any) -> None:
    page = opens("/", reduced_motion="no-preference")
    sit_down(page, "linja", HERE)
    player = Player(page, "mouse", random.Random(6), aside=0)
    player.play_out()
    head = page.locator(".headline").inner_text()
    assert re.search(r"won by \d+, −?\d+ to −?\d+: the colours have passed\.$|^A draw", head), head
    said = page.locator(".line").inner_text()
    assert len(re.findall(r"\d×5 .*?= \d+", said)) == 2, said


def test_moves_of_a_list_tell_what_they_gained(opens: Any) -> None:
    page = opens("/")
    sit_down(page, "linos", HERE)
    player = Player(page, "mouse", random.Random(6))
    for _ in range(4):
        player.move()
    expect(page.locator(".moves .gain-figure")).to_have_count(2)
