"""What is counted in the course of any game, after C. Browne, *Automatic generation and evaluation
of recombination games* (2008), with chances from search in the place of points."""

import itertools
from collections.abc import Sequence

from linden.core.measuring import Chances, Course, Measure

SETTLED = 0.8
"""The winner's chance from which on a game is settled, if it never falls below again."""


def winner_of(course: Course) -> int | None:
    """The seat that won alone."""
    best = max(course.end.returns)
    winners = [seat for seat, gain in enumerate(course.end.returns) if gain == best]
    return winners[0] if len(winners) == 1 else None


def told(course: Course) -> list[Chances]:
    """The chances on the way, where somebody told them."""
    return [chances for chances in course.chances if chances is not None]


def branching(course: Course) -> float | None:
    counts = [len(position.codes) for position, _ in course.decisions()]
    return sum(counts) / len(counts) if counts else None


def forced(course: Course) -> float | None:
    counts = [len(position.codes) for position, _ in course.decisions()]
    return sum(count == 1 for count in counts) / len(counts) if counts else None


def real(course: Course) -> float:
    return sum(len(position.codes) > 1 for position, _ in course.decisions())


def lead_changes(course: Course) -> float | None:
    found = told(course)
    return _changes(found) if found else None


def _changes(found: Sequence[Chances]) -> float:
    """How often another seat becomes the favourite; equal chances change nothing.

    >>> _changes([(0.5, 0.5), (0.6, 0.4), (0.5, 0.5), (0.4, 0.6), (0.7, 0.3)])
    2
    """
    leaders = []
    for chances in found:
        best = max(chances)
        if chances.count(best) == 1:
            leaders.append(chances.index(best))
    return sum(one != two for one, two in itertools.pairwise(leaders))


def drama(course: Course) -> float | None:
    winner, found = winner_of(course), told(course)
    return None if winner is None or not found else _behind(found, winner)


def _behind(found: Sequence[Chances], winner: int) -> float:
    """How far the winner was behind the favourite at the worst moment.

    >>> round(_behind([(0.5, 0.5), (0.2, 0.8), (0.9, 0.1)], 0), 6)
    0.6
    """
    return max(max(chances) - chances[winner] for chances in found)


def settled(course: Course) -> float | None:
    winner, found = winner_of(course), told(course)
    return None if winner is None or not found else _settled(found, winner)


def _settled(found: Sequence[Chances], winner: int) -> float:
    """The part of the game, in judged decisions, after which the winner was never in doubt.

    >>> _settled([(0.5, 0.5), (0.9, 0.1), (0.7, 0.3), (0.85, 0.15)], 0)
    0.75
    """
    last = max((i + 1 for i, chances in enumerate(found) if chances[winner] < SETTLED), default=0)
    return last / len(found)


COURSE_MEASURES = (
    Measure("branching", "legal moves at a decision", branching),
    Measure("real", "decisions with more than one legal move", real),
    Measure("forced", "part of the decisions with one legal move only", forced),
    Measure("lead_changes", "changes of the favourite in a game", lead_changes),
    Measure("drama", "how far the winner was behind at worst, in chances", drama),
    Measure("settled", "part of the game after which it is settled", settled),
)
"""All but the last three are counted in any game that is looked at move by move; those need
somebody who tells chances."""
