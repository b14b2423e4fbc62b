"""What players ask of each other: to take back, to call it a draw, to let the clocks stand."""

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Self

from linden.core.seats import CHANCE
from linden.web.errors import Refusal
from linden.web.tables.moment import Asking, Moment, Offer
from linden.web.texts import say

DRAW_TURNS = 4
"""Turns of one's own from one offer of a draw to the next."""


@dataclass(frozen=True)
class Offering(Moment):
    """A table where something may be asked for."""

    def undo_ply(self, visitor: str) -> int:
        """Back to which ply an undo goes: the visitor's own previous decision."""
        mine = self.seats_of(visitor)
        if not mine:
            raise Refusal(say("You are watching; only players take back."))
        if self.over:
            raise Refusal(say("The game is over."))
        if self.rated:
            raise Refusal(say("Rated games are played without taking back."))
        if self.tournament is not None:
            raise Refusal(say("Games of a tournament are played without taking back."))
        if self.game.facts.hidden:
            raise Refusal(say("What was shown once stays known: nothing can be taken back here."))
        for ply in range(len(self.moves) - 1, -1, -1):
            seat = self.positions[ply].to_move
            if seat == CHANCE:
                raise Refusal(say("Chance has spoken; it cannot be taken back."))
            if seat in mine:
                return ply
        raise Refusal(say("There is nothing to take back."))

    def may_undo(self, visitor: str) -> bool:
        try:
            self.undo_ply(visitor)
        except Refusal:
            return False
        return True

    def undo(self, visitor: str, version: int) -> Self:
        """Take back at once where nobody else is concerned; otherwise ask."""
        ply = self.undo_ply(visitor)
        self.check_version(version)
        if self.alone(visitor):
            return self._at(ply)
        if not self.others(visitor):
            raise Refusal(say("Wait until the others have sat down."))
        return self._ask("takeback", visitor)

    def _ask(self, kind: Asking, visitor: str) -> Self:
        if self.offer is not None:
            raise Refusal(say("Something is being asked already; wait for the answer."))
        mine = self.seats_of(visitor)
        by = self.turn if self.turn in mine else mine[0]
        if kind == "draw" and (wait := self.draw_wait(visitor)):
            raise Refusal(
                say("You offered a draw already; you can again after your next turn.")
                if wait == 1
                else say("You offered a draw already; you can again in {turns} turns.", turns=wait)
            )
        if kind != "draw" and any(one[:2] == (kind, by) for one in self.asked):
            raise Refusal(say("That was asked already; it can be asked again after a move."))
        others = [one for one in self.asked if one[:2] != (kind, by)]
        asked = (*others, (kind, by, len(self.moves)))
        return self._next(offer=Offer(kind, by, (visitor,)), asked=asked)._settled()

    def may_ask(self, kind: Asking, visitor: str) -> bool:
        """Whether this can be asked for now, as far as earlier askings go."""
        if kind == "draw":
            return self.offer is None and not self.draw_wait(visitor)
        seats = self.seats_of(visitor)
        return self.offer is None and not any(
            one[0] == kind and one[1] in seats for one in self.asked
        )

    def draw_wait(self, visitor: str) -> int:
        """How many turns of their own a visitor waits until they may offer a draw again."""
        waits = [
            DRAW_TURNS - self._turns_since(min(ply, len(self.moves)), seat)
            for kind, seat, ply in self.asked
            if kind == "draw" and seat in self.seats_of(visitor)
        ]
        return max([*waits, 0])

    def _turns_since(self, ply: int, seat: int) -> int:
        """Turns that a seat has ended since ``ply`` moves were made."""
        turns = [position.turn for position in self.positions[ply:]]
        return sum(now == seat != after for now, after in pairwise(turns))

    @property
    def may_draw(self) -> bool:
        """Whether a draw can be offered in this game now. Whom a level plays for a rating is not
        told how it thinks to stand."""
        agreed = self.level is None and self.game.facts.draws(self.game.options)
        return not self.over and self.begun and agreed

    def offer_draw(self, visitor: str, version: int) -> Self:
        if not self.seats_of(visitor):
            raise Refusal(say("You are watching; only players offer a draw."))
        if not self.may_draw:
            raise Refusal(say("A draw cannot be agreed now."))
        self.check_version(version)
        return self._ask("draw", visitor)

    @property
    def may_pause(self) -> bool:
        waited_for = self.tournament is not None  # by everybody who plays the next round
        running = self.clock is not None and self.clock.running is not None
        return running and not self.over and not waited_for and self.level is None

    def offer_pause(self, visitor: str, version: int) -> Self:
        """Ask all others to let the clock stand."""
        if not self.seats_of(visitor):
            raise Refusal(say("You are watching; only players do that."))
        if self.level is not None:
            raise Refusal(say("A rated game with a level is not paused."))
        if not self.may_pause:
            raise Refusal(say("There is no time that runs here."))
        self.check_version(version)
        return self._ask("pause", visitor)

    def answer(self, visitor: str, version: int, kind: str, yes: bool) -> Self:
        offer = self.offer
        if visitor not in self.people:
            raise Refusal(say("You are watching; only players answer."))
        if offer is None or offer.kind != kind or version != self.version:
            raise Refusal(say("Nothing is being asked any more."))
        if not yes:
            return self._next(offer=None)
        if visitor == self.seats[offer.by].visitor:
            raise Refusal(say("The answer is for the others to give."))
        if visitor in offer.yes:
            raise Refusal(say("You have said yes already; the others are asked, too."))
        return self._next(offer=replace(offer, yes=(*offer.yes, visitor)))._settled()

    def _settled(self) -> Self:
        """What everybody has agreed to is done; a draw is for the computers to agree to, too."""
        offer = self.offer
        if offer is None or not self.people <= set(offer.yes) or self.asks_computers:
            return self
        before = replace(self, revision=self.revision - 1)  # asking and agreeing are one change
        if offer.kind == "takeback":
            asker = self.seats[offer.by].visitor
            assert asker is not None
            return before._at(self.undo_ply(asker))
        if offer.kind == "pause":
            assert self.clock is not None
            return replace(self, offer=None, clock=replace(self.clock, paused=True))
        return before._end("agreed", None)

    @property
    def asks_computers(self) -> bool:
        """Whether a draw that all people want waits for the computers' answer."""
        offer = self.offer
        return (
            offer is not None
            and offer.kind == "draw"
            and self.people <= set(offer.yes)
            and any(seat.kind == "computer" for seat in self.seats)
        )

    def draw_decided(self, content: bool) -> Self:
        """The computers' answer to the draw that is offered."""
        return self._end("agreed", None) if content else self._next(offer=None)
