"""Each ruling of Breakthrough, by its number."""

import pytest

import linden


def test_setting_up() -> None:
    """BT-1: two full rows each, White begins."""
    start = linden.load("breakthrough", side=4).start()
    assert start.text == "bbbb/bbbb/wwww/wwww white"
    assert linden.load("breakthrough").start().text.startswith("bbbbbbbb/bbbbbbbb/......../")


def test_a_step_forward() -> None:
    """BT-2: one row, straight or aslant, never sideways or back."""
    position = linden.load("breakthrough", side=5).parse("bbbbb/...../..w../...../wwww. white")
    assert {"c3-b4", "c3-c4", "c3-d4"} <= set(position.moves)
    with pytest.raises(linden.IllegalMove, match="one row forward"):
        position.play("c3-c2")
    with pytest.raises(linden.IllegalMove, match="one row forward"):
        position.play("c3-d3")


def test_taking() -> None:
    """BT-3: aslant only, and nobody has to."""
    position = linden.load("breakthrough", side=5).parse("bb.../.bb../..w../...../wwww. white")
    assert {move for move in position.moves if move.startswith("c3")} == {"c3xb4", "c3-d4"}
    assert position.play("c3xb4").text == "bb.../.wb../...../...../wwww. black"
    with pytest.raises(linden.IllegalMove, match="takes only aslant"):
        position.play("c3-c4")


def test_breaking_through() -> None:
    """BT-4: the far row wins, and so does the last capture."""
    game = linden.load("breakthrough", side=4)
    through = game.parse("..../w.b./..../.w.. white").play("a3-a4")
    assert through.over
    assert through.returns == (1, -1)
    bare = game.parse("..../.b../w.../.... white").play("a2xb3")
    assert bare.over
    assert bare.scores == (1, 0)
