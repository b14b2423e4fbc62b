"""In four languages: from the browser's own, switchable and remembered; everybody at a table reads
theirs, and nothing is cut off where words are long."""

import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import linden
from cases import OWN
from findings import findings
from hands import HERE, QUICK, Player, come_as, invitation_to, open_table, sit_down
from linden.web.store import moderators
from owners import Owner
from servers import Server

NARROW = {"width": 320, "height": 640}
# Names and a page's title may end in dots; test_sizes.py says how many letters are left of them.
CUT_OFF = """() => {
  const looks = { opacityProperty: true, visibilityProperty: true };
  const seen = (element) => element.checkVisibility(looks)
    && !element.closest(".unseen, .skip, [inert], [hidden]");
  const scrolls = (element) => {
    for (let up = element.parentElement; up && up !== document.body; up = up.parentElement) {
      const wide = up.scrollWidth > up.clientWidth;
      if (wide && /auto|scroll/.test(getComputedStyle(up).overflowX)) return true;
    }
    return false;
  };
  const shown = (element) =>
    `${element.getAttribute("class") ?? element.tagName}: ${element.textContent.slice(0, 60)}`;
  const found = [];
  const page = document.scrollingElement;
  if (page.scrollWidth > innerWidth) found.push(`the page is ${page.scrollWidth} wide`);
  for (const element of document.querySelectorAll("main *, header *, dialog[open] *")) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!own || !seen(element) || element.closest("svg, select, .name-text, .bar-title")) continue;
    const box = element.getBoundingClientRect();
    if (!box.width || scrolls(element)) continue;
    if (box.right > innerWidth + 1 || box.left < -1) found.push(`outside, ${shown(element)}`);
    const { overflowX, overflowY } = getComputedStyle(element);
    const wide = /hidden|clip/.test(overflowX) && element.scrollWidth > element.clientWidth + 1;
    const high = /hidden|clip/.test(overflowY) && element.scrollHeight > element.clientHeight + 2;
    if (wide || high) found.push(`cut, ${shown(element)}`);
  }
  for (const text of document.querySelectorAll(".board svg text")) {
    const around = text.ownerSVGElement.getBoundingClientRect();
    const box = text.getBoundingClientRect();
    const inside = box.left >= around.left - 1 && box.right <= around.right + 1;
    if (seen(text) && !inside) found.push(`drawn outside, ${shown(text)}`);
  }
  return found;
}"""
PIECES = """() => [...document.querySelectorAll(".board svg [id^=pawn]")]
  .map((pawn) => pawn.id).sort().join()"""


def test_each_reads_their_own_language_at_one_table(opens: Any) -> None:
    ada, bob = opens("/", locale="de-CH"), opens("/", phone=True, locale="fr-CA")
    path = open_table(ada, "linja", [{"kind": "me"}, {"kind": "friend"}])
    bob.goto(invitation_to(ada, path))
    bob.locator(".invitation .primary").click()
    bob.wait_for_url(f"**{path}")
    ada.goto(path)
    ada.wait_for_selector(".board svg")
    expect(ada.locator(".headline")).to_have_text("Du bist am Zug")
    Player(ada, "mouse", random.Random(1), aside=0).move()
    expect(ada.locator(".line")).to_contain_text("Du bewegst einen Stein um eine Reihe")
    expect(bob.locator(".line")).to_contain_text("un pion d’une rangée")
    for page, language in ((ada, "de"), (bob, "fr")):
        assert page.locator("html").get_attribute("lang") == language
    for _ in range(20):
        pieces = [page.evaluate(PIECES) for page in (ada, bob)]
        if pieces[0] == pieces[1]:
            break
        ada.wait_for_timeout(100)
    assert pieces[0] == pieces[1] != ""
    assert "Stein von" in str(ada.locator(".board [id^=pawn]").first.get_attribute("aria-label"))
    assert "pion de" in str(bob.locator(".board [id^=pawn]").first.get_attribute("aria-label"))


def test_a_language_is_chosen_and_remembered(opens: Any) -> None:
    page = opens("/", locale="fr-FR")
    page.wait_for_selector(".game")
    assert page.locator("html").get_attribute("lang") == "fr"
    menu = page.get_by_role("combobox", name="Langue")
    expect(menu).to_have_value("fr")
    menu.select_option("it")
    expect(page.get_by_role("combobox", name="Lingua")).to_have_value("it")
    again = page.context.new_page()
    again.goto("/rules/linx")
    again.wait_for_selector(".prose h2")
    assert again.locator("html").get_attribute("lang") == "it"
    expect(again.locator(".prose h2").first).to_contain_text("tessere")
    again.close()


def test_what_is_english_on_a_german_page_says_so(opens: Any) -> None:
    """Games from outside may have no other texts."""
    page = opens("/", locale="de-DE")
    page.wait_for_selector(".game")
    for title, lang in (("Linja", "de"), ("Pig", "en")):
        told = page.locator(".game", has=page.get_by_role("heading", name=title, exact=True))
        expect(told.locator(".game-text > p").first).to_have_attribute("lang", lang)
    page.goto("/new/pig")
    expect(page.locator(".new-picture p").first).to_have_attribute("lang", "en")
    page.goto(open_table(page, "pig", HERE))
    page.wait_for_selector(".board svg")
    expect(page.locator(".board-place")).to_have_attribute("lang", "en")
    assert page.locator("html").get_attribute("lang") == "de"


def test_a_refusal_is_in_the_readers_language(opens: Any) -> None:
    page = opens("/", locale="it-IT")
    sit_down(page, "linear", QUICK, start="c3 f6")
    page.wait_for_selector(".board .can")
    box = page.locator(".board [data-at='a4']").last.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator(".toast")).to_have_text("Tocca prima il gettone che deve scivolare.")


def pages(page: Page) -> list[tuple[str, str]]:
    """Every kind of page, and what is there once it has come."""
    table = open_table(page, "linja", HERE)
    link = invitation_to(page, open_table(page, "linx", [{"kind": "me"}, {"kind": "friend"}]))
    return [
        ("/", ".game"),
        *((f"/new/{game}", ".seat-row") for game in OWN),
        *((f"/rules/{game}", ".prose h2") for game in OWN),
        (table, ".board svg"),
        (f"{table}/review", ".board svg"),
        ("/p/linos", ".study textarea"),
        ("/my-games", ".my-list"),
        ("/account", "#sign-in-name"),
        ("/lobby", ".seeks p"),
        ("/tournaments", ".tournament-form"),
        ("/lab", ".lab h1"),
        ("/puzzles", ".puzzle-game"),
        ("/ranking/linja", ".ranking tbody tr"),
        (link, ".invitation svg"),
        ("/nothing", ".lost"),
    ]


def test_nothing_is_cut_off_in_german_on_a_narrow_page(opens: Any) -> None:
    page = opens("/", locale="de-DE", viewport=NARROW)
    wrong = {}
    for path, ready in pages(page):
        page.goto(path)
        page.wait_for_selector(ready)
        page.wait_for_load_state("networkidle")
        if found := page.evaluate(CUT_OFF):
            wrong[path] = found
    assert not wrong


def test_nothing_is_cut_off_in_german_of_what_accounts_have(opens: Any, server: Server) -> None:
    page = opens("/", locale="de-DE", viewport=NARROW)
    owner = Owner(server, "Ada")
    owner.token()
    moderators.appoint(server.place, owner.name, True)
    http = owner.person.http
    cup = {"kind": "swiss", "game": "linja", "clock": {"kind": "game", "seconds": 300}}
    tournament = http.post("/api/tournaments", json=cup).json()["id"]
    mine = open_table(page, "linja", HERE).removeprefix("/t/")
    seat = "(path) => fetch(`/api${path}`, { method: 'POST' }).then((it) => it.json())"
    along = page.evaluate(seat, f"/tables/{mine}/seats/0/transfer")["link"]
    wrong = {}
    for path, ready in (
        (along, ".invitation .primary"),
        ("/lab/compare", ".lab h1"),
        ("", ""),
        ("/account", ".tokens li"),
        ("/moderation", ".moderation"),
        (f"/u/{owner.name}", ".profile h1"),
        (f"/tournaments/{tournament}", ".standings tbody tr"),
    ):
        if not path:  # from here on as somebody with an account
            come_as(page, owner.person)
            continue
        page.goto(path)
        page.wait_for_selector(ready)
        page.wait_for_load_state("networkidle")
        assert page.locator("html").get_attribute("lang") == "de"
        if found := page.evaluate(CUT_OFF):
            wrong[path] = found
    assert not wrong


@pytest.mark.parametrize("game", OWN)
def test_no_table_cuts_german_off_on_a_narrow_page(opens: Any, game: str) -> None:
    page = opens("/", locale="de-DE", viewport=NARROW)
    sit_down(page, game, HERE)
    player, wrong = Player(page, "mouse", random.Random(2)), []
    for _ in range(4):
        wrong += page.evaluate(CUT_OFF)
        player.move()
    player.settle()
    assert not wrong + page.evaluate(CUT_OFF)


@pytest.mark.parametrize("language", ["de", "fr", "it"])
def test_translated_pages_have_no_serious_findings(opens: Any, language: str) -> None:
    page = opens("/", locale=language)
    page.wait_for_selector(".game")
    assert findings(page) == []
    page.goto("/rules/linos")
    page.wait_for_selector(".prose h2")
    assert findings(page) == []
    sit_down(page, "linx", HERE)
    assert findings(page) == []
    assert linden.load("linx").title in page.title()
