"""A series of games: who starts the next one, the running totals, and when it is decided."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True)
class MatchRules:
    """How a game's matches run."""

    starter: Literal["rotate", "loser"]
    """``rotate``: the start passes on each game. ``loser``: the loser of a game starts the next,
    after a draw the player who did not start the drawn game does (two players)."""
    counts: Literal["points", "wins"]
    """What the running totals add up. A drawn game gives each player half a win."""
    games: int | Literal["players", "open"] = "open"
    """A fixed number of games, one per player, or as many as people like."""
    wins: int | None = None
    """The match is decided as soon as somebody has won this many games."""


@dataclass
class Match:
    """A match between ``players`` people, numbered from 0; seats change from game to game."""

    rules: MatchRules
    players: int
    starter: int = 0
    totals: list[float] = field(default_factory=list)
    wins: list[int] = field(default_factory=list)
    played: int = 0

    def __post_init__(self) -> None:
        self.totals = self.totals or [0.0] * self.players
        self.wins = self.wins or [0] * self.players

    def seating(self) -> list[int]:
        """For each seat of the next game, the player who takes it."""
        return [(self.starter + seat) % self.players for seat in range(self.players)]

    def add(self, scores: Sequence[float], returns: Sequence[float]) -> None:
        """Count a finished game, given per seat, and settle who starts the next."""
        if self.over:
            raise ValueError("The match is decided; start a new one.")
        if len(scores) != self.players or len(returns) != self.players:
            raise ValueError(f"A game of this match has {self.players} seats.")
        seating = self.seating()
        drawn = not any(returns)
        winners = [seat for seat in range(self.players) if returns[seat] > 0]
        for seat, player in enumerate(seating):
            if self.rules.counts == "points":
                self.totals[player] += scores[seat]
            elif drawn:
                self.totals[player] += 0.5
            elif seat in winners:
                self.totals[player] += 1 / len(winners)
            self.wins[player] += seat in winners
        self.played += 1
        if self.rules.starter == "loser" and not drawn:
            self.starter = seating[min(range(self.players), key=lambda seat: returns[seat])]
        else:
            self.starter = (self.starter + 1) % self.players

    @property
    def over(self) -> bool:
        """Whether the match is decided."""
        if self.rules.wins is not None and max(self.wins) >= self.rules.wins:
            return True
        games = self.players if self.rules.games == "players" else self.rules.games
        return isinstance(games, int) and self.played >= games

    @property
    def leaders(self) -> list[int]:
        """The players with the highest total."""
        best = max(self.totals)
        return [player for player in range(self.players) if self.totals[player] == best]
