"""``Batch``: many games side by side are the same games one by one."""

import numpy as np
import pytest

import linden
from cases import CASES, IDS, NAMES, walk
from linden import CHANCE


@pytest.mark.parametrize(("name", "number", "options"), CASES, ids=IDS)
def test_every_place_plays_by_the_rules(name: str, number: int, options: dict[str, object]) -> None:
    """Follow three places move by move with ``Position``, through the ends of their games."""
    game = linden.load(name, **options)
    if all(position.to_move in (None, CHANCE) for position in walk(game, 0)):
        with pytest.raises(ValueError, match=r"not over|before anybody chooses"):
            linden.Batch(game, 3)
        return
    batch = linden.Batch(game, 3, seed=number)
    for _ in range(60):
        before = [batch.position(i) for i in range(3)]
        for i, position in enumerate(before):
            assert batch.to_move[i] == position.to_move
            assert batch.to_move[i] != CHANCE
            listed = batch.moves[i, : batch.counts[i]].tolist()
            assert listed == position._facts[1]
        moves = batch.sample()
        mask = batch.mask()
        assert mask.sum() == batch.counts.sum()
        assert all(mask[i, move] for i, move in enumerate(moves))
        seen = batch.observe()
        for i, position in enumerate(before):
            assert (seen[i] == position.observe(int(batch.to_move[i])).ravel()).all()
        batch.step(moves)
        for i, position in enumerate(before):
            after = position.play_code(int(moves[i]))
            if after.over:
                assert batch.over[i]
                assert batch.returns[i].tolist() == pytest.approx(after.returns)
                assert batch.scores[i].tolist() == pytest.approx(after.scores)
            elif after.to_move != CHANCE:
                assert not batch.over[i]
                assert batch.position(i) == after
                assert not batch.returns[i].any()


@pytest.mark.parametrize("name", NAMES)
def test_threads_make_no_difference(name: str) -> None:
    game = linden.load(name)
    one, two = (linden.Batch(game, 700, seed=2, threads=threads) for threads in (1, 2))
    for _ in range(40):
        moves = one.sample()
        assert (two.sample() == moves).all()
        one.step(moves)
        two.step(moves, check=False)
        assert one.states.tobytes() == two.states.tobytes()
    start = game.start()
    single, double = (linden.playouts(start, 500, 3, threads=threads) for threads in (1, 2))
    assert (single.scores == double.scores).all()
    assert linden.perft(start, 4, threads=1) == linden.perft(start, 4, threads=2)


def test_callers_own_their_arrays() -> None:
    batch = linden.Batch(linden.load("linja"), 5)
    mask = np.ones((5, 129), np.bool_)
    assert batch.mask(out=mask) is mask
    assert mask.sum() == 35
    seen = np.zeros((5, 21), np.float32)
    assert batch.observe(out=seen) is seen
    assert seen[0].tolist() == batch.position(0).observe(0).tolist()


def test_illegal_moves_are_refused_and_change_nothing() -> None:
    batch = linden.Batch(linden.load("linja"), 5)
    before = batch.states.tobytes()
    moves = batch.sample()
    moves[3] = 128
    with pytest.raises(linden.IllegalMove, match="1 of 5 moves are illegal, the first in game 3"):
        batch.step(moves)
    assert batch.states.tobytes() == before
    for wrong in (moves[:4], np.zeros(5), [[1]] * 5):
        with pytest.raises(ValueError, match="5 whole numbers"):
            batch.step(wrong)


def test_a_batch_can_start_anywhere_but_at_the_end() -> None:
    game = linden.load("linja")
    position = game.start().play("1-2")
    batch = linden.Batch(game, 2, start=position)
    assert batch.position(1) == position
    over = game.parse("0.0.0.0.0.0.5.7/6.0.1.1.0.4.0.0 red over passed")
    for wrong in (over, linden.load("linja", meddle=True).start()):
        with pytest.raises(ValueError, match="a position of its game that is not over"):
            linden.Batch(game, 2, start=wrong)
    with pytest.raises(ValueError, match="at least one"):
        linden.Batch(game, 0)
    with pytest.raises(ValueError, match="cpu or gpu"):
        linden.Batch(game, 2, device="tpu")


@pytest.mark.parametrize("name", NAMES)
def test_outcomes_add_up(name: str) -> None:
    outcomes = linden.playouts(linden.load(name).start(), 300, seed=4, branching=True)
    assert len(outcomes.lengths) == 300
    assert sum(outcomes.histogram(0).values()) == 300
    assert outcomes.draws <= 300
    assert outcomes.branching is not None
    assert outcomes.branching >= 1
    with pytest.raises(ValueError, match="at least one game"):
        linden.playouts(linden.load(name).start(), 0)
    with pytest.raises(ValueError, match="cpu or gpu"):
        linden.playouts(linden.load(name).start(), 1, device="abacus")
