"""Generic code names no game: what belongs to one game lives in its folder."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import linden
from cases import OWN
from linden.core import registry
from linden.web import translating

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


def named_on_a_page(text: str) -> set[str]:
    """In what it says, in its comments and in its code. ``linear`` is a word of CSS too: where it
    is quoted, or a class, it is the game."""
    titles = {registry.declaration(name).title for name in linden.games()}
    words = "|".join({*linden.games(), *titles} - {"linear"})
    named = re.findall(rf"\b({words})\b", text, re.I)
    return {*named, *re.findall(r"[\"'`.](linear)[\"'` {]", text)}


def test_pages_and_styles_name_no_game() -> None:
    wrong = {}
    for path in generic_files(".js", ".ts", ".html", ".css"):
        if named := named_on_a_page(path.read_text(encoding="utf-8")):
            wrong[str(path.relative_to(PACKAGE))] = named
    assert not wrong


GAME_WORDS = r"\b(die|dice|roll|rolls|rolled|tile|tiles|pawn|pawns|komi|card|cards|stone|stones)\b"


def test_pages_speak_of_no_game_s_own_things() -> None:
    """A game says itself what chance does there, and what its pieces are."""
    said = {
        text
        for key in translating.said_by_pages()
        for text in ([key] if isinstance(key, str) else key)
    }
    assert len(said) > 500
    assert {text for text in said if re.search(GAME_WORDS, text, re.I)} == set()


def test_tests_find_the_games_by_looking() -> None:
    """All of Linden's own in a row are ``cases.OWN``."""
    own, wrong = set(OWN), []
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if not all(f'"{name}"' in text for name in own):
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.List | ast.Tuple | ast.Set):
                named = {it.value for it in node.elts if isinstance(it, ast.Constant)}
                if own <= named:
                    wrong.append(f"{path.name}:{node.lineno}")
    assert not wrong


def test_the_law_sees_what_it_forbids() -> None:
    assert names_in(said_in("if game.name == 'linja':\n    pass")) == {"linja"}
    assert names_in(said_in("from linden.games.linx import rules")) == {"linx"}
    assert named_on_a_page("// as in Linja") == {"Linja"}
    assert named_on_a_page("<p>Linear Progression</p>") == {"Linear Progression"}
    assert named_on_a_page("background: linear-gradient(red, blue)") == set()
    assert names_in(said_in('"""Linja, for example."""\nx = 1  # linja')) == set()
