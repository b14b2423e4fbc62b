"""Who meets whom in a tournament, and what came of it. No input or output."""

from dataclasses import dataclass
from typing import Any, Literal

Result = Literal["", "first", "second", "drawn", "bye", "half", "sits out", "walkover", "void"]
"""Empty while the game is played. Without an opponent: a ``bye`` (a point), ``half`` a point for a
round before one came, or a round that one ``sits out`` because the number is odd. ``walkover``: the
second has withdrawn before the game. ``void``: it counts for nobody."""

_POINTS: dict[Result, tuple[int, int]] = {
    "first": (2, 0),
    "second": (0, 2),
    "drawn": (1, 1),
    "bye": (2, 0),
    "half": (1, 0),
    "walkover": (2, 0),
}
"""In halves, of the first and of the second."""


@dataclass(frozen=True)
class Pairing:
    """One game of a round, or somebody without one."""

    round: int
    number: int
    """Within the round, from 1 on."""
    first: int
    """The entrant who sits on the first seat,"""
    second: int | None = None
    """and on the second; ``None``: nobody."""
    result: Result = ""
    began: float = 0.0
    """When it was paired, by the site's time."""

    @property
    def entrants(self) -> tuple[int, ...]:
        return (self.first,) if self.second is None else (self.first, self.second)

    @property
    def met(self) -> bool:
        """Whether two people have met by it, or are about to."""
        return self.second is not None and self.result != "walkover"

    @property
    def running(self) -> bool:
        return self.result == ""

    @property
    def played(self) -> bool:
        """Whether it was a game that counts, to its end."""
        return self.result in ("first", "second", "drawn")

    def opponent(self, entrant: int) -> int | None:
        return self.second if entrant == self.first else self.first

    def points(self) -> dict[int, int]:
        """What each has won by it, in halves."""
        first, second = _POINTS.get(self.result, (0, 0))
        found = {self.first: first}
        if self.second is not None:
            found[self.second] = second
        return found

    def table(self, tournament: str) -> str:
        """The id of its table: whoever makes it twice makes one."""
        return f"{tournament}-{self.round}-{self.number}"

    # -- as it is kept

    def written(self) -> list[Any]:
        facts = (self.round, self.number, self.first, self.second, self.result)
        return [*facts, round(self.began, 3)]

    @classmethod
    def read(cls, kept: list[Any]) -> "Pairing":
        """
        >>> one = Pairing(2, 1, 4, 5, "drawn", 12.5)
        >>> Pairing.read(one.written()) == one
        True
        """
        return cls(*kept)


@dataclass(frozen=True)
class History:
    """What pairing asks of the games so far."""

    pairings: tuple[Pairing, ...]

    def meetings(self) -> dict[frozenset[int], int]:
        """How often two have met."""
        found: dict[frozenset[int], int] = {}
        for one in self.pairings:
            if one.met:
                pair = frozenset(one.entrants)
                found[pair] = found.get(pair, 0) + 1
        return found

    def imbalances(self) -> dict[int, int]:
        """How often more somebody had the first seat than the second."""
        found: dict[int, int] = {}
        for one in self.pairings:
            if one.met and one.second is not None:
                found[one.first] = found.get(one.first, 0) + 1
                found[one.second] = found.get(one.second, 0) - 1
        return found

    def last_seats(self) -> dict[int, int]:
        """Where everybody sat last: 1 on the first seat, -1 on the second."""
        found: dict[int, int] = {}
        for one in self.pairings:
            if one.met and one.second is not None:
                found[one.first], found[one.second] = 1, -1
        return found

    def last_opponents(self) -> dict[int, int]:
        found: dict[int, int] = {}
        for one in self.pairings:
            if one.met and one.second is not None:
                found[one.first], found[one.second] = one.second, one.first
        return found

    def byes(self) -> set[int]:
        """Who had a point without an opponent already."""
        return {one.first for one in self.pairings if one.result in ("bye", "walkover")}
