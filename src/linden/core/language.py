"""The language of whoever is being answered, for all that is said in sentences.

English is what everything is written in first, and what is told where a translation is missing.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

ENGLISH = "en"

language: ContextVar[str] = ContextVar("language", default=ENGLISH)


@contextmanager
def speaking(chosen: str) -> Iterator[None]:
    """Say everything in this language meanwhile."""
    token = language.set(chosen)
    try:
        yield
    finally:
        language.reset(token)


def of_terminal(environment: Mapping[str, str], spoken: Collection[str]) -> str:
    """Of the languages that are spoken, the first that the variables of a terminal ask for. As for
    other programs, ``LANGUAGE`` is a list that goes before, unless the terminal wants none.

    >>> of_terminal({"LANG": "fr_CH.UTF-8"}, ["de", "fr"])
    'fr'
    >>> of_terminal({"LANG": "nl_NL.UTF-8", "LANGUAGE": "nl:de_AT:fr"}, ["de", "fr"])
    'de'
    >>> of_terminal({"LANG": "de", "LC_ALL": "C", "LANGUAGE": "fr"}, ["de", "fr"])
    'en'
    """
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    usual = _named(next((environment[name] for name in names if environment.get(name)), ""))
    if usual is None:
        return ENGLISH
    before = map(_named, environment.get("LANGUAGE", "").split(":"))
    return next((one for one in (*before, usual) if one in (ENGLISH, *spoken)), ENGLISH) or ENGLISH


def _named(locale: str) -> str | None:
    """The language of a locale such as ``fr_CH.UTF-8``; none of ``C``."""
    found = re.match(r"([a-z]{2,3})(?:[_.@-]|$)", locale)
    return found[1] if found else None


def figure(written: str) -> str:
    """A number as people read it: a true minus, a comma and a space before % where their language
    has them.

    >>> figure("-4.5")
    '−4.5'
    >>> with speaking("de"):
    ...     figure("-4.5")
    '−4,5'
    >>> with speaking("it"):
    ...     figure("12.5%")
    '12,5%'
    """
    told = written.replace("-", "\u2212")
    if language.get() == ENGLISH:
        return told
    told = told.replace(".", ",")
    return told if language.get() == "it" else told.replace("%", "\u00a0%")


def after_colon(sentence: str) -> str:
    """A sentence that follows a colon: German begins it with a capital.

    >>> with speaking("de"):
    ...     after_colon("auf f6 liegt kein Stein")
    'Auf f6 liegt kein Stein'
    """
    return sentence[:1].upper() + sentence[1:] if language.get() == "de" else sentence
