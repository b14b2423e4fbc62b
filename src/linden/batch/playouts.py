"""Uniformly random games to the end, and what came of them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from linden.batch.kernels import play_out
from linden.core.position import Position


@dataclass(frozen=True)
class Outcomes:
    """The ends of many games: a row per game, a column per seat."""

    scores: npt.NDArray[np.float64]
    returns: npt.NDArray[np.float64]
    lengths: npt.NDArray[np.int64]
    """Moves made, outcomes of chance included."""

    @property
    def wins(self) -> tuple[int, ...]:
        """How many games each seat won, alone or with others."""
        return tuple(int(n) for n in (self.returns > 0).sum(axis=0))

    @property
    def draws(self) -> int:
        return int((self.returns == 0).all(axis=1).sum())

    @classmethod
    def joined(cls, parts: Sequence["Outcomes"]) -> "Outcomes":
        """The games of several batches, in order."""
        return cls(
            np.concatenate([part.scores for part in parts]),
            np.concatenate([part.returns for part in parts]),
            np.concatenate([part.lengths for part in parts]),
        )


def playouts(position: Position, games: int, seed: int = 0, first: int = 0) -> Outcomes:
    """Play ``games`` uniformly random games from ``position``.

    Game ``first`` + *n* of a seed is always the same game, however the games are batched.
    """
    if games < 1:
        raise ValueError(f"Play at least one game, not {games}.")
    start = position.state
    states = np.zeros(2, start.dtype)
    states[0] = start
    seats = position.game.players
    points, gains = np.zeros((games, seats)), np.zeros((games, seats))
    lengths = np.zeros(games, np.int64)
    rng = np.zeros(1, np.uint64)
    play_out(states, np.uint64(seed), np.uint64(first), rng, points, gains, lengths)
    return Outcomes(points, gains, lengths)
