"""Levels 1 to 8, as people read of them.

A level is a search of some size and a softness: how far from the best a move may be and still be
played now and then. Low levels look at little and choose softly among what looks reasonable, as
beginners do; high levels look far and take the best. Each game has a ladder of its own
(``core/playing.py``); ``docs/players.md`` has the ranking.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Level:
    """What people read of a rung of the ladder."""

    number: int
    name: str
    description: str

    @property
    def text(self) -> str:
        """The player of this level, as it is written."""
        return f"level{self.number}"


LEVELS = (
    Level(1, "newcomer", "has just read the rules"),
    Level(2, "beginner", "sees what is in front of it"),
    Level(3, "casual", "plays for fun and not badly"),
    Level(4, "steady", "makes few plain mistakes"),
    Level(5, "practised", "looks ahead and means it"),
    Level(6, "strong", "punishes loose play"),
    Level(7, "expert", "misses little"),
    Level(8, "merciless", "forgives nothing"),
)
