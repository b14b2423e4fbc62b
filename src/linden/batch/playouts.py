"""Uniformly random games to the end, and what came of them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from linden.batch.kernels import play_out, survey
from linden.batch.seeds import checked
from linden.batch.threads import spread
from linden.core.position import Position


@dataclass(frozen=True)
class Outcomes:
    """The ends of many games: a row per game, a column per seat."""

    scores: npt.NDArray[np.float64]
    returns: npt.NDArray[np.float64]
    lengths: npt.NDArray[np.int64]
    """Moves made, outcomes of chance included."""
    keys: npt.NDArray[np.uint64]
    """The key of each final position: two runs that agree in it ended alike."""
    branching: float | None = None
    """The mean number of legal moves at a decision, if it was asked for."""

    @property
    def wins(self) -> tuple[int, ...]:
        """How many games each seat won, alone or with others."""
        return tuple(int(n) for n in (self.returns > 0).sum(axis=0))

    @property
    def draws(self) -> int:
        """How many games nobody won."""
        return int((self.returns == 0).all(axis=1).sum())

    def histogram(self, seat: int) -> dict[float, int]:
        """How often ``seat`` ended with each score, lowest first."""
        return dict(sorted(Counter(self.scores[:, seat].tolist()).items()))

    @classmethod
    def joined(cls, parts: Sequence["Outcomes"]) -> "Outcomes":
        """The games of several batches, in order."""
        return cls(
            np.concatenate([part.scores for part in parts]),
            np.concatenate([part.returns for part in parts]),
            np.concatenate([part.lengths for part in parts]),
            np.concatenate([part.keys for part in parts]),
        )


def playouts(
    position: Position,
    games: int,
    seed: int = 0,
    first: int = 0,
    *,
    device: str = "cpu",
    threads: int | None = None,
    branching: bool = False,
) -> Outcomes:
    """Play ``games`` uniformly random games from ``position``, on all cores or on the GPU.

    Game ``first`` + *n* of a seed is always the same game: batches, threads and device make no
    difference.
    """
    if games < 1:
        raise ValueError(f"Play at least one game, not {games}.")
    seed = checked(seed)
    if device == "gpu":
        from linden.batch.gpu import playouts_on_gpu

        ends = playouts_on_gpu(position, games, seed, first)
    elif device == "cpu":
        ends = _on_cpu(position, games, seed, first, threads)
    else:
        raise ValueError(f"A device is cpu or gpu, not {device!r}.")
    mean = _branching(position, games, seed, first, threads) if branching else None
    points, gains, lengths, keys = ends
    return Outcomes(points, gains, lengths, keys, mean)


def _pair(position: Position) -> npt.NDArray[np.void]:
    """The position, and room for a game that starts from it."""
    states = np.zeros(2, position.game.state_type)
    states[0] = position.state
    return states


def _on_cpu(
    position: Position, games: int, seed: int, first: int, threads: int | None
) -> tuple[Any, ...]:
    seats = position.game.players
    points, gains = np.zeros((games, seats)), np.zeros((games, seats))
    lengths, keys = np.zeros(games, np.int64), np.zeros(games, np.uint64)

    def stretch(low: int, high: int) -> None:
        rng = np.zeros(1, np.uint64)
        rows = [column[low:high] for column in (points, gains, lengths, keys)]
        play_out(_pair(position), np.uint64(seed), np.uint64(first + low), rng, *rows)

    spread(stretch, games, threads)
    return points, gains, lengths, keys


def _branching(position: Position, games: int, seed: int, first: int, threads: int | None) -> float:
    counts = np.zeros((games, 2), np.int64)
    most = position.game.rules.MOST_MOVES

    def stretch(low: int, high: int) -> None:
        rng, moves = np.zeros(1, np.uint64), np.zeros(most, np.int32)
        number = np.uint64(first + low)
        survey(_pair(position), np.uint64(seed), number, rng, moves, counts[low:high])

    spread(stretch, games, threads)
    decisions, choices = counts.sum(axis=0).tolist()
    return choices / decisions if decisions else 0.0
