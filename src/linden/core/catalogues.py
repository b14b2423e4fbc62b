"""Sentences in other languages: catalogues as translators keep them (gettext's ``.po`` files).

The English sentence is the key. What a catalogue lacks, or what its translator has marked as
doubtful (``fuzzy``: the English has changed since), is told in English.
"""

import logging
import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from linden.core.language import ENGLISH, figure, language
from linden.core.wording import named, plain

log = logging.getLogger(__name__)


class Catalogue(NamedTuple):
    """What is said in one language."""

    sentences: dict[str, str]
    counted: dict[str, tuple[str, ...]]
    """Sentences that depend on a number, by their English for one."""
    form: Callable[[int], int]
    """Which form a number takes."""


NOTHING = Catalogue({}, {}, lambda number: int(number != 1))


@cache
def read(path: Path) -> Catalogue:
    """The catalogue in this file; an empty one where there is no such file, or it is none."""
    if not path.is_file():
        return NOTHING
    try:
        return _read(path)
    except Exception as error:  # babel and gettext have one for each thing that may be wrong
        log.warning("%s is left out: %s: %s", path, type(error).__name__, error)
        return NOTHING


def _read(path: Path) -> Catalogue:
    from gettext import c2py

    from babel.messages.pofile import read_po

    sentences: dict[str, str] = {}
    counted: dict[str, tuple[str, ...]] = {}
    with path.open("rb") as file:
        messages = read_po(file)
    for message in messages:
        if message.fuzzy or not message.id:
            continue
        told = message.string
        if isinstance(message.id, str):
            if told:
                sentences[message.id] = str(told)
        elif isinstance(told, tuple | list) and all(told):
            counted[message.id[0]] = tuple(told)
    return Catalogue(sentences, counted, c2py(messages.plural_expr))


@cache
def _kept(path: Path) -> list[tuple[re.Pattern[str], str]]:
    """How sentences with something filled in look once they are kept, and what they are told as;
    those that leave least open come first."""
    found = []
    for key, told in read(path).sentences.items():
        known = set[str]()
        parts = re.split(r"\{(\w+)\}", plain(key))
        if len(parts) == 1 or len(re.findall("[a-z]", "".join(parts[::2]))) < 3:
            continue  # nothing is filled in, or anything could be
        if not all(name.isidentifier() for name in parts[1::2]):
            continue  # nor is there by this: no value has such a name
        form = ""
        for i, part in enumerate(parts):
            form += re.escape(part) if i % 2 == 0 else f"(?P={part})" * (part in known)
            form += f"(?P<{part}>.+?)" * (i % 2 == 1 and part not in known)
            known.add(part)
        found.append((sum(map(len, parts[::2])), re.compile(form), told))
    return [(form, told) for _, form, told in sorted(found, key=lambda one: -one[0])]


class Sentences:
    """What the code of one folder says, in the reader's language.

    ``where`` names the catalogue of a language within the folder.
    """

    def __init__(self, folder: Path, where: str = "texts/{language}.po") -> None:
        self.folder = folder
        self.where = where
        self._read: dict[str, Catalogue] = {ENGLISH: NOTHING}

    def languages(self) -> list[str]:
        """English, and those there is a catalogue for."""
        before, _, after = self.where.partition("{language}")
        found = (
            path.relative_to(self.folder).as_posix().removeprefix(before).removesuffix(after)
            for path in self.folder.glob(self.where.format(language="[!.]*"))
        )
        return sorted({ENGLISH, *found})

    def catalogue(self, chosen: str) -> Catalogue:
        if chosen not in self._read:  # asked for with every sentence: making a path takes longer
            self._read[chosen] = read(self.folder / self.where.format(language=chosen))
        return self._read[chosen]

    def __call__(self, key: str, /, **values: object) -> str:
        """A sentence with ``{names}`` filled in."""
        chosen = language.get()
        text = key if chosen == ENGLISH else self.catalogue(chosen).sentences.get(key, key)
        return _filled(text, key, values) if values else text

    def counting(self, one: str, many: str, n: int, /, **values: object) -> str:
        """A sentence about ``n`` of something, with ``{n}`` and ``{names}`` filled in."""
        english = one if n == 1 else many
        return _filled(self.form(one, many, n), english, {"n": n, **values})

    def form(self, one: str, many: str, n: int) -> str:
        """The same with nothing filled in."""
        catalogue = self.catalogue(language.get())
        forms = catalogue.counted.get(one)
        form = catalogue.form(n) if forms else 0
        english = one if n == 1 else many
        return forms[form] if forms and form < len(forms) else english

    def seat(self, seat: int, name: str) -> str:
        """A seat in a sentence (``core.wording``); its name is a key of its own."""
        chosen = language.get()
        if chosen == ENGLISH:
            return named(seat, name)
        own = self.catalogue(chosen).sentences.get(name)
        return named(seat, own, chosen) if own else named(seat, name)

    def retold(self, kept: str) -> str:
        """A sentence that was kept in English, in the reader's language; as it is, if it is none of
        these.

        >>> from linden.core.game import load
        >>> from linden.core.language import speaking
        >>> with speaking("it"):
        ...     load("linja").retold("Red won by 4, 30 to 26: nobody can move.")
        'Rosso ha vinto di 4, 30 a 26: nessuno può muovere.'
        """
        chosen = language.get()
        path = self.folder / self.where.format(language=chosen)
        if chosen == ENGLISH or kept in read(path).sentences:
            return plain(self(kept))
        for form, told in _kept(path):
            found = form.fullmatch(kept)
            if found:
                values = {name: self.retold(value) for name, value in found.groupdict().items()}
                seats = {name: named(0, value, chosen) for name, value in values.items()}
                return plain(_filled(told, re.sub("([{}])", r"\1\1", kept), seats))
        return figure(kept) if re.fullmatch(r"[-\d.]+", kept) else kept


def _filled(text: str, english: str, values: Mapping[str, object]) -> str:
    """A sentence with its names filled in; the English one where a translation has others."""
    try:
        return text.format(**values)
    except (LookupError, ValueError, AttributeError):
        return english.format(**values)


def sentences(file: str) -> Sentences:
    """What a game says: ``say = sentences(__file__)`` in a module of its folder, whose ``texts/``
    may hold ``de.po``, ``fr.po`` and so on."""
    return Sentences(Path(file).parent)


say = sentences(__file__)


def quoted(typed: object) -> str:
    """What somebody typed, between the quotation marks of the reader's language.

    >>> from linden.core.language import speaking
    >>> quoted("3-6")
    "'3-6'"
    >>> with speaking("de"):
    ...     quoted("3-6"), quoted("3\\n"), quoted(7)
    ('„3-6“', '„3\\\\n“', '7')
    """
    written = repr(typed)
    if not isinstance(typed, str) or language.get() == ENGLISH:
        return written  # English has the marks that Python has, and what cannot be seen escaped
    return say("‘{words}’", words=written[1:-1])


def key(text: str) -> str:
    """A text that is said later, for whoever collects what is to be translated."""
    return text


def counted_key(one: str, many: str) -> tuple[str, str]:
    """The same of a text about so many of something."""
    return one, many
