"""Several people at one table: by link, watching, on one screen; and a server that dies."""

import random
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect

from hands import HERE, Player, invitation_to, open_table, sit_down
from servers import serving


def wait_for_ply(page: Page, ply: int) -> None:
    page.wait_for_function(
        "(ply) => Number(document.querySelector('.table')?.dataset.ply) === ply", arg=ply
    )


def ply_of(page: Page) -> int:
    return int(page.locator(".table").get_attribute("data-ply") or -1)


def test_a_friend_sits_down_by_link_and_a_third_watches(opens: Any) -> None:
    ada = opens("/new/linja")
    ada.locator(".seat-row").nth(1).get_by_label("Friend").check(force=True)
    ada.get_by_role("button", name="Start").click()
    link = ada.locator("dialog .copy-link input").first.input_value()
    ada.keyboard.press("Escape")

    bob = opens(link)
    expect(bob.get_by_role("heading", level=1)).to_have_text("You are invited to Linja")
    late = opens(link)
    bob.get_by_label("You sit down as").fill("Bob")
    bob.keyboard.press("Enter")
    bob.wait_for_url("**/t/*")
    bob.wait_for_selector(".board svg")
    expect(ada.locator(".presence.here")).to_have_count(2)
    expect(ada.locator(".seat-name").filter(has_text="Bob")).to_be_visible()
    late.get_by_role("button", name="Sit down").click()
    expect(late.locator(".told")).to_contain_text("Bob has sat down here before you.")
    eve = opens(link)
    eve.get_by_role("link", name="Watch").click()
    eve.wait_for_selector(".board svg")
    expect(ada.locator(".watchers")).to_contain_text("1 is watching")
    assert eve.locator(".board .can").count() == 0

    players = {"you": Player(ada, "mouse", random.Random(1))}
    for turn in range(6):
        mover, other = (ada, bob) if ada.locator(".board .can").count() else (bob, ada)
        before = ply_of(mover)
        players["you"].page = mover
        players["you"].move()
        for page in (mover, other, eve):
            page.wait_for_function(
                "(ply) => Number(document.querySelector('.table').dataset.ply) > ply", arg=before
            )
        assert ply_of(eve) == ply_of(mover) == before + 1, turn
    assert (
        eve.locator(".moves .move").all_inner_texts()
        == ada.locator(".moves .move").all_inner_texts()
    )


def test_a_takeback_is_asked_for_and_granted(opens: Any) -> None:
    ada = opens("/new/linear")
    ada.locator(".seat-row").nth(1).get_by_label("Friend").check(force=True)
    ada.get_by_role("button", name="Start").click()
    link = ada.locator("dialog .copy-link input").first.input_value()
    ada.keyboard.press("Escape")
    bob = opens(link)
    bob.get_by_role("button", name="Sit down").click()
    bob.wait_for_selector(".board svg")
    bob.goto(link)
    expect(bob.locator(".told")).to_have_text("You sit at this table already.")
    bob.get_by_role("link", name="To the table").click()
    bob.wait_for_selector(".board svg")
    Player(ada, "mouse", random.Random(2)).move()
    ply = ply_of(ada)
    wait_for_ply(bob, ply)
    ada.get_by_role("button", name="Take back").click()
    bob.get_by_role("button", name="Agree").click()
    wait_for_ply(ada, ply - 1)
    wait_for_ply(bob, ply - 1)


def test_hands_are_covered_between_turns_on_one_screen(opens: Any) -> None:
    page = opens("/")
    sit_down(page, "linx", HERE)
    page.wait_for_selector(".cover:not([hidden])")
    assert page.locator('.board [data-at^="hand-"]').count() == 0
    page.get_by_role("button", name="hand").click()
    expect(page.locator('.board [data-at^="hand-"]').first).to_be_visible()
    Player(page, "mouse", random.Random(4)).move()
    page.wait_for_selector(".cover:not([hidden])")


def test_resigning_asks_first(opens: Any) -> None:
    page = opens("/")
    sit_down(page, "linja", HERE)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Play on").click()
    assert page.locator(".table").get_attribute("data-turn") == "you"
    page.get_by_role("button", name="Resign").click()
    page.locator("dialog").get_by_role("button", name="Resign").click()
    expect(page.locator(".headline")).to_contain_text("Black")
    page.get_by_role("button", name="Play again").click()
    page.wait_for_selector('.table[data-ply="0"]')


def test_an_earlier_position_can_be_looked_at_and_left(opens: Any) -> None:
    page = opens("/")
    sit_down(page, "linja", HERE)
    player = Player(page, "mouse", random.Random(5))
    for _ in range(4):
        player.move()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".headline")).to_have_text("After move 3")
    assert page.locator(".board .can").count() == 0
    page.get_by_role("button", name="Back to the game").click()
    expect(page.locator(".board .can").first).to_be_visible()


def test_a_server_that_dies_loses_nothing(browser: Browser, folder: Path) -> None:
    with serving(folder) as server:
        context = browser.new_context(
            base_url=f"http://{server.host}", reduced_motion="reduce", service_workers="block"
        )
        page = context.new_page()
        page.goto("/")
        sit_down(page, "linja", HERE)
        player = Player(page, "mouse", random.Random(6))
        for _ in range(5):
            player.move()
        moves = page.locator(".moves .move").all_inner_texts()
        server.kill()
        expect(page.locator(".notice")).to_contain_text("Connecting again")
        while page.locator(".toast").count() == 0:  # what is not sent is said
            player.touch(player.see())
        expect(page.locator(".toast")).to_contain_text("this was not sent")
        assert player.see()["spots"], "another move can be chosen"
        server.start()
        expect(page.locator(".notice")).to_be_hidden(timeout=30_000)
        assert page.locator(".moves .move").all_inner_texts() == moves
        player.move()
        assert len(page.locator(".moves .move").all_inner_texts()) == len(moves) + 1
        context.close()


def test_an_invitation_is_accepted_by_keyboard_on_a_phone(opens: Any) -> None:
    ada = opens("/")
    path = open_table(ada, "linage", [{"kind": "me"}, {"kind": "friend"}], size=7, komi=1.5)
    ada.goto(path)
    ada.wait_for_selector(".board svg")
    bob = opens(invitation_to(ada, path), phone=True)
    words = bob.locator(".invitation")
    expect(words).to_contain_text("Played with: Size of the board: 7×7 · Komi: 1.5")
    expect(words.locator(".meant")).to_contain_text("Horizontal")
    assert bob.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert bob.evaluate(
        "document.querySelector('.answer .primary').getBoundingClientRect().bottom <= innerHeight"
    )
    for _ in range(20):
        bob.keyboard.press("Tab")
        if bob.evaluate("document.activeElement.matches('.answer .primary')"):
            break
    bob.keyboard.press("Enter")
    bob.wait_for_url(f"**{path}")
    bob.wait_for_selector(".board svg")
    expect(ada.locator(".presence.here")).to_have_count(2)
