"""All pages that nobody writes by hand: made of the sources, or files of the project as they are.

Nothing here needs the generator of the site, so that tests can look at the pages without it.
"""

import re
from pathlib import Path

import api_pages
import command_pages
import game_pages
import message_pages

ROOT = Path(__file__).parents[2]
INCLUDED = {
    "CONTRIBUTING.md": "adding-a-game.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "reporting.md",
}
"""Files of the project that are pages too, and what they are called there."""
GAMES_HERE = "<!-- games -->"
"""Where a page shows all games."""


def generated() -> dict[str, str | bytes]:
    """Every page and picture that is made, by its path in the site."""
    found: dict[str, str | bytes] = {}
    found |= game_pages.pages()
    found |= api_pages.pages()
    found |= message_pages.pages()
    found |= command_pages.pages()
    for source, page in INCLUDED.items():
        found[page] = (ROOT / source).read_text(encoding="utf-8")
    return found


def finished(page: str, text: str) -> str:
    """A page's text with its links made to lead to other pages of the site."""
    folder = "" if page in INCLUDED.values() else "docs"
    if "/" not in page:
        text = re.sub(
            r"(?<!!)\[([^\]\n]+)\]\(([^)\s]+)\)", lambda found: _link(folder, found), text
        )
    return text.replace(GAMES_HERE, game_pages.cards("games/"))


def _link(folder: str, found: re.Match[str]) -> str:
    """A link that leads to a page if its target is one; of other files only the name is left."""
    words, target = found[1], found[2]
    if re.match(r"[a-z]+:|#", target):
        return found[0]
    path, mark, anchor = target.partition("#")
    whole = (ROOT / folder / path).resolve()
    here = whole.relative_to(ROOT).as_posix() if whole.is_relative_to(ROOT) else path
    if here in INCLUDED:
        return f"[{words}]({INCLUDED[here]}{mark}{anchor})"
    if here == "README.md":
        return f"[{words}](index.md{mark}{anchor})"
    if here.startswith("docs/"):
        return f"[{words}]({here.removeprefix('docs/')}{mark}{anchor})"
    if (ROOT / here).exists():
        return words
    return found[0]
