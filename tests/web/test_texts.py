"""The pages' texts: every key is in the catalogue, and a translation is used."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from linden.web import texts

WEB = Path(texts.__file__).parent


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A catalogue with one sentence."""
    sentence = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
    sentence += 'msgid "Waiting for {name}."\nmsgstr "{name} ist am Zug."\n'
    (tmp_path / "de.po").write_text(sentence, encoding="utf-8")
    monkeypatch.setattr(texts, "HERE", tmp_path)
    texts.languages.cache_clear()
    texts.catalogue.cache_clear()
    yield
    texts.languages.cache_clear()
    texts.catalogue.cache_clear()


def test_the_catalogue_has_every_key() -> None:
    mapping = [("**.py", "python"), ("**.js", "javascript")]
    found = extract_from_dir(WEB, mapping, keywords={"say": None, "t": None})
    used = {message for _, _, message, _, _ in found}
    with (WEB / "texts" / "linden.pot").open("rb") as file:
        known = {message.id for message in read_po(file) if message.id}
    assert used == known, "make texts brings the catalogue up to date"


def test_sentences_are_filled_in() -> None:
    assert texts.say("Waiting for {name}.", name="{x}") == "Waiting for {x}."
    assert texts.say("Nobody {knows} this.") == "Nobody {knows} this."


def test_a_language_with_a_catalogue_is_used(german: None) -> None:
    assert texts.preferred("fr, de-CH;q=0.8, en;q=0.5") == "de"
    token = texts.language.set("de")
    assert texts.say("Waiting for {name}.", name="Ada") == "Ada ist am Zug."
    assert texts.say("Your move.") == "Your move.", "what is missing stays English"
    texts.language.reset(token)


@pytest.mark.parametrize("accepted", ["", "*", ";;;", "xx-yy", "de;q=x", "," * 500, "en-GB,en"])
def test_what_cannot_be_had_is_english(accepted: str) -> None:
    assert texts.preferred(accepted) == "en"
