"""Two variants side by side: the difference, how sure it is, and how many games a decision needs.

Games of the same number share their luck in both variants, so differences are taken game by game
and luck cancels. The intervals are confidence sequences: they may be looked at any time, and a run
may be stopped as soon as one of them decides.
"""

import math
from dataclasses import dataclass

import numpy as np

from linden.core.measuring import measures
from linden.lab.course_measures import COURSE_MEASURES
from linden.lab.experiment import Experiment, ExperimentError, Variant
from linden.lab.intervals import Interval, Values, student
from linden.lab.rows import Rows
from linden.lab.sequences import sequence
from linden.lab.store import LabFile
from linden.lab.summary import PER_CENT, by_deal, shares_by_seat, told

MOST_GAMES = 10**9


@dataclass(frozen=True)
class Difference:
    """The second variant less the first, in one measure."""

    name: str
    title: str
    interval: Interval
    share: bool
    anytime: bool
    """Whether the interval may be looked at any time; measures without bounds have Student's,
    for a number of games that was fixed beforehand."""
    witnesses: int
    """Deals that were compared."""
    deal_size: int

    @property
    def verdict(self) -> str:
        """``more``, ``less``, or ``open``."""
        if self.interval.low > 0:
            return "more"
        return "less" if self.interval.high < 0 else "open"

    def games_needed(self, margin: float | None = None) -> int | None:
        """About how many more games of each variant a decision takes, if the difference is what it
        seems; with a margin, to know the difference that closely. ``None``: nobody can tell, as
        there seems to be none, or nothing to compare."""
        wanted = margin if margin is not None else abs(self.interval.estimate)
        half = self.interval.half
        if not 0 < half < math.inf or not 0 < wanted < math.inf:
            return 0 if half == 0 else None
        if half / wanted > math.sqrt(MOST_GAMES):
            return None
        needed = self.witnesses * (half / wanted) ** 2
        more = math.ceil(needed - self.witnesses) * self.deal_size
        if more > MOST_GAMES:
            return None
        return max(0, more)

    @property
    def text(self) -> str:
        return told(self.interval, self.share)


@dataclass(frozen=True)
class Side:
    """One of the two: a variant of a file."""

    experiment: Experiment
    variant: Variant
    rows: Rows
    full: Rows

    @classmethod
    def of(cls, file: LabFile, number: int) -> "Side":
        variants = file.experiment.variants
        if number not in range(len(variants)):
            raise ExperimentError(
                f"{file.path} has the variants 0 to {len(variants) - 1}, not {number}."
            )
        variant = variants[number]
        return cls(file.experiment, variant, file.rows(variant), file.rows(variant, full=True))

    @property
    def deal_size(self) -> int:
        return self.experiment.deal_size(self.variant)


def is_paired(one: Side, two: Side) -> bool:
    """Whether games of the same number share their luck."""
    alike = one.deal_size == two.deal_size and one.experiment.seed == two.experiment.seed
    return alike and one.experiment.game == two.experiment.game


def compare(one: Side, two: Side) -> list[Difference]:
    """Every measure that both have: ``two`` less ``one``."""
    if one.experiment.game != two.experiment.game:
        raise ExperimentError(
            f"{one.experiment.game} and {two.experiment.game} are different games; "
            "variants of one game can be compared."
        )
    if not len(one.rows) or not len(two.rows):
        raise ExperimentError("No game is finished yet; there is nothing to compare.")
    made = []
    seats = min(one.variant.game.players, two.variant.game.players)
    if one.variant.game.players == two.variant.game.players:
        for seat, name in enumerate(one.variant.game.seats[:seats]):
            columns = (shares_by_seat(side.rows)[:, seat] for side in (one, two))
            made.append(_bounded(f"wins_{seat}", f"wins of {name}", one, two, *columns))
    fair = [1 / it.variant.game.players for it in (one, two)]
    shares = (shares_by_seat(it.rows)[:, 0] for it in (one, two))
    first, second = (values - even for values, even in zip(shares, fair, strict=True))
    title, apart = "edge of the first seat over its share", fair[0] - fair[1]
    made.append(_bounded("edge", title, one, two, first, second, middle=apart))
    drawn = [(it.rows["returns"] == 0).all(axis=1).astype(np.float64) for it in (one, two)]
    made.append(_bounded("draws", "draws", one, two, *drawn))
    for name, title in (("turns", "turns in a game"), ("decisions", "moves in a game")):
        columns = (side.rows[name].astype(np.float64) for side in (one, two))
        made.append(_unbounded(name, title, one, two, *columns))
    for measure in (*COURSE_MEASURES, *measures(one.variant.game)):
        if any(measure.name not in (side.full.dtype.names or ()) for side in (one, two)):
            continue  # the games of one were played before it was counted
        first, second = (side.full[measure.name].astype(np.float64) for side in (one, two))
        if np.isnan(first).all() or np.isnan(second).all():
            continue
        how = _bounded if measure.share or measure.name in PER_CENT else _unbounded
        made.append(how(measure.name, measure.title, one, two, first, second))
    return made


def differences(one: Side, two: Side, first: Values, second: Values) -> tuple[Values, int]:
    """A difference for each deal that both have, and how many games one of them is."""
    size = max(one.deal_size, two.deal_size)
    if is_paired(one, two):
        n = min(len(first), len(second))
        return by_deal(second[:n] - first[:n], size), size
    left, right = by_deal(first, one.deal_size), by_deal(second, two.deal_size)
    n = min(len(left), len(right))
    return right[:n] - left[:n], size


def _bounded(
    name: str,
    title: str,
    one: Side,
    two: Side,
    first: Values,
    second: Values,
    *,
    middle: float = 0.0,
) -> Difference:
    """Differences of shares, which are up to 1 away from ``middle``."""
    values, size = differences(one, two, first, second)
    interval = sequence(values, middle - 1, middle + 1)
    return Difference(name, title, interval, True, True, len(values), size)


def _unbounded(
    name: str, title: str, one: Side, two: Side, first: Values, second: Values
) -> Difference:
    values, size = differences(one, two, first, second)
    return Difference(name, title, student(values), False, False, len(values), size)
