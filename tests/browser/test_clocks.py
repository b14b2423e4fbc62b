"""Clocks at the seats: chosen in the form, seen by both, and paused by consent."""

from typing import Any

from playwright.sync_api import Page, expect

from findings import findings
from hands import invitation_to


def at_a_table(opens: Any, clock: str) -> tuple[Page, Page]:
    """Two people at a table that was set up with the form; the second has a telephone, and reads
    German."""
    ada = opens("/new/breakthrough")
    expect(ada.get_by_label("Time", exact=True)).to_be_visible()
    ada.locator("input[name=seat-1][value=here]").check(force=True)
    expect(ada.get_by_label("Time", exact=True)).to_be_hidden()
    ada.locator("input[name=seat-1][value=friend]").check(force=True)
    ada.get_by_label("Time", exact=True).select_option(label=clock)
    ada.get_by_role("button", name="Start").click()
    ada.wait_for_selector(".board svg")
    path = "/t/" + ada.url.rpartition("/")[2]
    bob = opens(
        invitation_to(ada, path),
        viewport={"width": 320, "height": 568},
        color_scheme="dark",
        locale="de-DE",
    )
    expect(bob.locator(".invitation")).to_contain_text("3 min")
    bob.locator(".invitation .primary").click()
    bob.wait_for_selector(".board svg")
    ada.goto(path)
    ada.wait_for_selector(".board svg")
    return ada, bob


def test_clocks_tick_and_are_paused_by_consent(opens: Any) -> None:
    ada, bob = at_a_table(opens, "3 min each + 2 s a turn")
    for page in (ada, bob):
        expect(page.locator(".clock")).to_have_text(["3:00", "3:00"])
    ada.get_by_label("Type a move and press Enter").fill("a2-a3")
    ada.keyboard.press("Enter")
    running = bob.locator(".clock.runs")
    expect(running).to_have_attribute("data-clock", "1")
    expect(running).to_have_text("2:57")
    assert findings(bob) == []
    ada.get_by_role("button", name="Let the clocks stand").click()
    expect(bob.locator(".headline")).to_contain_text("möchte eine Pause")
    bob.get_by_role("button", name="Annehmen").click()
    expect(ada.locator(".line")).to_contain_text("The clocks stand.")
    expect(ada.locator(".clock.runs")).to_have_count(0)
    assert findings(ada) == []
    width = "document.documentElement.scrollWidth"
    assert bob.evaluate(width) <= 320
    bob.get_by_role("button", name="Uhren weiterlaufen lassen").click()
    expect(ada.locator(".clock.runs")).to_have_count(1)
