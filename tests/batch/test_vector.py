"""``Batch``: many games side by side are the same games one by one."""

import pickle
from typing import Any

import numpy as np
import pytest

import linden
from cases import CASES, IDS, NAMES, walk
from linden import CHANCE
from linden.batch.kernels import HOLD
from linden.core.seats import OVER


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
        actions = batch.sample()
        mask = batch.mask()
        assert all(mask[i, action] for i, action in enumerate(actions))
        seen = batch.observe()
        for i, position in enumerate(before):
            assert position.to_move is not None
            assert (mask[i] == position.mask).all()
            assert (seen[i] == position.observe(position.to_move)).all()
        batch.step(actions)
        for i, position in enumerate(before):
            after = position.play_action(int(actions[i]))
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
    mask = np.ones((5, 17), np.bool_)
    assert batch.mask(out=mask) is mask
    assert mask.sum() == 35
    seen = np.zeros((5, 20), np.float32)
    assert batch.observe(out=seen) is seen
    assert seen[0].tolist() == batch.position(0).observe(0).tolist()
    with pytest.raises(ValueError, match=r"\(5, 21\); this takes \(5, 20\)"):
        batch.observe(out=np.zeros((5, 21), np.float32))
    with pytest.raises(ValueError, match="float32, uint8 or bool"):
        batch.observe(dtype=np.int64)
    moves = np.zeros(5, np.int32)
    assert batch.sample(out=moves) is moves


def test_arrays_of_another_type_or_length_are_refused_and_stay_as_they_are() -> None:
    batch = linden.Batch(linden.load("linja"), 5)
    picks = batch.save()["picks"].tobytes()
    flags, seen = np.full((5, 17), 7, np.float32), np.full((5, 20), 7, np.uint8)
    with pytest.raises(ValueError, match="The array is of float32; this takes bool"):
        batch.mask(out=flags)
    with pytest.raises(ValueError, match="The array is of uint8; this takes float32"):
        batch.observe(out=seen)
    assert (flags == 7).all()
    assert (seen == 7).all()
    for wrong in (np.zeros(4, np.int32), np.zeros((5, 1), np.int32), np.zeros(6, np.int32)):
        with pytest.raises(ValueError, match=r"The array has the shape .*; this takes \(5,\)"):
            batch.sample(out=wrong)
    for dtype in (np.uint8, np.int64, np.dtype(">i4")):
        with pytest.raises(ValueError, match="; this takes int32"):
            batch.sample(out=np.zeros(5, dtype))
    with pytest.raises(ValueError, match="an array of NumPy, not a list"):
        batch.sample(out=[0] * 5)
    assert batch.save()["picks"].tobytes() == picks


def test_only_seats_see() -> None:
    batch = linden.Batch(linden.load("linx", players=3), 2)
    seats = [(0, 2), (1, 1), (OVER, OVER)]
    for pair in seats:
        seen = batch.observe(seats=np.array(pair))
        for i, seat in enumerate(pair):
            whose = batch.position(i).turn if seat == OVER else seat
            assert (seen[i] == batch.position(i).observe(whose)).all()
    for seat in (3, -1, CHANCE, -3, 2**32, -(2**40)):
        with pytest.raises(ValueError, match=f"Seats are 0 to 2, not {seat}, as in place 1"):
            batch.observe(seats=np.array([0, seat]))


def test_seeds_that_no_stream_has_are_refused_and_change_nothing() -> None:
    game = linden.load("linja")
    batch = linden.Batch(game, 5, seed=3)
    kept = batch.save()
    for wrong in (-1, 2**64):
        for use in (
            lambda seed=wrong: batch.reset(seed),
            lambda seed=wrong: batch.restore({**kept, "seed": seed}),
            lambda seed=wrong: linden.Batch(game, 5, seed=seed),
            lambda seed=wrong: linden.playouts(game.start(), 5, seed),
        ):
            with pytest.raises(ValueError, match=r"A seed is 0 to 2\*\*64 - 1, not"):
                use()
    assert batch.save().keys() == kept.keys()
    assert all(np.array_equal(value, kept[name]) for name, value in batch.save().items())
    batch.step(batch.sample())
    numbers: tuple[Any, ...] = (np.int64(3), np.uint64(3), np.uint8(3))
    ends = linden.playouts(game.start(), 5, 3).keys
    for number in numbers:
        batch.reset(number)
        assert all(np.array_equal(value, kept[name]) for name, value in batch.save().items())
        assert type(batch.seed) is int
        assert (linden.playouts(game.start(), 5, number).keys == ends).all()
    batch.reset(2**64 - 1)
    batch.step(batch.sample())


def test_illegal_moves_are_refused_and_change_nothing() -> None:
    batch = linden.Batch(linden.load("linja"), 5)
    before = batch.states.tobytes()
    actions = batch.sample()
    for illegal in (16, 17, 2**30, -2, 2**32, 2**32 + int(actions[3]), -(2**32), 2**32 - 1):
        wide = actions.astype(np.int64)
        wide[3] = illegal
        with pytest.raises(
            linden.IllegalMove, match=f"1 of 5 actions are illegal, the first in game 3: {illegal}"
        ):
            batch.step(wide)
        assert batch.states.tobytes() == before
    for unsigned in (2**32 - 1, 2**64 - 1):
        with pytest.raises(linden.IllegalMove, match=f"the first in game 0: {unsigned}"):
            batch.step(np.full(5, unsigned, np.uint64))
        assert batch.states.tobytes() == before
    for wrong in (actions[:4], np.zeros(5), [[1]] * 5):
        with pytest.raises(ValueError, match="5 whole numbers"):
            batch.step(wrong)


def test_a_game_can_be_held() -> None:
    batch = linden.Batch(linden.load("linja"), 3)
    before = batch.states[1].tobytes()
    batch.step([0, HOLD, 0])
    assert batch.states[1].tobytes() == before != batch.states[0].tobytes()


def test_a_place_can_show_the_end_of_its_game() -> None:
    """The same games as at once, each with one more step in which its end is seen."""
    game = linden.load("linos", basket="2x2")
    batch = linden.Batch(game, 4, seed=6, waits=True)
    ends = 0
    for _ in range(60):
        before = [batch.position(i) for i in range(4)]
        rested = batch.to_move == OVER
        actions = batch.sample()
        actions[rested] = 12345  # means nothing there
        batch.step(np.full(4, HOLD))
        assert [batch.position(i) for i in range(4)] == before
        batch.step(actions)
        for i in range(4):
            if rested[i]:
                assert before[i].over
                assert not batch.position(i).over
                assert not batch.over[i]
            if batch.over[i]:
                ends += 1
                assert batch.position(i).over
                assert not batch.mask()[i].any()
                assert batch.returns[i].tolist() == pytest.approx(batch.position(i).returns)
                seat = batch.position(i).turn
                assert (batch.observe()[i] == batch.position(i).observe(seat)).all()
    assert ends > 10


@pytest.mark.parametrize("name", NAMES)
def test_a_batch_goes_on_to_the_bit_from_where_it_was_kept(name: str) -> None:
    game = linden.load(name)
    batch = linden.Batch(game, 40, seed=5)
    for _ in range(15):
        batch.step(batch.sample())
    kept = pickle.loads(pickle.dumps(batch.save()))
    again = linden.Batch(game, 40, seed=1)
    again.restore(kept)
    for _ in range(40):
        actions = batch.sample()
        assert (again.sample() == actions).all()
        for one in (batch, again):
            one.step(actions)
        assert again.states.tobytes() == batch.states.tobytes()
        assert (again.returns == batch.returns).all()
    with pytest.raises(ValueError, match="These are 40 games; this batch has 7"):
        linden.Batch(game, 7).restore(kept)
    other = "linja" if name != "linja" else "linos"
    with pytest.raises(ValueError, match="These games are not of"):
        linden.Batch(linden.load(other), 40).restore(kept)


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
