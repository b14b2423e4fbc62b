"""Exact expectations: what a plain search over all dice and moves says."""

import random

import pytest

import linden
from linden import CHANCE, Position
from linden.players.budget import Budget
from linden.players.chance import roll
from linden.players.expectation import NEAR, Expectation, distance

SETS = [{}, {"players": 3}, {"scoring": "sheet", "basket": "3x3"}, {"scoring": "bank", "pot": 9}]


def plain(position: Position, known: dict[Position, tuple[float, ...]]) -> tuple[float, ...]:
    """What each seat can expect to win, looking at everything."""
    if position.over:
        return position.returns
    if position not in known:
        after = {move: plain(position.play(move), known) for move in position.moves}
        if position.to_move == CHANCE:
            shares = position.outcomes
            seats = range(position.game.players)
            known[position] = tuple(sum(shares[m] * after[m][s] for m in after) for s in seats)
        else:
            seat = position.turn
            known[position] = max(after.values(), key=lambda value: value[seat])
    return known[position]


def ending(game: linden.Game, stones: int, seed: int) -> Position:
    """A position of a random game with so many stones to come."""
    rng = random.Random(seed)
    while True:
        position = game.start()
        while not position.over:
            if int(position.state.left) + (int(position.state.hand) >= 0) == stones:
                return position
            chance = position.to_move == CHANCE
            position = position.play(roll(position, rng) if chance else rng.choice(position.moves))


@pytest.mark.parametrize("options", SETS)
def test_the_last_stones_of_linos_are_worth_what_a_plain_search_says(
    options: dict[str, object],
) -> None:
    game = linden.load("linos", **options)
    expectation = Expectation(game)
    for seed in range(6):
        position = ending(game, 2 + seed % 2, seed)
        found = expectation.find(position, Budget(20))
        assert found is not None
        if game.players == 2:
            assert found.returns == pytest.approx(plain(position, {}))
        else:
            # Moves that are equal to their mover may differ for the others.
            assert found.returns[position.turn] == pytest.approx(plain(position, {})[position.turn])
        assert sum(found.win) == pytest.approx(1)


def test_the_best_move_keeps_the_value() -> None:
    game = linden.load("linos")
    expectation = Expectation(game)
    for seed in range(8):
        position = ending(game, 4, seed)
        found = expectation.find(position, Budget(20))
        assert found is not None
        if position.to_move == CHANCE:
            assert found.move is None
            continue
        assert found.move is not None
        after = position.play(found.move)
        kept = after.returns if after.over else expectation.find(after, Budget(20)).returns  # type: ignore[union-attr]
        assert kept == pytest.approx(found.returns)


def test_a_far_end_is_not_known_and_costs_no_more_than_the_time_given() -> None:
    game = linden.load("linos")
    assert distance(game.start(), NEAR) > NEAR
    assert Expectation(game).find(game.start(), Budget(0.1)) is None


def test_level_8_plays_the_last_stones_exactly() -> None:
    game = linden.load("linos")
    position = ending(game, 3, 5)
    while position.to_move == CHANCE:
        position = position.play(position.moves[0])
    choice = linden.player(game, level=8, seed=1).choose(position, seconds=0.5)
    found = Expectation(game).find(position, Budget(20))
    assert found is not None
    assert choice.proven
    assert choice.win == pytest.approx(found.win)
    assert len(choice.candidates) == len(position.moves)


def test_games_with_secrets_are_refused() -> None:
    with pytest.raises(ValueError, match="nothing hidden"):
        Expectation(linden.load("linx"))
