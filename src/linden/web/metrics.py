"""What a server counts and measures, in the text format that Prometheus reads.

Everything is counted on the event loop, so nothing here is locked.
"""

import os
import time
from bisect import bisect_left
from collections.abc import Callable, Iterator
from contextlib import contextmanager

COUNTERS = {
    "moves": "Moves of people, computers and chance that were kept and shown here.",
    "changes": "Changes of tables that were kept: moves, offers, seats.",
    "overtaken": "Changes that were decided anew because another node was quicker.",
    "flags": "Games in which somebody ran out of time.",
    "not_kept": "Changes that could not be kept.",
    "caught_up": "Tables that were loaded anew because another node had changed them.",
}
HISTOGRAMS = {
    "change_seconds": "From asking for a change of a table until it is kept and shown.",
    "load_seconds": "Reading a table from the database.",
}
BOUNDS = (0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds."""


class Histogram:
    """How often something took how long."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        self.total = 0.0

    def observe(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds

    def lines(self, name: str) -> Iterator[str]:
        so_far = 0
        for bound, count in zip((*BOUNDS, "+Inf"), self.counts, strict=True):
            so_far += count
            yield f'{name}_bucket{{le="{bound}"}} {so_far}'
        yield f"{name}_sum {self.total:.6f}"
        yield f"{name}_count {so_far}"


class Metrics:
    """The numbers of one process."""

    def __init__(self) -> None:
        self.counts = dict.fromkeys(COUNTERS, 0)
        self.histograms = {name: Histogram() for name in HISTOGRAMS}
        self._gauges: dict[str, tuple[str, Callable[[], float]]] = {}

    def count(self, name: str) -> None:
        self.counts[name] += 1

    @contextmanager
    def timed(self, name: str) -> Iterator[None]:
        """Measure what is done within, unless it fails."""
        began = time.perf_counter()
        yield
        self.histograms[name].observe(time.perf_counter() - began)

    def gauge(self, name: str, meaning: str, read: Callable[[], float]) -> None:
        """Something that is looked up when somebody asks."""
        self._gauges[name] = meaning, read

    def text(self) -> str:
        """All of it, as Prometheus reads it."""
        return "\n".join([*self._lines(), ""])

    def _lines(self) -> Iterator[str]:
        for name, meaning in COUNTERS.items():
            yield from head(f"linden_{name}_total", "counter", meaning)
            yield f"linden_{name}_total {self.counts[name]}"
        for name, meaning in HISTOGRAMS.items():
            yield from head(f"linden_{name}", "histogram", meaning)
            yield from self.histograms[name].lines(f"linden_{name}")
        for name, (meaning, read) in self._gauges.items():
            yield from head(f"linden_{name}", "gauge", meaning)
            yield f"linden_{name} {read():g}"
        yield from head("process_cpu_seconds_total", "counter", "Processor time of this process.")
        yield f"process_cpu_seconds_total {time.process_time():.2f}"
        if (memory := resident()) is not None:
            yield from head("process_resident_memory_bytes", "gauge", "Memory of this process.")
            yield f"process_resident_memory_bytes {memory}"


def head(name: str, kind: str, meaning: str) -> Iterator[str]:
    yield f"# HELP {name} {meaning}"
    yield f"# TYPE {name} {kind}"


def resident() -> int | None:
    """Bytes of memory, where the system tells."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return None
