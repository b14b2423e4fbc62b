"""What is played in a tournament and how, and who takes part. No input or output."""

from dataclasses import dataclass
from typing import Any, Literal

from linden.web.tables.clock import LEAST_FOR_FIRST, TimeControl

Kind = Literal["robin", "swiss", "arena"]
Status = Literal["open", "running", "over", "cancelled"]

MOST_ENTRANTS: dict[Kind, int] = {"robin": 16, "swiss": 96, "arena": 96}


@dataclass(frozen=True)
class Terms:
    """What is played, and how: as the organiser has set it up."""

    name: str
    kind: Kind
    game: str
    options: dict[str, Any]
    clock: TimeControl | None = None
    """Of games in which people play; between computers there is none."""
    rated: bool = False
    computers: bool = False
    """Whether computers and bots may take part."""
    rounds: int = 5
    """Of a Swiss tournament."""
    minutes: int = 60
    """Of an arena."""

    @property
    def patience(self) -> float:
        """Seconds that whoever begins has for the first move."""
        return self.clock.for_first_move if self.clock else LEAST_FOR_FIRST

    @property
    def late_round(self) -> int:
        """The last round of a Swiss before which one can still come."""
        return (self.rounds + 1) // 2


@dataclass(frozen=True)
class Entrant:
    """Somebody who takes part."""

    number: int
    """Theirs for the whole tournament."""
    visitor: str | None = None
    """A person or a bot;"""
    player: str | None = None
    """or a computer, as it is written everywhere."""
    name: str = ""
    rating: int | None = None
    """When they came."""
    gone: bool = False
    """Whether they have withdrawn."""
    free_since: float = 0.0
    """Since when they wait for a game in an arena, by the site's time."""
