"""Inviting: asked once whether the network may come, links that others can open, a code for
telephones; and one's own seat on another device."""

import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from hands import Player, open_table, sit_down
from linden.web.network import own_addresses
from servers import Server

FRIENDS = [{"kind": "me"}, {"kind": "friend"}]
MINE = [{"kind": "me"}, {"kind": "here"}]
ONLY_HERE = "These links work on this computer only"


def shown(page: Page) -> list[str]:
    fields = page.locator("dialog .copy-link input")
    expect(fields.first).to_be_visible()
    return [field.input_value() for field in fields.all()]


def test_the_network_is_asked_about_once(keeper: Page, fresh: Server) -> None:
    keeper.goto(open_table(keeper, "linja", FRIENDS))
    question = keeper.get_by_text("May friends in your network come?")
    expect(question).to_be_visible()
    origin = f"http://{own_addresses()[0]}:{fresh.port}"
    expect(keeper.locator(".network-question")).to_contain_text(origin)
    keeper.get_by_role("button", name="Let them in").click()
    seat, watch = shown(keeper)
    assert seat.startswith(f"{origin}/join/")
    assert watch.startswith(f"{origin}/t/")
    code = keeper.locator("dialog .qr-code")
    keeper.wait_for_function("() => document.querySelector('.qr-code').naturalWidth > 0")
    expect(code).to_have_attribute("alt", f"The link as a QR code: {seat}")
    keeper.get_by_role("button", name="QR code: To watch").click()
    expect(code).to_have_attribute("alt", f"The link as a QR code: {watch}")

    keeper.goto(open_table(keeper, "linja", FRIENDS))
    assert shown(keeper)[0].startswith(origin), "it is not asked again"
    assert question.count() == 0
    keeper.get_by_role("button", name="Shut out the network").click()
    expect(keeper.locator(".only-here")).to_contain_text(ONLY_HERE)
    assert shown(keeper)[0].startswith(f"http://{fresh.host}/join/")
    assert code.is_hidden()
    keeper.get_by_role("button", name="Open to my network").click()
    expect(code).to_be_visible()
    assert shown(keeper)[0].startswith(origin)


def test_no_is_kept_too(keeper: Page) -> None:
    keeper.goto(open_table(keeper, "linja", FRIENDS))
    keeper.get_by_role("button", name="Only this computer").click()
    expect(keeper.locator(".only-here")).to_contain_text(ONLY_HERE)
    keeper.reload()
    expect(keeper.locator(".only-here")).to_contain_text(ONLY_HERE)
    assert keeper.get_by_text("May friends in your network come?").count() == 0


def test_a_visitor_is_told_who_can_open_it(opens: Any) -> None:
    page = opens("/")
    page.goto(open_table(page, "linja", FRIENDS))
    expect(page.locator(".only-here")).to_contain_text("Whoever runs this Linden can open it")
    assert page.locator("dialog .qr-code").is_hidden()


@pytest.mark.parametrize("phone", [False, True])
def test_a_seat_goes_on_at_another_device(opens: Any, phone: bool) -> None:
    desk = opens("/")
    path = sit_down(desk, "linja", MINE)
    Player(desk, "mouse", random.Random(1)).move()
    desk.get_by_role("button", name="Settings").click()
    desk.get_by_text("Play Red on another device").locator("..").get_by_role("button").click()
    (link,) = shown(desk)
    desk.keyboard.press("Escape")

    other = opens(link, phone=phone)
    expect(other.get_by_role("heading", level=1)).to_have_text("Go on with Linja here")
    third = opens(link)
    expect(third.get_by_role("button", name="Go on here")).to_be_visible()
    other.get_by_role("button", name="Go on here").click()
    other.wait_for_url(f"**{path}")
    other.wait_for_selector(".board svg")
    expect(desk.locator(".toast")).to_contain_text("Red goes on at another device.")
    third.get_by_role("button", name="Go on here").click()
    expect(third.locator(".toast")).to_contain_text("This link was used already")
    late = opens(link)
    expect(late.locator(".lost")).to_contain_text("This link was used already")

    players = {
        page: Player(page, "finger" if page is other and phone else "mouse", random.Random(2))
        for page in (desk, other)
    }
    for _ in range(4):
        mover = other if other.locator(".table").get_attribute("data-turn") == "you" else desk
        before = mover.locator(".table").get_attribute("data-version")
        players[mover].move()
        for page in (desk, other):
            expect(page.locator(".table")).not_to_have_attribute("data-version", before or "")
