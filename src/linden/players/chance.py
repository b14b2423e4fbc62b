"""The player that picks any legal move, and chance itself."""

import random

from linden.core.position import Position


class RandomPlayer:
    """Every legal move is equally likely. The same seed makes the same choices."""

    def __init__(self, seed: int | str | None = None) -> None:
        self._rng = random.Random(seed)

    def choose(self, position: Position) -> str:
        if position.over:
            raise ValueError("The game is over; there is nothing to choose.")
        return self._rng.choice(position.moves)


def roll(position: Position, rng: random.Random) -> str:
    """An outcome at a chance node, by its probability."""
    outcomes = position.outcomes
    if not outcomes:
        raise ValueError("Nothing is left to chance here.")
    return rng.choices(list(outcomes), list(outcomes.values()))[0]
