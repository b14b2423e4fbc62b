"""What a solved game tells: its value, how often positions are won, the turns that keep a value."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from linden.batch.threads import spread
from linden.core.kernel import rule
from linden.core.position import Position
from linden.solve.exact import Solved, Worth
from linden.solve.files import NO_POSITION

VALUES = 256
LONGEST_TURN = 12
"""Moves of one turn."""


@rule
def tally(values: Any, low: Any, high: Any, totals: Any) -> None:
    """Count how often each value stands in a stretch of a tablebase."""
    for i in range(low, high):
        totals[np.int64(values[i]) & (VALUES - 1)] += 1


def totals(values: Any, threads: int | None = None) -> dict[int, int]:
    """How many positions have each value, in an array here or in a GPU's memory."""
    if hasattr(values, "copy_to_host"):
        from linden.solve.gpu import tally_there

        counted = tally_there(values)
    else:
        parts = []

        def stretch(low: int, high: int) -> None:
            parts.append(np.zeros(VALUES, np.int64))
            tally(values, low, high, parts[-1])

        spread(stretch, len(values), threads, least=1 << 16)
        counted = np.sum(parts, axis=0)
    signed = {value: int(counted[value % VALUES]) for value in range(-127, 128)}
    return {value: n for value, n in signed.items() if n and value != NO_POSITION}


@dataclass(frozen=True)
class Shares:
    """How many positions there are, and what part of them is ahead, level and behind."""

    positions: int
    ahead: float
    level: float
    behind: float

    @classmethod
    def of(cls, counts: dict[int, int]) -> "Shares":
        whole = sum(counts.values())
        ahead = sum(n for value, n in counts.items() if value > 0)
        level = counts.get(0, 0)
        return cls(whole, ahead / whole, level / whole, (whole - ahead - level) / whole)


def turns(known: Solved, position: Position) -> dict[str, Worth]:
    """Every whole turn from here with what it leads to, the best for the mover first.

    A turn of more than ``LONGEST_TURN`` moves is worth what its last position is, wherever it
    stands then.
    """
    seat = position.turn
    found: dict[str, Worth] = {}
    waiting: list[tuple[Position, tuple[str, ...]]] = [(position, ())]
    while waiting:
        here, made = waiting.pop()
        for move in here.moves:
            after = here.play(move)
            if after.to_move == seat and len(made) + 1 < LONGEST_TURN:
                waiting.append((after, (*made, move)))
            else:
                found[", ".join((*made, move))] = known.worth(after)
    ordered = sorted(found.items(), key=lambda pair: pair[1].for_seat(seat).lead, reverse=True)
    return dict(ordered)
