"""A table at one moment: its facts, what follows from them, and the steps from one moment to the
next. What people may do with them is in the files that build on it: ``offering``, ``seating``,
``timing`` and ``table``.
"""

import random
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple, Self

from linden.core.game import Game
from linden.core.match import Match
from linden.core.position import Position
from linden.core.seats import CHANCE
from linden.web.compute.opponents import number_of
from linden.web.errors import Refusal
from linden.web.messages import Phrase, Result
from linden.web.tables.clock import Clock
from linden.web.tables.endings import Ending, decided
from linden.web.tables.plans import unplanned
from linden.web.tables.scene import roll_of, sums
from linden.web.tables.seek import Seek
from linden.web.tables.sitters import Sitter
from linden.web.texts import say

Asking = Literal["takeback", "draw", "pause"]

dice = random.SystemRandom()


@dataclass(frozen=True)
class Offer:
    """Something a person asks all others for; it lapses when a move is made."""

    kind: Asking
    by: int
    yes: tuple[str, ...] = ()
    """The visitors who agree."""


class Saying(NamedTuple):
    """One of the ready phrases, said by a player."""

    number: int
    """Counts what was said at this table."""
    seat: int
    phrase: Phrase


@dataclass(frozen=True)
class Moment:
    """The facts of one table at one moment."""

    id: str
    game: Game
    host: str
    seats: tuple[Sitter, ...]
    moves: tuple[str, ...]
    positions: tuple[Position, ...]
    """Before the first move, and after each."""
    begins: str | None = None
    """The first of them as text, if it is not the game's own start."""
    revision: int = 0
    """Counts every change."""
    version: int = 0
    """Counts what happens to the position: moves, takebacks, the end."""
    ended: Ending = ""
    loser: int | None = None
    """The seat that has lost before the game was played to its end; or that did not come, where it
    was called off and nobody has lost it."""
    offer: Offer | None = None
    asked: tuple[tuple[Asking, int, int], ...] = ()
    """What was asked for already, by which seat, and after how many moves: draws of the whole
    game, anything else since the position changed."""
    said: Saying | None = None
    """What a player said last."""
    match: Match | None = None
    match_id: str | None = None
    number: int = 1
    seating: tuple[int, ...] = ()
    next_id: str | None = None
    clock: Clock | None = None
    lefts: tuple[tuple[float, ...], ...] = ()
    """The time that each seat had after each move, where there is a clock."""
    rated: bool = False
    """Whether its end changes the ratings of the accounts that play."""
    seek: Seek | None = None
    """The open challenge by which free seats are offered to anybody, until all are taken."""
    public: bool = False
    """Whether strangers are shown where it is played: it came of an open challenge, or is one of a
    tournament."""
    tournament: str | None = None
    """The tournament that it is a game of."""

    # -- the game

    @property
    def position(self) -> Position:
        return self.positions[-1]

    @property
    def over(self) -> bool:
        return self.ended != ""

    @property
    def turn(self) -> int:
        """The seat whose turn it is, at a chance event too."""
        return self.position.turn

    @property
    def by_hand(self) -> bool:
        """Whether a person is to let chance act."""
        return (
            not self.over
            and self.seats[self.turn].kind == "person"
            and roll_of(self.position) is not None
        )

    @property
    def automatic(self) -> Literal["chance", "computer", None]:
        """What goes on without anybody touching anything."""
        if self.over or self.paused:
            return None
        if self.position.to_move == CHANCE:
            waits = self.seats[self.turn].kind == "open" and roll_of(self.position) is not None
            return None if self.by_hand or waits else "chance"
        if self.waiting:
            return None
        return "computer" if self.seats[self.turn].kind == "computer" else None

    @property
    def returns(self) -> tuple[float, ...]:
        """What each seat has won, in whichever way the game ended."""
        others = self.game.players - 1
        if self.loser is not None and self.ended not in ("played", "aborted"):
            return tuple(-1.0 if s == self.loser else 1 / others for s in range(others + 1))
        if self.ended in ("agreed", "adjudicated", "aborted"):
            return (0.0,) * (others + 1)
        return self.position.returns

    @property
    def result(self) -> Result | None:
        if not self.over:
            return None
        return Result.model_construct(
            text=self.result_text(),
            winners=[seat for seat, gain in enumerate(self.returns) if gain > 0],
            scores=list(self.position.scores),
            sums=sums(self.positions) if self.ended == "played" else [],
            how=self.ended,
        )

    def result_text(self) -> str:
        """How it ended, with its seats marked."""
        told = decided(self.game, self.ended, self.loser)
        return self.game.drawing.status(self.position) if told is None else told

    @property
    def begun(self) -> bool:
        """Whether anybody has decided anything yet."""
        return any(before.to_move != CHANCE for before in self.positions[:-1])

    def decisions(self, seat: int) -> int:
        """How often this seat has moved."""
        return sum(before.to_move == seat for before in self.positions[:-1])

    @property
    def by_days(self) -> bool:
        """Whether people come back for their turns, rather than sit at the table."""
        return self.clock is not None and self.clock.control.by_days

    @property
    def paused(self) -> bool:
        return self.clock is not None and self.clock.paused

    @property
    def waiting(self) -> bool:
        """Whether nobody moves yet, as an open challenge waits for others to sit down."""
        return self.seek is not None and bool(self.free) and not self.over

    # -- who

    @property
    def free(self) -> list[int]:
        """The seats on which nobody sits."""
        return [number for number, seat in enumerate(self.seats) if seat.kind == "open"]

    @property
    def sought(self) -> list[int]:
        """Those of them that anybody may take: offered, and kept for nobody by name."""
        offered = self.seek.seats if self.seek else ()
        return [seat for seat in self.free if seat in offered and not self.seats[seat].invited]

    def seats_of(self, visitor: str) -> list[int]:
        return [
            number
            for number, seat in enumerate(self.seats)
            if seat.kind == "person" and seat.visitor == visitor
        ]

    @property
    def level(self) -> int | None:
        """The level that somebody plays here for a rating; ``None`` where nobody does. A computer
        that has taken somebody's place is none."""
        computers = [it for it in self.seats if it.kind == "computer" and it.left_by is None]
        return number_of(computers[0].player) if self.rated and computers else None

    @property
    def people(self) -> set[str]:
        """The visitors who have a seat."""
        return {seat.visitor for seat in self.seats if seat.kind == "person" and seat.visitor}

    @property
    def concerned(self) -> set[str]:
        """They, and those who are invited."""
        return self.people | {seat.invited for seat in self.seats if seat.invited}

    def others(self, visitor: str) -> set[str]:
        return self.people - {visitor}

    def alone(self, visitor: str) -> bool:
        """Whether every seat is this visitor's or a computer's, and the game matters to nobody
        else."""
        if self.tournament is not None or self.rated:
            return False
        return self.people == {visitor} and all(seat.kind != "open" for seat in self.seats)

    def acting(self, visitor: str) -> int | None:
        """The visitor's seat that may act now."""
        if self.over or self.waiting or self.turn not in self.seats_of(visitor):
            return None
        return None if self.position.to_move == CHANCE and not self.by_hand else self.turn

    # -- the next moment

    def _next(self, **changes: Any) -> Self:
        return replace(self, revision=self.revision + 1, **changes)

    def _at(self, ply: int, moves: Iterable[str] = ()) -> Self:
        """Where ``moves`` follow ply ``ply``."""
        positions = list(self.positions[: ply + 1])
        made = list(self.moves[:ply])
        for move in moves:
            positions.append(positions[-1].play(move))
            made.append(move)
        taken_back = ply < len(self.moves)  # what was planned was planned for those moves
        after = self._next(
            seats=unplanned(self.seats) if taken_back else self.seats,
            moves=tuple(made),
            positions=tuple(positions),
            version=self.version + 1,
            offer=None,
            asked=tuple(one for one in self.asked if one[0] == "draw"),
        )
        return after._counted("played", None) if after.position.over else after

    def _counted(self, how: Ending, loser: int | None) -> Self:
        """The same, over; a match counts the game."""
        seats = unplanned(self.seats)
        ended = replace(self, ended=how, loser=loser, offer=None, asked=(), seats=seats, seek=None)
        match = ended.match
        if match is None or how == "aborted" or match.played >= ended.number:
            return ended
        match = replace(match, totals=list(match.totals), wins=list(match.wins))
        match.add(ended.position.scores, ended.returns)
        return replace(ended, match=match)

    def _end(self, how: Ending, loser: int | None) -> Self:
        return self._next(version=self.version + 1)._counted(how, loser)

    def go_on(self, move: str) -> Self:
        """A move of a computer or of chance, in canonical notation."""
        return self._at(len(self.moves), [move])

    def check_version(self, version: int) -> None:
        if version != self.version:
            raise Refusal(say("The position has changed meanwhile; look again."), 409)
