"""Plots as SVG, in the palette of all drawings: a whisker for an interval, bars for a distribution,
a line of intervals for an option that was varied."""

import math
from collections.abc import Sequence
from html import escape

import numpy as np

from linden.core.svg import number, tag, words
from linden.lab.intervals import Interval, Values

WHISKER_WIDTH, WHISKER_HEIGHT = 240.0, 18.0
WIDTH, HEIGHT = 420.0, 180.0
LEFT, BOTTOM, TOP, RIGHT = 48.0, 28.0, 12.0, 10.0
SIZE = 13
"""Of words, as the plot is drawn; a phone shows it at three quarters of that."""


class Axis:
    """Numbers between two ends, as places between two others."""

    def __init__(self, low: float, high: float, first: float, last: float) -> None:
        if not high > low:
            low, high = low - 0.5, high + 0.5
        self.low, self.high = low, high
        self._first, self._last = first, last

    def __call__(self, value: float) -> float:
        inside = min(max(value, self.low), self.high)
        part = (inside - self.low) / (self.high - self.low)
        return self._first + part * (self._last - self._first)

    def ticks(self, about: int = 4) -> list[float]:
        """Round numbers on it, some four.

        >>> Axis(0.0, 1.0, 0, 100).ticks()
        [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
        """
        rough = (self.high - self.low) / about
        power = 10 ** math.floor(math.log10(rough))
        step = min((power * it for it in (1, 2, 5, 10)), key=lambda it: abs(it - rough))
        first = math.ceil(self.low / step - 1e-9)
        last = math.floor(self.high / step + 1e-9)
        return [round(step * i, 10) + 0.0 for i in range(first, last + 1)]


def around(intervals: Sequence[Interval], more: Sequence[float] = ()) -> tuple[float, float]:
    """Ends that hold these intervals, with a little room."""
    ends = [end for it in intervals for end in (it.low, it.high) if math.isfinite(end)]
    ends += [it.estimate for it in intervals if math.isfinite(it.estimate)] + list(more)
    if not ends:
        return 0.0, 1.0
    low, high = min(ends), max(ends)
    room = 0.08 * (high - low) or max(0.05 * abs(high), 0.01)
    return low - room, high + room


def whisker(interval: Interval, ends: tuple[float, float], even: float | None = None) -> str:
    """One interval as a bar with its estimate, beside others on the same scale."""
    axis = Axis(*ends, 6.0, WHISKER_WIDTH - 6.0)
    middle = WHISKER_HEIGHT / 2
    parts = [_line(0, middle, WHISKER_WIDTH, middle, "line")]
    if even is not None:
        parts.append(_line(axis(even), 1, axis(even), WHISKER_HEIGHT - 1, "quiet", dashed=True))
    if math.isfinite(interval.estimate):
        low, high = axis(interval.low), axis(interval.high)
        parts.append(
            tag(
                "rect",
                x=low,
                y=middle - 3,
                width=max(high - low, 1.0),
                height=6.0,
                rx=3.0,
                fill="var(--leaf)",
                opacity=0.45,
            )
        )
        parts.append(
            tag("circle", cx=axis(interval.estimate), cy=middle, r=4.0, fill="var(--leaf)")
        )
    return _svg(WHISKER_WIDTH, WHISKER_HEIGHT, parts, "whisker", None)


def histogram(values: Values, title: str, bars: int = 24) -> str:
    """How often a number came up, in bars; whole numbers are never split."""
    low, high = float(values.min()), float(values.max())
    width = max((high - low + 1) / bars, 1.0)
    if np.equal(values, np.round(values)).all():
        width = math.ceil(width)
    edges = np.arange(low, high + width + 1e-9, width)
    counts, _ = np.histogram(values, edges if len(edges) > 1 else np.array([low, low + width]))
    shares = counts / len(values)
    across = Axis(low, low + width * len(counts), LEFT, WIDTH - RIGHT)
    up = Axis(0.0, float(shares.max()) * 1.08, HEIGHT - BOTTOM, TOP)
    parts = [_grid(up, share=True)]
    for i, share in enumerate(shares.tolist()):
        left, right = across(low + i * width), across(low + (i + 1) * width)
        parts.append(
            tag(
                "rect",
                x=left + 0.5,
                y=up(share),
                width=max(right - left - 1, 0.5),
                height=up(0.0) - up(share),
                fill="var(--leaf)",
            )
        )
    whole = float(width).is_integer()
    shown = [it for it in across.ticks() if it <= high and (not whole or it.is_integer())]
    parts += [_tick(across(it + width / 2 * (width == 1)), _short(it)) for it in shown]
    return _svg(WIDTH, HEIGHT, parts, "plot", title)


def curve(
    points: Sequence[tuple[float, Interval]], share: bool, title: str, even: float | None = None
) -> str:
    """A measure over an option that is a number."""
    places = [x for x, _ in points]
    across = Axis(*_room(places), LEFT, WIDTH - RIGHT)
    ends = around([it for _, it in points], () if even is None else (even,))
    up = Axis(*ends, HEIGHT - BOTTOM, TOP)
    parts = [_grid(up, share)]
    if even is not None:
        parts.append(_line(LEFT, up(even), WIDTH - RIGHT, up(even), "quiet", dashed=True))
    path = " ".join(f"{number(across(x))},{number(up(it.estimate))}" for x, it in points)
    parts.append(tag("polyline", points=path, fill="none", stroke="var(--leaf)", stroke_width=1.5))
    for x, it in points:
        parts.append(_line(across(x), up(it.low), across(x), up(it.high), "leaf", width=2.0))
        parts.append(tag("circle", cx=across(x), cy=up(it.estimate), r=3.5, fill="var(--leaf)"))
    shown = places if len(places) <= 12 else across.ticks()
    parts += [_tick(across(x), _short(x)) for x in shown]
    return _svg(WIDTH, HEIGHT, parts, "plot", title)


def _room(places: Sequence[float]) -> tuple[float, float]:
    room = 0.05 * (max(places) - min(places)) or 0.5
    return min(places) - room, max(places) + room


def _grid(up: Axis, share: bool) -> str:
    lines = []
    for tick in up.ticks():
        y = up(tick)
        lines.append(_line(LEFT, y, WIDTH - RIGHT, y, "line"))
        text = f"{100 * tick:g}%" if share else _short(tick)
        lines.append(words(LEFT - 6, y + 4, text, SIZE, text_anchor="end", fill="var(--quiet)"))
    return "".join(lines)


def _tick(x: float, text: str) -> str:
    return words(x, HEIGHT - 8, text, SIZE, fill="var(--quiet)")


def _short(value: float) -> str:
    return f"{value:g}"


def _line(
    x1: float, y1: float, x2: float, y2: float, role: str, *, dashed: bool = False, width: float = 1
) -> str:
    return tag(
        "line",
        x1=float(x1),
        y1=float(y1),
        x2=float(x2),
        y2=float(y2),
        stroke=f"var(--{role})",
        stroke_width=float(width),
        stroke_dasharray="3 3" if dashed else None,
    )


def _svg(width: float, height: float, parts: Sequence[str], kind: str, title: str | None) -> str:
    return tag(
        "svg",
        tag("title", escape(title)) if title else "",
        *parts,
        viewBox=f"0 0 {number(width)} {number(height)}",
        class_=kind,
        role="img" if title else None,
        aria_hidden=None if title else "true",
    )
