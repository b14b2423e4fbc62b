"""Time at a table: when it runs, what it costs, and what becomes of whoever has none, or is away.
How much everybody has is for ``clock`` to count."""

from dataclasses import dataclass, replace
from typing import Self

from linden.web.errors import Refusal
from linden.web.tables.clock import (
    AWAY_SECONDS,
    LATE_SECONDS,
    LONG_AWAY_SECONDS,
    STUCK_SECONDS,
)
from linden.web.tables.endings import VERDICTS
from linden.web.tables.seating import Seating
from linden.web.texts import say


@dataclass(frozen=True)
class Timing(Seating):
    """A table that may have a clock."""

    @property
    def on_clock(self) -> int | None:
        """The seat whose time is to run once all have sat down: from the first move on, or at once
        where people have days for it. What chance does by itself is nobody's time."""
        waits = self.over or self.paused or not (self.begun or self.by_days)
        if waits or self.free:
            return None
        return None if self.automatic == "chance" else self.turn

    def timed(self, before: Self, now: float, begins: float = 0.0) -> Self:
        """This table, which follows ``before``, with its time as it is now: what has passed is
        charged, and whoever is to act has the time from now on; after a move, from the later
        moment when it ``begins`` for them."""
        if self.clock is None or before.over:
            return self
        clock, plies, was = self.clock.stopped(now), len(self.moves), len(before.moves)
        lefts = before.lefts[:plies]
        if plies < was:
            full = clock.control.full(self.game.players)
            clock = clock.taken_back(self.turn, lefts[-1] if lefts else full)
        elif plies > was:
            clock = replace(clock, paused=False)
            if (before.begun or self.by_days) and (self.over or self.turn != before.turn):
                clock = clock.turn_ended(before.turn)
            lefts += (clock.left,) * (plies - was)
        after = replace(self, clock=clock, lefts=lefts)
        begins = max(now, begins) if plies > was else now
        return replace(after, clock=clock.run_for(after.on_clock, begins))

    @property
    def flag_at(self) -> float | None:
        """When the time of whoever is to move is up. Computers have no flag: they think for as
        long as they have."""
        clock = self.clock
        if clock is None or self.over or clock.running is None:
            return None
        return clock.deadline if self.seats[clock.running].kind == "person" else None

    def late(self, now: float) -> bool:
        """Whether somebody's time is up, and nothing of theirs can be on its way here."""
        flag = self.flag_at
        return flag is not None and now > flag + LATE_SECONDS

    def flagged(self) -> Self:
        """Whoever has no time left has lost, as if they had resigned."""
        assert self.clock is not None
        assert self.clock.running is not None
        return self._out(self.clock.running, "flagged")

    def rest(self, visitor: str, until: float) -> Self:
        """A visitor's time stands until then, where people have days."""
        clock = self.clock
        if clock is None or self.over or not self.by_days:
            return self
        for seat in self.seats_of(visitor):
            clock = clock.rested(seat, until)
        return self if clock == self.clock else self._next(clock=clock)

    # -- who is away

    def claimable_in(self, waited: float, away: float | None) -> float | None:
        """In how many seconds whoever is to move can be called absent, who was ``waited`` for so
        long, and ``away`` for so long (``None`` where they are there). Who is there has as long as
        they like; but where there is a clock, it cannot be kept from running by not beginning."""
        if self.level is not None:
            return max(0.0, STUCK_SECONDS - waited)
        waits = []
        if away is not None:
            waits.append((AWAY_SECONDS if self.clock else LONG_AWAY_SECONDS) - away)
        if self.clock is not None and not self.begun:
            waits.append(self.clock.control.for_first_move - waited)
        return max(0.0, min(waits)) if waits else None

    def may_claim(self, visitor: str) -> int | None:
        """The seat that this visitor may call absent, once nobody is there for it: whose turn it
        is, at a table where people sit. Whoever has days may be away; and for the first move of a
        tournament's game the tournament waits. A level that is played for a rating is there, unless
        the server cannot let it move."""
        if self.level is not None:
            stuck = self.automatic == "computer" and visitor in self.people
            return self.turn if stuck else None
        waited_for = not self.begun and self.tournament is not None
        if self.over or self.paused or self.free or self.by_days or waited_for:
            return None
        sitter = self.seats[self.turn]
        if sitter.kind != "person" or self.automatic is not None:
            return None
        others = visitor in self.people and sitter.visitor != visitor
        return self.turn if others else None

    def claim(self, visitor: str, version: int, away: bool, win: float | None) -> Self:
        """End a game whose other player has left: as the position is worth, where ``win`` is the
        first seat's exact share of it, else they have lost. Where several play on, a computer
        takes the seat. A game that has not begun is called off, and one in which a level does not
        move: nobody has lost it."""
        if not self.seats_of(visitor):
            raise Refusal(say("You are watching; only players do that."))
        if self.over:
            raise Refusal(say("The game is over."))
        self.check_version(version)
        seat = self.may_claim(visitor)
        if seat is None:
            raise Refusal(say("Nobody who is to move is away."))
        if not away:
            raise Refusal(say("Wait a little longer: they may come back."))
        if not self.begun or self.level is not None:
            return self._end("aborted", seat)
        if win in VERDICTS and self.game.players == 2:
            return self._end("adjudicated", VERDICTS[win])
        return self._out(seat, "left")

    def not_begun(self) -> Self:
        """Whoever had to make the first move of a tournament's game did not come: they have lost.
        Nothing changes where it has begun."""
        waits = self.seats[self.turn].kind == "person" and self.tournament is not None
        if self.over or self.begun or not waits:
            return self
        return self._out(self.turn, "left")

    def called_off(self) -> Self:
        """A game of computers that nobody plays for any more ends where it is: nobody has won."""
        return self if self.over or self.people else self._end("agreed", None)

    def resume(self, visitor: str) -> Self:
        """Let the clock go on; whoever moves does so too."""
        if not self.seats_of(visitor):
            raise Refusal(say("You are watching; only players do that."))
        if self.clock is None or not self.clock.paused:
            return self
        return self._next(clock=replace(self.clock, paused=False))
