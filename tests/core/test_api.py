"""The public face: the names others build on."""

import subprocess
import sys

import pytest

import linden


def test_the_names_of_the_api() -> None:
    assert linden.CHANCE == -1
    assert set(linden.games()) >= {"linja"}
    game = linden.load("linja", meddle=True)
    assert (game.name, game.title, game.players) == ("linja", "Linja", 2)
    assert game.options == {"bonus": "followup", "meddle": True, "own_side": -1}
    position = game.start()
    assert position.to_move == 0
    assert isinstance(position.moves, list)
    assert position.outcomes == {}
    after = position.play("1-2")
    assert position.moves[0] == "1-2", "a position never changes"
    assert after != position
    assert not after.over
    assert after.state.turn == 0
    assert game.parse(after.text) == after
    assert after.view(0) == after
    assert "<svg" in after._repr_svg_()
    assert linden.replay(game, ["1-2"]) == after
    assert linden.perft(position, 0) == 1
    assert {position: 1}[game.start()] == 1


def test_errors_are_value_errors_with_sentences() -> None:
    for error in (linden.IllegalMove, linden.OptionError, linden.NotationError):
        assert issubclass(error, ValueError)
    with pytest.raises(linden.OptionError, match=r"no game 'chess'; there are .*linja"):
        linden.load("chess")
    with pytest.raises(linden.OptionError, match="has the options bonus, meddle, own_side"):
        linden.load("linja", colour="red")
    with pytest.raises(linden.OptionError, match="bonus=followup, any; not 'never'"):
        linden.load("linja", bonus="never")
    start = linden.load("linja").start()
    with pytest.raises(linden.IllegalMove, match="moves look like 3-4, or pass"):
        start.play("hop")
    with pytest.raises(linden.IllegalMove, match="an opening move goes forward one row"):
        start.play("3-5")
    with pytest.raises(linden.IllegalMove, match="no Red pawn in row 8"):
        start.play("8-7")
    with pytest.raises(linden.IllegalMove, match="must be made"):
        start.play("pass")
    with pytest.raises(linden.NotationError, match="13 pawns instead of 12"):
        start.game.parse("7.1.1.1.1.1.1.0/0.1.1.1.1.1.1.6 red opening")
    with pytest.raises(ValueError, match="seats 0 to 1"):
        start.view(2)
    with pytest.raises(ValueError, match="depth"):
        linden.perft(start, -1)
    with pytest.raises(AttributeError):
        linden.nothing  # noqa: B018


def test_importing_linden_loads_neither_compiler_nor_rules() -> None:
    heavy = {"numba", "numpy", "rich", "click", "fastapi", "sqlalchemy", "uvicorn"}
    code = f"import sys, linden; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_the_package_games_answers_the_call_too() -> None:
    code = "import linden.games, linden; print(linden.games() == linden.core.game.games())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"
