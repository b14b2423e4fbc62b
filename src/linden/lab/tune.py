"""Tuning: which option values come nearest to an aim.

``halving`` is sequential halving (Karnin, Koren and Somekh 2013): all variants play a few games,
the better half plays on, and so forth, until the budget is spent. ``even`` has the search for the
one value at which a game is even.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

from linden.lab.experiment import ExperimentError, Variant
from linden.lab.intervals import Interval
from linden.lab.pools import Pool
from linden.lab.runner import run_some
from linden.lab.store import LabFile
from linden.lab.summary import summary

FAIR = "fair"
LEAST_GAMES = 16
"""Games of a variant in the first round, at least."""


@dataclass(frozen=True)
class Aim:
    """What is wished for: ``fair``, every seat with its share, or a measure with a value."""

    measure: str = FAIR
    value: float = 0.0

    @classmethod
    def read(cls, text: str) -> "Aim":
        """``fair``, or ``draws=0.05``.

        >>> Aim.read("draws=0.05")
        Aim(measure='draws', value=0.05)
        """
        name, equals, value = text.partition("=")
        if not equals and name == FAIR:
            return cls()
        try:
            return cls(name, float(value))
        except ValueError:
            raise ExperimentError(
                f"An aim is fair, or a measure with its value such as draws=0.05; not {text!r}."
            ) from None

    def losses(self, file: LabFile, variant: Variant) -> Interval:
        """How far a variant is from the aim; the most unfair seat counts."""
        rows, full = file.rows(variant), file.rows(variant, full=True)
        found = {it.name: it.interval for it in summary(file.experiment, variant, rows, full)}
        if self.measure == FAIR:
            seats = variant.game.players
            off = [_distance(found[f"wins_{seat}"], 1 / seats) for seat in range(seats)]
            return max(off, key=lambda it: it.estimate)
        if self.measure not in found:
            raise ExperimentError(
                f"There is no measure {self.measure!r} of these games; there are "
                f"{', '.join(found)}."
            )
        return _distance(found[self.measure], self.value)


def _distance(interval: Interval, value: float) -> Interval:
    """How far the truth may be from a value."""
    ends = (abs(interval.low - value), abs(interval.high - value))
    nearest = 0.0 if value in interval else min(ends)
    return Interval(abs(interval.estimate - value), nearest, max(ends), interval.n)


@dataclass(frozen=True)
class Tuned:
    """A variant at the end: how far it is from the aim, and whether it may be the best."""

    variant: Variant
    loss: Interval
    games: int
    candidate: bool
    """Whether it cannot be told apart from the best one."""


def halving(
    file: LabFile, pool: Pool, aim: Aim, budget: int, report: Callable[[str], None]
) -> list[Tuned]:
    """Spend ``budget`` games on the variants of a file; the nearest to the aim comes first."""
    variants = file.experiment.variants
    if budget < LEAST_GAMES * len(variants):
        raise ExperimentError(
            f"{len(variants)} variants take at least {LEAST_GAMES * len(variants)} games, "
            f"{LEAST_GAMES} each; not {budget}."
        )
    rounds = max(1, math.ceil(math.log2(len(variants))))
    left = list(variants)
    played = dict.fromkeys(range(len(variants)), 0)
    for number in range(rounds):
        share = max(LEAST_GAMES, budget // (rounds * len(left)))
        for variant in left:
            size = file.experiment.deal_size(variant)
            played[variant.number] += -(-share // size) * size
        run_some(file, pool, {it.number: played[it.number] for it in left})
        order = sorted(left, key=lambda it: aim.losses(file, it).estimate)
        report(f"round {number + 1} of {rounds}: {len(left)} variants, best {order[0].label}")
        left = order[: max(1, -(-len(order) // 2))] if number < rounds - 1 else order
    found = [(it, aim.losses(file, it)) for it in variants if played[it.number]]
    found.sort(key=lambda pair: (-played[pair[0].number], pair[1].estimate))
    best = found[0][1]
    return [Tuned(it, loss, played[it.number], loss.low <= best.high) for it, loss in found]
