"""What a verb means for a game that does not define it.

Each function here takes the game's rules module and returns the verb's implementation, in the
terms of other verbs; ``kernel`` compiles it for that game's states.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from linden.core import kernel
from linden.core.kernel import CHANCE
from linden.core.stream import below

Verb = Callable[..., Any]


def veil(rules: ModuleType) -> Verb:
    """Nothing is hidden."""

    def veil(state: Any, seat: Any) -> None:
        pass

    return veil


def conceal(rules: ModuleType) -> Verb:
    """Nothing is hidden."""

    def conceal(state: Any, seat: Any, rng: Any) -> None:
        pass

    return conceal


def weights(rules: ModuleType) -> Verb:
    """No chance nodes, or outcomes that are all equally likely."""
    most = rules.MOST_MOVES

    def weights(state: Any, out: Any) -> None:
        moves = np.empty(most, np.int32)
        for i in range(kernel.legal(state, moves)):
            out[i] = 1

    return weights


def evaluate(rules: ModuleType) -> Verb:
    """The points as they stand."""

    def evaluate(state: Any, out: Any) -> None:
        kernel.scores(state, out)

    return evaluate


def urgent(rules: ModuleType) -> Verb:
    """Nothing is."""

    def urgent(state: Any, rng: Any) -> Any:
        return np.int64(-1)

    return urgent


def sample(rules: ModuleType) -> Verb:
    """List the moves and pick one; outcomes of chance by their weights."""
    most = rules.MOST_MOVES

    def sample(state: Any, rng: Any) -> Any:
        moves = np.empty(most, np.int32)
        n = kernel.legal(state, moves)
        if kernel.mover(state) != CHANCE:
            return moves[below(rng, n)]
        shares = np.empty(most, np.int64)
        kernel.weights(state, shares)
        left = below(rng, shares[:n].sum())
        for i in range(n):
            left -= shares[i]
            if left < 0:
                return moves[i]
        return moves[n - 1]

    return sample
