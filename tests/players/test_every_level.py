"""Every level, and the perfect player where there is one, finishes every game and its review.

In short form with few nodes for each move and a look at some plies; ``LINDEN_WHOLE_LEVELS=1`` gives
the levels their own budgets and reviews every ply as the server does.
"""

import os
import random
import threading
from pathlib import Path
from typing import Any, get_args

import pytest

import linden
from cases import NAMES
from linden import CHANCE, Game, Position
from linden.players.chance import roll
from linden.players.levels import LEVELS
from linden.players.player import Player
from linden.solve.exact import solver_for
from linden.solve.solver import build
from linden.web.compute.judging import Grade, judge, judge_exactly
from linden.web.compute.reviews import SECONDS

WHOLE = bool(os.environ.get("LINDEN_WHOLE_LEVELS"))
NODES = None if WHOLE else 30
REVIEW_SECONDS = SECONDS if WHOLE else 0.01
REVIEWED = 8
"""Plies of a game that the short form looks back at, from its first to its last."""
GRADES = set(get_args(Grade))
SMALL: dict[str, dict[str, Any]] = {
    "linage": {"size": "3x4", "komi": 0},
    "linear": {"board": "..#/.../...", "start": "a1 c2"},
}
"""Boards that are worked out in a moment."""


def finish(game: Game, players: list[Player]) -> list[tuple[Position, str]]:
    """The decisions of a whole game."""
    rng = random.Random(1)
    position, made = game.start(), list[tuple[Position, str]]()
    while not position.over:
        if position.to_move == CHANCE:
            position = position.play(roll(position, rng))
            continue
        move = players[position.turn].choose(position, nodes=NODES).move
        made.append((position, move))
        position = position.play(move)
    assert sum(position.returns) == pytest.approx(0)
    return made


def review(made: list[tuple[Position, str]]) -> None:
    """Look back at a game as the server does, as well as its rules allow."""
    plies = range(len(made))
    if not WHOLE:
        plies = range(0, len(made), max(1, len(made) // REVIEWED))
    for ply in {*plies, len(made) - 1}:
        position, move = made[ply]
        judged = judge_exactly(position, move, ply + 1)
        if judged is None:
            judged = judge(position, move, ply + 1, REVIEW_SECONDS, threading.Event())
        assert judged.grade in GRADES
        assert judged.best in position.moves
        assert 0 <= judged.loss <= 1
        assert sum(judged.win) == pytest.approx(1, abs=1e-3)


@pytest.mark.parametrize("level", [level.number for level in LEVELS])
@pytest.mark.parametrize("name", NAMES)
def test_every_level_finishes_every_game_and_its_review(name: str, level: int) -> None:
    game = linden.load(name)
    review(
        finish(game, [linden.player(game, level=level, seed=seat) for seat in range(game.players)])
    )


@pytest.mark.parametrize("name", [*SMALL, *(["linja"] if WHOLE else [])])
def test_the_perfect_player_finishes_every_game_and_its_review(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Linja's table takes minutes: the long form wants the one that ``linden solve`` has built."""
    game = linden.load(name, **SMALL.get(name, {}))
    if name in SMALL:
        monkeypatch.setenv("LINDEN_SOLVED_DIR", str(tmp_path))
        build(solver_for(game))
    review(finish(game, [linden.player(game, "perfect", seed=seat) for seat in range(2)]))
