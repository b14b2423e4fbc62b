"""Candidates from played games: every game of a number is the same game, wherever it is played."""

import random
from collections import defaultdict
from collections.abc import Collection, Iterator

from linden.core.game import Game
from linden.core.position import Position
from linden.core.seats import CHANCE
from linden.players.chance import roll
from linden.players.registry import player
from linden.puzzles.proving import Prover
from linden.puzzles.puzzle import Puzzle

STRENGTHS = (2, 3)
"""The levels that play: strong enough for positions that people meet, weak enough for mistakes, and
quick, as proofs take the time."""
LONGEST_GAME = 400
WILD = 0.08
"""The share of moves that are made at random, so that no two games run alike."""
PATIENCE = 2
"""After so many positions in a row that are too far from the end, going backwards, none of those
before is tried."""


def played(game: Game, number: int, seed: int = 0) -> list[Position]:
    """The positions of one game between levels."""
    rng = random.Random(f"puzzles {game!r} {seed} {number}")
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


def beginnings(positions: list[Position]) -> list[Position]:
    """Those where somebody's turn begins: a puzzle asks for all of it."""
    found, before = list[Position](), -1
    for position in positions:
        if position.to_move not in (None, CHANCE):
            if position.turn != before:
                found.append(position)
            before = position.turn
    return found


def found_in(
    game: Game,
    number: int,
    prover: Prover | None = None,
    *,
    seed: int = 0,
    without: Collection[str] = (),
) -> Iterator[Puzzle]:
    """The puzzles of one game: of each theme any one, as neighbouring positions ask for much the
    same; none of some themes, if those are not wanted."""
    prover = prover or Prover(game)
    found = defaultdict[str, list[Puzzle]](list)
    far = 0
    for position in reversed(beginnings(played(game, number, seed))):
        for puzzle in prover.puzzles(position, by_end=far < PATIENCE):
            found[puzzle.theme].append(puzzle)
        if far < PATIENCE:
            far = far + 1 if prover.too_far else 0
    rng = random.Random(f"choice {seed} {number}")
    for theme, puzzles in sorted(found.items()):
        chosen = rng.choice(puzzles)
        if theme not in without:
            yield chosen
