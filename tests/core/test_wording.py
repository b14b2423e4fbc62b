"""Sentences about seats, in every game."""

import random
import re

import pytest

import linden
from cases import OWN
from linden.core.wording import named, plain

MARK = re.compile(r"\[(\d+):([^\]]*)\]")


def test_a_sentence_is_told_plainly() -> None:
    assert plain(f"{named(1, 'Black')} pass[es].") == "Black passes."
    assert plain(f"{named(0, 'Red')} [has|have] {named(1, 'Black')}'s pawn.") == (
        "Red has Black's pawn."
    )
    assert plain("A draw.") == "A draw."


@pytest.mark.parametrize("name", OWN)
def test_whoever_does_something_can_be_spoken_to(name: str) -> None:
    """Each move is told of the seat whose turn it is, and so is the end; nothing marked is left
    in what is told plainly."""
    position, rng = linden.load(name).start(), random.Random(5)
    while not position.over:
        move = rng.choice(position.moves)
        said = position.describe_marked(move)
        found = MARK.match(said)
        assert found, said
        assert int(found[1]) == position.turn, said
        assert not re.search(r"[\[\]|]", position.describe(move)), said
        assert not re.search(r"[\[\]|]", position.status)
        position = position.play(move)
    ended = position.game.drawing.status(position)
    assert MARK.match(ended) or ended.startswith("A draw"), ended
    assert ": " in ended, f"{ended!r} does not say why the game is over"
