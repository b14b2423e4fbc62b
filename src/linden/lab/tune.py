"""Tuning: which option values come nearest to an aim.

``halving`` is sequential halving (Karnin, Koren and Somekh 2013): all variants play a few games,
the better half plays on, and so forth, until the budget is spent. ``even`` has the search for the
one value at which a game is even.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

from linden.lab.experiment import ExperimentError, Variant
from linden.lab.intervals import LEVEL, Interval, Values
from linden.lab.pools import Pool
from linden.lab.runner import run_some
from linden.lab.sequences import sequence
from linden.lab.store import LabFile
from linden.lab.summary import by_deal, shares_by_seat, summary

FAIR, DRAWS = "fair", "draws"
LEAST_GAMES = 16
"""Games of a variant in the first round, at least."""
GROWTH = 0.25
"""What is not decided yet is played on by this part of the games before, and looked at again."""


@dataclass(frozen=True)
class Aim:
    """What is wished for: ``fair``, every seat with its share, or a measure with a value."""

    measure: str = FAIR
    value: float = 0.0
    within: float | None = None
    """How near is near enough, for shares of games: then it is asked of the best variant whether it
    surely is, and played until that is known."""

    def __post_init__(self) -> None:
        if self.within is not None and self.measure not in (FAIR, DRAWS):
            raise ExperimentError(
                f"How near is near enough can be asked of {FAIR} and {DRAWS}; not of "
                f"{self.measure}."
            )

    @classmethod
    def read(cls, text: str, within: float | None = None) -> "Aim":
        """``fair``, or ``draws=0.05``.

        >>> Aim.read("draws=0.05")
        Aim(measure='draws', value=0.05, within=None)
        """
        name, equals, value = text.partition("=")
        if not equals and name == FAIR:
            return cls(within=within)
        try:
            wanted = float(value)
        except ValueError:
            raise ExperimentError(
                f"An aim is fair, or a measure with its value such as draws=0.05; not {text!r}."
            ) from None
        return cls(name, wanted, within)

    def met(self, file: LabFile, variant: Variant) -> bool | None:
        """Whether a variant surely is near enough, or surely not; ``None`` while that is open.

        By confidence sequences, as it is looked at again and again; all seats and all variants
        share the 5% of doubt, since the best of many is asked.
        """
        if self.within is None:
            return None
        rows, size = file.rows(variant), file.experiment.deal_size(variant)
        if self.measure == FAIR:
            wanted = 1 / variant.game.players
            columns: list[Values] = list(shares_by_seat(rows).T)
        else:
            wanted = self.value
            columns = [(rows["returns"] == 0).all(axis=1).astype(float)]
        level = 1 - (1 - LEVEL) / (len(columns) * len(file.experiment.variants))
        found = [sequence(by_deal(column, size), 0, 1, level) for column in columns]
        if any(it.low > wanted + self.within or it.high < wanted - self.within for it in found):
            return False
        low, high = wanted - self.within, wanted + self.within
        return True if all(low <= it.low and it.high <= high for it in found) else None

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
    met: bool | None = None
    """Whether it surely is near enough, or surely not, where that was asked."""


def halving(
    file: LabFile, pool: Pool, aim: Aim, budget: int, report: Callable[[str], None]
) -> list[Tuned]:
    """Spend ``budget`` games on the variants of a file; the nearest to the aim comes first."""
    variants = file.experiment.variants
    least = LEAST_GAMES * len(variants)
    if budget < least:
        raise ExperimentError(
            f"{len(variants)} variants take at least {least} games, {LEAST_GAMES} each; not "
            f"{budget}."
        )
    rounds = max(1, math.ceil(math.log2(len(variants))))
    search = budget if aim.within is None else max(least, budget // 2)
    left = list(variants)
    played = dict.fromkeys(range(len(variants)), 0)
    for number in range(rounds):
        share = max(LEAST_GAMES, search // (rounds * len(left)))
        for variant in left:
            size = file.experiment.deal_size(variant)
            played[variant.number] += -(-share // size) * size
        run_some(file, pool, {it.number: played[it.number] for it in left})
        order = sorted(left, key=lambda it: aim.losses(file, it).estimate)
        report(f"round {number + 1} of {rounds}: {len(left)} variants, best {order[0].label}")
        left = order[: max(1, -(-len(order) // 2))] if number < rounds - 1 else order
        if aim.met(file, order[0]):
            break
    _settle(file, pool, aim, left[0], played, budget, report)
    found = [(it, aim.losses(file, it)) for it in variants if played[it.number]]
    found.sort(key=lambda pair: (-played[pair[0].number], pair[1].estimate))
    best = found[0][1]
    return [
        Tuned(it, loss, played[it.number], loss.low <= best.high, aim.met(file, it))
        for it, loss in found
    ]


def _settle(
    file: LabFile,
    pool: Pool,
    aim: Aim,
    best: Variant,
    played: dict[int, int],
    budget: int,
    report: Callable[[str], None],
) -> None:
    """Play the best one on, with what is left of the budget, until it is known whether it is near
    enough."""
    size = file.experiment.deal_size(best)
    while aim.within is not None and aim.met(file, best) is None:
        more = min(int(played[best.number] * GROWTH), budget - sum(played.values())) // size * size
        if more <= 0:
            return
        played[best.number] += more
        run_some(file, pool, {best.number: played[best.number]})
        report(f"{played[best.number]:,} games of {best.label}")
