"""Levels and kinds of players: whole games, what they know, and what they must not."""

import random
from itertools import pairwise

import pytest

import linden
from cases import NAMES
from linden import CHANCE, Game, Position
from linden.core.playing import Rung, playing
from linden.players.budget import Budget
from linden.players.chance import roll
from linden.players.expectation import Expectation
from linden.players.level_player import LevelPlayer, soft
from linden.players.levels import LEVELS
from linden.players.mcts import TreeSearch
from linden.players.registry import player
from linden.players.simple import static_leads

FEW = 300
"""Nodes for a level that would think longer: its whole games are played by ``bench/players.py``."""


def play_out(game: Game, level: int, seed: int) -> Position:
    rng = random.Random(seed)
    sitting = [player(game, level=level, seed=seat) for seat in range(game.players)]
    position = game.start()
    while not position.over:
        seat = position.to_move
        if seat == CHANCE or seat is None:
            position = position.play(roll(position, rng))
            continue
        sitter = sitting[seat]
        assert isinstance(sitter, LevelPlayer)
        few = FEW if sitter.rung.nodes > FEW else None
        position = position.play(sitter.choose(position, nodes=few).move)
    return position


@pytest.mark.parametrize("level", [level.number for level in LEVELS])
@pytest.mark.parametrize(
    ("name", "players"), [("linx", 3), ("linx", 4), ("linos", 3), ("linos", 4), ("linos", 6)]
)
def test_every_level_plays_with_more_seats(name: str, players: int, level: int) -> None:
    end = play_out(linden.load(name, players=players), level, level)
    assert end.over
    assert sum(end.returns) == pytest.approx(0)


@pytest.mark.parametrize("name", NAMES)
def test_every_ladder_rises(name: str) -> None:
    ladder = playing(linden.load(name)).ladder
    assert len(ladder) == len(LEVELS)
    for low, high in pairwise(ladder):
        assert (low.nodes, -low.softness) < (high.nodes, -high.softness)


@pytest.mark.parametrize("name", NAMES)
def test_levels_are_repeatable(name: str) -> None:
    game = linden.load(name)
    rng = random.Random(name)
    position = game.start()
    while position.to_move == CHANCE:
        position = position.play(roll(position, rng))
    for level in range(1, 7):
        one, two = (player(game, level=level, seed=3).choose(position) for _ in range(2))
        assert one.move == two.move
        again = player(game, level=level, seed=3)
        again.choose(position)
        assert again.choose(position).move == one.move


def test_a_soft_choice_prefers_the_better_and_takes_the_worse_now_and_then() -> None:
    game = linden.load("linja")
    choice = player(game, "greedy").choose(game.start())
    rng = random.Random(1)
    picked = [soft(choice.candidates, 0.1, rng).move for _ in range(2000)]
    counts = [picked.count(candidate.move) for candidate in choice.candidates]
    assert counts[0] == max(counts)
    assert sum(count > 0 for count in counts) > 3
    assert {soft(choice.candidates, 1e-3, rng).value for _ in range(50)} == {
        choice.candidates[0].value
    }


def test_greedy_takes_what_looks_best() -> None:
    game = linden.load("linos")
    rng = random.Random(4)
    position = game.start()
    for _ in range(9):
        chance = position.to_move == CHANCE
        position = position.play(roll(position, rng) if chance else rng.choice(position.moves))
    seat = position.to_move
    assert seat is not None
    assert seat != CHANCE
    leads = static_leads(position, seat)
    for move, lead in leads.items():
        scores = position.play(move).scores
        assert lead == pytest.approx(scores[seat] - scores[1 - seat])
    assert leads[player(game, "greedy").choose(position).move] == max(leads.values())


def test_guided_names_a_komi_that_both_sides_could_take() -> None:
    """On 5x5 the komi of a player that thinks leaves neither side a sure win."""
    game = linden.load("linage", size=5)
    choice = player(game, "guided").choose(game.start(), nodes=7000)
    assert choice.move.startswith("komi ")
    assert 0.2 < choice.win[0] <= 0.5


def test_guided_counts_out_the_end_of_a_game_with_chance() -> None:
    """The exact move and value of the last stones are those of plain expectation."""
    game = linden.load("linos", basket="2x2")
    found = 0
    for seed in range(6):
        rng = random.Random(seed)
        position = game.start()
        while not position.over and len(str(position.text).split()[0]) < 400:
            state = position.state
            if int(state.left) <= 2 and position.to_move not in (None, CHANCE):
                break
            chance = position.to_move == CHANCE
            position = position.play(roll(position, rng) if chance else rng.choice(position.moves))
        if position.over:
            continue
        seat = position.to_move
        assert seat is not None
        choice = player(game, "guided").choose(position, nodes=5000)
        assert choice.proven
        best = max(expected(position.play(move), seat) for move in position.moves)
        assert choice.win[seat] == pytest.approx((best + 1) / 2)
        assert expected(position.play(choice.move), seat) == pytest.approx(best)
        found += 1
    assert found >= 4


def expected(position: Position, seat: int) -> float:
    """What ``seat`` can expect to win, by plain recursion."""
    if position.over:
        return position.returns[seat]
    if position.to_move == CHANCE:
        return sum(
            share * expected(position.play(move), seat) for move, share in position.outcomes.items()
        )
    values = [expected(position.play(move), seat) for move in position.moves]
    return max(values) if position.to_move == seat else min(values)


def test_an_expectation_that_costs_too_much_is_not_found() -> None:
    game = linden.load("linos")
    position = game.start().play("die 1")
    assert Expectation(game).find(position, Budget(nodes=1000)) is None


@pytest.mark.parametrize("name", ["linage", "linear", "linos"])
def test_a_tree_is_kept_for_the_next_move(name: str) -> None:
    """Given time, the search goes on with what it knew; given nodes, it starts afresh."""
    game = linden.load(name, **({"size": 5} if name == "linage" else {}))
    rng = random.Random(2)
    search = TreeSearch(game, 1, style=playing(game).style)
    position = game.start()
    while position.to_move == CHANCE or position.moves[0].startswith("komi"):
        chance = position.to_move == CHANCE
        position = position.play(roll(position, rng) if chance else rng.choice(position.moves))
    seat = position.to_move
    grown = False
    for _ in range(6):
        first = search.choose(position, seconds=0.2)
        position = position.play(first.move)
        while not position.over and position.to_move != seat:
            reply = search.choose(position, nodes=30).move if position.to_move != CHANCE else ""
            position = position.play(reply or roll(position, rng))
        if position.over:
            break
        second = search.choose(position, seconds=0.01)
        visits = sum(candidate.visits for candidate in second.candidates)
        grown = grown or visits > second.nodes
        fresh = search.choose(position, nodes=40)
        assert sum(candidate.visits for candidate in fresh.candidates) <= 40
    assert grown


def test_a_level_may_be_given_other_budgets() -> None:
    game = linden.load("linja")
    it = player(game, level=8)
    assert isinstance(it, LevelPlayer)
    assert it.rung == playing(game).ladder[-1] == Rung(600_000, kind="alphabeta", variety=0.4)
    assert it.choose(game.start(), nodes=500).nodes <= 500
    assert it.choose(game.start(), seconds=0.1).seconds < 2
