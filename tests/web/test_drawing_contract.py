"""What drawings tell the page stands in attributes, and docs/drawings.md lists them all."""

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from cases import CASES, GAMES, NAMES, folder, walk
from linden import Game
from linden.core import entry
from linden.core.svg import stylesheet
from linden.web.http.static import CLIENT
from linden.web.tables.scene import Rendering, drawn

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/drawings.md").read_text(encoding="utf-8")
DRAWINGS, PAGES = PAGE.split("## What the page writes")
LONG = 60
"""Moves of a game that are looked at."""
ATTRIBUTE = re.compile(r"\bdata-[a-z-]*[a-z]")


def listed(section: str) -> dict[str, str]:
    """The attributes of a table, each with what its row says."""
    return dict(re.findall(r"^\| `(data-[a-z-]+)` \|(.*)\|$", section, re.M))


def written_by(game: Game) -> set[str]:
    """The attributes in drawings of a random game, from two sides and in both shapes."""
    positions = [*islice(walk(game, 3), LONG)]
    shown = [*positions[:: max(1, len(positions) // 6)], positions[-1]]
    return {
        name
        for position in shown
        for rendering in (Rendering(), Rendering(quarter=1, tall=True))
        for name in ATTRIBUTE.findall(drawn(position, rendering))
    }


def sources(*endings: str) -> Iterator[str]:
    for path in sorted(CLIENT.rglob("*")):
        if path.suffix in endings:
            yield path.read_text(encoding="utf-8")


def without_comments(source: str) -> str:
    return re.sub(r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", "", source, flags=re.S)


def used_by_the_page() -> set[str]:
    """The attributes that the page's code and styles read or write."""
    found = set[str]()
    for source in sources(".js", ".css", ".html"):
        code = without_comments(source)
        found |= set(ATTRIBUTE.findall(code))
        named = re.findall(r"\bdataset\.(\w+)", code)
        for names in re.findall(r"\bdataset, \{([^}]*)\}", code):
            named += re.findall(r"(\w+):", names)
        found |= {"data-" + re.sub(r"[A-Z]", lambda it: "-" + it[0].lower(), it) for it in named}
    return found


@pytest.mark.parametrize("name", NAMES)
def test_what_a_drawing_writes_is_listed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    games = [game for (case, _, _), game in zip(CASES, GAMES, strict=True) if case == name]
    with monkeypatch.context() as patch:  # interpreted: compiling all of them takes longer
        patch.setattr(entry, "uncompiled", {game.state_type for game in games})
        written = set[str]().union(*(written_by(game) for game in games))
    assert written <= set(listed(DRAWINGS)), f"docs/drawings.md does not list all that {name} uses"
    assert "data-at" in written


def test_what_the_page_reads_is_listed_and_nothing_else_is() -> None:
    in_sources = used_by_the_page() | set(ATTRIBUTE.findall(stylesheet({})))
    assert in_sources == set(listed(DRAWINGS)) | set(listed(PAGES))


def test_what_is_listed_is_written() -> None:
    """Every role of a drawing is some game's; what no game needs is to be taken off the list."""
    folders = [ROOT / "src/linden/games", ROOT / "src/linden/core", *(folder(it) for it in NAMES)]
    code = "".join(path.read_text("utf-8") for it in folders for path in it.rglob("*.py"))
    for name in listed(DRAWINGS):
        assert name.replace("-", "_") in code, f"no drawing writes {name}"


def test_what_is_said_to_read_it_does() -> None:
    for name, told in (listed(DRAWINGS) | listed(PAGES)).items():
        camel = re.sub(r"-(\w)", lambda it: it[1].upper(), name.removeprefix("data-"))
        readers = re.findall(r"`((?:board|view|css)/[\w./]*)`", told)
        for reader in readers:
            path = CLIENT / reader if reader.startswith("css") else CLIENT / "js" / reader
            files = path.rglob("*.js") if path.is_dir() else [path]
            code = "".join(without_comments(file.read_text("utf-8")) for file in files)
            assert name in code or f"dataset.{camel}" in code, f"{reader} does not read {name}"
