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
from linden.batch.spelling import Spelling, scaled, spelling
from linden.batch.vector import Batch
from linden.core import kernel
from linden.core.errors import DeviceError, IllegalMove
from linden.core.kernel import OVER
from linden.core.observation import Form
from linden.core.position import Position
from linden.core.stream import seek
from linden.core.types import StateArray

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

# Words lie with the games side by side, ``words[word, game]``: threads that each write a word of
# their own game then write one stretch of memory. What agents read has the rows one after the
# other; there every thread writes one element, its neighbour the next.


def sources() -> dict[str, Callable[..., None]]:
    """The kernels of ``GpuBatch``: the first with a thread a game, the last two, which spell words
    out, with a thread an element."""
    cuda = compiler()

    def seek_streams(rngs: Any, seed: Any, numbers: Any) -> None:
        i = cuda.grid(1)
        if i < len(numbers):
            seek(rngs[i], seed, numbers[i])

    def begin(
        states: StateArray, start: Any, rngs: Any, seed: Any, numbers: Any, marks: Any, seats: Any
    ) -> None:
        i = cuda.grid(1)
        if i < len(numbers):
            kernels.begin(states, start, rngs, seed, numbers[i], i)
            seats[i] = kernels.permit(states[i], marks[:, i])

    def check(marks: Any, numbering: Any, chosen: Any, seats: Any, wrong: Any, told: Any) -> None:
        i = cuda.grid(1)
        if i < len(chosen) and kernels.is_wrong(
            marks[:, i], numbering, chosen[i], seats[i] == OVER
        ):
            cuda.atomic.add(wrong, 0, 1)
            cuda.atomic.min(wrong, 1, i)
            wrong[2] = chosen[i]
            told[0] = 1

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
        waits: Any,
        marks: Any,
        seats: Any,
        wrong: Any,
    ) -> None:
        i = cuda.grid(1)
        if i < len(numbers) and wrong[0] == 0:
            kernels.step(
                states, start, rngs, seed, numbers, chosen[i], over, points, gains, waits, i
            )
            seats[i] = kernels.permit(states[i], marks[:, i])

    def sample(states: StateArray, picks: Any, chosen: Any) -> None:
        i = cuda.grid(1)
        if i < len(chosen):
            chosen[i] = kernels.pick(states[i], picks[i])

    def observe(states: StateArray, seats: Any, seen: Any, words: Any) -> None:
        i = cuda.grid(1)
        if i < len(seats):
            kernels.see(states[i], seats[i], words[:seen, i], words[seen:, i])

    def spell_mask(marks: Any, numbering: Any, out: Any) -> None:
        row_words, columns, on_squares, count = numbering
        game = cuda.blockIdx.x * GAMES_PER_BLOCK
        most = min(GAMES_PER_BLOCK, out.shape[0] - game) * count
        at = np.uint32(cuda.threadIdx.x)
        while at < most:
            row, element = at // np.uint32(count), at % np.uint32(count)
            if element < on_squares:
                word, bit = element // np.uint32(columns), element % np.uint32(columns)
            else:
                element -= np.uint32(on_squares)
                word, bit = (
                    np.uint32(row_words) + (element >> np.uint32(5)),
                    element & np.uint32(31),
                )
                element += np.uint32(on_squares)
            out[game + row, element] = (marks[word, game + row] >> bit) & np.uint32(1)
            at += np.uint32(cuda.blockDim.x)

    def spell(words: Any, form: Any, numbers: Any, out: Any) -> None:
        flag_words, columns, place, shift, bits, low, scale = form
        flags = np.uint32(flag_words * columns)
        size = np.uint32(out.shape[1])
        game = cuda.blockIdx.x * GAMES_PER_BLOCK
        most = min(GAMES_PER_BLOCK, out.shape[0] - game) * size
        at = np.uint32(cuda.threadIdx.x)
        while at < most:
            row, element = at // size, at % size
            if element < flags:
                word, bit = element // np.uint32(columns), element % np.uint32(columns)
                out[game + row, element] = (words[word, game + row] >> bit) & np.uint32(1)
            else:
                k = element - flags
                part = (words[place[k], game + row] >> shift[k]) & bits[k]
                out[game + row, element] = scaled(part, low[k], scale[k]) if numbers else part
            at += np.uint32(cuda.blockDim.x)

    return {
        "seek": seek_streams,
        "begin": begin,
        "check": check,
        "step": step,
        "sample": sample,
        "observe": observe,
        "mask": spell_mask,
        "spell": spell,
    }


GAMES_PER_BLOCK = 32
NOBODY = np.iinfo(np.int64).max


@cache
def _kernels() -> dict[str, Any]:
    cuda = usable()
    return {name: cuda.jit(source) for name, source in sources().items()}


class GpuBatch(Batch):
    """A ``Batch`` whose states never leave the device.

    Nothing waits for the device, but for ``seats`` that lie there, which are looked at first. An
    illegal action is noted there: from then on nothing is played, and the next call that finds the
    note raises ``IllegalMove``; ``check`` waits for it.
    """

    device = "gpu"

    def _allocate(self) -> None:
        self._cuda = usable()
        self._start = self._cuda.to_device(self._start)
        super()._allocate()
        self._marks = self._zeros((self.game.actions.words, self.n), np.uint32)
        self._wrong = self._cuda.to_device(np.array([0, NOBODY, 0]))
        self._told = self._cuda.mapped_array(1, np.int32)  # the host reads it without asking
        self._told[0] = 0
        self._launchers: dict[str, Any] = {}
        self._words: dict[int, Any] = {}
        self._forms: dict[int, Any] = {}

    def _zeros(self, shape: Any, dtype: Any) -> Any:
        return self._cuda.to_device(np.zeros(shape, dtype))

    def _fill(self, array: Any, value: Any) -> None:
        if array is self._marks and np.shape(value):
            value = np.ascontiguousarray(np.asarray(value).T)
        array.copy_to_device(np.full(array.shape, value, array.dtype))

    def _run(self, name: str, *arguments: Any) -> None:
        if name == "step":
            arguments = (*arguments, self._wrong)
        self._launch(name, -(-self.n // THREADS), THREADS, *arguments)

    def _launch(self, name: str, blocks: int, threads: int, *arguments: Any) -> None:
        if name not in self._launchers:
            self._launchers[name] = _kernels()[name][blocks, threads]
        self._launchers[name](*arguments)

    def _spell(self, name: str, *arguments: Any) -> None:
        self._launch(name, -(-self.n // GAMES_PER_BLOCK), 2 * THREADS, *arguments)

    def reset(self, seed: int | None = None) -> None:
        super().reset(seed)
        self._forget()

    def step(self, actions: Any, *, check: bool = True) -> None:
        self._raise()
        super().step(actions, check=check)

    def _check(self, chosen: Any, actions: Any) -> None:
        told = (self._wrong, self._told)
        self._run("check", self._marks, self._numbering, chosen, self.to_move, *told)

    def check(self) -> None:
        """Wait for the device, and raise ``IllegalMove`` if a step has found an illegal action."""
        self._cuda.synchronize()
        self._raise()

    def _raise(self) -> None:
        if self._told[0]:
            count, first, action = self._wrong.copy_to_host().tolist()
            self._forget()
            raise IllegalMove(
                f"{count} of {self.n} actions were illegal, the first in game {first}, among them "
                f"{action}. Nothing was played by that step or since."
            )

    def _forget(self) -> None:
        self._wrong.copy_to_device(np.array([0, NOBODY, 0]))
        self._told[0] = 0

    def _mask(self, out: Any) -> None:
        self._raise()
        self._spell("mask", self._marks, self._numbering, out)

    def _observe(self, seats: Any, form: Form, hidden: int, out: Any) -> None:
        self._raise()
        seen = self.game.observation.words
        if hidden not in self._words:
            self._words[hidden] = self._cuda.device_array((seen + hidden, self.n), np.uint32)
        if id(form) not in self._forms:
            spelled = spelling(form)
            there = [self._cuda.to_device(array) for array in spelled[2:]]
            self._forms[id(form)] = Spelling(form.flag_words, form.columns, *there)
        self._run("observe", self.states, seats, seen, self._words[hidden])
        floats = form.dtype == np.float32
        self._spell("spell", self._words[hidden], self._forms[id(form)], floats, out)

    def _given(self, out: Any) -> Any:
        return self._cuda.as_cuda_array(out)

    def _taken(self, actions: Any) -> Any:
        if hasattr(actions, "__cuda_array_interface__"):
            chosen = self._cuda.as_cuda_array(actions)
            if chosen.shape != (self.n,) or chosen.dtype.kind not in "iu":
                raise ValueError(f"This takes {self.n} whole numbers, one for each game.")
            return chosen
        return self._cuda.to_device(super()._taken(actions))

    def _whose(self, seats: Any) -> Any:
        if hasattr(seats, "__cuda_array_interface__"):
            seats = self._cuda.as_cuda_array(seats).copy_to_host()
        return super()._whose(seats)

    def _host(self, array: Any) -> Any:
        there = array.copy_to_host()
        return there.T if array is self._marks else there

    def position(self, i: int) -> Position:
        self.check()
        return super().position(i)

    def save(self) -> dict[str, Any]:
        self.check()
        return super().save()
