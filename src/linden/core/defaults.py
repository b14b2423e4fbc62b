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
from linden.core.observation import Number, Observation
from linden.core.seats import CHANCE
from linden.core.stream import below, mix
from linden.core.types import Action, Move, Points, Seat, StateRecord, Stream, Weights, Words

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


def outlook(rules: ModuleType, dtype: State) -> Verb:
    """Nothing is settled, and anything may come."""

    def outlook(state: StateRecord, out: Points) -> Any:
        out[0] = 0.0
        out[1] = -np.inf
        out[2] = np.inf
        return kernel.key(state)

    return outlook


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


def mask(rules: ModuleType, dtype: State) -> Verb:
    """A bit for each move's number."""
    most, words = rules.MOST_MOVES, -(-rules.MOVES // 32)

    def mask(state: StateRecord, out: Words) -> None:
        moves = np.empty(most, np.int32)
        for i in range(words):
            out[i] = 0
        for i in range(kernel.legal(state, moves)):
            out[moves[i] >> 5] |= np.uint32(1) << np.uint32(moves[i] & 31)

    def mask_on_gpu(state: StateRecord, out: Any) -> None:
        moves = cuda.local.array(most, np.int32)
        for i in range(words):
            out[i] = 0
        for i in range(kernel.legal(state, moves)):
            out[moves[i] >> 5] |= np.uint32(1) << np.uint32(moves[i] & 31)

    cuda = _cuda()
    return mask if cuda is None else mask_on_gpu


def action_of(rules: ModuleType, dtype: State) -> Verb:
    """Actions are numbered as moves are."""

    def action_of(state: StateRecord, move: Move) -> Any:
        return np.int64(move)

    return action_of


def move_of(rules: ModuleType, dtype: State) -> Verb:
    """Actions are numbered as moves are."""

    def move_of(state: StateRecord, action: Action) -> Any:
        return np.int64(action)

    return move_of


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
    for loops, value, _, field in _numbers(dtype):
        exact = f"np.int64({value} * 1048576.0)" if field.kind == "f" else value
        lines += [*loops, f"{' ' * len(loops)}word = mix(word + np.uint64({exact}))"]
    return _written("key", "state", [*lines, "return word"])


QUARTERS = tuple(np.uint64(shift) for shift in (0, 16, 32, 48))
LOW = np.uint64(0xFFFF)
FINE = 1024
"""Fractions of the record are observed in steps of one 1,024th."""


def observe(rules: ModuleType, dtype: State) -> Verb:
    """All numbers of the record, and whether it is the seat's turn."""
    lines = ["n = 0"]
    for loops, value, _, field in _numbers(dtype):
        inner = " " * len(loops)
        lines += loops
        for part in range(_quarters(field)):
            lines += [f"{inner}out[n] = (np.uint64({value}) >> QUARTERS[{part}]) & LOW"]
            lines += [f"{inner}n += 1"]
        if not _quarters(field):
            exact = f"{value} * {FINE}" if field.kind == "f" else value
            lines += [f"{inner}out[n] = np.uint32(np.int64({exact}) - ({_lowest(field)}))"]
            lines += [f"{inner}n += 1"]
    return _written("observe", "state, seat, out", [*lines, "out[n] = state.turn == seat"])


def plain_observation(dtype: State) -> Observation:
    """What the default ``observe`` writes."""
    numbers = []
    for name in dtype.names or ():
        field = dtype[name].base
        for place in np.ndindex(dtype[name].shape):
            at = f"{name}[{', '.join(map(str, place))}]" if place else name
            for part in range(_quarters(field)):
                about = f"bits {16 * part} to {16 * part + 15} of the record's {at}"
                numbers.append(Number(f"{at}.{part}", about, 2**16 - 1))
            if not _quarters(field):
                low = _lowest(field)
                high = 1 if field.kind == "b" else 2 ** min(8 * field.itemsize, 32) - 1 + low
                scale = 1 / FINE if field.kind == "f" else 1.0
                numbers.append(Number(at, f"the record's {at}", high, low, scale))
    return Observation((*numbers, Number("to_move", "whether it is the seat's turn")))


def _quarters(field: State) -> int:
    """In how many parts of 16 bits a number is written that may be more than 31 bits long."""
    longest = 4 if field.kind == "i" else 2
    return field.itemsize // 2 if field.kind in "iu" and field.itemsize > longest else 0


def _lowest(field: State) -> int:
    """What a number is counted from."""
    if field.kind == "f":
        return -(2**31)
    return int(np.iinfo(field).min) if field.kind == "i" else 0


def reveal(rules: ModuleType, dtype: State) -> Verb:
    """Nothing is hidden."""

    def reveal(state: StateRecord, seat: Seat, out: Words) -> None:
        pass

    return reveal


def _numbers(dtype: State) -> Iterator[tuple[list[str], str, int, State]]:
    """For each field: loops over it, its numbers inside them, how many, and of what kind."""
    for name in dtype.names or ():
        field = dtype[name]
        loops = [f"{' ' * at}for i{at} in range({n}):" for at, n in enumerate(field.shape)]
        at = ", ".join(f"i{axis}" for axis in range(len(field.shape)))
        value = f"state.{name}[{at}]" if at else f"state.{name}"
        yield loops, value, int(np.prod(field.shape, dtype=int)), field.base


def _written(name: str, parameters: str, lines: list[str]) -> Verb:
    """A function made of these lines."""
    names: dict[str, Any] = {"np": np, "mix": mix, "LOW": LOW, "QUARTERS": QUARTERS}
    exec(f"def {name}({parameters}):\n" + "\n".join(f" {line}" for line in lines), names)
    made: Verb = names[name]
    return made
