"""A game as one moving picture: every frame is what was drawn, and little is written twice."""

import re
from xml.etree import ElementTree

import pytest

import linden
from linden.core.film import film, read
from linden.core.record import example

MOST_FRAMES = 14


def frames(game: str) -> list[str]:
    positions = example(linden.load(game)).positions()
    return [position.svg(theme="light") for position in positions[:: len(positions) // 12]]


def seen_at(moving: str, number: int, count: int) -> list[str]:
    """The elements of a film that are visible in one frame, in order."""
    visible: dict[str, bool] = {}
    for name, steps in re.findall(r"@keyframes (f\d+)\{((?:[\d.]+%\{visibility:\w+\})+)\}", moving):
        percents = [
            (float(at), how) for at, how in re.findall(r"([\d.]+)%\{visibility:(\w+)", steps)
        ]
        now = 100 * number * 0.9 / (count * 0.9 + 3.0)
        visible[name] = [how for at, how in percents if at <= now + 0.01][-1] == "visible"
    found: list[str] = []

    def walk(element: ElementTree.Element) -> None:
        classes = element.get("class", "").split()
        hidden = [name for name in classes if name in visible and not visible[name]]
        if hidden or element.tag.endswith("style"):
            return
        kept = " ".join(name for name in classes if name not in visible)
        given = {key: value for key, value in element.items() if key not in ("class", "viewBox")}
        found.append(f"{element.tag} {kept} {sorted(given.items())} {(element.text or '').strip()}")
        for child in element:
            walk(child)

    walk(ElementTree.fromstring(moving))
    return found


def plain(drawing: str) -> str:
    """As a film writes it: without what only pages ask for."""
    used = set(re.findall(r"url\(#([^)]+)\)", drawing))
    bare = re.sub(r' (?:data-[\w-]+|aria-[\w-]+)="[^"]*"', "", drawing)
    bare = re.sub(r'(<(?!svg)[^>]*?) role="[^"]*"', r"\1", bare)
    return re.sub(r' id="([^"]*)"', lambda found: found[0] if found[1] in used else "", bare)


@pytest.mark.parametrize("game", linden.games())
def test_every_frame_is_what_was_drawn(game: str) -> None:
    drawings = frames(game)
    moving = film(drawings)
    for number in (0, 1, len(drawings) // 2, len(drawings) - 1):
        assert seen_at(moving, number, len(drawings)) == seen_at(plain(drawings[number]), 0, 1)


@pytest.mark.parametrize("game", linden.games())
def test_a_film_is_much_smaller_than_its_drawings(game: str) -> None:
    drawings = frames(game)
    assert len(film(drawings)) < 0.6 * sum(map(len, drawings))


def test_without_motion_the_last_position_is_seen() -> None:
    moving = film(["<svg><a/></svg>", "<svg><b/></svg>"])
    first, last = re.findall(r"\.(f\d){visibility:(\w+)", moving)
    assert [first[1], last[1]] == ["hidden", "visible"]
    assert "prefers-reduced-motion:reduce" in moving


def test_one_drawing_is_a_film_that_stands_still() -> None:
    assert "@keyframes" not in film(['<svg viewBox="0 0 1 1"><a/></svg>'])


def test_there_is_room_for_the_largest() -> None:
    moving = film(['<svg viewBox="0 0 10 30"><a/></svg>', '<svg viewBox="0 0 20 20"><a/></svg>'])
    assert 'viewBox="0 0 20 30"' in moving


def test_text_is_kept_where_it_stands() -> None:
    whole = read("<svg><text>a<tspan>b</tspan>c</text></svg>", 0)
    (text,) = whole.parts
    assert [part.head for part in text.parts] == ["a", "<tspan>", "c"]
