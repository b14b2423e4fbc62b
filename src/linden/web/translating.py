"""Brings the catalogues of the pages, of the command and of Linden's own games up to date:
``make texts``.

What the code says is collected anew. A sentence that is new has no translation yet; one whose
English has changed keeps its old translation, marked ``fuzzy``, with the old English beside it.
Neither is told to anybody, and the tests fail, until a translator has looked at it.
"""

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from linden.core import registry
from linden.core.declaration import Declaration
from linden.core.options import Option, Written
from linden.players.registry import parse
from linden.web import texts
from linden.web.compute.opponents import TEXTS

LANGUAGES = ("de", "fr", "it")
WEB = Path(texts.__file__).parent
CORE, CLI = WEB.parent / "core", WEB.parent / "cli"

Key = str | tuple[str, str]
Said = Callable[[], set[Key]]
"""Finds the keys that somebody says, once: it reads all their sources."""


def said_in(folder: Path, *functions: str) -> set[Key]:
    """The keys in a folder's Python: what these functions are called with, and ``counting``."""
    found: set[Key] = set()
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            texts = [it.value for it in node.args[:2] if isinstance(it, ast.Constant)]
            match node.func:
                case ast.Name(id=name) if name in functions and texts:
                    found.add(str(texts[0]))
                case ast.Attribute(attr="counting") | ast.Name(id="counted_key"):
                    found.add((str(texts[0]), str(texts[1])))
    return found


def said_by_browser() -> set[Key]:
    """The keys in the browser's code."""
    methods = [("**.js", "javascript")]
    options = {"**.js": {"parse_template_string": True}}
    words: dict[str, Any] = {"t": None, "counting": (1, 2)}
    found = extract_from_dir(WEB / "client", methods, options, keywords=words)
    return {key if isinstance(key, str) else (key[0], key[1]) for _, _, key, _, _ in found}


def said_by_pages() -> set[Key]:
    """What the server and the browser's code say, and what opponents are called."""
    opponents = [parse(text) for text in TEXTS]
    called = {text for one in opponents for text in (one.name, one.description)}
    return said_in(WEB, "say", "Note") | said_by_browser() | called


def said_by_command() -> set[Key]:
    """What the command says, its help included. It stands above the pages and is named here, not
    imported."""
    helped: set[Key] = import_module("linden.cli.main").said_by_help()
    return said_in(CLI, "phrase", "key") | helped


def said_by_game(name: str) -> set[Key]:
    """What a game's code says, and what it declares."""
    spoken = said_in(registry.folder(name), "say", "key")
    facts = set(declared(registry.declaration(name)))
    return spoken | {text for text in facts if re.search("[a-z]{2}", text)}  # 6×6 is no sentence


def declared(facts: Declaration) -> Iterator[str]:
    """The texts of a declaration."""
    yield from (facts.summary, facts.points, facts.roll, facts.source)
    yield from facts.seats({option.name: _most(option) for option in facts.options})
    for option in facts.options:
        yield from (option.label, option.explanation, *option.words.values())
        if isinstance(option.kind, Written):
            yield option.kind.allowed


def _most(option: Option) -> object:
    """Every seat has a name when as many play as can."""
    return max(option.kind.choices) if option.name == "players" else option.default


def catalogues() -> Iterator[tuple[Path, str, Said]]:
    """Every catalogue there has to be: its file, its language, what finds its keys."""
    core = cache(partial(said_in, CORE, "say", "shared", "key"))
    command, pages = cache(said_by_command), cache(said_by_pages)
    for lang in LANGUAGES:
        yield texts.HERE / lang / "LC_MESSAGES" / "linden.po", lang, pages
        yield CORE / "texts" / f"{lang}.po", lang, core
        yield CLI / "texts" / f"{lang}.po", lang, command
    for name in sorted(path.parent.name for path in registry.OWN.glob("*/__init__.py")):
        said = cache(partial(said_by_game, name))
        for lang in LANGUAGES:
            yield registry.folder(name) / "texts" / f"{lang}.po", lang, said


def template(keys: Iterable[Key]) -> Catalog:
    made = Catalog(charset="utf-8")
    for key in sorted(keys, key=lambda key: key if isinstance(key, str) else key[0]):
        made.add(key)
    return made


def read(path: Path, lang: str) -> Catalog:
    if not path.is_file():
        return Catalog(lang, charset="utf-8", fuzzy=False)
    with path.open("rb") as file:
        catalogue = read_po(file, locale=lang)
    for message in catalogue:  # Babel reads the old English as if somebody had remarked it
        message.user_comments = [it for it in message.user_comments if not it.startswith("|")]
    return catalogue


def write(path: Path, catalogue: Catalog) -> None:
    """With as little in the head as programs need, so that it changes only when a sentence does."""
    path.parent.mkdir(parents=True, exist_ok=True)
    head = "".join(
        f'"{name}: {value}\\n"\n'
        for name, value in (
            ("Language", catalogue.locale_identifier),
            ("Plural-Forms", catalogue.plural_forms),
            ("Content-Type", "text/plain; charset=utf-8"),
        )
    )
    with path.open("wb") as file:
        file.write(f'msgid ""\nmsgstr ""\n{head}\n'.encode())
        write_po(
            file,
            catalogue,
            no_location=True,
            omit_header=True,
            sort_output=True,
            include_previous=True,
        )


def main() -> None:
    with (texts.HERE / "linden.pot").open("wb") as file:
        write_po(file, template(said_by_pages()), no_location=True, omit_header=True)
    for path, lang, said in catalogues():
        catalogue = read(path, lang)
        catalogue.update(template(said()), no_fuzzy_matching=False)
        catalogue.obsolete.clear()
        write(path, catalogue)
        left = sum(
            1 for message in catalogue if message.id and (message.fuzzy or not message.string)
        )
        print(f"{path}: {len(catalogue)} sentences, {left} to translate")


if __name__ == "__main__":
    main()
