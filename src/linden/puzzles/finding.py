"""Candidates from played games: every game of a number is the same game, wherever it is played."""

import random
from collections.abc import Iterator

from linden.core.game import Game
from linden.core.position import Position
from linden.core.seats import CHANCE
from linden.players.chance import roll
from linden.players.registry import player
from linden.puzzles.proving import Prover
from linden.puzzles.puzzle import Puzzle

STRENGTHS = (2, 3, 4, 5)
"""The levels that play: strong enough for positions that people meet, weak enough for mistakes."""
LONGEST_GAME = 400
WILD = 0.08
"""The share of moves that are made at random, so that no two games run alike."""


def played(game: Game, number: int) -> list[Position]:
    """The positions of one game between levels."""
    rng = random.Random(f"puzzles {game!r} {number}")
    sitting = [
        player(game, level=rng.choice(STRENGTHS), seed=rng.randrange(2**32))
        for _ in range(game.players)
    ]
    positions = [game.start()]
    while not positions[-1].over and len(positions) < LONGEST_GAME:
        position = positions[-1]
        seat = position.to_move
        if seat == CHANCE or seat is None:
            move = roll(position, rng)
        elif rng.random() < WILD:
            move = rng.choice(position.moves)
        else:
            move = sitting[seat].choose(position).move
        positions.append(position.play(move))
    return positions


def found_in(game: Game, number: int, prover: Prover | None = None) -> Iterator[Puzzle]:
    """The puzzles of one game, from its end backwards; each theme at most once, as neighbouring
    positions ask for much the same."""
    prover = prover or Prover(game)
    themes = set[str]()
    for position in reversed(played(game, number)):
        for puzzle in prover.puzzles(position):
            if puzzle.theme not in themes:
                themes.add(puzzle.theme)
                yield puzzle
