"""Random games on an NVIDIA GPU, one thread a game: the rows are those of the CPU, bit by bit.

Blocks keep their places and their size, which is small for a GPU. So those that wait are played
together: as many threads start at once as there are games in them.
"""

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from functools import cache
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np

from linden.batch.gpu import THREADS, compiler, usable
from linden.lab.experiment import Experiment, ExperimentError, Variant
from linden.lab.kernels import play_one
from linden.lab.playing import read_experiment
from linden.lab.pools import Block, Pool
from linden.lab.rows import short_rows

TOGETHER = 64
"""Blocks that are asked for at once: about a million games."""


def games_source(dtype: Any) -> Callable[..., None]:
    """The kernel of random games for states of ``dtype``, as plain Python."""
    cuda = compiler()

    def play_games_on_gpu(
        start: Any, seed: Any, numbers: Any, deal_size: Any, counts: Any, rows: Any
    ) -> None:
        states = cuda.local.array(1, dtype)
        rng = cuda.local.array(1, np.uint64)
        game = cuda.grid(1)
        if game < len(numbers):
            states[0] = start[0]
            play_one(states[0], rng, seed, numbers[game], deal_size, counts[game], rows[game])

    return play_games_on_gpu


@cache
def _games_kernel(dtype: Any) -> Any:
    return usable().jit(games_source(dtype))


def random_games_on_gpu(experiment: Experiment, variant: Variant, numbers: Any) -> tuple[Any, Any]:
    """What came of the random games of these numbers, as ``random_games`` tells it."""
    cuda = usable()
    start = np.zeros(1, variant.game.state_type)
    start[0] = variant.game.start().state
    counts = cuda.device_array((len(numbers), 4), np.int64)
    rows = cuda.device_array((len(numbers), 2 * variant.game.players), np.float64)
    launch = _games_kernel(variant.game.state_type)[-(-len(numbers) // THREADS), THREADS]
    size = np.int64(experiment.deal_size(variant))
    there = cuda.to_device(start), cuda.to_device(numbers)
    launch(there[0], np.uint64(experiment.seed), there[1], size, counts, rows)
    return counts.copy_to_host(), rows.copy_to_host()


class _Request(NamedTuple):
    text: str
    block: Block
    done: "Future[bytes]"


class Gpu:
    """A GPU for random games; what is looked at move by move, or searched, is for ``others``."""

    def __init__(
        self,
        others: Pool,
        play: Callable[[Experiment, Variant, Any], tuple[Any, Any]] = random_games_on_gpu,
    ) -> None:
        if play is random_games_on_gpu:
            usable()
        self.workers = others.workers + TOGETHER // 2
        self._others = others
        self._play = play
        self._requests: queue.SimpleQueue[_Request | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def submit(self, text: str, block: Block) -> "Future[bytes]":
        """The rows of a block."""
        if block.full:
            return self._others.submit(text, block)
        done: Future[bytes] = Future()
        self._requests.put(_Request(text, block, done))
        return done

    def close(self) -> None:
        """Nothing more is asked for."""
        self._requests.put(None)
        self._thread.join()

    def _work(self) -> None:
        while (first := self._requests.get()) is not None:
            waiting, last = [first], False
            while not last and len(waiting) < TOGETHER:
                try:
                    request = self._requests.get_nowait()
                except queue.Empty:
                    break
                if request is None:
                    last = True
                else:
                    waiting.append(request)
            waiting.sort(key=_whose)
            for (text, number), some in groupby(waiting, _whose):
                self._play_together(text, number, list(some))
            if last:
                return

    def _play_together(self, text: str, number: int, requests: list[_Request]) -> None:
        """Blocks of one variant, in one go."""
        try:
            experiment = read_experiment(text)
            variant = experiment.variants[number]
            ranges = [np.arange(it.block.first, it.block.first + it.block.count) for it in requests]
            counts, results = self._play(experiment, variant, np.concatenate(ranges))
            at = 0
            for it in requests:
                upto = at + it.block.count
                it.done.set_result(short_rows(variant.game, counts[at:upto], results[at:upto]))
                at = upto
        except BaseException as error:  # whoever waits for a block hears of it
            for it in requests:
                if not it.done.done():
                    it.done.set_exception(error)


def _whose(request: _Request) -> tuple[str, int]:
    return request.text, request.block.variant


def check_random(experiment: Experiment) -> None:
    """A GPU plays random games: refuse an experiment that has none."""
    if not any(experiment.is_random(variant) for variant in experiment.variants):
        raise ExperimentError(
            "A GPU plays random games only (--players random, without handicap and opening); "
            "leave --device gpu out."
        )
