"""The boards look as they did: screenshots against the pictures kept with each game's tests.

Letters are left out, for they depend on the fonts of the machine. After a change that was meant,
``LINDEN_REDRAW=1 pytest tests/browser/test_pictures.py`` takes the pictures anew: look at them.
"""

import io
import json
import os
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from PIL import Image, ImageChops

import linden
from cases import OWN, folder
from linden.web.http import showcase

SIZE = {"width": 480, "height": 900}
FAR = 48
"""A pixel is another one if a channel differs by more, of 255: edges are smoothed differently."""
MOST = 0.002
"""How much of a picture may be other pixels. A missing piece is more."""
WITHOUT_WORDS = "text { visibility: hidden } * { caret-color: transparent }"
ALONE = """.board-place {
  position: fixed; z-index: 9; inset: 0; width: 480px; height: 560px; flex: none;
  margin: 0; background: var(--ground);
}"""
"""Whatever stands around the board, it is looked at in one place and size."""


REDRAW = bool(os.environ.get("LINDEN_REDRAW"))
PICTURED = [
    name for name in linden.games() if REDRAW or name in OWN or (folder(name) / "pictures").is_dir()
]
"""A game from outside may have no pictures until they are taken."""


def go_to(page: Any, game: str) -> None:
    """The board of a game that was kept, in the middle of it."""
    position = showcase.positions(game)[showcase.middle(game)]
    query = {"position": position.text}
    if position.game.changed_options:
        query["options"] = json.dumps(position.game.changed_options)
    page.goto(f"/p/{game}?{urlencode(query)}")
    page.locator(".board svg").wait_for()
    page.add_style_tag(content=WITHOUT_WORDS + ALONE)
    page.wait_for_timeout(150)  # the drawing for this shape


def shot(page: Any) -> Image.Image:
    board = page.locator(".board svg")
    return Image.open(io.BytesIO(board.screenshot(animations="disabled"))).convert("RGB")


def other_pixels(one: Image.Image, two: Image.Image) -> float:
    """The part of two pictures that differs."""
    if one.size != two.size:
        return 1.0
    apart = ImageChops.difference(one, two)
    far = [channel.point(lambda value: 255 * (value > FAR)) for channel in apart.split()]
    most = ImageChops.lighter(ImageChops.lighter(far[0], far[1]), far[2])
    return most.histogram()[255] / (one.width * one.height)


@pytest.mark.parametrize("game", PICTURED)
def test_a_board_looks_as_it_did(opens: Any, game: str, tmp_path: Path) -> None:
    page = opens("/", viewport=SIZE, color_scheme="light")
    go_to(page, game)
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        compare(shot(page), folder(game) / "pictures" / f"{theme}.png", tmp_path)


def compare(found: Image.Image, kept: Path, tmp_path: Path) -> None:
    if REDRAW:
        kept.parent.mkdir(exist_ok=True)
        found.quantize(256).save(kept, optimize=True)
    assert kept.exists(), "There is no picture yet; LINDEN_REDRAW=1 takes it."
    differs = other_pixels(found, Image.open(kept).convert("RGB"))
    if differs > MOST:
        found.save(tmp_path / kept.name)
    assert differs <= MOST, (
        f"{differs:.1%} of {kept.name} has changed; {tmp_path / kept.name} is how it looks now. "
        "If that was meant, LINDEN_REDRAW=1 keeps it."
    )


def test_a_missing_piece_is_seen(opens: Any) -> None:
    page = opens("/", viewport=SIZE, color_scheme="light")
    go_to(page, "linja")
    whole = shot(page)
    page.evaluate("document.querySelector('.board svg .pawn, .board svg g[id]').remove()")
    assert other_pixels(whole, shot(page)) > MOST
