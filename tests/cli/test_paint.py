"""Drawings in colour: whatever they contain, the text stays what it was."""

import pytest

from cases import NAMES, somewhere
from linden import load
from linden.cli.paint import coloured, paint


def test_brackets_and_nesting() -> None:
    text = coloured(f"[x] {paint('mark', '[/] ' + paint('seat0', 'red'))} [bold]")
    assert text.plain == "[x] [/] red [bold]"
    assert [str(span.style) for span in text.spans] == ["green", "green bold red"]


@pytest.mark.parametrize("name", NAMES)
def test_colours_change_no_character(name: str) -> None:
    for seed in range(10):
        position = somewhere(load(name), seed)
        assert coloured(position.draw(paint)).plain == str(position)
