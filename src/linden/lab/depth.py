"""Skill depth: how many Elo a doubling of thought gains, and how many levels can be told apart.

Each pair of neighbours on a ladder of doublings meets with the seats changed and the same luck. A
game in which thought gains nothing is flat; one with a long ladder has much to learn.
"""

import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from linden.lab.intervals import Interval, jackknife, of_values
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
    """The rating difference that a share of the wins means between two.

    >>> round(elo(0.75), 3) == round(CLASS, 3)
    True
    """
    inside = min(max(share, 1e-6), 1 - 1e-6)
    return 400 * math.log10(inside / (1 - inside))


@dataclass(frozen=True)
class Depth:
    """What doublings of thought gain."""

    steps: tuple[tuple[str, Interval], ...]
    """The stronger player of each step, and the Elo that it gained."""
    per_doubling: Interval
    levels: Interval
    """How many levels can be told apart between the first and the last."""


def depth(file: LabFile) -> Depth:
    """Read off an experiment whose line-ups are a ``ladder``."""
    experiment = file.experiment
    steps, columns = [], []
    for variant in experiment.variants:
        rows = file.rows(variant)
        shares = by_deal(
            shares_by_player(experiment, variant, rows)[:, 0], experiment.deal_size(variant)
        )
        won = of_values(shares, True)
        gained = Interval(elo(won.estimate), elo(won.low), elo(won.high), won.n)
        steps.append((variant.lineup[0], gained))
        columns.append(shares)
    n = min(map(len, columns))
    together = np.stack([column[:n] for column in columns], axis=1)
    whole = jackknife(together, lambda means: sum(elo(float(it)) for it in means))
    count = len(steps)
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
