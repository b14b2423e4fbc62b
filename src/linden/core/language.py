"""The language of whoever is being answered, for all that is said in sentences.

English is what everything is written in first, and what is told where a translation is missing.
"""

import re
from collections.abc import Iterator, Mapping
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


def of_terminal(environment: Mapping[str, str]) -> str:
    """The language that the variables of a terminal ask for.

    >>> of_terminal({"LANG": "fr_CH.UTF-8"}), of_terminal({"LANG": "de", "LC_ALL": "C"})
    ('fr', 'en')
    """
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    wanted = next((environment[name] for name in names if environment.get(name)), "")
    found = re.match(r"([a-z]{2,3})(?:[_.@-]|$)", wanted)
    return found[1] if found else ENGLISH


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
