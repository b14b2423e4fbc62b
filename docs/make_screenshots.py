"""Take the screenshots in docs/screenshots: every page, both themes, desktop and phone.

    python docs/make_screenshots.py [desktop|phone] [light|dark]

A real server, the system's Chromium, games played by two computers of one level. The pictures are
WebP, small enough to be kept beside the texts.
"""

import io
import os
import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import linden
from browser.conftest import PHONE, chromium
from hands import HERE, Player, sit_down
from servers import Server, serving

FOLDER = Path(__file__).parent / "screenshots"
SIZES = {"desktop": {"width": 1440, "height": 900}, "phone": PHONE}
MOVES = {"linage": 34, "linear": 14, "linja": 12, "linos": 15, "linx": 9}
OPTIONS: dict[str, dict[str, Any]] = {"linage": {"komi": 4.5}}
LARGEST = 120_000  # bytes of one picture


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
    for game in linden.games():
        yield from look_at_game(page, game)
    page.goto("/")
    page.wait_for_selector(".game .glimpse svg")
    yield "home"


def look_at_game(page: Page, game: str) -> Iterator[str]:
    """In the middle with something touched, and for one game its end and its review."""
    hands = "finger" if page.evaluate("matchMedia('(pointer: coarse)').matches") else "mouse"
    path = sit_down(page, game, HERE, **OPTIONS.get(game, {}))
    player = Player(page, "mouse", random.Random(f"picture {game}"), aside=0)
    for _ in range(MOVES[game]):
        hinted_move(page, player)
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
        player.hands = "mouse"
        player.play_out()
        page.wait_for_timeout(300)
        yield f"{game}-over"
        page.goto(f"{path}/review?ply=31")
        page.wait_for_selector(".verdict", timeout=180_000)
        page.wait_for_function("!document.querySelector('progress')", timeout=180_000)
        yield f"{game}-review"


def hinted_move(page: Page, player: Player) -> None:
    """The move the table advises, so that the games look like games."""
    seen = player.settle()
    if seen["covered"]:
        player.touch(seen)
        player.settle()
    page.keyboard.press("h")
    page.wait_for_function(
        "document.querySelector('.board .hinted') || document.querySelector('.choices .primary')"
        " || document.querySelector('.board .can')",
        timeout=60_000,
    )
    player.move()


def main() -> None:
    sizes = [name for name in SIZES if name in sys.argv] or list(SIZES)
    themes = [name for name in ("light", "dark") if name in sys.argv] or ["light", "dark"]
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server:
        with sync_playwright() as playwright:
            sandbox = [] if os.geteuid() else ["--no-sandbox"]
            browser = playwright.chromium.launch(executable_path=chromium(), args=sandbox)
            for size in sizes:
                for theme in themes:
                    visit(browser, server, size, theme)
            browser.close()


def visit(browser: Browser, server: Server, size: str, theme: str) -> None:
    """Everything once, on one screen in one theme."""
    context = browser.new_context(
        base_url=f"http://{server.host}",
        viewport=SIZES[size],  # type: ignore[arg-type] (a plain dict of two numbers)
        color_scheme=theme,  # type: ignore[arg-type] (light or dark)
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
