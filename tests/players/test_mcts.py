"""The search: repeatable, bounded, and blind to what is hidden."""

import threading
import time

import numpy as np
import pytest

import linden
from cases import GAMES, IDS, NAMES, somewhere, walk
from linden import CHANCE, Game, Position
from linden.core import entry
from linden.players.budget import Cancelled
from linden.players.levels import LEVELS
from linden.players.mcts import TreeSearch
from linden.players.registry import player


def decision(game: Game, seed: int) -> Position | None:
    """A position where a seat has to choose, if the game ever asks anybody."""
    for attempt in range(20):
        position = somewhere(game, seed + 1000 * attempt)
        if position.to_move not in (None, CHANCE):
            return position
    return None


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_choices_are_legal_and_repeatable(game: Game) -> None:
    for seed in range(2):
        position = decision(game, seed)
        if position is None:
            # On two squares two dropped tokens leave nothing to choose.
            assert all(it.to_move in (None, CHANCE) for it in walk(game, seed))
            continue
        first, second = (TreeSearch(game, seed).choose(position, nodes=60) for _ in range(2))
        assert first.move in position.moves
        assert first.move == second.move
        assert first.candidates == second.candidates
        assert first.win == second.win
        assert sum(first.win) == pytest.approx(1)
        assert len(first.scores) == game.players
        assert {candidate.move for candidate in first.candidates} == set(position.moves)
        assert first.line[0] == first.move
        assert first.nodes <= 60 or first.proven


@pytest.mark.parametrize("name", NAMES)
def test_the_search_beats_random(name: str) -> None:
    game = linden.load(name)
    won = 0.0
    games = 10
    for number in range(games):
        strong, weak = TreeSearch(game, number), player(game, "random", seed=number)
        rng = np.random.default_rng(number)
        position = game.start()
        while not position.over:
            if position.to_move == CHANCE:
                outcomes = position.outcomes
                position = position.play(str(rng.choice(list(outcomes), p=list(outcomes.values()))))
            elif position.to_move == number % 2:
                position = position.play(strong.choose(position, nodes=300).move)
            else:
                position = position.play(weak.choose(position).move)
        won += (position.returns[number % 2] + 1) / 2
    assert won >= 7


@pytest.mark.parametrize("name", [name for name in NAMES if linden.load(name).facts.hidden])
def test_hidden_facts_do_not_reach_the_player(name: str) -> None:
    for seats in linden.load(name).facts.options[0].kind.choices:
        game = linden.load(name, players=seats)
        for seed in range(5):
            position = decision(game, seed)
            assert position is not None
            seat = position.to_move
            assert seat is not None
            target = np.zeros(1, game.state_type)
            entry.redraw(
                position._state.copy(), seat, np.uint64(seed), np.zeros(1, np.uint64), target
            )
            other = Position(game, target[0], position.last)
            one, two = (TreeSearch(game, 3).choose(it, nodes=80) for it in (position, other))
            assert one.move == two.move
            assert one.candidates == two.candidates


def test_a_proven_win_is_found_and_played() -> None:
    """Red ends the game at once by passing, or goes on: it is ahead, and sees that."""
    game = linden.load("linja")
    position = game.parse("0.0.0.0.1.0.0.11/10.0.1.0.1.0.0.0 red opening")
    choice = TreeSearch(game).choose(position, nodes=5000)
    assert choice.proven
    assert choice.win == (1.0, 0.0)
    assert choice.move == "5-6"


def test_time_is_kept_and_a_search_can_be_called_off() -> None:
    game = linden.load("linja")
    search = TreeSearch(game)
    start = game.start()
    search.choose(start, nodes=10)
    choice = search.choose(start, seconds=0.5)
    assert choice.nodes > 1000
    assert choice.seconds < 1.0
    cancel = threading.Event()
    threading.Timer(0.2, cancel.set).start()
    began = time.perf_counter()
    with pytest.raises(Cancelled):
        search.choose(start, seconds=60, cancel=cancel)
    assert time.perf_counter() - began < 5


def test_memory_is_bounded() -> None:
    """With a full tree the search goes on and still answers."""
    game = linden.load("linja")
    search = TreeSearch(game, memory_mb=0)
    choice = search.choose(game.start(), nodes=5000)
    assert choice.nodes == 5000
    assert choice.move in game.start().moves


def test_impossible_requests_are_refused() -> None:
    game = linden.load("linja")
    search, start = TreeSearch(game), game.start()
    over = game.parse("0.0.0.0.0.0.5.7/6.0.1.1.0.4.0.0 red over passed")
    for position, budget, says in (
        (over, {"nodes": 5}, "over"),
        (start, {}, "budget"),
        (start, {"nodes": 0}, "1 or more"),
        (start, {"seconds": 0.0}, "more than 0"),
        (start, {"seconds": float("nan")}, "more than 0"),
        (linden.load("linja", meddle=True).start(), {"nodes": 5}, "This player plays"),
    ):
        with pytest.raises(ValueError, match=says):
            search.choose(position, **budget)


def test_levels_are_named_players() -> None:
    game = linden.load("linja")
    assert [level.number for level in LEVELS] == list(range(1, 9))
    for number in (1, 2, 3):
        one, two = (player(game, level=number, seed=5).choose(game.start()) for _ in range(2))
        assert one.move == two.move
    assert player(game, "level4").choose(game.start()).move in game.start().moves
    for wrong in ("level9", "level0", "chess", ""):
        with pytest.raises(ValueError, match="evel"):
            player(game, wrong)


def test_many_threads_may_ask_one_player() -> None:
    game = linden.load("linja")
    search = TreeSearch(game, 4)
    start = game.start()
    expected = search.choose(start, nodes=300).candidates
    found: list[object] = []
    workers = [
        threading.Thread(target=lambda: found.append(search.choose(start, nodes=300).candidates))
        for _ in range(4)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert found == [expected] * 4
