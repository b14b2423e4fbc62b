"""In which order several processes run the tests, so that none is left with what takes long."""

from collections.abc import Iterable, Sequence
from itertools import compress, groupby

import pytest

from marks import MARKS

MOST_TOGETHER = 150
"""Tests of one file; the few that have more have no server."""


def shared_out(items: Iterable[pytest.Item], workers: int) -> list[pytest.Item]:
    """Files with tests that take long first, and as much of them for each worker: xdist gives each
    an equal part of the list, and one that is done takes half of what another has left, from its
    end. Files stay together, as most have a server; and no two workers begin with the same folder,
    as all that play in a browser at once would wait for each other."""
    files = [
        file[first : first + MOST_TOGETHER]
        for _, tests in groupby(items, lambda item: item.path)
        for file in [list(tests)]
        for first in range(0, len(file), MOST_TOGETHER)
    ]
    heavy = [any(map(is_marked, file)) for file in files]
    parts: list[list[pytest.Item]] = [[] for _ in range(workers)]
    for chosen in (heavy, [not it for it in heavy]):
        for number, more in enumerate(dealt(list(compress(files, chosen)), parts)):
            first = len(more) * number // workers
            for file in more[first:] + more[:first]:
                parts[number].extend(file)
    return [item for part in parts for item in part]


def dealt(
    files: Sequence[Sequence[pytest.Item]], parts: Sequence[Sequence[pytest.Item]]
) -> list[list[Sequence[pytest.Item]]]:
    """The files for each part, so that all become equally long."""
    lengths = [len(part) for part in parts]
    dealt: list[list[Sequence[pytest.Item]]] = [[] for _ in parts]
    for file in files:
        shortest = min(range(len(parts)), key=lengths.__getitem__)
        dealt[shortest].append(file)
        lengths[shortest] += len(file)
    return dealt


def is_marked(item: pytest.Item) -> bool:
    return any(item.get_closest_marker(mark) for mark in MARKS)
