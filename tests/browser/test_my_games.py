"""My games: the list, what was won, taking off and putting back, records in and out."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from hands import HERE, QUICK, open_table, sit_down

RECORD = """\
Linden record 1
Game: linja
Red: Ada
Black: Bob
Result: unfinished

1. Red    1-2, 1-3
2. Black  7-6
"""


def resign(page: Page) -> None:
    page.get_by_role("button", name="Resign", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Resign", exact=True).click()
    page.wait_for_selector('.table[data-turn="over"]')


def test_home_leads_to_all_ones_games(opens: Any) -> None:
    page = opens("/")
    sit_down(page, "linja", QUICK)
    resign(page)
    open_table(page, "linear", HERE)
    page.goto("/")
    page.get_by_role("link", name="My games").click()
    page.wait_for_url("**/my-games")
    expect(page.locator(".my-list li")).to_have_count(2)
    expect(page.locator(".my-record")).to_contain_text("Level 1 · Newcomer")
    page.get_by_role("radio", name="Lost").check(force=True)
    expect(page.locator(".my-list li")).to_have_count(1)
    expect(page.locator(".my-list li")).to_contain_text("Linja Lost")
    page.reload()
    expect(page.locator(".my-list li")).to_have_count(1)
    page.get_by_label("Game", exact=True).select_option("linear")
    expect(page.locator(".my-empty")).to_contain_text("No game of yours is like that")
    assert page.url.endswith("?game=linear&result=lost")


def test_what_is_taken_off_can_be_put_back(opens: Any) -> None:
    page = opens("/")
    open_table(page, "linear", HERE)
    page.goto("/my-games")
    page.get_by_role("button", name="Take off the list").click()
    expect(page.locator(".my-list li")).to_have_count(0)
    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(page.locator(".my-list li")).to_have_count(1)
    page.get_by_role("button", name="Take off the list").click()
    page.get_by_label("Removed").check(force=True)
    page.get_by_role("button", name="Put back").click()
    expect(page.locator(".my-list li")).to_have_count(0)
    page.get_by_label("All", exact=True).check(force=True)
    expect(page.locator(".my-list li")).to_have_count(1)


def test_a_record_is_brought_in_and_a_faulty_one_explained(opens: Any, folder: Path) -> None:
    page = opens("/my-games")
    expect(page.locator(".my-empty")).to_contain_text("Your games will stand here")
    page.get_by_role("button", name="Import a record").click()
    box = page.get_by_role("dialog")
    box.get_by_label("Records", exact=True).fill(RECORD.replace("7-6", "9-9"))
    box.get_by_role("button", name="Import").click()
    expect(box.locator(".form-error")).to_contain_text("Line 8: Move 3 of the record")
    file = folder / "games.linden"
    file.write_text(RECORD + "\n" + RECORD.replace("Ada", "Eve"), encoding="utf-8")
    box.get_by_label("A file of records").set_input_files(file)
    expect(box.get_by_label("Records", exact=True)).to_have_value(file.read_text(encoding="utf-8"))
    box.get_by_role("button", name="Import").click()
    expect(page.locator(".my-list li")).to_have_count(2)
    with page.expect_download() as download:
        page.get_by_role("link", name="Export all").click()
    text = Path(download.value.path()).read_text(encoding="utf-8")
    assert text.count("Linden record 1") == 2
    page.locator(".my-list a").first.click()
    page.wait_for_url("**/t/*")
    expect(page.locator(".seats")).to_contain_text("Eve")


def test_a_long_list_grows_by_a_button(opens: Any) -> None:
    page = opens("/")
    for _ in range(26):
        open_table(page, "linear", HERE)
    page.goto("/my-games")
    expect(page.locator(".my-list li")).to_have_count(24)
    more = page.get_by_role("button", name="Show more")
    page.route("**/api/my-games?*before*", lambda route: route.abort(), times=1)
    more.click()
    expect(page.locator(".toast")).to_contain_text("The server cannot be reached.")
    expect(more).to_be_enabled()
    more.click()
    expect(page.locator(".my-list li")).to_have_count(26)
    expect(page.locator(".my-list li a").nth(24)).to_be_focused()
