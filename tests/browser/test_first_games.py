"""A new person's path: from the home page to the end of a first game, with no rules opened and
every touch that is refused explained.

``LINDEN_FILM=folder pytest tests/browser/test_first_games.py`` plays all games and keeps a picture
of every step there.
"""

import os
import random
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import linden
from cases import OWN
from hands import PATIENCE, Player

FILM = os.environ.get("LINDEN_FILM", "")
SHORTEST = ["linja", "linx"]
"""Games that end within a minute, played whenever tests are; the others when they are filmed."""
MISSES = 3
YOURS = re.compile("^Your (move|roll)$")
REFUSED = """() => {
  const can = new Set([...document.querySelectorAll(".board .can")].map((one) => one.dataset.at));
  const found = [];
  for (const one of document.querySelectorAll(".board [data-at]")) {
    const box = one.getBoundingClientRect();
    for (const [right, down] of [[0.5, 0.5], [0.9, 0.5]]) {
      const [x, y] = [box.x + box.width * right, box.y + box.height * down];
      const marks = document.elementsFromPoint(x, y)
        .map((it) => it.closest(".board [data-at]")?.dataset.at).filter(Boolean);
      if (marks.length && !marks.some((mark) => can.has(mark))) found.push({ x, y });
    }
  }
  return found;
}"""


class Film:
    """Pictures of a page, one after the other."""

    def __init__(self, page: Page, name: str) -> None:
        self.page, self.name, self.taken = page, name, 0

    def take(self) -> None:
        if not FILM:
            return
        folder = Path(FILM) / self.name
        folder.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=folder / f"{self.taken:03}.png")
        self.taken += 1


def miss(page: Page, rng: random.Random) -> bool:
    """Touch something that cannot be touched: a sentence says why, or it began a move after all,
    from its other end."""
    spots = page.evaluate(REFUSED)
    if not spots:
        return False
    spot = rng.choice(spots)
    page.mouse.click(spot["x"], spot["y"])
    page.wait_for_function(
        "() => document.querySelector('.toast')?.textContent.trim() "
        "|| document.querySelector('.board .chosen')"
    )
    if page.locator(".board .chosen").count():
        page.keyboard.press("Escape")
    return True


@pytest.mark.parametrize("game", OWN if FILM else SHORTEST)
def test_a_first_game_needs_no_rules(opens: Any, game: str) -> None:
    page = opens("/")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    film = Film(page, game)
    film.take()
    title = linden.load(game).title
    page.get_by_role("button", name=f"Play {title} against the computer").click()
    page.wait_for_selector(".board svg", timeout=PATIENCE)
    rng = random.Random(game)
    player = Player(page, "mouse", rng, rest=60)
    missed, going = 0, True
    while going:
        seen = player.settle()
        film.take()
        if seen["turn"] == "you" and seen["spots"] and missed < MISSES:
            page.mouse.move(1, 1)  # what is pointed at is told instead
            expect(page.locator(".headline")).to_have_text(YOURS)
            assert page.locator(".say .line").inner_text().strip(), "it says what to do"
            missed += miss(page, rng)
            film.take()
        going = player.move()
    film.take()
    expect(page.locator(".headline")).to_contain_text(": ")
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
    assert missed
    assert not [url for url in asked if url.endswith("/rules")]
