"""The page's texts in the reader's language.

The English sentence is the key. ``make texts`` extracts all keys, those of the browser's code too,
into ``texts/linden.pot``, and brings the catalogues up to date, ``texts/de/LC_MESSAGES/linden.po``
and so on: what is new there, or doubtful because its English has changed, is for a translator to
write. What a game says about itself (rules, moves) has catalogues in the game's own folder.
"""

import re
from functools import cache
from pathlib import Path

from babel.core import Locale, negotiate_locale

from linden.core.catalogues import Sentences
from linden.core.language import ENGLISH, language

__all__ = [
    "COOKIE",
    "ENGLISH",
    "chosen",
    "language",
    "languages",
    "names",
    "preferred",
    "say",
]

HERE = Path(__file__).parent / "texts"
COOKIE = "language"
"""What a visitor who has chosen a language sends along."""

say = Sentences(HERE, "{language}/LC_MESSAGES/linden.po")
"""A sentence in the reader's language, with ``{names}`` filled in."""


@cache
def languages() -> list[str]:
    """English, and those there is a catalogue for."""
    return say.languages()


def names() -> dict[str, str]:
    """The languages, as those call them who read them."""
    return {one: str(Locale(one).get_display_name(one)).capitalize() for one in languages()}


def preferred(accepted: str) -> str:
    """The language to answer in, given an ``Accept-Language`` header."""
    wanted = []
    for part in accepted.split(",")[:20]:
        tag, _, weight = part.strip().partition(";q=")
        try:
            wanted.append((float(weight or 1), tag.replace("-", "_")))
        except ValueError:
            continue
    ordered = [tag for _, tag in sorted(wanted, key=lambda one: -one[0])]
    return negotiate_locale(ordered, languages()) or ENGLISH


def chosen(cookies: str) -> str:
    """The language that a visitor has chosen, given a ``Cookie`` header; empty without one."""
    found = re.search(rf"(?:^|;\s*){COOKIE}=(\w+)", cookies)
    return found[1] if found and found[1] in languages() else ""
