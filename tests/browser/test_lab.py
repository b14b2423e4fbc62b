"""The lab in a real browser: a run started from the form, watched to its end, read and compared."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from findings import findings, findings_in_every_look
from servers import Server


def fits(page: Page) -> bool:
    """Whether nothing is wider than the page."""
    return bool(page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"))


def test_a_run_is_started_watched_read_and_compared(opens: Any, server: Server) -> None:
    guest = opens("/lab", phone=True, color_scheme="dark")
    expect(guest.locator(".lab")).to_contain_text("Whoever runs this Linden can start one.")
    expect(guest.locator("form")).to_have_count(0)
    page = opens(server.keeper_path)
    page.get_by_role("link", name="Lab", exact=True).click()
    expect(page.locator(".lab")).to_contain_text("No run yet. Choose a game below")
    expect(page.locator("#compare-two")).to_have_count(0)
    page.get_by_label("Game", exact=True).select_option(label="Linos")
    coins = page.get_by_label("Coins", exact=True)
    expect(coins).to_have_value("25")
    assert findings(page) == []

    # What is wrong is said beside its field, and the keyboard is there.
    coins.fill("21, lots")
    page.get_by_role("button", name="Start the run").click()
    expect(page.locator("#wrong-option-pot")).to_have_text("Coins: a whole number from 1 to 99.")
    expect(coins).to_be_focused()
    expect(coins).to_have_attribute("aria-invalid", "true")
    assert findings(page) == []
    coins.fill("21, 31")
    expect(page.locator("#wrong-option-pot")).to_be_empty()
    page.get_by_label("Every seat").select_option("random")
    page.get_by_label("Games of each variant").fill("150")
    expect(page.locator(".begin")).to_contain_text("2 variants, 300 games.")
    page.get_by_role("button", name="Start the run").click()

    # It is on the list at once, and done without loading anything again; a guest sees it too.
    run = page.locator(".run")
    expect(run).to_have_count(1)
    expect(run).to_contain_text("Coins: 21, 31")
    for watcher in (page, guest):
        expect(watcher.locator(".run")).to_have_attribute("data-state", "done", timeout=120_000)
        expect(watcher.locator(".run-says")).to_have_text("Done. 300 games")
    expect(guest.get_by_role("button", name="Delete")).to_have_count(0)
    guest.locator(".run-more summary").tap()
    expect(guest.locator(".command")).to_contain_text("linden lab run linos --option pot=21")
    for width in (320, 390):
        guest.set_viewport_size({"width": width, "height": 844})
        assert fits(guest), width
    assert findings(guest) == []
    with guest.expect_download() as download:
        guest.get_by_role("link", name="Experiment as TOML").tap()
    assert "pot = [21, 31]" in download.value.path().read_text()

    # The report is one page, which is read on a telephone as well.
    guest.get_by_role("link", name="Read the report of Linos").tap()
    expect(guest.locator("h1")).to_have_text("Linos: what depends on pot")
    for width in (320, 390):
        guest.set_viewport_size({"width": width, "height": 844})
        assert fits(guest), width
    assert not guest.evaluate("() => document.querySelector('script')")
    # Its policy lets no script of anybody's in: what axe-core looks at is a copy without one.
    copy = opens("/nothing")
    copy.set_content(guest.content())
    assert findings_in_every_look(copy) == []

    # Two variants side by side.
    expect(page.get_by_label("This", exact=True)).to_have_value(re.compile(" 0$"))
    page.get_by_role("button", name="Compare").click()
    page.wait_for_url("**/lab/compare?*")
    expect(page.locator("h1")).to_have_text("Coins: 31 compared with Coins: 21")
    expect(page.locator(".differences tbody tr").first).to_contain_text("wins of First")
    expect(page.locator(".differences")).to_contain_text(re.compile(r"about \d|more|less"))
    assert findings_in_every_look(page) == []
    for width in (320, 390):
        page.set_viewport_size({"width": width, "height": 844})
        assert fits(page), width

    # Deleted, and brought back.
    page.get_by_role("link", name="To the lab").click()
    page.locator(".run-more summary").click()
    assert findings_in_every_look(page) == []
    page.get_by_role("button", name="Delete the run of Linos").click()
    expect(page.locator(".run")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".run")).to_have_count(1)


def test_a_run_is_stopped_and_gone_on_with(opens: Any, server: Server) -> None:
    page = opens(server.keeper_path)
    page.goto("/lab")
    page.get_by_label("Game", exact=True).select_option(label="Linja")
    page.get_by_label("Seed (another gives other games)").fill("5")
    page.get_by_text("One for each seat").click()
    page.get_by_label("Red", exact=True).select_option("level3")
    page.get_by_label("Black", exact=True).select_option("level2")
    page.get_by_label("Games of each variant").fill("3000")
    page.get_by_role("button", name="Start the run").click()
    run = page.locator(".run").first
    expect(run).to_contain_text("casual (level 3) · beginner (level 2)")
    expect(run).to_contain_text(re.compile(r"[1-9]\d* of 3\s000 games"), timeout=120_000)
    page.get_by_role("button", name="Stop the run of Linja").click()
    expect(run).to_have_attribute("data-state", "paused")
    expect(run).to_contain_text("What was played is kept.")
    assert findings(page) == []
    page.get_by_role("button", name="Go on with the run of Linja").click()
    expect(run).to_have_attribute("data-state", re.compile("running|waiting"))
    page.get_by_role("button", name="Stop the run of Linja").click()
    expect(run).to_have_attribute("data-state", "paused")
