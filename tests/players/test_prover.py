"""Who wins is proven as soon as it can be, and never given away from then on."""

import random

import pytest

import linden
from linden import Position
from linden.players.alphabeta import ONLY_WHO_WINS
from linden.players.budget import Budget
from linden.players.iterative_deepening import AlphaBeta
from linden.players.prover import Prover, of_the_beginning, winner

OPEN = [name for name in linden.games() if not AlphaBeta.objection(linden.load(name))]


def late(name: str, seed: int, moves: int) -> Position:
    """A position some moves before a random game's end, where somebody is to move."""
    rng = random.Random(seed)
    positions = [linden.load(name).start()]
    while not positions[-1].over:
        positions.append(positions[-1].play(rng.choice(positions[-1].moves)))
    return next(
        it for it in reversed(positions[: max(1, len(positions) - moves)]) if it.to_move in (0, 1)
    )


@pytest.mark.parametrize("name", OPEN)
def test_who_wins_is_whoever_is_ahead_after_best_play(name: str) -> None:
    game, compared = linden.load(name), 0
    for seed in range(8):
        position = late(name, seed, 2 + seed % 4)
        whole = AlphaBeta(game).choose(position, nodes=20_000)
        narrow = AlphaBeta(game, window=ONLY_WHO_WINS).choose(position, nodes=400_000)
        if whole.proven:  # else it is far from the end, or chance acts before
            assert narrow.proven
            assert narrow.win == whole.win
            compared += 1
            after = position.play(narrow.move)
            if not after.over:
                answered = AlphaBeta(game).choose(after, nodes=100_000)
                assert answered.win == whole.win
    assert compared or game.facts.chance


def test_a_proof_needs_fewer_positions_than_the_margin() -> None:
    game = linden.load("linage", size=4, line=3, komi=3.5)
    position = game.start()
    who = winner(game).choose(position, nodes=2_000_000)
    margin = AlphaBeta(game).choose(position, nodes=2_000_000)
    assert who.proven
    assert who.win == margin.win
    assert who.nodes < margin.nodes / 3


def test_what_follows_a_proof_is_found_in_it() -> None:
    """And the proof at the beginning is the same for all who come later: nothing is added to it."""
    game, nodes = linden.load("linage", size=4, line=3, komi=3.5), 300_000
    known = of_the_beginning(game, nodes)
    before = known.tobytes()
    position = game.start()
    for _ in range(4):
        alone = winner(game).choose(position, nodes=nodes)
        choice = winner(game, known).choose(position, nodes=nodes)
        assert (choice.proven, choice.win) == (alone.proven, alone.win) == (True, (1.0, 0.0))
        assert choice.nodes < max(1000, alone.nodes) / 4
        position = position.play(choice.move)
    assert known.tobytes() == before
    again = winner(game).learnt(game.start(), Budget(nodes=nodes))
    assert again.tobytes() == before, "repeatable"


@pytest.mark.parametrize(("komi", "won"), [(3.5, 0), (6.5, 1)])
def test_what_is_proven_is_won_against_anybody(komi: float, won: int) -> None:
    """The fair komi of this board is 5 (docs/solved.md): below it the first seat wins."""
    game = linden.load("linage", size=4, line=3, komi=komi)
    rng = random.Random(1)
    for seed in range(3):
        one, position, proven = Prover(game, seed), game.start(), False
        while not position.over:
            if position.turn != won:
                position = position.play(rng.choice(position.moves))
                continue
            choice = one.choose(position, nodes=6000)
            assert choice.proven or not proven
            proven = choice.proven
            assert not proven or choice.win[won] == 1
            position = position.play(choice.move)
        assert position.returns[won] > 0


def test_an_even_end_is_kept() -> None:
    game = linden.load("linage", size=3, line=2, komi=2)
    position = game.start()
    while not position.over:
        choice = Prover(game).choose(position, nodes=6000)
        assert choice.proven
        assert choice.win == (0.5, 0.5)
        position = position.play(choice.move)
    assert position.returns == (0, 0)


def test_games_with_secrets_are_refused() -> None:
    hidden = next(name for name in linden.games() if linden.load(name).facts.hidden)
    with pytest.raises(ValueError, match="nothing hidden"):
        linden.player(linden.load(hidden), "prover:nodes=6000")
