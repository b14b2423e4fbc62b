"""Stones as blocks in space, seen from a corner: which comes first, and how each is painted.

The view turns by quarters. In a turned view ``u`` runs to the lower right, ``v`` to the lower
left and ``z`` up, so what is farther along any of them is in front::

              back
            /      \\
       left          right
         v \\        / u
              front
"""

from collections.abc import Callable
from functools import lru_cache
from math import cos, pi, sin
from typing import NamedTuple

from linden.core.svg import number, tag
from linden.games.linos.geometry import LIGHT, SIZE
from linden.games.linos.pile import Cube, Square, Stone

EDGE = 34.0  # of a unit cube on the page
SLOPE = (EDGE * 0.8660254, EDGE / 2)
COLOURS = ("light", "dark")
STYLE = "".join(
    f".{colour} .top{{fill:var(--stone-{colour});stroke:var(--stone-{colour})}}"
    f".{colour} .side{{fill:var(--stone-{colour}-side);stroke:var(--stone-{colour}-side)}}"
    f".{colour} .dim{{fill:var(--stone-{colour}-shade);stroke:var(--stone-{colour}-shade)}}"
    f".{colour} .edge,.{colour} .grain,.{colour} .end{{stroke:var(--stone-{colour}-grain)}}"
    for colour in COLOURS
) + (
    ".top,.side,.dim{stroke-width:.7;stroke-linejoin:round}"
    ".edge,.grain,.end{fill:none;stroke-linecap:round;stroke-linejoin:round}"
    ".edge{stroke-width:1.1}.grain{stroke-width:.9;opacity:.62}.end{stroke-width:1.6;opacity:.85}"
    ".dark .grain{stroke-dasharray:7 5;opacity:.5}.dark .edge{opacity:.75}"
    ".new{fill:none;stroke:var(--last);stroke-width:2.6;stroke-linejoin:round}"
)

Point = tuple[float, float]


def project(u: float, v: float, z: float) -> Point:
    """Where a point in space is on the page, the view's back corner being at 0, 0."""
    return ((u - v) * SLOPE[0], (u + v) * SLOPE[1] - z * EDGE)


def turned(square: Square, turn: int) -> Square:
    """The ``u`` and ``v`` of a square's back corner, the view turned by so many quarters."""
    x, y = square
    for _ in range(turn % 4):
        x, y = y, SIZE - 1 - x
    return x, SIZE - 1 - y


class Block(NamedTuple):
    """A stone, or one half of it, in a turned view: two opposite corners."""

    stone: Stone
    low: Cube
    high: Cube
    axis: int
    """Along which of u, v and z the stone is long."""
    cut: int | None = None
    """Where on that axis the other half follows, if this is only one."""

    @property
    def suffix(self) -> str:
        """Tells the halves of a divided stone apart."""
        if self.cut is None:
            return ""
        return "-near" if self.cut == self.low[self.axis] else "-far"


def block_of(stone: Stone, turn: int) -> Block:
    cubes = [(*turned((x, y), turn), z) for x, y, z in stone.cubes]
    low, high = min(cubes), max(cubes)
    axis = next(i for i in range(3) if low[i] != high[i])
    return Block(stone, low, (high[0] + 1, high[1] + 1, high[2] + 1), axis)


def halves(block: Block) -> tuple[Block, Block]:
    """A stone cut in two."""
    cut = block.low[block.axis] + 1
    end, begin = list(block.high), list(block.low)
    end[block.axis] = begin[block.axis] = cut
    far = block._replace(high=(end[0], end[1], end[2]), cut=cut)
    return far, block._replace(low=(begin[0], begin[1], begin[2]), cut=cut)


# -- which comes first ---------------------------------------------------------------------------


def hides(front: Block, back: Block) -> bool:
    """Whether ``front`` covers a part of ``back`` on the page, and so is painted later."""
    for i, j in ((0, 1), (0, 2), (1, 2)):
        if front.low[i] - front.high[j] >= back.high[i] - back.low[j]:
            return False
        if back.low[i] - back.high[j] >= front.high[i] - front.low[j]:
            return False
    return any(front.low[i] >= back.high[i] for i in range(3))


def in_order(blocks: list[Block]) -> list[Block]:
    """From the back to the front. Three stones can hide one another in a ring, each a part of
    the next; then one of them is cut in two."""
    waiting, ordered = sorted(blocks), list[Block]()
    while waiting:
        trail = [waiting[0]]
        while trail.count(trail[-1]) == 1:
            behind = [block for block in waiting if block != trail[-1] and hides(trail[-1], block)]
            if not behind:
                break
            trail.append(behind[0])
        last = trail[-1]
        waiting.remove(last)
        if trail.count(last) == 1:
            ordered.append(last)
        else:
            ring = trail[trail.index(last) :]
            whole = next(block for block in ring if block.cut is None)
            waiting = [block for block in (*waiting, last) if block != whole]
            waiting += halves(whole)
    return ordered


# -- painting ------------------------------------------------------------------------------------

# The three faces that are seen: which coordinate is fixed at its high end, and the other two.
FACES = (("top", 2, 0, 1), ("side", 1, 0, 2), ("dim", 0, 1, 2))


def path(points: list[Point], closed: bool = True) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z" * closed


@lru_cache(2048)
def painted(block: Block) -> tuple[str, ...]:
    """The faces of a block with their grain and edges, around the view's back corner."""
    return tuple(part for face in FACES for part in _face(block, *face))


def _face(block: Block, name: str, fixed: int, one: int, two: int) -> list[str]:
    low, high = block.low, block.high
    if fixed == block.axis and block.cut == high[fixed]:
        return []  # inside the stone

    def at(p: float, q: float) -> Point:
        """A point of the face, ``p`` and ``q`` from 0 to 1."""
        where = [float(high[fixed])] * 3
        where[one] = low[one] + p * (high[one] - low[one])
        where[two] = low[two] + q * (high[two] - low[two])
        return project(*where)

    corners = [(0, 0), (1, 0), (1, 1), (0, 1)]
    parts = [tag("path", class_=name, d=path([at(p, q) for p, q in corners]))]
    edges = ""
    for i in range(4):
        ends = corners[i], corners[(i + 1) % 4]
        if not _on_cut(block, one, two, ends):
            edges += path([at(*end) for end in ends], closed=False)
    if fixed == block.axis:
        parts += _end(block.stone.colour, at)
    else:
        grain = "".join(
            path([at(p, q) if one == block.axis else at(q, p) for p, q in line], closed=False)
            for line in _grain(block)
        )
        parts.append(tag("path", class_="grain", d=grain))
    return [*parts, tag("path", class_="edge", d=edges)]


def _on_cut(block: Block, one: int, two: int, ends: tuple[tuple[int, int], ...]) -> bool:
    """Whether an edge of a face runs where a stone was cut in two."""
    if block.cut is None or block.axis not in (one, two):
        return False
    index = 0 if block.axis == one else 1
    side = 1 if block.cut == block.high[block.axis] else 0
    return all(end[index] == side for end in ends)


def _grain(block: Block) -> list[list[tuple[float, float]]]:
    """Lines along the stone, a little different on each."""
    seed = block.stone.x * 5 + block.stone.y * 3 + block.stone.level * 7
    lines = []
    for i, across in enumerate((0.24, 0.5, 0.76)):
        begin, end = 0.06 + 0.05 * ((seed + i) % 3), 0.94 - 0.06 * ((seed + 2 * i) % 3)
        across += 0.025 * ((seed + i * i) % 3 - 1)
        lines.append([(begin, across), ((begin + end) / 2, across + 0.03), (end, across)])
    return lines


def _end(colour: int, at: Callable[[float, float], Point]) -> list[str]:
    """The mark on a square end: a ring on light stones, a cross on dark ones."""
    if colour == LIGHT:
        around = [2 * pi * i / 20 for i in range(20)]
        mark = path([at(0.5 + 0.25 * cos(angle), 0.5 + 0.25 * sin(angle)) for angle in around])
    else:
        mark = path([at(0.3, 0.3), at(0.7, 0.7)], closed=False)
        mark += path([at(0.3, 0.7), at(0.7, 0.3)], closed=False)
    return [tag("path", class_="end", d=mark)]


def outline(block: Block) -> list[Point]:
    """The six corners around a block on the page."""
    (u, v, z), (far_u, far_v, top) = block.low, block.high
    corners = [(u, v, top), (far_u, v, top), (far_u, v, z)]
    corners += [(far_u, far_v, z), (u, far_v, z), (u, far_v, top)]
    return [project(*corner) for corner in corners]
