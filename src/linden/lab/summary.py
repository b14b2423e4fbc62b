"""What the games of a variant say: every measure with its interval."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from linden.core.measuring import measures
from linden.lab.course_measures import COURSE_MEASURES
from linden.lab.experiment import Experiment, Variant
from linden.lab.intervals import SAME, Interval, Values, jackknife, of_values, wilson
from linden.lab.rows import Rows
from linden.lab.store import LabFile

FAIRNESS, LENGTH, CHOICE, TENSION, LUCK, OWN = (
    "Fairness",
    "Length",
    "Choice",
    "Tension",
    "Luck",
    "Of this game",
)
GROUPS = (FAIRNESS, LENGTH, CHOICE, TENSION, LUCK, OWN)
GROUP_OF = {
    "branching": CHOICE,
    "real": CHOICE,
    "forced": CHOICE,
    "lead_changes": TENSION,
    "drama": TENSION,
    "settled": TENSION,
}
PER_CENT = {"forced", "drama", "settled"}


@dataclass(frozen=True)
class Estimate:
    """A measure, as far as it is known."""

    name: str
    title: str
    group: str
    interval: Interval
    share: bool = False
    """Whether it is told in per cent."""

    @property
    def text(self) -> str:
        """With its interval: "52.1% (50.2 to 54.0)"."""
        return told(self.interval, self.share)


def told(interval: Interval, share: bool) -> str:
    """An interval for people, with as many digits as it deserves.

    >>> told(Interval(0.5213, 0.5021, 0.5405, 2500), True)
    '52.1% (50.2 to 54.0)'
    >>> told(Interval(12.3456, 12.3, 12.4, 100), False)
    '12.35 (12.30 to 12.40)'
    >>> told(Interval(0.75, -math.inf, math.inf, 2), True)
    '75.0% (interval unknown)'
    >>> told(Interval(920.0, 566.0, math.inf, 100), False)
    '920.0 (566.0 or more)'
    """
    if math.isnan(interval.estimate):
        return "–"
    if interval.low == interval.high:
        return f"{interval.estimate * (100 if share else 1):g}{'%' if share else ''}, always"
    scale, unit = (100, "%") if share else (1, "")
    width = interval.half * scale
    digits = 1 if not 0 < width < math.inf else max(0, min(4, math.floor(-math.log10(width)) + 1))
    digits = max(digits, 1) if share else digits
    numbers = (interval.estimate * scale, interval.low * scale, interval.high * scale)
    middle, low, high = (f"{number:.{digits}f}" for number in numbers)
    below, above = math.isinf(interval.low), math.isinf(interval.high)
    if below and above:
        return f"{middle}{unit} (interval unknown)"
    if below or above:
        return f"{middle}{unit} ({high} or less)" if below else f"{middle}{unit} ({low} or more)"
    return f"{middle}{unit} ({low} to {high})"


def by_deal(values: Values, size: int) -> Values:
    """The mean of each deal: the games of one deal share their luck and are one witness."""
    whole = values[: len(values) // size * size].reshape(-1, size)
    if size == 1:
        found = whole[:, 0]
    else:
        known = ~np.isnan(whole)
        count = known.sum(axis=1)
        total = np.where(known, whole, 0.0).sum(axis=1)
        found = np.where(count > 0, total / np.maximum(count, 1), np.nan)
    kept: Values = found[~np.isnan(found)]
    return kept


def shares_by_seat(rows: Rows) -> Values:
    """The part of the win that each seat had, a row for each game."""
    seats = rows["returns"].shape[1]
    shares: Values = (rows["returns"].astype(np.float64) + 1) / seats
    return shares


def shares_by_player(experiment: Experiment, variant: Variant, rows: Rows) -> Values:
    """The same for each player of the line-up, wherever it sat."""
    found = shares_by_seat(rows)
    seats = found.shape[1]
    rotation = np.arange(len(rows)) % experiment.rotations(variant)
    player = np.arange(seats)[None, :]
    seat = (player - rotation[:, None]) % seats
    moved: Values = np.take_along_axis(found, seat, axis=1)
    return moved


def widest_share(experiment: Experiment, variant: Variant, rows: Rows) -> float:
    """Half of the widest interval of the win shares, those of the seats and, where players change
    theirs, those of the players."""
    size = experiment.deal_size(variant)
    columns = list(shares_by_seat(rows).T)
    if experiment.rotations(variant) > 1:
        columns += list(shares_by_player(experiment, variant, rows).T)
    return max(of_values(by_deal(column, size), True).half for column in columns)


def summary(experiment: Experiment, variant: Variant, rows: Rows, full: Rows) -> list[Estimate]:
    """All measures, group by group; those that nobody counted are left out."""
    size = experiment.deal_size(variant)
    made = [
        *_fairness(experiment, variant, rows),
        *_lengths(rows, size),
        *_detailed(variant, full, size),
    ]
    if experiment.replays > 1 and len(rows) >= 2 * size:
        made.append(
            Estimate("luck", "part that luck decides", LUCK, luck(experiment, variant, rows), True)
        )
    return sorted(made, key=lambda it: GROUPS.index(it.group))


ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


def _fairness(experiment: Experiment, variant: Variant, rows: Rows) -> Iterator[Estimate]:
    size, game = experiment.deal_size(variant), variant.game
    by_seat = shares_by_seat(rows)
    for seat, name in enumerate(game.seats):
        interval = of_values(by_deal(by_seat[:, seat], size), True)
        yield Estimate(f"wins_{seat}", f"wins of {name}", FAIRNESS, interval, True)
    edge = of_values(by_deal(by_seat[:, 0], size), True).moved(-1 / game.players)
    yield Estimate("edge", "edge of the first seat over its share", FAIRNESS, edge, True)
    if experiment.rotations(variant) > 1:
        by_player = shares_by_player(experiment, variant, rows)
        for player, text in enumerate(variant.lineup):
            named = {it.lineup[player] for it in experiment.variants if player < len(it.lineup)}
            # Line-ups stand beside each other in a row, whose title must fit all of them.
            who = text if len(named) == 1 else f"the player named {ORDINALS[player]}"
            if experiment.handicap > 0 and player == experiment.handicapped:
                who += f", {experiment.handicap:.0%} of its moves forbidden"
            interval = of_values(by_deal(by_player[:, player], size), True)
            yield Estimate(f"player_{player}", f"wins of {who}", FAIRNESS, interval, True)
    drawn = (rows["returns"] == 0).all(axis=1).astype(np.float64)
    yield Estimate("draws", "draws", FAIRNESS, of_values(by_deal(drawn, size), True), True)
    ordered = np.sort(rows["scores"].astype(np.float64), axis=1)
    lead = ordered[:, -1] - ordered[:, -2]
    title = f"lead of the best score over the next, in {game.facts.points}"
    yield Estimate("spread", title, FAIRNESS, of_values(by_deal(lead, size), False))


def _lengths(rows: Rows, size: int) -> Iterator[Estimate]:
    for name, title in (("turns", "turns in a game"), ("decisions", "moves in a game")):
        values = rows[name].astype(np.float64)
        yield Estimate(name, title, LENGTH, of_values(by_deal(values, size), False))


def _detailed(variant: Variant, full: Rows, size: int) -> Iterator[Estimate]:
    for measure in (*COURSE_MEASURES, *measures(variant.game)):
        if measure.name not in (full.dtype.names or ()):
            continue  # these games were played before it was counted
        values = by_deal(full[measure.name].astype(np.float64), size)
        if len(values):
            share = measure.share or measure.name in PER_CENT
            group = GROUP_OF.get(measure.name, OWN)
            interval = of_values(values, share)
            yield Estimate(measure.name, measure.title, group, interval, share)


def luck(experiment: Experiment, variant: Variant, rows: Rows) -> Interval:
    """The part of the results that the luck of a deal decides."""
    rotations, replays = experiment.rotations(variant), experiment.replays
    found = shares_by_seat(rows)
    size = rotations * replays
    whole = found[: len(found) // size * size]
    return luck_of(whole.reshape(-1, replays, rotations * found.shape[1]))


def luck_of(results: Values) -> Interval:
    """The part of the variance of results that their deal explains: the intraclass correlation
    (Fisher 1925) of games with the same rolls and draws and other thoughts.

    ``results`` has a deal a row, then its replays, then what came of each for every seat.
    """
    columns = np.concatenate(
        [
            results.mean(axis=1),
            (results**2).mean(axis=1),
            results.var(axis=1, ddof=1).sum(axis=1, keepdims=True),
        ],
        axis=1,
    )
    width = results.shape[2]

    def explained(means: Values) -> float:
        total = float((means[width : 2 * width] - means[:width] ** 2).sum())
        return 1 - float(means[-1]) / total if total > 0 else math.nan

    found, replays = jackknife(columns, explained), results.shape[1]
    least = -1 / (replays - 1)
    within = columns[:, -1]
    share = found.estimate
    if math.isfinite(share) and np.ptp(within) < SAME and not SAME < found.half < math.inf:
        # All replays are alike, or all differ: some deals may be otherwise that were never seen.
        others = wilson(0, len(within)).high
        low, high = share - others * (share - least), share + others * (1 - share)
        return Interval(share, low, high, found.n)
    return replace(found, low=max(found.low, least), high=min(found.high, 1.0))


def distinct(rows: Rows) -> int:
    """How many different games there are, as their final positions tell."""
    together = np.stack([rows["key"].astype(np.uint64), rows["decisions"].astype(np.uint64)])
    return int(np.unique(together, axis=1).shape[1])


def summaries(file: LabFile) -> list[tuple[Variant, int, list[Estimate]]]:
    """Each variant of a file with its games and measures."""
    made = []
    for variant in file.experiment.variants:
        rows = file.rows(variant)
        if len(rows):
            full = file.rows(variant, full=True)
            made.append((variant, len(rows), summary(file.experiment, variant, rows, full)))
    return made
