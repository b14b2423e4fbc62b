"""Running an experiment: which games are still to be played, by whom, and when it is enough.

How many workers there are, who plays which block and how often a run was stopped make no
difference to what is in the file in the end: games depend on their numbers alone, and whether a
variant is known closely enough is asked at fixed numbers of games.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from dataclasses import dataclass

from linden.lab.experiment import Experiment, ExperimentError, Variant
from linden.lab.pools import Block, Pool
from linden.lab.store import LabFile
from linden.lab.summary import widest_share

FULL_BLOCK = 16
"""Random games of a block that is looked at move by move."""
FAST_BLOCK = 16_384
LEAST, GROWTH = 100, 1.1
"""A precision is first asked for after so many deals, and then each time there are this many
times as many."""


@dataclass(frozen=True)
class Progress:
    """How far a run has come."""

    done: int
    total: int
    """Games at most; fewer where a precision is reached before."""
    seconds: float
    rate: float
    """Games a second in this run."""

    @property
    def seconds_left(self) -> float | None:
        return (self.total - self.done) / self.rate if self.rate > 0 else None


Report = Callable[[Progress], None]


def full_games(experiment: Experiment) -> int:
    """How many random games are looked at move by move."""
    return -(-experiment.detail // FULL_BLOCK) * FULL_BLOCK


def blocks_of(experiment: Experiment, variant: Variant, upto: int) -> Iterator[Block]:
    """The blocks that hold the first ``upto`` games of a variant, each always in the same place."""
    if not experiment.is_random(variant):
        yield from (Block(variant.number, first, 1, True) for first in range(upto))
        return
    full = full_games(experiment)
    for first in range(0, min(full, upto), FULL_BLOCK):
        yield Block(variant.number, first, min(FULL_BLOCK, upto - first), True)
    for first in range(full, upto, FAST_BLOCK):
        yield Block(variant.number, first, min(FAST_BLOCK, upto - first), False)


def checkpoints(experiment: Experiment, variant: Variant) -> Iterator[int]:
    """The numbers of games at which a variant is looked at; the last is all of them."""
    if experiment.precision is not None:
        size = experiment.deal_size(variant)
        first, step = LEAST * size, size
        if experiment.is_random(variant):
            first, step = full_games(experiment) + FAST_BLOCK, FAST_BLOCK
        games = first
        while games < experiment.games:
            yield games
            games += -(-int(games * (GROWTH - 1)) // step) * step
    yield experiment.games


class Plan:
    """What is still to be played of one variant."""

    def __init__(self, file: LabFile, variant: Variant, games: int | None = None) -> None:
        self._file = file
        self._variant = variant
        self.games = file.experiment.games if games is None else games
        self._checkpoints = (
            checkpoints(file.experiment, variant) if games is None else iter([games])
        )
        self._waiting: Iterator[Block] = iter(())
        self._next: Block | None = None
        self._playing = 0
        self.finished = False
        self.played = 0
        """Games up to the checkpoint that was reached."""
        self._go_on()

    @property
    def number(self) -> int:
        return self._variant.number

    def next(self) -> Block | None:
        """A block to be played now."""
        block = self._next
        if block is not None:
            self._playing += 1
            self._next = next(self._waiting, None)
        return block

    def note(self, block: Block) -> None:
        """A block is in the file."""
        self._playing -= 1
        if self._next is None and not self._playing:
            self._go_on()

    def _go_on(self) -> None:
        """To the next checkpoint at which something is missing, or to the end."""
        experiment = self._file.experiment
        for upto in self._checkpoints:
            done = self._file.done(self._variant.number)
            self._waiting = _missing(blocks_of(experiment, self._variant, upto), done)
            self._next = next(self._waiting, None)
            if self._next is not None:
                self._checkpoints = _again(upto, self._checkpoints)
                return
            self.played = upto
            if self._is_precise(upto):
                break
        self.finished = True

    def _is_precise(self, upto: int) -> bool:
        precision = self._file.experiment.precision
        if precision is None:
            return False
        rows = self._file.rows(self._variant, upto=upto)
        return widest_share(self._file.experiment, self._variant, rows) <= precision


def _missing(blocks: Iterator[Block], done: Mapping[int, int]) -> Iterator[Block]:
    """Those that are still to be played, one after the other: there may be billions."""
    return (block for block in blocks if done.get(block.first, 0) < block.count)


def _again(first: int, rest: Iterator[int]) -> Iterator[int]:
    yield first
    yield from rest


def run(file: LabFile, pool: Pool, report: Report = lambda progress: None) -> None:
    """Play what is missing; what was played is in the file at any time."""
    _play(file, pool, [Plan(file, variant) for variant in file.experiment.variants], report)


def run_some(
    file: LabFile,
    pool: Pool,
    games: Mapping[int, int],
    report: Report = lambda progress: None,
) -> None:
    """Have at least so many games of some variants, by their numbers; the others wait."""
    variants = file.experiment.variants
    _play(file, pool, [Plan(file, variants[it], count) for it, count in games.items()], report)


def _play(file: LabFile, pool: Pool, plans: list[Plan], report: Report) -> None:
    text = file.experiment.text
    playing: dict[Future[bytes], tuple[Plan, Block]] = {}
    clock = _Clock(file, plans, report)
    while True:
        for plan, block in _upcoming(plans, 2 * pool.workers - len(playing)):
            playing[pool.submit(text, block)] = (plan, block)
        if not playing:
            break
        for done in wait(playing, return_when=FIRST_COMPLETED).done:
            plan, block = playing.pop(done)
            try:
                data = done.result()
            except BrokenExecutor:
                raise ExperimentError(
                    f"A worker was ended from outside; the same command goes on with {file.path}."
                ) from None
            file.write(block.variant, block.first, block.count, block.full, data)
            plan.note(block)
            clock.note(block.count)
    clock.note(0)


def _upcoming(plans: list[Plan], most: int) -> Iterator[tuple[Plan, Block]]:
    """Blocks of all variants in turn, so that a look at the file finds all of them."""
    taken = 0
    while taken < most:
        found = False
        for plan in plans:
            if taken < most and (block := plan.next()) is not None:
                yield plan, block
                taken, found = taken + 1, True
        if not found:
            return


class _Clock:
    """How far a run is, and how long it will still take."""

    def __init__(self, file: LabFile, plans: list[Plan], report: Report) -> None:
        self._plans = plans
        self._report = report
        self._began = time.monotonic()
        self._before = sum(min(file.games(plan.number), plan.games) for plan in plans)
        self._played = 0

    def note(self, games: int) -> None:
        self._played += games
        seconds = max(time.monotonic() - self._began, 1e-6)
        total = sum(plan.played if plan.finished else plan.games for plan in self._plans)
        done = min(self._before + self._played, total)
        self._report(Progress(done, total, seconds, self._played / seconds))


def finished(file: LabFile) -> bool:
    """Whether nothing is left to be played."""
    return all(Plan(file, variant).finished for variant in file.experiment.variants)
