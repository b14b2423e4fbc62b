"""No game twice: every level makes other moves with another seed, and the same with the same."""

import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

import linden
from cases import NAMES
from linden import CHANCE, Game
from linden.core.playing import playing
from linden.players.chance import roll
from linden.players.iterative_deepening import AlphaBeta
from linden.players.level_player import LevelPlayer
from linden.players.levels import LEVELS
from linden.players.registry import player
from linden.players.simple import Greedy, static_leads
from linden.solve.exact import solved, solver_for
from linden.solve.solver import build
from linden.web.compute.tablebases import exact_choice

MOST_NODES = 12_000
"""Of a move here: what vary least are the levels that see most, so they think for long too."""
SEEDS = 4
MOVES = 40
"""Moves of a game after which it must have gone another way."""


def moves_of(game: Game, level: int, seed: int) -> Iterator[str]:
    """The moves of a level against itself; dice and draws are the same whatever the seed."""
    dice = random.Random(1)
    sitting = [player(game, level=level, seed=seed + seat) for seat in range(game.players)]
    position = game.start()
    while not position.over:
        seat = position.to_move
        if seat == CHANCE or seat is None:
            move = roll(position, dice)
        else:
            sitter = sitting[seat]
            assert isinstance(sitter, LevelPlayer)
            few = MOST_NODES if sitter.rung.nodes > MOST_NODES else None
            move = sitter.choose(position, nodes=few).move
            yield move
        position = position.play(move)


@pytest.mark.parametrize("level", [level.number for level in LEVELS])
@pytest.mark.parametrize("name", NAMES)
def test_another_seed_gives_another_game(name: str, level: int) -> None:
    """Games are played side by side for as long as they are the same."""
    game = linden.load(name)
    side_by_side = zip(*(moves_of(game, level, 10 * seed) for seed in range(SEEDS)), strict=False)
    assert any(len(set(moves)) > 1 for moves in islice(side_by_side, MOVES))


@pytest.mark.parametrize("level", [4, 5, 6])
@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_gives_the_same_game(name: str, level: int) -> None:
    game = linden.load(name)
    one, two = (list(islice(moves_of(game, level, 7), 12)) for _ in range(2))
    assert one == two


def test_a_move_that_is_certainly_worse_is_never_varied_to() -> None:
    """Near its end alpha-beta sees through Linja: whatever the seed, the margin stays the best."""
    game = linden.load("linja")
    variety = max(rung.variety for rung in playing(game).ladder)
    assert 0 < variety < 1
    proven = varied = 0
    for number in range(16):
        rng = random.Random(number)
        positions = [game.start()]
        while not positions[-1].over:
            positions.append(positions[-1].play(rng.choice(positions[-1].moves)))
        position = positions[-5]
        truth = AlphaBeta(game).choose(position, nodes=50_000)
        if not truth.proven:
            continue
        proven += 1
        found = set()
        for seed in range(6):
            search = AlphaBeta(game, seed)
            search.vary(variety)
            choice = search.choose(position, nodes=100_000)
            assert choice.proven
            assert choice.scores == truth.scores
            found.add(choice.move)
        varied += len(found) > 1
    assert proven >= 6
    assert varied


def test_greedy_varies_within_its_margin_alone() -> None:
    game = linden.load("linear")
    position = game.start()
    while position.to_move == CHANCE:
        position = position.play(position.moves[0])
    leads = static_leads(position, position.turn)
    for seed in range(20):
        it = Greedy(game, seed)
        it.vary(0.3)
        assert leads[it.choose(position).move] > max(leads.values()) - 0.3


def test_perfect_takes_turns_among_what_is_equally_good(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LINDEN_SOLVED_DIR", str(tmp_path))
    game = linden.load("linage", size=3, komi=0)
    build(solver_for(game))
    start = game.start()
    best = solved(game).moves(start)[0][1]
    equal = {move for move, worth in solved(game).moves(start) if worth == best}
    choices = [exact_choice(start, seed) for seed in range(40)]
    assert {choice.move for choice in choices if choice is not None} == equal
    assert len(equal) > 1
