"""Alpha-beta: exact where it reaches the end, and honest where it does not."""

import random
import threading

import pytest

import linden
from linden import Position
from linden.players.budget import Cancelled
from linden.players.iterative_deepening import AlphaBeta


def minimax(position: Position, known: dict[Position, float]) -> float:
    """The final margin of seat 0 with best play, by plain recursion."""
    if position.over:
        return position.scores[0] - position.scores[1]
    if position not in known:
        values = [minimax(position.play(move), known) for move in position.moves]
        known[position] = max(values) if position.to_move == 0 else min(values)
    return known[position]


def late(seed: int, moves: int) -> Position:
    """A position of Linja some moves before a random game's end."""
    rng = random.Random(seed)
    positions = [linden.load("linja").start()]
    while not positions[-1].over:
        positions.append(positions[-1].play(rng.choice(positions[-1].moves)))
    return positions[-1 - moves]


def test_agrees_with_minimax_near_the_end() -> None:
    search = AlphaBeta(linden.load("linja"))
    for seed in (0, 1, 2, 4, 5, 6, 7, 8, 10, 11, 12, 13):  # the others take minimax minutes
        position = late(seed, 4)
        choice = search.choose(position, seconds=20)
        value = minimax(position, {})
        assert choice.proven
        assert choice.scores[0] - choice.scores[1] == value
        assert minimax(position.play(choice.move), {}) == value


def test_the_same_nodes_give_the_same_choice() -> None:
    game = linden.load("linja")
    one, two = (AlphaBeta(game).choose(game.start(), nodes=3000) for _ in range(2))
    assert one.move == two.move
    assert one.nodes == two.nodes <= 3000
    assert not one.proven
    assert sum(one.win) == pytest.approx(1)


def test_a_search_can_be_called_off() -> None:
    game = linden.load("linja")
    cancel = threading.Event()
    cancel.set()
    with pytest.raises(Cancelled):
        AlphaBeta(game).choose(game.start(), seconds=30, cancel=cancel)


def test_games_with_secrets_are_refused() -> None:
    hidden = [name for name in linden.games() if linden.load(name).facts.hidden]
    for name in hidden:
        with pytest.raises(ValueError, match="nothing hidden"):
            AlphaBeta(linden.load(name))
