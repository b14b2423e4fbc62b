"""Time at a table: how much each seat has, whose runs, and since when. No input or output, and no
clock of its own: whoever asks says what time it is.

Moments and times are seconds of the site's own time (``timekeeper``), which nobody's wall clock
moves and which stands still while nobody serves.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

DAY = 86_400.0
LATE_SECONDS = 0.25
"""What comes so long after the time was up still counts: it may have waited here, not there."""
LAG_SECONDS = 0.25
"""What it took to show somebody their turn is not charged, up to this: who reads slowly on purpose
wins no more by it."""
FALL_SECONDS = LATE_SECONDS + LAG_SECONDS
"""A flag falls so long after the time was up: whatever still counts has come by then."""
AWAY_SECONDS = 60.0
"""Whoever is on turn and away for so long can be called absent by the others;"""
LONG_AWAY_SECONDS = 600.0
"""where there is no clock, and people take their time, after so long."""
STUCK_SECONDS = 120.0
"""Where a level has not moved for so long in a rated game, the server cannot let it: the game can
be called off."""
LEAST_FOR_FIRST, MOST_FOR_FIRST = 120.0, 300.0
"""Whoever is to make the first move has between so many seconds for it, by the clock of the game;
its time runs only then."""
LEAST_THOUGHT = 0.05
"""Seconds that a computer thinks even when its time is up: its flag does not fall."""


@dataclass(frozen=True)
class TimeControl:
    """How much time everybody has: for every turn, or for the whole game and more with each
    turn."""

    kind: Literal["turn", "game"]
    seconds: float
    increment: float = 0.0

    @property
    def by_days(self) -> bool:
        """Whether people come back for their turns, rather than sit at the table."""
        return self.kind == "turn" and self.seconds >= DAY

    @property
    def for_first_move(self) -> float:
        """Seconds that whoever begins has before the others need not wait any more."""
        return min(MOST_FOR_FIRST, max(LEAST_FOR_FIRST, self.seconds))

    def full(self, players: int) -> tuple[float, ...]:
        return (self.seconds,) * players


PRESETS = (
    TimeControl("turn", 30.0),
    TimeControl("game", 180.0, 2.0),
    TimeControl("game", 300.0, 3.0),
    TimeControl("game", 900.0, 10.0),
    TimeControl("turn", DAY),
    TimeControl("turn", 3 * DAY),
)
"""What the form of a new table offers."""
SLOWEST = PRESETS[-1]
"""What a rated game has where none was chosen: nobody waits for its end for ever."""


@dataclass(frozen=True)
class Clock:
    """The time of everybody at one table."""

    control: TimeControl
    left: tuple[float, ...]
    """What each seat had when it was last looked at, at ``since`` where time runs."""
    running: int | None = None
    """The seat whose time runs."""
    since: float = 0.0
    paused: bool = False
    """Whether all have agreed that it stands."""
    rests: tuple[float, ...] = ()
    """Until when each seat's time stands, as somebody is on vacation; empty where nobody is."""

    @classmethod
    def new(cls, control: TimeControl, players: int) -> "Clock":
        return cls(control, control.full(players))

    @property
    def deadline(self) -> float | None:
        """When the time that runs is up."""
        return None if self.running is None else self.since + self.left[self.running]

    def left_at(self, now: float) -> tuple[float, ...]:
        """What each seat has; never less than nothing, and never more for a moment that lies
        before the last one."""
        if self.running is None:
            return self.left
        passed = max(0.0, now - self.since)
        return self._with(self.running, max(0.0, self.left[self.running] - passed))

    def _with(self, seat: int, left: float) -> tuple[float, ...]:
        return (*self.left[:seat], left, *self.left[seat + 1 :])

    def stopped(self, now: float) -> "Clock":
        """What has passed is charged, and nobody's time runs."""
        return replace(self, left=self.left_at(now), running=None)

    def run_for(self, seat: int | None, now: float) -> "Clock":
        """The time of this seat runs from now on, or from the end of its vacation."""
        return replace(self, running=seat, since=max(now, self.rest_of(seat)))

    def rest_of(self, seat: int | None) -> float:
        """Until when a seat's time stands."""
        return 0.0 if seat is None or not self.rests else self.rests[seat]

    @property
    def resting(self) -> bool:
        """Whether the time that is to run begins with the end of a vacation."""
        return self.running is not None and 0.0 < self.since == self.rest_of(self.running)

    def rested(self, seat: int, until: float) -> "Clock":
        """With a seat whose time stands until then; the others' stay as they are."""
        rests = self.rests or (0.0,) * len(self.left)
        return replace(self, rests=(*rests[:seat], round(until, 3), *rests[seat + 1 :]))

    def turn_ended(self, seat: int) -> "Clock":
        """A turn gives its seat the increment, or the whole time of the next."""
        control = self.control
        left = control.seconds if control.kind == "turn" else self.left[seat] + control.increment
        return replace(self, left=self._with(seat, left))

    def taken_back(self, seat: int, then: Sequence[float]) -> "Clock":
        """Back where everybody had ``then``, with ``seat`` on turn. Time that was spent stays
        spent; what turns that are no more had given is taken back too."""
        if self.control.kind == "turn":
            return replace(self, left=self._with(seat, self.control.seconds))
        return replace(self, left=tuple(map(min, self.left, then)))

    def lag(self, shown: float) -> float:
        """How long whoever is to move did not know it, if it was shown to them at that moment."""
        return 0.0 if self.running is None else min(LAG_SECONDS, max(0.0, shown - self.since))

    def thought(self, seat: int, now: float) -> float:
        """How long a computer may think about a move, so that its time lasts."""
        left, control = self.left_at(now)[seat], self.control
        share = left / 2 if control.kind == "turn" else left / 20 + 0.7 * control.increment
        return max(LEAST_THOUGHT, min(share, 0.8 * left))

    # -- as it is kept

    def written(self) -> dict[str, Any]:
        control = self.control
        return {
            "kind": control.kind,
            "seconds": control.seconds,
            "increment": control.increment,
            "left": [round(one, 3) for one in self.left],
            "running": self.running,
            "since": round(self.since, 3),
            "paused": self.paused,
            **({"rests": list(self.rests)} if any(self.rests) else {}),
        }

    @classmethod
    def read(cls, kept: dict[str, Any]) -> "Clock":
        control = TimeControl(kept["kind"], kept["seconds"], kept["increment"])
        left = tuple(kept["left"])
        rests = tuple(kept.get("rests", ()))
        return cls(control, left, kept["running"], kept["since"], kept["paused"], rests)
