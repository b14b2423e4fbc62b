"""Who comes to a table, leaves it, takes their seat along, and what they say."""

import hmac
from dataclasses import dataclass, replace
from typing import Self

from linden.web.compute.opponents import USUAL
from linden.web.errors import Refusal
from linden.web.messages import NAME_LENGTH, Phrase
from linden.web.people.ids import is_account
from linden.web.tables.endings import Ending
from linden.web.tables.moment import Saying
from linden.web.tables.offering import Offering
from linden.web.tables.seek import within
from linden.web.tables.sitters import Sitter, fresh_id
from linden.web.texts import say


@dataclass(frozen=True)
class Seating(Offering):
    """A table whose seats change hands."""

    def resign(self, visitor: str, seat: int | None) -> Self:
        """With two seats the other wins. With more, a computer takes over while people play on."""
        mine = self.seats_of(visitor)
        if not mine:
            raise Refusal(say("You are watching; only players resign."))
        if self.over:
            raise Refusal(say("The game is over."))
        if seat is None:
            if len(mine) > 1 and self.game.players > 2:
                raise Refusal(say("Say which of your seats resigns."))
            seat = self.turn if self.turn in mine else mine[0]
        if seat not in mine:
            raise Refusal(say("That is not your seat."))
        if self.waiting:
            return self._stand_up(visitor, seat)
        return self._out(seat, "resigned")

    def _stand_up(self, visitor: str, seat: int) -> Self:
        """Leave a game that waits for others: the seat is free again."""
        if visitor == self.host:
            raise Refusal(say("Withdraw your challenge, then you can leave."), 409)
        free = Sitter("open", key=self.seats[seat].key or fresh_id(16))
        return self._next(seats=self._seated(seat, free))

    def _out(self, seat: int, how: Ending) -> Self:
        """A seat gives up, by itself or not."""
        visitor = self.seats[seat].visitor or ""
        if self.game.players == 2 or not self.others(visitor):
            return self._end(how, seat)
        name = say("Computer for {name}", name=self.seats[seat].label)[:NAME_LENGTH]
        computer = Sitter(
            *("computer", None, name, USUAL, self.seats[seat].key),
            left_by=visitor,
        )
        offer = self.offer if self.offer and self.offer.by != seat else None
        return self._next(seats=self._seated(seat, computer), offer=offer)._settled()

    def came(self, seat: int) -> bool:
        """Whether who sits there has come by themselves, or moved: whom somebody else's wish for a
        rematch has seated has not."""
        sitter = self.seats[seat]
        asked = sitter.visitor == self.host or sitter.key is not None
        return asked or self.tournament is not None or self.decisions(seat) > 0

    def _seated(self, number: int, sitter: Sitter) -> tuple[Sitter, ...]:
        return (*self.seats[:number], sitter, *self.seats[number + 1 :])

    def sit_down(self, number: int, visitor: str, name: str) -> Self:
        """Take a free seat; whoever sits here already, or comes when it is taken, changes
        nothing."""
        sitter = self.seats[number]
        if sitter.kind != "open" or self.seats_of(visitor):
            return self
        if self.over:
            raise Refusal(say("The game is over."), 409)
        if self.rated and not is_account(visitor):
            raise Refusal(say("This game is rated; sign in, then sit down."), 403)
        taken = Sitter("person", visitor, name, key=sitter.key, own=True)
        after = self._next(seats=self._seated(number, taken))
        return after if after.free else replace(after, seek=None)

    # -- open challenges

    def take(self, visitor: str, name: str, rating: float | None) -> Self:
        """Sit down where a seat is open to anybody who fits; whoever sits here changes nothing."""
        if self.seats_of(visitor):
            return self
        if self.seek is None or not self.sought:
            sentence = say("Somebody else was quicker: this challenge is taken.")
            if self.free or self.over:
                sentence = say("This challenge is not open any more.")
            raise Refusal(sentence, 409)
        if misfit := self.seek.misfit(rating):
            raise Refusal(misfit, 403)
        return self.sit_down(self.sought[0], visitor, name)

    def withdraw(self, visitor: str) -> Self:
        """Offer the free seats to nobody any more but those who have the link."""
        if visitor != self.host:
            raise Refusal(say("Whoever offers a challenge withdraws it."), 403)
        return self.lapsed()

    def lapsed(self) -> Self:
        """Without its challenge. Where nobody has come of it, no stranger is shown the table."""
        return self if self.seek is None else self._next(seek=None, public=False)

    def open_to_anybody(self, visitor: str, low: int | None, high: int | None) -> Self:
        """Offer the free seats to anybody whose rating is in this range."""
        if visitor != self.host:
            raise Refusal(say("Whoever set up the table opens it to others."), 403)
        offered = tuple(seat for seat in self.free if not self.seats[seat].invited)
        if self.over or not offered:
            raise Refusal(say("This seat is not free."), 409)
        if self.begun or self.begins is not None:
            raise Refusal(say("Open challenges begin where the game does."), 409)
        if len(self.seats_of(visitor)) != 1:
            raise Refusal(say("Where anybody may sit down, you play alone at your screen."), 409)
        return self._next(seek=within(offered, low, high), public=True)

    def invite(self, host: str, number: int | None, account: str, name: str) -> Self:
        """Offer a free seat to somebody, the first one where none is named; whoever has its link
        may still take it."""
        if host != self.host:
            raise Refusal(say("Whoever set up the table invites others to it."), 403)
        free = self.free
        if self.over or not free or (number is not None and number not in free):
            raise Refusal(say("This seat is not free."), 409)
        if account in self.people:
            raise Refusal(say("{name} sits here already.", name=name), 409)
        seat = free[0] if number is None else number
        sitter = replace(self.seats[seat], invited=account, name=name)
        return self._next(seats=self._seated(seat, sitter))

    def decline(self, visitor: str, number: int) -> Self:
        """Say no to an invitation, or take it back; whoever was not invited changes nothing."""
        sitter = self.seats[number]
        if sitter.kind != "open" or sitter.invited is None:
            return self
        if visitor not in (sitter.invited, self.host):
            raise Refusal(say("This invitation is not yours."), 403)
        return self._next(seats=self._seated(number, replace(sitter, invited=None, name="")))

    def open_transfer(self, visitor: str, number: int, digest: str, until: float) -> Self:
        """With a link that takes one's seat to another device; an earlier one ends."""
        if number not in self.seats_of(visitor):
            raise Refusal(say("That is not your seat."), 403)
        if self.rated:
            raise Refusal(say("This game is rated; sign in on the other device instead."), 409)
        sitter = replace(self.seats[number], transfer=digest, transfer_until=until)
        return self._next(seats=self._seated(number, sitter))

    def seat_of_transfer(self, digest: str, now: float) -> int:
        """The seat that a link takes along, while it holds."""
        for number, sitter in enumerate(self.seats):
            fits = hmac.compare_digest(sitter.transfer or "", digest)
            if fits and now < sitter.transfer_until:
                return number
        raise Refusal(
            say("This link was used already, or is too old. The table makes new ones."), 404
        )

    def take_along(self, visitor: str, name: str, digest: str, now: float) -> Self:
        """With a seat at the device that has opened its link; where it was, one watches."""
        number = self.seat_of_transfer(digest, now)
        sitter = self.seats[number]
        if self.seats_of(visitor):
            raise Refusal(
                say("This device sits at the table already; open the link on the other one."), 409
            )
        moved = replace(sitter, visitor=visitor, transfer=None, transfer_until=0.0)
        if moved.own and name:
            moved = replace(moved, name=name)
        left, offer = sitter.visitor or "", self.offer
        if offer is not None and left in offer.yes:
            offer = replace(offer, yes=(*offer.yes, visitor))
        after = self._next(seats=self._seated(number, moved), offer=offer)
        if self.host == left and not after.seats_of(left):
            after = replace(after, host=visitor)
        return after

    def renamed(self, visitor: str, name: str) -> Self:
        """With a visitor's new name on their own seat: no change of the table itself, for names
        are kept with the visitors."""
        return replace(
            self,
            seats=tuple(
                replace(seat, name=name) if seat.own and seat.visitor == visitor else seat
                for seat in self.seats
            ),
        )

    def speak(self, visitor: str, phrase: Phrase) -> Self:
        """Say one of the ready phrases to the other players."""
        mine = self.seats_of(visitor)
        if not mine:
            raise Refusal(say("You are watching; the players speak with each other."))
        if not self.others(visitor):
            raise Refusal(say("There is nobody else here to hear it."))
        return self._next(said=self._saying(mine[0], phrase))

    def _saying(self, seat: int, phrase: Phrase) -> Saying:
        return Saying((self.said.number if self.said else 0) + 1, seat, phrase)

    def check_rematch(self, visitor: str) -> None:
        if not self.over:
            raise Refusal(say("This game is still running."), 409)
        if not self.seats_of(visitor):
            raise Refusal(say("You are watching; the players ask for a rematch."), 403)

    def followed_by(self, table: str, visitor: str) -> Self:
        """With the table of the rematch, which whoever asked for it says aloud."""
        after = self._next(next_id=table)
        if not self.others(visitor):
            return after
        return replace(after, said=self._saying(self.seats_of(visitor)[0], "again"))
