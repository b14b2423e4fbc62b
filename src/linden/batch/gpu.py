"""The same games on an NVIDIA GPU: one thread a game, the same rules, the same results.

States stay on the device. Arrays are Numba device arrays, which PyTorch, JAX and CuPy take without
copying (``__cuda_array_interface__``); their arrays are taken in return wherever a method has
``out`` or ``moves``.
"""

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from typing import Any

import numpy as np

from linden.batch import kernels
from linden.batch.vector import Batch
from linden.core import kernel
from linden.core.errors import DeviceError
from linden.core.kernel import OVER
from linden.core.position import Position
from linden.core.stream import seek
from linden.core.types import Numbers, StateArray

THREADS = 128
BLOCKS_PER_PROCESSOR = 16


def compiler() -> Any:
    """Numba's CUDA module, or one sentence that says how to get it."""
    if find_spec("numba_cuda") is None:
        raise DeviceError("device='gpu' needs the extra: pip install 'linden[gpu]'.")
    from numba import config, cuda

    config.CUDA_LOW_OCCUPANCY_WARNINGS = 0  # few games are a fair wish
    return cuda


def usable() -> Any:
    """The same, with a GPU behind it."""
    cuda = compiler()
    if not cuda.is_available():
        raise DeviceError("device='gpu' needs an NVIDIA GPU and its driver; none was found.")
    return cuda


# -- playouts ------------------------------------------------------------------------------------


def playout_source(dtype: Any) -> Callable[..., None]:
    """The kernel of random games for states of ``dtype``, as plain Python.

    A thread plays one game to its end, then takes its next. Measured on an H200: starting the
    next game inside the loop that makes the moves, so that no thread waits for its neighbours, was
    slower in every game, and twenty times slower in one, where the threads never met again.
    """
    cuda = compiler()

    def play_out_on_gpu(
        start: Any, seed: Any, first: Any, points: Any, gains: Any, lengths: Any, keys: Any
    ) -> None:
        states = cuda.local.array(1, dtype)
        rng = cuda.local.array(1, np.uint64)
        game = cuda.grid(1)
        while game < len(lengths):
            seek(rng, seed, first + np.uint64(game))
            states[0] = start[0]
            state = states[0]
            length = 0
            while kernel.mover(state) != OVER:
                kernel.play(state, kernel.sample(state, rng))
                length += 1
            kernel.scores(state, points[game])
            kernel.returns(state, gains[game])
            lengths[game] = length
            keys[game] = kernel.key(state)
            game += cuda.gridsize(1)

    return play_out_on_gpu


@cache
def _playout_kernel(dtype: Any) -> Any:
    return usable().jit(playout_source(dtype))


def run_playouts(position: Position, games: int, seed: int, first: int) -> tuple[Any, ...]:
    """Scores, returns, lengths and final keys of random games, as arrays on the device."""
    cuda = usable()
    seats = position.game.players
    start = np.zeros(1, position.game.state_type)
    start[0] = position.state
    points = cuda.device_array((games, seats), np.float64)
    gains = cuda.device_array((games, seats), np.float64)
    lengths = cuda.device_array(games, np.int64)
    keys = cuda.device_array(games, np.uint64)
    processors = cuda.get_current_device().MULTIPROCESSOR_COUNT
    blocks = min(-(-games // THREADS), processors * BLOCKS_PER_PROCESSOR)
    launch = _playout_kernel(position.game.state_type)[blocks, THREADS]
    there = cuda.to_device(start)
    launch(there, np.uint64(seed), np.uint64(first), points, gains, lengths, keys)
    return points, gains, lengths, keys


def playouts_on_gpu(position: Position, games: int, seed: int, first: int) -> tuple[Any, ...]:
    """The same, as arrays on the host."""
    return tuple(column.copy_to_host() for column in run_playouts(position, games, seed, first))


# -- vectors of games ----------------------------------------------------------------------------


def sources() -> dict[str, Callable[..., None]]:
    """The kernels of ``GpuBatch`` by the name of the CPU loop each stands for."""
    cuda = compiler()

    def seek_streams(rngs: Any, seed: Any, numbers: Any) -> None:
        i = cuda.grid(1)
        if i < len(numbers):
            seek(rngs[i], seed, numbers[i])

    def begin(states: StateArray, start: Any, rngs: Any, seed: Any, numbers: Any) -> None:
        i = cuda.grid(1)
        if i < len(numbers):
            kernels.begin(states, start, rngs, seed, numbers[i], i)

    def step(
        states: StateArray,
        start: Any,
        rngs: Any,
        seed: Any,
        numbers: Any,
        chosen: Any,
        over: Any,
        points: Any,
        gains: Any,
    ) -> None:
        i = cuda.grid(1)
        if i < len(numbers):
            kernels.advance(states, rngs, chosen[i], over, points, gains, i)
            if over[i]:
                numbers[i] += np.uint64(len(numbers))
                kernels.begin(states, start, rngs, seed, numbers[i], i)

    def list_moves(states: StateArray, moves: Any, counts: Any, seats: Any) -> None:
        i = cuda.grid(1)
        if i < len(counts):
            kernels.list_moves(states, moves, counts, seats, i)

    def mark(moves: Any, counts: Any, mask: Any) -> None:
        i = cuda.grid(1)
        if i < len(counts):
            kernels.mark_moves(moves, counts, mask, i)

    def check(moves: Any, counts: Any, chosen: Any, wrong: Any) -> None:
        i = cuda.grid(1)
        if i < len(counts):
            wrong[i] = not kernels.is_listed(moves[i], counts[i], chosen[i])

    def sample(states: StateArray, picks: Any, chosen: Any) -> None:
        i = cuda.grid(1)
        if i < len(chosen):
            chosen[i] = kernel.sample(states[i], picks[i])

    def observe(states: StateArray, seats: Any, out: Numbers) -> None:
        i = cuda.grid(1)
        if i < len(seats):
            kernel.observe(states[i], seats[i], out[i])

    return {
        "seek": seek_streams,
        "begin": begin,
        "step": step,
        "list": list_moves,
        "mark": mark,
        "check": check,
        "sample": sample,
        "observe": observe,
    }


@cache
def _kernels() -> dict[str, Any]:
    cuda = usable()
    return {name: cuda.jit(source) for name, source in sources().items()}


class GpuBatch(Batch):
    """A ``Batch`` whose states never leave the device."""

    device = "gpu"

    def _allocate(self) -> None:
        self._cuda = usable()
        self._start = self._cuda.to_device(self._start)
        super()._allocate()

    def _zeros(self, shape: Any, dtype: Any) -> Any:
        return self._cuda.to_device(np.zeros(shape, dtype))

    def _fill(self, array: Any, value: Any) -> None:
        array.copy_to_device(np.full(array.shape, value, array.dtype))

    def _run(self, name: str, *arguments: Any) -> None:
        _kernels()[name][-(-self.n // THREADS), THREADS](*arguments)

    def _given(self, out: Any) -> Any:
        return self._cuda.as_cuda_array(out)

    def _taken(self, moves: Any) -> Any:
        if hasattr(moves, "__cuda_array_interface__"):
            chosen = self._cuda.as_cuda_array(moves)
            if chosen.shape != (self.n,) or chosen.dtype.kind not in "iu":
                raise ValueError(f"A step takes {self.n} whole numbers, one move for each game.")
            return chosen
        return self._cuda.to_device(super()._taken(moves))

    def _host(self, array: Any) -> Any:
        return array.copy_to_host()
