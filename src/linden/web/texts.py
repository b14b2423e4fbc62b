"""The page's texts in the reader's language.

The English sentence is the key. ``make texts`` extracts all keys, those of the browser's code too,
into ``texts/linden.pot``; a copy of it with translations, ``texts/de.po``, adds a language. What a
game says about itself (rules, moves) is the game's own and not translated here.
"""

from functools import cache
from pathlib import Path

from babel.core import negotiate_locale
from babel.messages.pofile import read_po

from linden.core.language import ENGLISH, language

__all__ = ["ENGLISH", "catalogue", "language", "languages", "preferred", "say"]

HERE = Path(__file__).parent / "texts"


@cache
def languages() -> list[str]:
    """English, and those there is a catalogue for."""
    return sorted({ENGLISH, *(path.stem for path in HERE.glob("*.po"))})


@cache
def catalogue(chosen: str) -> dict[str, str]:
    """The texts that differ from their keys; none in English."""
    path = HERE / f"{chosen}.po"
    if not path.exists():
        return {}
    with path.open("rb") as file:
        return {
            message.id: message.string
            for message in read_po(file)
            if isinstance(message.id, str) and isinstance(message.string, str) and message.string
        }


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


def say(key: str, **values: object) -> str:
    """A sentence in the reader's language, with ``{names}`` filled in."""
    text = catalogue(language.get()).get(key, key)
    return text.format(**values) if values else text
