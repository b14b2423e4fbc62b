"""Take the screenshots in docs/screenshots: every page, both themes, desktop and phone.

    python docs/make_screenshots.py [desktop|phone] [light|dark] [name ...]

A real server and the system's Chromium. Both sides take, at random, one of the moves that gain
most, so that the positions look like games. The pictures are WebP, small enough to be kept beside
the texts. With names, as ``lobby`` or ``linos``, only those are taken.
"""

import io
import os
import random
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright
from starlette.routing import compile_path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from screenshot_house import House

import linden
from browser.conftest import chromium
from hands import HERE, PATIENCE, PHONE, Hands, Player, come_as, open_table
from linden.puzzles.puzzle import kept
from servers import serving

FOLDER = Path(__file__).parent / "screenshots"
Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")
SIZES: dict[str, ViewportSize] = {"desktop": {"width": 1440, "height": 900}, "phone": PHONE}
MOVES = {"linage": 34, "linear": 9, "linja": 12, "linos": 15, "linx": 4}
OPTIONS: dict[str, dict[str, Any]] = {"linage": {"komi": 4.5}}
STUDIED = "6.1.0.1.1.1.2.0/0.1.1.1.2.1.0.6 black opening"
LARGEST = 60_000  # bytes of one picture
WALK = """async ([path, most]) => {
  const id = path.split("/").at(-1);
  const socket = new WebSocket(`ws://${location.host}/api/tables/${id}/live`);
  let [made, seen, seed] = [0, -1, 7];
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  await new Promise((done) => {
    socket.onmessage = ({ data }) => {
      const state = JSON.parse(data);
      if (state.type !== "state") return;
      const { covered } = state.viewer;
      const enough = made >= most && !state.can.roll && state.scene.moves.length;
      if (state.turn.kind === "over" || enough) return done();
      if (covered !== null) {
        if (made >= most) return done();
        return socket.send(JSON.stringify({ type: "uncover", seat: covered }));
      }
      if (!state.scene.moves.length || state.version === seen) return;
      seen = state.version;
      made += 1;
      const moves = state.scene.moves.filter((one) => one.move !== "pass");
      const best = Math.max(...moves.map((one) => one.gain ?? 0));
      const good = moves.filter((one) => (one.gain ?? 0) >= best - 0.5);
      const list = good.length ? good : state.scene.moves;
      const { move } = list[Math.floor(random() * list.length)];
      socket.send(JSON.stringify({ type: "move", version: state.version, move }));
    };
  });
  socket.close();
}"""


def save(page: Page, name: str) -> None:
    """What the page shows, as a small WebP."""
    picture = Image.open(io.BytesIO(page.screenshot()))
    for quality in (86, 78, 68, 55, 45):
        out = io.BytesIO()
        picture.save(out, "WEBP", quality=quality, method=6)
        if out.tell() <= LARGEST:
            break
    (FOLDER / f"{name}.webp").write_bytes(out.getvalue())
    print(f"{name}: {out.tell() // 1000} kB")


Look = Callable[[Page, House], Iterator[str]]


def look_at_lobby(page: Page, house: House) -> Iterator[str]:
    come_as(page, house.ada)
    page.goto("/lobby")
    page.wait_for_selector(".featured-board svg")
    yield "lobby"


def look_at_clocks(page: Page, house: House) -> Iterator[str]:
    come_as(page, house.ada)
    page.goto(house.clocks)
    page.wait_for_selector(".board svg")
    yield "clocks"


def look_at_tournaments(page: Page, house: House) -> Iterator[str]:
    come_as(page, house.ada)
    page.goto("/tournaments")
    page.wait_for_selector(".tournament-card")
    yield "tournaments"
    page.goto(house.tournament)
    page.wait_for_selector(".pairing")
    yield "tournament"
    page.goto(house.swiss)
    page.wait_for_selector(".pairing")
    yield "swiss"
    page.goto(house.arena)
    page.wait_for_selector(".pairing")
    yield "arena"


def look_at_people(page: Page, house: House) -> Iterator[str]:
    """What belongs to an account; and what a guest and a moderator see."""
    come_as(page, house.ada)
    assert house.moment  # by which my games tell what one tends to miss
    for path, ready, name in (
        ("/account", ".tokens li", "account"),
        ("/u/Ada", ".rating-figure", "profile"),
        ("/ranking/linja", ".ranking tbody tr", "ranking"),
        ("/my-games", ".my-misses .missed-links", "my-games"),
    ):
        page.goto(path)
        page.wait_for_selector(ready)
        yield name
    come_as(page, house.marta)
    page.goto("/moderation")
    page.wait_for_selector(".moderation li")
    yield "moderation"
    come_as(page, house.server.person("Lin"))
    page.goto("/account")
    page.wait_for_selector("#sign-in-name")
    yield "sign-in"
    page.goto(house.invitation)
    page.wait_for_selector(".invitation svg")
    yield "invitation"
    page.goto(house.transfer)
    page.wait_for_selector(".invitation .primary")
    yield "another-device"


def look_at_learning(page: Page, house: House) -> Iterator[str]:
    """Lessons, puzzles, and the coach."""
    come_as(page, house.ada)
    page.goto(house.moment)
    page.wait_for_selector(".board .can", timeout=PATIENCE)
    yield "moment"
    page.goto("/puzzles")
    page.wait_for_selector(".puzzle-game")
    yield "puzzles"
    page.goto(f"/puzzles/linear/{kept('linear')[0].id}")
    page.wait_for_selector(".board .can")
    yield "puzzle"
    page.goto("/learn/linja")
    page.wait_for_selector(".board svg")
    yield "lesson"


def look_at_lab(page: Page, house: House) -> Iterator[str]:
    come_as(page, house.keeper)
    page.goto("/lab")
    page.wait_for_selector(".run")
    yield "lab"
    page.locator(".run-more summary").click()
    page.get_by_role("button", name="Compare").click()
    page.wait_for_selector(".differences tbody tr")
    yield "lab-comparison"


def look_at_pages(page: Page, house: House) -> Iterator[str]:
    """What a guest finds who comes by."""
    come_as(page, house.server.person())
    page.goto("/new/linos")
    page.wait_for_selector(".seat-row")
    yield "new-table"
    page.goto("/rules/linja")
    page.wait_for_selector(".prose h2")
    yield "rules"
    page.goto(f"/p/linja?position={STUDIED}")
    page.locator(".advice button").click(timeout=PATIENCE)
    page.wait_for_selector(".verdict", timeout=PATIENCE)
    page.wait_for_selector(".advice", timeout=PATIENCE)
    yield "study"


def look_at_nothing(page: Page, house: House) -> Iterator[str]:
    """Where there is nothing to be seen."""
    page.goto("/nothing")
    page.wait_for_selector(".lost h1")
    yield "lost"
    page.goto("/offline")
    page.wait_for_selector(".lost h1")
    yield "offline"


def look_at_games(page: Page, house: House) -> Iterator[str]:
    """One after the other, and the first page with all of them."""
    come_as(page, house.server.person())
    page.goto("/")
    for game in linden.games():
        yield from look_at_game(page, house, game)
    page.goto("/")
    page.wait_for_selector(".game .glimpse svg")
    yield "home"


LOOKS: dict[Look, dict[str, str]] = {
    look_at_lobby: {"lobby": "/lobby"},
    look_at_clocks: {"clocks": "/t/{table}"},
    look_at_tournaments: {
        "tournaments": "/tournaments",
        "tournament": "/tournaments/{tournament}",
        "swiss": "/tournaments/{tournament}",
        "arena": "/tournaments/{tournament}",
    },
    look_at_people: {
        "account": "/account",
        "profile": "/u/{name}",
        "ranking": "/ranking/{game}",
        "my-games": "/my-games",
        "moderation": "/moderation",
        "sign-in": "/account",
        "invitation": "/join/{key}",
        "another-device": "/transfer/{table}/{key}",
    },
    look_at_learning: {
        "moment": "/t/{table}/moments/{ply}",
        "puzzles": "/puzzles",
        "puzzle": "/puzzles/{game}/{id}",
        "lesson": "/learn/{game}",
    },
    look_at_lab: {"lab": "/lab", "lab-comparison": "/lab/compare"},
    look_at_pages: {"new-table": "/new/{game}", "rules": "/rules/{game}", "study": "/p/{game}"},
    look_at_nothing: {"lost": "/nothing", "offline": "/offline"},
    look_at_games: {
        "linage": "/t/{table}",
        "linear": "/t/{table}",
        "linja": "/t/{table}",
        "linja-over": "/t/{table}",
        "linja-review": "/t/{table}/review",
        "linos": "/t/{table}",
        "linx-covered": "/t/{table}",
        "linx": "/t/{table}",
        "home": "/",
    },
}
"""What shows which pages, and their addresses as ``linden.web.http.pages`` has them."""
ADDRESSES = {name: address for looked in LOOKS.values() for name, address in looked.items()}


def look_at_game(page: Page, house: House, game: str) -> Iterator[str]:
    """In the middle with something touched, and for one game its end and its review."""
    coarse = page.evaluate("matchMedia('(pointer: coarse)').matches")
    hands: Hands = "finger" if coarse else "mouse"
    path = open_table(page, game, HERE, **OPTIONS.get(game, {}))
    page.evaluate(WALK, [path, MOVES[game]])
    page.goto(path)
    page.wait_for_selector(".board svg")
    player = Player(page, "mouse", random.Random(f"picture {game}"), aside=0)
    seen = player.settle()
    if seen["covered"]:
        yield f"{game}-covered"
        player.touch(seen)
        seen = player.settle()
    if seen["spots"]:
        player.hands = hands
        player.touch(seen)
        page.wait_for_timeout(500)
    yield game
    if game == "linja":
        page.evaluate(WALK, [path, 999])
        page.wait_for_selector('.table[data-turn="over"]')
        yield f"{game}-over"
        house.reviewed = house.reviewed or path
        page.goto(f"{house.reviewed}/review?ply=31")
        page.wait_for_selector(".verdict", timeout=PATIENCE)
        page.wait_for_function("() => !document.querySelector('progress')", timeout=PATIENCE)
        yield f"{game}-review"


def main() -> None:
    words = sys.argv[1:]
    sizes = [name for name in SIZES if name in words] or list(SIZES)
    themes = [name for name in THEMES if name in words] or THEMES
    names = set(ADDRESSES)
    if unknown := set(words) - {*SIZES, *THEMES, *names}:
        raise SystemExit(f"There is no picture of {', '.join(sorted(unknown))}.")
    FOLDER.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        sandbox = [] if os.geteuid() else ["--no-sandbox"]
        browser = playwright.chromium.launch(executable_path=chromium(), args=sandbox)
        house = House(server)
        for size in sizes:
            for theme in themes:
                visit(browser, house, size, theme, names & set(words) or names)
        browser.close()


def visit(browser: Browser, house: House, size: str, theme: Theme, names: set[str]) -> None:
    """Everything once, on one screen in one theme."""
    context = browser.new_context(
        base_url=f"http://{house.server.host}",
        viewport=SIZES[size],
        color_scheme=theme,
        reduced_motion="reduce",
        has_touch=size == "phone",
        is_mobile=size == "phone",
    )
    page = context.new_page()
    for look, looked in LOOKS.items():
        if names.isdisjoint(looked):
            continue
        for name in look(page, house):
            there = compile_path(ADDRESSES[name])[0].match(urlsplit(page.url).path)
            assert there, f"{name} is not at {page.url}"
            page.wait_for_timeout(250)
            if name in names:
                save(page, f"{name}-{size}-{theme}")
    context.close()


if __name__ == "__main__":
    main()
