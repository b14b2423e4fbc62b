"""Tuning: which option values come nearest to an aim, and the value at which a game is even.

``halving`` is sequential halving (Karnin, Koren and Somekh 2013): all variants play a few games,
the better half plays on, and so forth, until the budget is spent. ``even`` is bisection for one
option that makes the first seat the stronger or the weaker the larger it is, such as a komi: at
each value games are played until a confidence sequence says which side is ahead.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

from linden.lab.experiment import ExperimentError, Variant
from linden.lab.intervals import LEVEL, Interval
from linden.lab.pools import Pool
from linden.lab.runner import run_some
from linden.lab.sequences import sequence
from linden.lab.store import LabFile
from linden.lab.summary import by_deal, shares_by_seat, summary

FAIR = "fair"
NEIGHBOURS = 4
"""Values on each side of an even one that are tried besides."""
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


# -- the value at which a game is even -----------------------------------------------------------


@dataclass(frozen=True)
class Even:
    """The value of an option at which the first seat has its share of the wins."""

    estimate: float
    low: float
    """The first seat is surely ahead on one side of these two, and behind on the other."""
    high: float
    games: int
    probes: tuple[tuple[float, Interval], ...]
    """Each value that was tried, with the first seat's share."""


def even(
    file: LabFile, pool: Pool, games: int, report: Callable[[str], None] = lambda sentence: None
) -> Even:
    """Bisect the one option that the file's experiment varies, with up to ``games`` a value."""
    experiment = file.experiment
    varied = [values for values in experiment.options.values() if len(values) > 1]
    if len(varied) != 1 or len(experiment.players) > 1 or sorted(varied[0]) != varied[0]:
        raise ExperimentError(
            "An even value is looked for in one option, whose values are numbers that rise."
        )
    values = [float(value) for value in varied[0]]
    target = 1 / experiment.variants[0].game.players
    tries = 2 + math.ceil(math.log2(len(values))) + 2 * NEIGHBOURS
    level = 1 - (1 - LEVEL) / tries  # all of them together are to be right
    tried: dict[int, Interval] = {}

    def probe(at: int) -> Interval:
        if at not in tried:
            tried[at] = _share(file, pool, at, games, target, level)
            report(f"{values[at]:g}: {tried[at].estimate:.1%} for the first seat")
        return tried[at]

    first, last = 0, len(values) - 1
    rising = probe(last).estimate > probe(first).estimate
    if (probe(first).estimate - target) * (probe(last).estimate - target) > 0:
        raise ExperimentError(
            f"The first seat is {'ahead' if probe(first).estimate > target else 'behind'} "
            f"from {values[first]:g} to {values[last]:g}; look further out."
        )
    while last - first > 1:
        middle = (first + last) // 2
        if (probe(middle).estimate > target) == rising:
            last = middle
        else:
            first = middle
    # Neighbours tell how sure it is: on both sides, up to one that is decided.
    for at in range(first, max(first - NEIGHBOURS, -1), -1):
        if target not in probe(at):
            break
    for at in range(last, min(last + NEIGHBOURS, len(values))):
        if target not in probe(at):
            break
    return _even(values, tried, first, last, target)


def _even(
    values: list[float], tried: dict[int, Interval], first: int, last: int, target: float
) -> Even:
    below, above = tried[first].estimate - target, tried[last].estimate - target
    part = 0.5 if below == above else below / (below - above)
    estimate = values[first] + part * (values[last] - values[first])
    rising = above > below
    low, high = values[0], values[-1]
    for at, share in tried.items():
        behind, ahead = share.high < target, share.low > target
        if behind if rising else ahead:
            low = max(low, values[at])
        if ahead if rising else behind:
            high = min(high, values[at])
    probes = tuple((values[at], tried[at]) for at in sorted(tried))
    return Even(estimate, low, high, sum(it.n for it in tried.values()), probes)


def _share(
    file: LabFile, pool: Pool, number: int, games: int, target: float, level: float
) -> Interval:
    """The first seat's share at one value: looked at as it goes, until it is decided."""
    variant = file.experiment.variants[number]
    size = file.experiment.deal_size(variant)
    count = min(8 * size, games)
    while True:
        run_some(file, pool, {number: count})
        rows = file.rows(variant, upto=count)
        found = sequence(by_deal(shares_by_seat(rows)[:, 0], size), 0.0, 1.0, level)
        if count >= games or target not in found:
            return found
        count = min(2 * count, games)
