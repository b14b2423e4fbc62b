"""Who plays the blocks: this process, several, or a Ray cluster."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

from linden.lab.playing import read_experiment
from linden.lab.rows import play_rows


@dataclass(frozen=True)
class Block:
    """Games that are played and kept together."""

    variant: int
    first: int
    count: int
    full: bool
    """Whether they are looked at move by move."""


class Pool(Protocol):
    """Takes blocks, and has their rows some time."""

    workers: int

    def submit(self, text: str, block: Block) -> "Future[bytes]":
        """The rows of a block of the experiment that ``text`` is."""


def play_block(text: str, block: Block) -> bytes:
    """The rows of a block, from the experiment's text alone."""
    experiment = read_experiment(text)
    variant = experiment.variants[block.variant]
    return play_rows(experiment, variant, block.first, block.count, block.full)


class Here:
    """This process plays, one block after the other."""

    workers = 1

    def submit(self, text: str, block: Block) -> "Future[bytes]":
        done: Future[bytes] = Future()
        done.set_result(play_block(text, block))
        return done


class Processes:
    """Several processes, which end when this one is gone."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        context = multiprocessing.get_context("spawn")
        self._stop = context.Event()
        self._pool = ProcessPoolExecutor(
            workers, mp_context=context, initializer=_watch, initargs=(self._stop,)
        )

    def submit(self, text: str, block: Block) -> "Future[bytes]":
        return self._pool.submit(play_block, text, block)

    def close(self) -> None:
        """All was played: the workers go home."""
        self._pool.shutdown()

    def stop(self) -> None:
        """Nobody waits for what they are playing."""
        self._stop.set()
        self._pool.shutdown(wait=False, cancel_futures=True)


def _watch(stop: Any) -> None:
    """In a worker: it ends when it is told to, or when nobody is left to read what it plays."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started it says when to stop
    parent = multiprocessing.parent_process()

    def watch() -> None:
        while parent is not None and parent.is_alive() and not stop.wait(0.5):
            pass
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@contextmanager
def pool_of(workers: int, ray: str | None = None, device: str = "cpu") -> Iterator[Any]:
    """Who plays: ``workers`` processes, or the Ray cluster at an address ("" starts one here);
    random games are for a GPU where ``device`` says so."""
    if device == "gpu":
        from linden.lab.gpu import Gpu

        with pool_of(workers, ray) as others:
            gpu = Gpu(others)
            try:
                yield gpu
            finally:
                gpu.close()
        return
    if ray is not None:
        from linden.lab.cluster import Cluster

        cluster = Cluster(ray)
        try:
            yield cluster
        finally:
            cluster.close()
    elif workers == 1:
        yield Here()
    else:
        processes = Processes(workers)
        try:
            yield processes
        except BaseException:
            processes.stop()
            raise
        processes.close()
