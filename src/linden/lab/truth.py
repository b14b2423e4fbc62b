"""What comes of random play exactly, in games small enough to go through all their positions."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from linden.core.errors import GameError
from linden.core.game import Game
from linden.core.position import Position
from linden.core.seats import CHANCE

MOST_POSITIONS = 200_000
SURE = 1e-13
"""Values that change by less from one round to the next are those that they end at."""


@dataclass(frozen=True)
class Truth:
    """What a game of random moves comes to in the mean."""

    shares: tuple[float, ...]
    """The part of the win of each seat."""
    draws: float
    decisions: float
    """Moves in a game, those of chance left out."""


def of_random_play(start: Position) -> Truth:
    """All positions and what leads from one to the next, weighed again and again until nothing
    changes; games may come back to where they were."""
    game = start.game
    numbers: dict[Position, int] = {start: 0}
    ends: list[tuple[int, int]] = []
    weights: list[float] = []
    waiting = [start]
    while waiting:
        position = waiting.pop()
        here = numbers[position]
        for move, weight in _moves(position).items():
            after = position.play(move)
            if after not in numbers:
                if len(numbers) == MOST_POSITIONS:
                    raise GameError(f"{game!r} has more than {MOST_POSITIONS:,} positions.")
                numbers[after] = len(numbers)
                waiting.append(after)
            ends.append((here, numbers[after]))
            weights.append(weight)
    return _solved(game, numbers, np.array(ends), np.array(weights))


def _moves(position: Position) -> Mapping[str, float]:
    if position.over:
        return {}
    if position.to_move == CHANCE:
        return position.outcomes
    return dict.fromkeys(position.moves, 1 / len(position.moves))


def _solved(
    game: Game,
    numbers: Mapping[Position, int],
    ends: "np.ndarray[tuple[int, int], np.dtype[np.int_]]",
    weights: "np.ndarray[tuple[int], np.dtype[np.float64]]",
) -> Truth:
    own = np.zeros((len(numbers), game.players + 2))
    for position, number in numbers.items():
        if position.over:
            shares = [(gain + 1) / game.players for gain in position.returns]
            own[number] = (*shares, not any(position.returns), 0)
        elif position.to_move != CHANCE:
            own[number, -1] = 1
    values = own
    while True:
        before, values = values, own.copy()
        for column in range(own.shape[1]):
            later = weights * before[ends[:, 1], column]
            values[:, column] += np.bincount(ends[:, 0], later, len(own))
        if np.abs(values - before).max() < SURE:
            break
    *shares, draws, decisions = values[0].tolist()
    return Truth(tuple(shares), draws, decisions)
