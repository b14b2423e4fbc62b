"""Positions set up by hand: whatever a game offers to change is possible, and has a place."""

import random
import re

import pytest

import linden
from cases import OWN
from linden.core.setup import can_edit, edits

EDITABLE = [game for game in linden.games() if can_edit(linden.load(game).start())]
MOST_BUTTONS = 8
"""What has no place on the drawing is a button, and a page has room for so many."""


def test_the_five_can_be_set_up_by_hand_and_games_need_not() -> None:
    assert set(OWN) <= set(EDITABLE)
    other = next(game for game in linden.games() if game not in EDITABLE)
    assert list(edits(linden.load(other).start())) == []


@pytest.mark.parametrize("game", EDITABLE)
def test_every_change_leads_to_a_position_and_can_be_touched(game: str) -> None:
    loaded = linden.load(game)
    rng = random.Random(1)
    position = loaded.start()
    for _ in range(12):
        marks = set(re.findall(r'data-at="([^"]+)"', position.svg(theme="page")))
        found = list(edits(position))
        assert found
        for edit in found:
            assert edit.touches == ("turn",) or set(edit.touches) <= marks, edit
            assert edit.says.endswith(".")
        assert sum(edit.touches == ("turn",) for edit in found) <= MOST_BUTTONS
        for edit in found:
            assert edit.text != position.text
        assert len({(edit.touches, edit.says) for edit in found}) == len(found)
        position = loaded.parse(rng.choice(found).text)


@pytest.mark.parametrize("game", EDITABLE)
def test_a_game_in_the_middle_can_be_changed_and_played_on(game: str) -> None:
    loaded = linden.load(game)
    rng = random.Random(2)
    position = loaded.start()
    for _ in range(12):
        position = position.play(rng.choice(position.moves))
    changed = loaded.parse(rng.choice(list(edits(position))).text)
    assert changed != position
    assert changed.over or changed.moves


def test_a_square_of_linear_takes_what_is_chosen() -> None:
    game = linden.load("linear")
    position = game.parse(
        "#......#/......../......../...w..../....b.../......../......../#......# white slide"
    )
    texts = {edit.says: edit.text for edit in edits(position) if edit.touches == ("c3",)}
    assert set(texts) == {"A white token on c3.", "A black token on c3."}


def test_whose_turn_it_is_can_be_changed() -> None:
    (turn,) = (one for one in edits(linden.load("linja").start()) if one.touches == ("turn",))
    assert turn.text.endswith("black opening")
