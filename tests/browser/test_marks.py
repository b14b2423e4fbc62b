"""What can be touched, is chosen, is hinted at, or was done last: seen, and told apart."""

import io
import random
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from hands import HERE, PATIENCE, Player, sit_down
from linden.core.svg import DARK, LIGHT

PALETTES = {"light": LIGHT, "dark": DARK}
Colour = tuple[float, float, float]


def rgb(text: str) -> Colour:
    return tuple(int(text[i : i + 2], 16) / 255 for i in (1, 3, 5))  # type: ignore[return-value]


def luminance(colour: Colour) -> float:
    lit = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in colour]
    return 0.2126 * lit[0] + 0.7152 * lit[1] + 0.0722 * lit[2]


def contrast(one: Colour, other: Colour) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def style(page: Page, selector: str, name: str) -> str:
    found: str = page.evaluate(
        "([selector, name]) => getComputedStyle(document.querySelector(selector))[name]",
        [selector, name],
    )
    return found


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_glows_reach_three_to_one_on_wood(opens: Any, theme: str) -> None:
    """On the board itself: pixels between a piece that can be touched and the wood around it."""
    page = opens("/", color_scheme=theme)
    sit_down(page, "linear", HERE)
    page.wait_for_selector(".board .can > .rim")
    piece = page.locator(".board .can:has(> .rim)").first
    box = piece.bounding_box()
    assert box is not None
    shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    y = round(box["y"] + box["height"] / 2)
    wood = rgb(PALETTES[theme]["wood"])
    row = [shot.getpixel((round(box["x"]) + x, y)) for x in range(-4, 10)]
    seen = [tuple(part / 255 for part in pixel) for pixel in row]  # type: ignore[union-attr]
    glow = rgb(PALETTES[theme]["glow"])
    near = [one for one in seen if sum(abs(a - b) for a, b in zip(one, glow, strict=True)) < 0.3]
    assert near, f"no glow beside the piece: {row}"
    assert max(contrast(one, wood) for one in near) >= 3  # type: ignore[arg-type]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_marks_can_be_seen_on_wood_and_paper(theme: str) -> None:
    palette = PALETTES[theme]
    for ground in ("wood", "ground", "paper"):
        for mark in ("glow", "last"):
            found = contrast(rgb(palette[mark]), rgb(palette[ground]))
            assert found >= 3, f"{mark} on {ground}: {found:.1f}"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_black_is_dark_in_both_themes(opens: Any, theme: str) -> None:
    assert luminance(rgb(PALETTES[theme]["black"])) < 0.05
    page = opens("/", color_scheme=theme)
    for game, piece in (("linja", ".pawn.seat-1 .body"), ("linear", ".wink.seat-1")):
        sit_down(page, game, HERE)
        filled = style(page, f".board {piece}", "fill")
        parts = [int(part) / 255 for part in filled.removeprefix("rgb(").rstrip(")").split(",")]
        assert luminance((parts[0], parts[1], parts[2])) < 0.05, game
        outline = style(page, f".board {piece}", "stroke")
        drawn = [int(part) / 255 for part in outline.removeprefix("rgb(").rstrip(")").split(",")]
        if theme == "dark":
            seen = contrast((drawn[0], drawn[1], drawn[2]), rgb(DARK["ground"]))
            assert seen >= 3, f"{game}: a dark piece on a dark page needs an outline"


def test_chosen_hinted_and_last_are_told_apart(opens: Any) -> None:
    page = opens("/")
    sit_down(page, "linja", HERE)
    player = Player(page, "mouse", random.Random(3))
    for _ in range(2):
        player.move()
    player.settle()
    last = style(page, ".board [data-part=mark]", "stroke")
    page.keyboard.press("h")
    expect(page.locator(".board .hinted > .rim").first).to_be_visible(timeout=PATIENCE)
    hinted = style(page, ".board .hinted > .rim > *", "strokeDasharray")
    green = style(page, ".board .hinted > .rim > *", "stroke")
    page.keyboard.press("Escape")
    player.touch(player.see())
    expect(page.locator(".board .chosen > .rim").first).to_be_visible()
    chosen = style(page, ".board .chosen > .rim > *", "strokeDasharray")
    assert last != green, "the last move has a colour of its own"
    assert hinted != "none", "what is hinted at has a broken rim"
    assert chosen == "none", "what is chosen has a whole one"
