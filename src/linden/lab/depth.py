"""Skill depth: how many Elo a doubling of thought gains, and how many levels can be told apart.

Each pair of neighbours on a ladder of doublings meets with the seats changed and the same luck. A
game in which thought gains nothing is flat; one with a long ladder has much to learn.
"""

import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from linden.lab.intervals import Interval, Values, jackknife, of_values
from linden.lab.store import LabFile
from linden.lab.summary import by_deal, shares_by_player

CLASS = 400 * math.log10(3)
"""Elo between two levels that can be told apart: the better one wins three games in four."""


def ladder(kind: str, nodes: int, doublings: int) -> list[list[str]]:
    """The line-ups: each amount of thought against half of it.

    >>> ladder("mcts", 50, 2)
    [['mcts:nodes=100', 'mcts:nodes=50'], ['mcts:nodes=200', 'mcts:nodes=100']]
    """
    names = [f"{kind}:nodes={nodes * 2**step}" for step in range(doublings + 1)]
    return [[stronger, weaker] for weaker, stronger in pairwise(names)]


def elo(share: float) -> float:
    """The rating difference that a share of the wins means between two; who never loses may be
    ahead by any.

    >>> round(elo(0.75), 3) == round(CLASS, 3)
    True
    >>> elo(1.0)
    inf
    """
    if share <= 0 or share >= 1:
        return -math.inf if share <= 0 else math.inf
    return 400 * math.log10(share / (1 - share))


def gained(share: float, n: int) -> float:
    """The Elo that such a share of ``n`` deals speaks for, with half a win and half a loss besides
    (Haldane 1955, Anscombe 1956): who has won all so far may still lose.

    >>> round(gained(1.0, 100))
    921
    """
    return elo((share * n + 0.5) / (n + 1))


@dataclass(frozen=True)
class Depth:
    """What doublings of thought gain."""

    steps: tuple[tuple[str, Interval], ...]
    """The stronger player of each step, and the Elo that it gained."""
    per_doubling: Interval
    levels: Interval
    """How many levels can be told apart between the first and the last."""


def depth(file: LabFile) -> Depth | None:
    """Read off an experiment whose line-ups are a ``ladder``; those without a whole deal, as in a
    run that was stopped, are left out. Nothing where no deal is finished."""
    experiment = file.experiment
    steps, columns = [], []
    for variant in experiment.variants:
        rows = file.rows(variant)
        shares = by_deal(
            shares_by_player(experiment, variant, rows)[:, 0], experiment.deal_size(variant)
        )
        if not len(shares):
            continue
        won = of_values(shares, True)
        step = Interval(gained(won.estimate, won.n), elo(won.low), elo(won.high), won.n)
        steps.append((variant.lineup[0], step))
        columns.append(shares)
    if not steps:
        return None
    n, count = min(map(len, columns)), len(steps)
    whole = _together([it for _, it in steps], columns, n)
    return Depth(
        tuple(steps),
        Interval(whole.estimate / count, whole.low / count, whole.high / count, n),
        Interval(
            1 + whole.estimate / CLASS,
            1 + max(whole.low, 0.0) / CLASS,
            1 + max(whole.high, 0.0) / CLASS,
            n,
        ),
    )


def _together(steps: list[Interval], columns: list[Values], n: int) -> Interval:
    """The Elo of all steps, whose deals share their luck: by the deals that all of them have.

    Of two intervals the wider one: the jackknife knows what the steps have to do with each other,
    and the squares of the steps' own intervals (Zou and Donner 2008) that a step won nearly
    throughout may be larger by far, but hardly smaller. Where a step's deals all went alike,
    leaving one out tells nothing of it, and the ends of the steps are added, which is enough
    whatever they have to do with each other.
    """
    together = np.stack([column[:n] for column in columns], axis=1)
    if n < 3 or np.ptp(together, axis=0).min() == 0:
        low, high = math.fsum(it.low for it in steps), math.fsum(it.high for it in steps)
        return Interval(math.fsum(it.estimate for it in steps), low, high, n)
    found = jackknife(together, lambda means: sum(gained(float(it), n) for it in means))
    below = math.hypot(*(it.estimate - it.low for it in steps))
    above = math.hypot(*(it.high - it.estimate for it in steps))
    middle = found.estimate
    return Interval(middle, min(found.low, middle - below), max(found.high, middle + above), n)
