"""Quiet company: phrases that can be muted, a word from the browser, a rematch that both see."""

from typing import Any

from playwright.sync_api import Page, expect

from findings import findings
from hands import HERE, sit_down

FRIENDS = [{"kind": "me"}, {"kind": "friend"}]
# A browser without windows shows nobody anything, and grants nothing.
SHOWN = """() => {
  window.shown = [];
  let permission = "default";
  Object.defineProperty(Notification, "permission", { get: () => permission });
  Notification.requestPermission = async () => (permission = "granted");
  Object.defineProperty(document, "hidden", { get: () => window.away ?? false });
  ServiceWorkerRegistration.prototype.showNotification = async (title, how) => {
    window.shown.push([title, how.body, how.data]);
  };
}"""


def say(page: Page, words: str) -> None:
    page.get_by_role("button", name="Say something").click()
    page.get_by_role("dialog").get_by_role("button", name=words).click()


def test_a_phrase_is_said_and_can_be_muted(two: tuple[Page, Page]) -> None:
    ada, bob = two
    say(ada, "Good luck")
    expect(bob.locator(".toast")).to_have_text("Ada: Good luck")
    bob.get_by_role("button", name="Say something").click()
    assert findings(bob) == []
    bob.get_by_label("Show me what others say").uncheck()
    bob.get_by_role("dialog").get_by_role("button", name="Thank you").click()
    expect(ada.locator(".toast")).to_have_text("Bob: Thank you")
    bob.wait_for_selector(".toast", state="detached")
    say(ada, "Oops")
    ada.wait_for_timeout(500)
    expect(bob.locator(".toast")).to_have_count(0)


def test_the_browser_tells_whose_turn_it_is_where_that_is_asked_for(
    two: tuple[Page, Page],
) -> None:
    ada, bob = two
    bob.add_init_script(f"({SHOWN})()")
    bob.reload()
    bob.wait_for_selector(".board svg")
    asked = bob.get_by_role("button", name="Tell me when it is my turn")
    expect(asked).to_have_attribute("aria-pressed", "false")
    asked.click()
    expect(asked).to_have_attribute("aria-pressed", "true")
    bob.wait_for_function("() => navigator.serviceWorker.ready.then(() => true)")
    bob.evaluate("window.away = true")
    ada.get_by_label("Type a move and press Enter").fill("3-4")
    ada.keyboard.press("Enter")
    ada.wait_for_function("() => Number(document.querySelector('.table').dataset.ply) > 0")
    while ada.evaluate("document.querySelector('.table').dataset.turn") == "you":
        ply = ada.evaluate("document.querySelector('.table').dataset.ply")
        ada.get_by_label("Type a move and press Enter").fill("pass")
        ada.keyboard.press("Enter")
        ada.wait_for_function(
            "(old) => document.querySelector('.table').dataset.ply !== old", arg=ply
        )
    bob.wait_for_function("() => window.shown.length === 1")
    title, _, path = bob.evaluate("window.shown[0]")
    assert title == "Your move: Linja"
    assert bob.url.endswith(path)
    assert bob.evaluate("window.shown.length") == 1


def test_nothing_is_asked_on_load(opens: Any) -> None:
    page = opens("/nothing")
    page.add_init_script(
        "window.asked = 0; Notification.requestPermission = async () => { window.asked++;"
        " return 'denied'; };"
    )
    page.goto("/")
    sit_down(page, "linja", HERE)
    page.wait_for_timeout(300)
    assert page.evaluate("window.asked") == 0
    page.get_by_role("button", name="Tell me when it is my turn").click()
    expect(page.locator(".toast")).to_contain_text("does not allow it")
    assert page.evaluate("window.asked") == 1


def test_both_see_the_rematch(two: tuple[Page, Page]) -> None:
    ada, bob = two
    ada.get_by_role("button", name="Resign", exact=True).click()
    ada.get_by_role("dialog").get_by_role("button", name="Resign", exact=True).click()
    ada.get_by_role("button", name="Play again").click()
    expect(bob.locator(".say")).to_contain_text("Ada would like another game.")
    assert findings(bob) == []
    bob.get_by_role("link", name="To the next game").click()
    bob.wait_for_selector('.table[data-turn="you"], .table[data-turn="other"]')
    assert bob.url == ada.url
