"""Tuning: which option values come nearest to an aim.

``halving`` is sequential halving (Karnin, Koren and Somekh 2013): all variants play a few games,
the better half plays on, and so forth, until the budget is spent. ``even`` has the search for the
one value at which a game is even.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from linden.core.measuring import measures
from linden.lab.course_measures import COURSE_MEASURES
from linden.lab.experiment import Experiment, ExperimentError, Variant
from linden.lab.intervals import LEVEL, Interval, Values
from linden.lab.pools import Pool
from linden.lab.rows import row_type
from linden.lab.runner import run_some
from linden.lab.sequences import sequence
from linden.lab.store import LabFile
from linden.lab.summary import PER_CENT, by_deal, shares_by_seat, summary

FAIR, DRAWS = "fair", "draws"
LEAST_GAMES = 16
"""Games of a variant in a round, at least."""
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

    def check(self, experiment: Experiment) -> None:
        """``ExperimentError`` where these games do not have the measure, or not such a value."""
        if self.measure == FAIR:
            return
        for variant in experiment.variants:
            shares = aims(experiment, variant)
            if self.measure not in shares:
                raise ExperimentError(
                    f"There is no measure {self.measure!r} of these games; there are "
                    f"{', '.join(shares)}."
                )
            least = -1 if self.measure == "edge" else 0
            if shares[self.measure] and not least <= self.value <= 1:
                raise ExperimentError(
                    f"{self.measure} is a share, from {least} to 1, such as {self.measure}=0.05; "
                    f"not {self.value:g}."
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
            wanted = math.nan
        if not math.isfinite(wanted):
            raise ExperimentError(
                f"An aim is fair, or a measure with its value such as draws=0.05; not {text!r}."
            )
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
                f"Nobody counted {self.measure} in these games; there are {', '.join(found)}."
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


def aims(experiment: Experiment, variant: Variant) -> dict[str, bool]:
    """The measures that games of a variant may have, and whether each is a share."""
    none = np.zeros(0, row_type(variant.game, False))
    found = {it.name: it.share for it in summary(experiment, variant, none, none)}
    for measure in (*COURSE_MEASURES, *measures(variant.game)):
        found[measure.name] = measure.share or measure.name in PER_CENT
    return found | ({"luck": True} if experiment.replays > 1 else {})


def halves(count: int) -> list[int]:
    """How many variants are left in each round.

    >>> halves(5)
    [5, 3, 2]
    """
    found = [count]
    while found[-1] > 2:
        found.append(-(-found[-1] // 2))
    return found


def least_games(experiment: Experiment) -> int:
    """Games of a variant in a round, at least: whole deals."""
    sizes = {experiment.deal_size(variant) for variant in experiment.variants}
    return max(-(-LEAST_GAMES // size) * size for size in sizes)


def check(experiment: Experiment, aim: Aim, budget: int) -> None:
    """``ExperimentError`` for an aim or a budget that the search cannot have."""
    aim.check(experiment)
    each, count = least_games(experiment), len(experiment.variants)
    least = each * sum(halves(count))
    if budget < least:
        what = "One variant takes" if count == 1 else f"{count} variants take"
        raise ExperimentError(
            f"{what} at least {least} games, {each} each in every round; not {budget}."
        )


def halving(
    file: LabFile, pool: Pool, aim: Aim, budget: int, report: Callable[[str], None]
) -> list[Tuned]:
    """Spend ``budget`` games on the variants of a file; the nearest to the aim comes first."""
    check(file.experiment, aim, budget)
    variants = file.experiment.variants
    counts, least = halves(len(variants)), least_games(file.experiment)
    search = budget if aim.within is None else max(least * sum(counts), budget // 2)
    left = list(variants)
    played = dict.fromkeys(range(len(variants)), 0)
    for number, count in enumerate(counts):
        # Each round has the same part, but what the later ones need at least is kept for them.
        kept = least * sum(counts[number + 1 :])
        games = min(search // len(counts), search - sum(played.values()) - kept)
        share = max(least, games // count)
        for variant in left:
            size = file.experiment.deal_size(variant)
            played[variant.number] += share // size * size
        run_some(file, pool, {it.number: played[it.number] for it in left})
        order = sorted(left, key=lambda it: aim.losses(file, it).estimate)
        report(f"round {number + 1} of {len(counts)}: {count} variants, best {order[0].label}")
        left = order[: counts[number + 1]] if number + 1 < len(counts) else order
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
