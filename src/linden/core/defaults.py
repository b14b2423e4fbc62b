"""What a verb means for a game that does not define it.

Each function here takes the game's rules module and the type of its states, and returns the
verb's implementation, in the terms of other verbs; ``kernel`` compiles it for those states.
"""

from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import numpy as np
from numba.core.target_extension import current_target

from linden.core import kernel
from linden.core.seats import CHANCE
from linden.core.stream import below, mix
from linden.core.types import Points, Seat, StateRecord, Stream, Weights

Verb = Callable[..., Any]
State = np.dtype[Any]


def veil(rules: ModuleType, dtype: State) -> Verb:
    """Nothing is hidden."""

    def veil(state: StateRecord, seat: Seat) -> None:
        pass

    return veil


def conceal(rules: ModuleType, dtype: State) -> Verb:
    """Nothing is hidden."""

    def conceal(state: StateRecord, seat: Seat, rng: Stream) -> None:
        pass

    return conceal


def evaluate(rules: ModuleType, dtype: State) -> Verb:
    """The points as they stand."""

    def evaluate(state: StateRecord, out: Points) -> None:
        kernel.scores(state, out)

    return evaluate


def urgent(rules: ModuleType, dtype: State) -> Verb:
    """Nothing is."""

    def urgent(state: StateRecord, rng: Stream) -> Any:
        return np.int64(-1)

    return urgent


# -- from the list of moves ----------------------------------------------------------------------


# On a GPU an array can only be made in a thread's own memory, by the function that uses it.


def weights(rules: ModuleType, dtype: State) -> Verb:
    """No chance nodes, or outcomes that are all equally likely."""
    most = rules.MOST_MOVES

    def weights(state: StateRecord, out: Weights) -> None:
        moves = np.empty(most, np.int32)
        for i in range(kernel.legal(state, moves)):
            out[i] = 1

    def weights_on_gpu(state: StateRecord, out: Any) -> None:
        moves = cuda.local.array(most, np.int32)
        for i in range(kernel.legal(state, moves)):
            out[i] = 1

    cuda = _cuda()
    return weights if cuda is None else weights_on_gpu


def sample(rules: ModuleType, dtype: State) -> Verb:
    """List the moves and pick one; outcomes of chance by their weights."""
    most = rules.MOST_MOVES

    def sample(state: StateRecord, rng: Stream) -> Any:
        moves = np.empty(most, np.int32)
        n = kernel.legal(state, moves)
        if kernel.mover(state) != CHANCE:
            return moves[below(rng, n)]
        shares = np.empty(most, np.int64)
        kernel.weights(state, shares)
        return moves[by_weight(rng, shares, n)]

    def sample_on_gpu(state: StateRecord, rng: Stream) -> Any:
        moves = cuda.local.array(most, np.int32)
        n = kernel.legal(state, moves)
        if kernel.mover(state) != CHANCE:
            return moves[below(rng, n)]
        shares = cuda.local.array(most, np.int64)
        kernel.weights(state, shares)
        return moves[by_weight(rng, shares, n)]

    cuda = _cuda()
    return sample if cuda is None else sample_on_gpu


@kernel.rule
def by_weight(rng: Stream, shares: Any, n: Any) -> Any:
    """One of 0 to ``n`` - 1, as likely as its share."""
    whole = 0
    for i in range(n):
        whole += shares[i]
    left = below(rng, whole)
    for i in range(n):
        left -= shares[i]
        if left < 0:
            return i
    return n - 1


def _cuda() -> Any:
    """Numba's CUDA module while it compiles for a GPU, else ``None``."""
    if current_target() != "cuda":
        return None
    from numba import cuda

    return cuda


# -- from the record's fields --------------------------------------------------------------------


def key(rules: ModuleType, dtype: State) -> Verb:
    """All numbers of the record, mixed."""
    lines = ["word = np.uint64(0)"]
    for loops, value, _, kind in _numbers(dtype):
        exact = f"np.int64({value} * 1048576.0)" if kind == "f" else value
        lines += [*loops, f"{' ' * len(loops)}word = mix(word + np.uint64({exact}))"]
    return _written("key", "state", [*lines, "return word"])


def observe(rules: ModuleType, dtype: State) -> Verb:
    """All numbers of the record, and whether it is the seat's turn."""
    lines = ["n = 0"]
    for loops, value, _, _ in _numbers(dtype):
        inner = " " * len(loops)
        lines += [*loops, f"{inner}out[n] = {value}", f"{inner}n += 1"]
    return _written("observe", "state, seat, out", [*lines, "out[n] = state.turn == seat"])


def observation_size(dtype: State) -> int:
    """How many numbers the default ``observe`` writes."""
    return 1 + sum(count for _, _, count, _ in _numbers(dtype))


def _numbers(dtype: State) -> Iterator[tuple[list[str], str, int, str]]:
    """For each field: loops over it, its numbers inside them, how many, and of what kind."""
    for name in dtype.names or ():
        field = dtype[name]
        loops = [f"{' ' * at}for i{at} in range({n}):" for at, n in enumerate(field.shape)]
        at = ", ".join(f"i{axis}" for axis in range(len(field.shape)))
        value = f"state.{name}[{at}]" if at else f"state.{name}"
        yield loops, value, int(np.prod(field.shape, dtype=int)), field.base.kind


def _written(name: str, parameters: str, lines: list[str]) -> Verb:
    """A function made of these lines."""
    names: dict[str, Any] = {"np": np, "mix": mix}
    exec(f"def {name}({parameters}):\n" + "\n".join(f" {line}" for line in lines), names)
    made: Verb = names[name]
    return made
