"""At every size the board is the largest thing on the page, and what is asked stays in sight."""

import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as TooLate

import linden
from hands import HERE, Player, invitation_to, open_table, sit_down

SIZES = [
    (320, 480),
    (360, 640),
    (390, 844),
    (568, 320),
    (667, 375),
    (820, 1180),
    (1024, 768),
    (1280, 720),
    (1366, 768),
    (1440, 900),
    (2560, 1440),
    (720, 450),  # 1440×900 at 200 %
    (640, 360),  # 2560×1440 at 400 %
    (360, 225),  # 1440×900 at 400 %
    (320, 256),  # 1280×1024 at 400 %
]
LONG = "Maximiliane von Hohenstein und Burgund"
FEWEST_LETTERS = 5
"""Of a name that does not fit: enough to know who it is."""
SMALLEST = 0.55
"""How large a drawing is at least, of how large it could be if it had the window to itself."""
MEASURED = """() => {
  const part = (element) => {
    const box = element.getBoundingClientRect();
    const wide = Math.min(box.right, innerWidth) - Math.max(box.left, 0);
    const high = Math.min(box.bottom, innerHeight) - Math.max(box.top, 0);
    return Math.max(0, wide) * Math.max(0, high);
  };
  const others = Object.fromEntries(
    [".bar", ".say", ".seats", ".record", ".actions"]
      .map((name) => [name, document.querySelector(name)])
      .map(([name, element]) => [name, element ? Math.round(part(element)) : 0]));
  const svg = document.querySelector(".board > svg");
  const { width, height } = svg.viewBox.baseVal;
  const place = svg.getBoundingClientRect();
  const drawn = Math.min(place.width / width, place.height / height);
  const possible = Math.min(innerWidth / width, innerHeight / height);
  const whole = (element) => {
    const box = element.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const inside = box.left >= 0 && box.top >= 0
      && box.right <= innerWidth + 0.5 && box.bottom <= innerHeight + 0.5;
    return inside && element.contains(document.elementFromPoint(x, y));
  };
  const letters = (element) => {
    const next = element.closest(".seat")?.querySelector(".score, .invite");
    const edges = [element.getBoundingClientRect().right, next?.getBoundingClientRect().left];
    const edge = Math.min(...edges.filter(Number.isFinite));
    const text = element.firstChild;
    const range = document.createRange();
    for (let end = 1; end <= text.length; end++) {
      range.setStart(text, end - 1);
      range.setEnd(text, end);
      if (range.getBoundingClientRect().right > edge + 0.5) return end - 1;
    }
    return Infinity;
  };
  const words = document.querySelector(".say-words").getBoundingClientRect();
  const head = document.querySelector(".headline").getBoundingClientRect();
  return {
    board: Math.round(part(document.querySelector(".board-place"))),
    others,
    share: drawn / possible,
    aside: document.scrollingElement.scrollWidth - innerWidth,
    over: [...document.querySelectorAll(".name-text")].filter((one) => {
      const score = one.closest(".seat").querySelector(".score, .invite");
      return one.getBoundingClientRect().right > score.getBoundingClientRect().left + 1;
    }).length,
    acts: [...document.querySelectorAll(".acts button")]
      .map((one) => [one.textContent, whole(one)]),
    steps: [...document.querySelectorAll(".steps button")]
      .map((one) => [one.title || one.textContent, whole(one)]),
    names: [...document.querySelectorAll(".name-text, .bar-title")].map(letters),
    headed: head.top >= words.top - 1 && head.height > 0,
  };
}"""


def measured(page: Page, size: tuple[int, int]) -> dict[str, Any]:
    """What is where, once the drawing for another shape has come from the server."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("scrollTo(0, 0)")
    for _ in range(20):
        page.wait_for_timeout(100)
        seen: dict[str, Any] = page.evaluate(MEASURED)
        if not faults(seen):
            break
    return seen


def faults(seen: dict[str, Any]) -> list[str]:
    """What is wrong with a page, in words."""
    found = [
        f"{name} is larger than the board: {area} px², {seen['board']} px²"
        for name, area in seen["others"].items()
        if area >= seen["board"]
    ]
    if seen["share"] < SMALLEST:
        found.append(f"the drawing is {seen['share']:.0%} of what it could be")
    if seen["aside"] > 0:
        found.append(f"the page is {seen['aside']} px too wide")
    found += [
        f"{text} cannot be pressed" for text, whole in seen["acts"] + seen["steps"] if not whole
    ]
    found += [f"a name is cut to {n} letters" for n in seen["names"] if 0 <= n < FEWEST_LETTERS]
    if seen["over"]:
        found.append("a name reaches into its score")
    if not seen["headed"]:
        found.append("whose turn it is cannot be read")
    return found


def rename(page: Page, name: str) -> None:
    page.evaluate(
        """(name) => fetch("/api/you", {
          method: "PUT",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ name }),
        })""",
        name,
    )


def asked(opens: Any, game: str) -> tuple[Page, bool]:
    """The page of somebody who is asked for a move to be taken back, or for a draw; and whether
    that could be asked, for what chance has decided cannot be taken back."""
    ada, bob = opens("/"), opens("/")
    rename(ada, LONG)
    rename(bob, LONG[::-1])
    path = open_table(ada, game, [{"kind": "me"}, {"kind": "friend"}])
    bob.goto(invitation_to(ada, path))
    bob.get_by_role("button", name="Sit down").click()
    bob.wait_for_selector(".board svg")
    ada.goto(path)
    ada.wait_for_selector(".board svg")
    Player(ada, "mouse", random.Random(2)).move()
    # An offer lapses when the position changes, and a die rolls by itself.
    ada.wait_for_selector(".table:not([data-turn=chance])")
    for name in ("Take back", "Offer a draw"):
        try:
            ada.get_by_role("button", name=name).click(timeout=1000)
        except TooLate:
            continue
        expect(bob.get_by_role("button", name="Decline")).to_be_visible()
        return bob, True
    return bob, False


@pytest.mark.parametrize("game", linden.games())
def test_the_board_is_the_largest_thing_and_an_offer_is_in_sight(opens: Any, game: str) -> None:
    page, offered = asked(opens, game)
    assert offered or linden.load(game).facts.chance
    wrong = {}
    for size in SIZES:
        seen = measured(page, size)
        assert [text for text, _ in seen["acts"]] == (["Agree", "Decline"] if offered else [])
        if found := faults(seen):
            wrong[size] = found
    assert not wrong


CROWDS = [
    game
    for game in linden.games()
    if any(
        one.name == "players" and 4 in one.kind.choices for one in linden.load(game).facts.options
    )
]


@pytest.mark.parametrize("game", CROWDS)
def test_four_long_names_leave_the_board_its_place(opens: Any, game: str) -> None:
    page = opens("/")
    rename(page, LONG)
    others = [{"kind": "here", "name": f"{number} {LONG}"} for number in ("Two", "Three", "Four")]
    sit_down(page, game, [{"kind": "me"}, *others], players=4)
    wrong = {size: found for size in SIZES if (found := faults(measured(page, size)))}
    assert not wrong


@pytest.mark.parametrize(("game", "options"), [("linja", {}), ("linos", {"players": 3})])
def test_seats_that_wait_for_friends_keep_their_names(
    opens: Any, game: str, options: dict[str, int]
) -> None:
    page = opens("/")
    friends = [{"kind": "friend"}] * (options.get("players", 2) - 1)
    sit_down(page, game, [{"kind": "me"}, *friends], **options)
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    wrong = {size: found for size in SIZES if (found := faults(measured(page, size)))}
    assert not wrong


@pytest.mark.parametrize("game", ["linja", "linx"])
def test_a_review_fits_every_size_too(opens: Any, game: str) -> None:
    page = opens("/")
    path = sit_down(page, game, HERE)
    player = Player(page, "mouse", random.Random(4))
    for _ in range(3):
        player.move()
    page.goto(f"{path}/review?ply=2")
    page.wait_for_selector(".review .board svg")
    wrong = {}
    for size in SIZES:
        seen = measured(page, size)
        assert len(seen["steps"]) == 4
        if found := faults(seen):
            wrong[size] = found
    assert not wrong


def test_a_study_fits_every_size_too(opens: Any) -> None:
    page = opens("/p/linos")  # whose die has six outcomes to choose from, beside the board
    page.wait_for_selector(".review .choices button")
    wrong = {size: found for size in SIZES if (found := faults(measured(page, size)))}
    assert not wrong


def test_the_moves_of_a_review_can_be_reached(opens: Any) -> None:
    page = opens("/")
    path = sit_down(page, "linja", HERE)
    player = Player(page, "mouse", random.Random(4))
    for _ in range(2):
        player.move()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{path}/review?ply=2")
        page.wait_for_selector(".review .board svg")
        first = page.locator(".moves .move").first
        if not first.is_visible():
            page.get_by_role("button", name="Moves").click()
        first.click()
        expect(first).to_have_attribute("aria-current", "step")
