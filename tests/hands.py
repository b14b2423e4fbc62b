"""Hands for a page: what can be touched there, and touching it with a mouse, keys or a finger."""

import os
import random
from dataclasses import dataclass
from typing import Any, Literal

from playwright.sync_api import Page, ViewportSize

from servers import Person

Hands = Literal["mouse", "keys", "finger"]
EVERY_HAND = bool(os.environ.get("LINDEN_EVERY_HAND"))
"""Whether all games are played in every way and browser; else each in one, and some in Firefox."""
Seats = list[dict[str, Any]]
HERE: Seats = [{"kind": "me"}, {"kind": "here"}]
QUICK: Seats = [{"kind": "me"}, {"kind": "computer", "level": 1}]
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
SHORT: dict[str, dict[str, Any]] = {
    "breakthrough": {"side": 5},
    "linage": {"size": 5, "komi": 0.5},
    "linear": {"board": "6x6"},
    "linos": {"basket": "3x3"},
    "pig": {"goal": 40},
}
"""Options with which games are over soon."""
PATIENCE = 300_000  # milliseconds for a first search: a cold cache, and busy cores
OPEN = """async ([game, options, seats]) => {
  const answer = await fetch("/api/tables", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ game, options, seats }),
  });
  const { id } = await answer.json();
  return `/t/${id}`;
}"""
SEEN = """() => {
  const table = document.querySelector(".table");
  const busy = document.querySelector(".board[aria-busy]") !== null; // a move is under way
  const next = busy ? [] : [...document.querySelectorAll(".board .can[role=button]")];
  const marks = new Set(next.map((one) => one.dataset.at));
  const spots = [];
  for (const one of next) {
    const box = one.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const hit = document.elementsFromPoint(x, y)
      .map((found) => found.closest("[data-at]")?.dataset.at).find((mark) => marks.has(mark));
    if (hit) spots.push({ mark: hit, x, y });
  }
  return {
    version: Number(table?.dataset.version ?? -1),
    turn: table?.dataset.turn ?? "",
    covered: document.querySelector(".cover:not([hidden])") !== null,
    asked: !busy && document.querySelector(".acts .primary") !== null,
    chips: busy ? 0 : document.querySelectorAll(".choices button").length,
    spots,
  };
}"""
SETTLED = """() => {
  const table = document.querySelector(".table");
  return table?.dataset.turn === "over" || document.querySelector(
    ".board .can[role=button], .choices button, .cover:not([hidden]) button") !== null;
}"""


def open_table(page: Page, game: str, seats: Seats, **options: Any) -> str:
    """The path of a new table."""
    page.wait_for_selector(".brand")
    path: str = page.evaluate(OPEN, [game, options, seats])
    return path


def sit_down(page: Page, game: str, seats: Seats, **options: Any) -> str:
    """Open a table, and wait until its board is there."""
    path = open_table(page, game, seats, **options)
    page.goto(path)
    page.wait_for_selector(".board svg")
    return path


def invitation_to(page: Page, table: str) -> str:
    """The link of the second seat."""
    asked = "(path) => fetch(`/api/tables/${path}`).then((it) => it.json())"
    link: str = page.evaluate(asked, table.removeprefix("/t/"))["seats"][1]["link"]
    return link


def come_as(page: Page, person: Person) -> None:
    """Let a browser be known as somebody, while nothing of its page is under way: an answer that
    comes late would bring the old cookie back."""
    page.goto("about:blank")
    cookies = [
        {"name": name, "value": value, "url": str(person.http.base_url)}
        for name, value in person.http.cookies.items()
    ]
    page.context.clear_cookies()
    page.context.add_cookies(cookies)  # type: ignore[arg-type]


@dataclass
class Player:
    """Plays at random whatever a page offers."""

    page: Page
    hands: Hands
    rng: random.Random
    aside: float = 0.05
    """How often a move without a place is made, where there are others: a pass, mostly."""
    rest: int = 0
    """Milliseconds between pointing at something and clicking it."""
    look_after: int = 5
    """Milliseconds after a touch before looking again; looking keeps the page busy."""

    def see(self) -> dict[str, Any]:
        seen: dict[str, Any] = self.page.evaluate(SEEN)
        return seen

    def settle(self) -> dict[str, Any]:
        """Wait until there is something to do, or the game is over."""
        self.page.wait_for_function(SETTLED, timeout=PATIENCE)
        return self.see()

    def move(self) -> bool:
        """Make one move, or find the game over."""
        seen = self.settle()
        if seen["turn"] == "over":
            return False
        version = seen["version"]
        for _ in range(40):
            touched = self.touch(seen)
            self.page.wait_for_timeout(self.look_after if touched else 250)
            seen = self.see()
            done = touched and not (seen["spots"] or seen["chips"] or seen["asked"])
            if done or seen["version"] != version:
                self.page.wait_for_function(
                    "(old) => Number(document.querySelector('.table').dataset.version) !== old",
                    arg=version,
                    timeout=PATIENCE,
                )
                return True
        raise AssertionError(f"forty touches made no move: {seen}")

    def play_out(self, most: int = 400) -> int:
        """Play to the end; how many moves it took."""
        for made in range(most):
            if not self.move():
                return made
        raise AssertionError(f"not over after {most} moves")

    # -- touching

    def touch(self, seen: dict[str, Any]) -> bool:
        """Touch something, unless all of it is behind a dialog."""
        if seen["covered"]:
            self._press(".cover button")
            self.page.wait_for_selector(".cover", state="hidden")
        elif seen["asked"]:
            self._press(".acts .primary")
        elif seen["chips"] and (not seen["spots"] or self.rng.random() < self.aside):
            self._press(".choices > button:last-of-type")
        elif seen["spots"]:
            self._touch_board(self.rng.choice(seen["spots"]))
        else:
            return False
        return True

    def _touch_board(self, spot: dict[str, Any]) -> None:
        if self.hands == "mouse":
            self.page.mouse.move(spot["x"], spot["y"])
            self.page.wait_for_timeout(self.rest)
            self.page.mouse.click(spot["x"], spot["y"])
        elif self.hands == "finger":
            self.page.touchscreen.tap(spot["x"], spot["y"])
        else:
            if not self.page.evaluate("document.activeElement.closest('.board') !== null"):
                self.page.keyboard.press("b")
            for _ in range(self.rng.randrange(4)):
                way = self.rng.choice(("Left", "Right", "Up", "Down"))
                self.page.keyboard.press(f"Arrow{way}")
            self.page.keyboard.press("Enter")

    def _press(self, selector: str) -> None:
        button = self.page.locator(selector)
        if self.hands == "mouse":
            button.click()
        elif self.hands == "finger":
            button.tap()
        else:
            button.focus()
            self.page.keyboard.press("Enter")
