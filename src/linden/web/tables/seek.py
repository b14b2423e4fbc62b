"""An open challenge (a *seek*): free seats of a table that anybody who fits may take. No input or
output."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from linden.web.errors import Refusal
from linden.web.messages import SeatChoice
from linden.web.tables.clock import DAY, TimeControl
from linden.web.texts import say

GONE_SECONDS = 180.0
"""It lapses when whoever offers it has been gone for so long,"""
STAYS_SECONDS = 7 * DAY
"""or so long after it was offered, where people come back for their turns."""
MOST_OPEN = 5
"""Open challenges of one visitor at a time."""


@dataclass(frozen=True)
class Seek:
    """Which seats are offered, and to whom."""

    seats: tuple[int, ...]
    low: int | None = None
    """Ratings from here"""
    high: int | None = None
    """to here; ``None``: however low, however high."""

    @property
    def ranged(self) -> bool:
        return self.low is not None or self.high is not None

    @classmethod
    def read(cls, written: dict[str, Any]) -> "Seek":
        return cls(tuple(written["seats"]), written.get("low"), written.get("high"))

    def written(self) -> dict[str, Any]:
        """What is kept.

        >>> Seek.read(Seek((1, 2), 1400).written())
        Seek(seats=(1, 2), low=1400, high=None)
        """
        return {"seats": list(self.seats), "low": self.low, "high": self.high}

    def misfit(self, rating: float | None) -> str | None:
        """Why somebody of this rating does not fit; ``None`` if they do. Guests have none."""
        if not self.ranged:
            return None
        if rating is None:
            return say("It is for certain ratings; sign in to have one.")
        mine = round(rating)
        if self.low is not None and mine < self.low:
            return say(
                "It is for ratings from {low} on; yours is {rating}.", low=self.low, rating=mine
            )
        if self.high is not None and mine > self.high:
            return say(
                "It is for ratings up to {high}; yours is {rating}.", high=self.high, rating=mine
            )
        return None


def lasts(control: TimeControl | None) -> float:
    """How long a challenge stays by itself, with this clock."""
    return STAYS_SECONDS if control is not None and control.by_days else GONE_SECONDS


def chosen(seats: Sequence[SeatChoice], low: int | None, high: int | None) -> Seek | None:
    """The challenge that is asked for along with a new table, if one is; what cannot be one is
    refused."""
    offered = tuple(number for number, seat in enumerate(seats) if seat.kind == "anybody")
    if not offered:
        return None
    if sum(seat.kind == "me" for seat in seats) != 1 or any(seat.kind == "here" for seat in seats):
        raise Refusal(say("Where anybody may sit down, you play alone at your screen."))
    return within(offered, low, high)


def within(seats: tuple[int, ...], low: int | None, high: int | None) -> Seek:
    """These seats for ratings in this range, or a refusal."""
    if low is not None and high is not None and low > high:
        raise Refusal(say("The lowest rating is above the highest; nobody would fit."))
    return Seek(seats, low, high)


def check_open(open_ones: int) -> None:
    """Refuse one challenge too many."""
    if open_ones >= MOST_OPEN:
        raise Refusal(
            say("You have {count} open challenges; withdraw one before the next.", count=open_ones),
            409,
        )
