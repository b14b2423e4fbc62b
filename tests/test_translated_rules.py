"""Rules in other languages say what the English ones say, paragraph by paragraph.

A translation ends with a line that nobody reads, ``[//]: # (of rules.md 0a1b2c3d)``: the hash of
the English text that it was made from. Whoever changes the English looks at each translation and
writes the new hash, which the test below tells, when it is true again.
"""

import hashlib
import re
from collections import Counter

import pytest

import linden
from cases import NAMES, OWN
from linden.core import registry
from linden.core.language import ENGLISH

LANGUAGES = ("de", "fr", "it")
each = pytest.mark.parametrize(
    ("name", "lang"), [(name, lang) for name in OWN for lang in LANGUAGES]
)


def shape(text: str) -> list[str]:
    """What every line is: a heading, a row with so many cells, a numbered step, a point."""
    found = []
    for line in text.splitlines():
        kind = re.match(r"#+|\d\.|\|| *-(?= )|$", line)
        found.append(f"|{line.count('|')}" if line[:1] == "|" else kind[0] if kind else "text")
    return found


def body(text: str) -> str:
    return text.partition("\n[//]: # ")[0]


@each
def test_a_translation_has_the_same_parts(name: str, lang: str) -> None:
    game = linden.load(name)
    english, text = game.rules_text, body(game.rules_in(lang))
    assert shape(text) == shape(english)
    ruled = re.compile(r"[A-Z]{2}-\d+")
    assert ruled.findall(text) == ruled.findall(english)
    written = re.compile(r"`[^`\n]+`")
    lacking = Counter(written.findall(english)) - Counter(written.findall(text))
    assert not lacking, "what is written in code is the same in every language"
    numbers = re.compile(r"\|[ −\d|]+\|")
    assert numbers.findall(text) == numbers.findall(english)
    assert game.facts.designer.split()[-1] in text


@each
def test_a_translation_is_of_the_present_english(name: str, lang: str) -> None:
    english = linden.load(name).rules_text
    now = hashlib.sha256(english.encode()).hexdigest()[:8]
    stamp = linden.load(name).rules_in(lang).splitlines()[-1]
    assert stamp == f"[//]: # (of rules.md {now})", (
        f"{name}/texts/rules.md has changed: see that rules.{lang}.md says the same, then end it "
        f"with (of rules.md {now})"
    )


@each
def test_no_paragraph_was_left_in_english(name: str, lang: str) -> None:
    game = linden.load(name)
    told = [line for line in game.rules_text.splitlines() if not line.startswith("![](figure:")]
    english = {line for line in told if len(re.findall("[a-z]+", line)) > 4}
    assert [line for line in game.rules_in(lang).splitlines() if line in english] == []


@pytest.mark.parametrize("name", NAMES)
def test_rules_are_english_where_they_are_not_translated(name: str) -> None:
    game = linden.load(name)
    assert ENGLISH in game.languages
    assert game.rules_in("eo") == game.rules_in(ENGLISH) == game.rules_text
    files = {path.name for path in (registry.folder(name) / "texts").glob("rules.*.md")}
    assert files == {f"rules.{lang}.md" for lang in game.languages if lang != ENGLISH}
