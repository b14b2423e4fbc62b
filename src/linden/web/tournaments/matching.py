"""Minimum-weight perfect matching in a complete graph, exactly: Edmonds' blossom algorithm, as a
primal-dual method with labels on vertices and blossoms (Galil, 1986), in O(n³) for n vertices.

Costs are whole numbers of any size, so several aims can be one number: the lesser aim counts only
among what is equal in the greater.
"""

from collections import deque
from collections.abc import Callable
from itertools import combinations
from typing import Literal

Kind = Literal["free", "outer", "inner"]
"""Where a blossom is in the alternating trees of a stage: in none, at an even distance from a root
that has no partner, or at an odd one."""


def perfect_matching(count: int, cost: Callable[[int, int], int]) -> list[int]:
    """The partner of each of ``count`` vertices (an even number), so that the costs of all pairs
    together are the least possible.

    >>> perfect_matching(4, lambda a, b: {(0, 1): 1, (0, 2): 2, (2, 3): 9}.get((a, b), 3))
    [2, 3, 0, 1]
    """
    if count % 2:
        raise ValueError("An odd number of vertices cannot all have partners.")
    if not count:
        return []
    costs = {pair: cost(*pair) for pair in combinations(range(count), 2)}
    least, most = min(costs.values()), max(costs.values())
    # So much gain for any pair at all that one pair more is always worth it.
    base = (most - least + 1) * count
    search = _Search(count, {pair: base + most - one for pair, one in costs.items()})
    while search.augmented():
        pass
    return search.partners()


class _Search:
    """A matching that grows by one pair a stage. Vertices are numbered from 0 on, blossoms after
    them."""

    def __init__(self, count: int, gains: dict[tuple[int, int], int]) -> None:
        size = count + count // 2 + 1
        self.count = count
        self.gain = [[0] * count for _ in range(count)]
        for (a, b), gain in gains.items():
            self.gain[a][b] = self.gain[b][a] = gain
        self.label = [max(gains.values())] * count + [0] * (size - count)
        """The dual variables, doubled."""
        self.top = list(range(count)) + [-1] * (size - count)
        """Of a vertex, and of every blossom within: the outermost blossom that it is in."""
        self.mate: list[tuple[int, int] | None] = [None] * size
        """By which edge a blossom is matched: from a vertex of its own to one outside."""
        self.cycle: list[list[int]] = [[] for _ in range(size)]
        """The parts of a blossom, an odd cycle of them, the one with its base first;"""
        self.edges: list[list[tuple[int, int]]] = [[] for _ in range(size)]
        """and the edges from each part to the next."""
        self.leaves: list[list[int]] = [[v] for v in range(count)] + [
            [] for _ in range(size - count)
        ]
        self.kind: list[Kind] = ["free"] * size
        self.parent: list[tuple[int, int] | None] = [None] * size
        """The edge by which a blossom came into its tree: from itself to its parent."""
        self.queue: deque[int] = deque()

    def partners(self) -> list[int]:
        found = [-1] * self.count
        for vertex in range(self.count):
            self._settle(vertex, found)
        return found

    def _settle(self, vertex: int, found: list[int]) -> None:
        top = self.top[vertex]
        edge = self.mate[top]
        assert edge is not None, "a complete graph has a perfect matching"
        if top < self.count:
            found[vertex] = edge[1]
        else:
            self._expand(top)
            self._settle(vertex, found)

    # -- one stage

    def _tops(self) -> list[int]:
        return sorted(set(self.top[: self.count]))

    def augmented(self) -> bool:
        """Whether there is one pair more now; not if everybody has a partner."""
        tops = self._tops()
        roots = [top for top in tops if self.mate[top] is None]
        if not roots:
            return False
        for top in tops:
            self.kind[top], self.parent[top] = "free", None
        self.queue.clear()
        for top in roots:
            self._make_outer(top)
        while True:
            while self.queue:
                if self._scan(self.queue.popleft()):
                    return True
            self._relabel()

    def _make_outer(self, top: int) -> None:
        self.kind[top] = "outer"
        self.queue.extend(self.leaves[top])

    def _scan(self, vertex: int) -> bool:
        """Use all edges without slack of a vertex in an outer blossom; whether one ends the
        stage."""
        mine, gains = self.label[vertex], self.gain[vertex]
        return any(
            mine + self.label[other] == 2 * gains[other] and self._tight(vertex, other)
            for other in range(self.count)
        )

    def _tight(self, vertex: int, other: int) -> bool:
        """Use an edge without slack from an outer vertex; whether a pair more comes of it."""
        here, there = self.top[vertex], self.top[other]
        if here == there or self.kind[there] == "inner":
            return False
        if self.kind[there] == "free":
            self.kind[there], self.parent[there] = "inner", (other, vertex)
            mate = self.mate[there]
            assert mate is not None
            beyond = self.top[mate[1]]
            self.parent[beyond] = (mate[1], mate[0])
            self._make_outer(beyond)
            return False
        meeting = self._meeting(here, there)
        if meeting is not None:
            self._shrink(meeting, vertex, other)
            return False
        self._augment(vertex, other)
        self._augment(other, vertex)
        return True

    def _path(self, top: int) -> list[int]:
        """From a blossom up to the root of its tree."""
        path = [top]
        while (edge := self.parent[path[-1]]) is not None:
            path.append(self.top[edge[1]])
        return path

    def _meeting(self, one: int, other: int) -> int | None:
        """Where the ways of two outer blossoms to their roots meet."""
        passed = set(self._path(one))
        return next((top for top in self._path(other) if top in passed), None)

    def _augment(self, vertex: int, other: int) -> None:
        """Match ``vertex`` with ``other``, and all along the way from there to the root anew."""
        while True:
            top = self.top[vertex]
            before = self.mate[top]
            self._match(top, vertex, other)
            if before is None:
                return
            inner = self.top[before[1]]
            up = self.parent[inner]
            assert up is not None
            self._match(inner, up[0], up[1])
            vertex, other = up[1], up[0]

    def _match(self, top: int, vertex: int, other: int) -> None:
        """Let a blossom be matched by this edge: within it, everybody else finds a partner."""
        self.mate[top] = (vertex, other)
        if top < self.count:
            return
        parts = self.cycle[top]
        at = next(i for i, part in enumerate(parts) if vertex in self.leaves[part])
        size = len(parts)
        # Round the cycle from the part that is matched outside, two by two.
        for step in range(1, size, 2):
            first = (at + step) % size
            a, b = self.edges[top][first]
            self._match(parts[first], a, b)
            self._match(parts[(first + 1) % size], b, a)
        self._match(parts[at], vertex, other)
        self.cycle[top] = parts[at:] + parts[:at]
        self.edges[top] = self.edges[top][at:] + self.edges[top][:at]

    # -- blossoms

    def _shrink(self, meeting: int, vertex: int, other: int) -> None:
        """Make one blossom of the odd cycle that an edge between two outer blossoms closes."""
        new = next(b for b in range(self.count, len(self.top)) if not self.cycle[b])
        left = self._branch(self.top[vertex], meeting)
        right = self._branch(self.top[other], meeting)
        # From the meeting down to the vertex, over to the other, and up again.
        parts = [meeting, *reversed(left), *right]
        edges = [self._down(part) for part in reversed(left)]
        edges.append((vertex, other))
        for part in right:
            edge = self.parent[part]
            assert edge is not None
            edges.append(edge)
        self.cycle[new], self.edges[new] = parts, edges
        self.leaves[new] = [leaf for part in parts for leaf in self.leaves[part]]
        self.label[new] = 0
        self.mate[new], self.parent[new] = self.mate[meeting], self.parent[meeting]
        self.kind[new], self.top[new] = "outer", new
        for part in parts:
            if self.kind[part] == "inner":
                self.queue.extend(self.leaves[part])
        for leaf in self.leaves[new]:
            self.top[leaf] = new

    def _branch(self, top: int, end: int) -> list[int]:
        path = self._path(top)
        return path[: path.index(end)]

    def _down(self, part: int) -> tuple[int, int]:
        """The edge from the parent of a blossom to it."""
        edge = self.parent[part]
        assert edge is not None
        return edge[1], edge[0]

    def _expand(self, blossom: int) -> None:
        """Take a blossom apart that is in no tree: its parts are matched as they are."""
        for part in self.cycle[blossom]:
            self.kind[part], self.parent[part] = "free", None
            for leaf in self.leaves[part]:
                self.top[leaf] = part
            self.top[part] = part
        self._forget(blossom)

    def _forget(self, blossom: int) -> None:
        self.cycle[blossom], self.edges[blossom], self.leaves[blossom] = [], [], []
        self.top[blossom], self.mate[blossom], self.parent[blossom] = -1, None, None

    def _expand_inner(self, blossom: int) -> None:
        """Take an inner blossom apart: the parts on the even way from where it was entered to its
        base stay in the tree, the others are free."""
        entered = self.parent[blossom]
        assert entered is not None
        parts, edges = self.cycle[blossom], self.edges[blossom]
        size = len(parts)
        at = next(i for i, part in enumerate(parts) if entered[0] in self.leaves[part])
        # Parts are matched as 1-2, 3-4, …, and the base, 0, outside: that way round it is even.
        way = [*range(at, size), 0] if at % 2 else list(range(at, -1, -1))
        self._expand(blossom)
        edge = entered
        for number, index in enumerate(way):
            part = parts[index]
            self.parent[part] = edge
            if number % 2:
                self._make_outer(part)
            else:
                self.kind[part] = "inner"
            if number + 1 < len(way):
                after = way[number + 1]
                edge = edges[after] if after == index - 1 else edges[index][::-1]

    # -- labels

    def _relabel(self) -> None:
        """Change the labels by as much as nothing forbids, so that some edge has no slack any more
        or some inner blossom falls apart; then all outer vertices are looked at again."""
        outer = [v for v in range(self.count) if self.kind[self.top[v]] == "outer"]
        free = [v for v in range(self.count) if self.kind[self.top[v]] == "free"]
        blossoms = [top for top in self._tops() if top >= self.count]
        inner = [top for top in blossoms if self.kind[top] == "inner"]
        allowed = [self.label[top] // 2 for top in inner]
        for at, one in enumerate(outer):
            top, label, gains = self.top[one], self.label[one], self.gain[one]
            allowed += [label + self.label[other] - 2 * gains[other] for other in free]
            allowed += [
                (label + self.label[other] - 2 * gains[other]) // 2
                for other in outer[at + 1 :]
                if self.top[other] != top
            ]
        least = min(allowed)
        for vertex in range(self.count):
            self.label[vertex] -= least * _SIGN[self.kind[self.top[vertex]]]
        for top in blossoms:
            self.label[top] += 2 * least * _SIGN[self.kind[top]]
        self.queue.extend(outer)
        for top in inner:
            if self.label[top] == 0:
                self._expand_inner(top)


_SIGN = {"outer": 1, "free": 0, "inner": -1}
