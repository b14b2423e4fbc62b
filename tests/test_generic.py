"""Generic code names no game: what belongs to one game lives in its folder."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import linden

PACKAGE = Path(linden.__file__).parent


def in_a_games_folder(path: Path) -> bool:
    """``games/<game>/…``, or ``solve/<game>/…``."""
    parts = path.relative_to(PACKAGE).parts
    return len(parts) > 2 and parts[0] in ("games", "solve") and parts[1] in linden.games()


def generic_files(*endings: str) -> Iterator[Path]:
    for path in sorted(PACKAGE.rglob("*")):
        if path.suffix in endings and not in_a_games_folder(path):
            yield path


def said_in(source: str) -> Iterator[str]:
    """Every name and every text of a program, but not what it tells readers about itself."""
    tree = ast.parse(source)
    explained = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            explained.add(id(node.value))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if id(node) not in explained:
                yield node.value
        elif isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.ImportFrom | ast.Import):
            yield getattr(node, "module", None) or ""
            yield from (alias.name for alias in node.names)


def names_in(texts: Iterator[str]) -> set[str]:
    games = "|".join(linden.games())
    return {found for text in texts for found in re.findall(rf"\b({games})\b", text, re.I)}


def test_generic_code_names_no_game() -> None:
    wrong = {}
    for path in generic_files(".py"):
        named = names_in(said_in(path.read_text(encoding="utf-8")))
        if named:
            wrong[str(path.relative_to(PACKAGE))] = named
    assert not wrong


def test_pages_and_styles_name_no_game() -> None:
    """Quoted, or as a class: ``linear`` is a word of CSS too."""
    games = "|".join(linden.games())
    wrong = {}
    for path in generic_files(".js", ".ts", ".html", ".css"):
        named = re.findall(rf"[\"'`.]({games})[\"'` {{]", path.read_text(encoding="utf-8"))
        if named:
            wrong[str(path.relative_to(PACKAGE))] = named
    assert not wrong


def test_the_law_sees_what_it_forbids() -> None:
    assert names_in(said_in("if game.name == 'linja':\n    pass")) == {"linja"}
    assert names_in(said_in("from linden.games.linx import rules")) == {"linx"}
    assert names_in(said_in('"""Linja, for example."""\nx = 1  # linja')) == set()
