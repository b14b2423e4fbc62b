"""Each ruling of Pig, by its number."""

import pytest

import linden


def after(*moves: str, **options: object) -> linden.Position:
    return linden.replay(linden.load("pig", **options), moves)


def test_a_turn_begins_with_a_roll() -> None:
    """PG-1: then one may go on or hold."""
    assert after().moves == ["roll"]
    assert after("roll", "die 4").moves == ["roll", "hold"]
    with pytest.raises(linden.IllegalMove, match="begins with a roll"):
        after("hold")


def test_a_one_costs_the_turn() -> None:
    """PG-2: nothing of the turn is kept."""
    position = after("roll", "die 6", "roll", "die 1")
    assert position.scores == (0, 0)
    assert position.to_move == 1


def test_holding() -> None:
    """PG-3: what was at risk is safe."""
    position = after("roll", "die 6", "roll", "die 2", "hold", players=3)
    assert position.scores == (8, 0, 0)
    assert position.to_move == 1


def test_the_goal() -> None:
    """PG-4: reached by holding, not by rolling."""
    position = after("roll", "die 6", "roll", "die 6", goal=10)
    assert not position.over
    position = position.play("hold")
    assert position.over
    assert position.returns == (1, -1)
