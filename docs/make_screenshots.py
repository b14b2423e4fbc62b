"""Take the screenshots in docs/screenshots: every page, both themes, desktop and phone.

    python docs/make_screenshots.py [desktop|phone] [light|dark]

A real server and the system's Chromium. Both sides take, at random, one of the moves that gain
most, so that the positions look like games. The pictures are WebP, small enough to be kept beside
the texts.
"""

import io
import os
import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import linden
from browser.conftest import PHONE, chromium
from hands import HERE, Hands, Player, open_table
from servers import Server, serving

FOLDER = Path(__file__).parent / "screenshots"
Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")
SIZES: dict[str, ViewportSize] = {"desktop": {"width": 1440, "height": 900}, "phone": PHONE}
MOVES = {"linage": 34, "linear": 14, "linja": 12, "linos": 15, "linx": 4}
OPTIONS: dict[str, dict[str, Any]] = {"linage": {"komi": 4.5}}
STUDIED = "6.1.0.1.1.1.2.0/0.1.1.1.2.1.0.6 black opening"
LARGEST = 120_000  # bytes of one picture
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
    for quality in (86, 78, 68, 55):
        out = io.BytesIO()
        picture.save(out, "WEBP", quality=quality, method=6)
        if out.tell() <= LARGEST:
            break
    (FOLDER / f"{name}.webp").write_bytes(out.getvalue())
    print(f"{name}: {out.tell() // 1000} kB")


def look_at_pages(page: Page) -> Iterator[str]:
    """Go to one page after the other; each time the name of what is to be seen."""
    page.goto("/new/linos")
    page.wait_for_selector(".seat-row")
    yield "new-table"
    page.goto("/rules/linja")
    page.wait_for_selector(".prose h2")
    yield "rules"
    page.goto(f"/p/linja?position={STUDIED}")
    page.locator(".advice button").click(timeout=180_000)
    page.wait_for_selector(".verdict", timeout=180_000)
    page.wait_for_selector(".advice", timeout=180_000)
    yield "study"
    for game in linden.games():
        yield from look_at_game(page, game)
    page.goto("/")
    page.wait_for_selector(".game .glimpse svg")
    yield "home"


def look_at_game(page: Page, game: str) -> Iterator[str]:
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
        page.goto(f"{path}/review?ply=31")
        page.wait_for_selector(".verdict", timeout=180_000)
        page.wait_for_function("() => !document.querySelector('progress')", timeout=180_000)
        yield f"{game}-review"


def main() -> None:
    sizes = [name for name in SIZES if name in sys.argv] or list(SIZES)
    themes = [name for name in THEMES if name in sys.argv] or THEMES
    FOLDER.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        sandbox = [] if os.geteuid() else ["--no-sandbox"]
        browser = playwright.chromium.launch(executable_path=chromium(), args=sandbox)
        for size in sizes:
            for theme in themes:
                visit(browser, server, size, theme)
        browser.close()


def visit(browser: Browser, server: Server, size: str, theme: Theme) -> None:
    """Everything once, on one screen in one theme."""
    context = browser.new_context(
        base_url=f"http://{server.host}",
        viewport=SIZES[size],
        color_scheme=theme,
        reduced_motion="reduce",
        has_touch=size == "phone",
        is_mobile=size == "phone",
    )
    page = context.new_page()
    page.goto("/")
    for name in look_at_pages(page):
        page.wait_for_timeout(250)
        save(page, f"{name}-{size}-{theme}")
    context.close()


if __name__ == "__main__":
    main()
