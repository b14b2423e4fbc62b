"""One table: who sits there, the game so far, and what anybody may do. No input or output.

A table never changes. What somebody does makes the next one, a revision later, or is refused with
a sentence; ``lobby`` keeps it on the disk first and shows it after.
"""

import hmac
import random
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from html import escape
from itertools import pairwise
from typing import Any, Literal, NamedTuple

from linden.core.errors import IllegalMove
from linden.core.game import Game
from linden.core.match import Match
from linden.core.position import Position
from linden.core.seats import CHANCE
from linden.players.chance import roll
from linden.web.compute.opponents import USUAL, called
from linden.web.compute.programs import program_name
from linden.web.errors import Refusal
from linden.web.messages import NAME_LENGTH, Phrase, Result
from linden.web.people.ids import is_account, is_gone
from linden.web.tables.scene import EVERYTHING, ROLL, Perspective, redacted, roll_of, sums
from linden.web.texts import say

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # without what is easily misread

Ending = Literal["", "played", "resigned", "agreed"]
Asking = Literal["takeback", "draw"]
DRAW_TURNS = 4
"""Turns of one's own from one offer of a draw to the next."""

dice = random.SystemRandom()


def fresh_id(length: int = 10) -> str:
    """An address nobody guesses."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


@dataclass(frozen=True)
class Sitter:
    """Who sits on a seat."""

    kind: Literal["person", "computer", "open"]
    visitor: str | None = None
    name: str = ""
    player: str | None = None
    """The computer, as it is written everywhere."""
    key: str | None = None
    """What the link of a friend's seat ends in; it stays when the seat is taken."""
    own: bool = False
    """Whether it is the visitor in person, with their own name."""
    transfer: str | None = None
    """A hash of what the link ends in by which this seat is taken to another device, once;"""
    transfer_until: float = 0.0
    """until then, in seconds since 1970."""
    left_by: str | None = None
    """Who has left the game to a computer here."""

    @property
    def label(self) -> str:
        if self.kind == "computer" and self.player is not None:
            program = program_name(self.player)
            if program is not None:
                return self.name or program
            told = say("{level} computer", level=called(self.player))
            return self.name or told[0].upper() + told[1:]
        if self.kind == "open":
            return say("Free seat")
        if is_gone(self.visitor):
            return say("Somebody who left")
        return self.name or say("Guest")


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


def resigned(game: Game, loser: int) -> str:
    """That a seat has resigned."""
    who = game.role(loser)
    if game.players == 2:
        return say("{winner} won: {loser} resigned.", loser=who, winner=game.role(1 - loser))
    return say("{loser} resigned.", loser=who)


@dataclass(frozen=True)
class Table:
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
    rated: bool = False
    """Whether its end changes the ratings of the accounts that play."""

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
        if self.over:
            return None
        if self.position.to_move == CHANCE:
            waits = self.seats[self.turn].kind == "open" and roll_of(self.position) is not None
            return None if self.by_hand or waits else "chance"
        return "computer" if self.seats[self.turn].kind == "computer" else None

    @property
    def returns(self) -> tuple[float, ...]:
        """What each seat has won, in whichever way the game ended."""
        others = self.game.players - 1
        if self.ended == "resigned":
            return tuple(-1.0 if s == self.loser else 1 / others for s in range(others + 1))
        if self.ended == "agreed":
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
        if self.ended == "agreed":
            return say("A draw by agreement.")
        if self.ended == "resigned" and self.loser is not None:
            return resigned(self.game, self.loser)
        return self.game.drawing.status(self.position)

    # -- who

    def seats_of(self, visitor: str) -> list[int]:
        return [
            number
            for number, seat in enumerate(self.seats)
            if seat.kind == "person" and seat.visitor == visitor
        ]

    @property
    def people(self) -> set[str]:
        """The visitors who have a seat."""
        return {seat.visitor for seat in self.seats if seat.kind == "person" and seat.visitor}

    def others(self, visitor: str) -> set[str]:
        return self.people - {visitor}

    def alone(self, visitor: str) -> bool:
        """Whether every seat is this visitor's or a computer's."""
        return self.people == {visitor} and all(seat.kind != "open" for seat in self.seats)

    def acting(self, visitor: str) -> int | None:
        """The visitor's seat that may act now."""
        if self.over or self.turn not in self.seats_of(visitor):
            return None
        return None if self.position.to_move == CHANCE and not self.by_hand else self.turn

    def refusal(self, visitor: str, uncovered: int | None, touched: Sequence[str]) -> str:
        """Why this visitor cannot touch the last of these marks now, by what they may know."""
        if self.acting(visitor) is None:
            return say("It is not your turn.")
        return untouchable(redacted(self.position, self.perspective(visitor, uncovered)), touched)

    # -- what may be seen; asked anew whenever something is sent

    def perspective(self, visitor: str, uncovered: int | None = None) -> Perspective:
        """Whose knowledge this visitor may be shown now; ``uncovered`` is the seat whose hand they
        asked to see, which counts where several people share a screen."""
        if self.over or not self.game.facts.hidden:
            return EVERYTHING
        mine = self.seats_of(visitor)
        if len(mine) == 1:
            return mine[0]
        if uncovered not in mine or (self.turn in mine and self.turn != uncovered):
            return None
        return uncovered

    def covered(self, visitor: str, uncovered: int | None = None) -> int | None:
        """The seat that is to look now, while its hand is covered."""
        mine = self.seats_of(visitor)
        if not self.game.facts.hidden or self.over or len(mine) < 2 or self.turn not in mine:
            return None
        return None if uncovered == self.turn else self.turn

    def handing_over(self, visitor: str, uncovered: int | None) -> int | None:
        """The seat that has just played and hands the screen over to the covered one: it may see
        its own turn to the end."""
        if self.covered(visitor, uncovered) is None:
            return None
        return uncovered if uncovered in self.seats_of(visitor) else None

    def check_uncover(self, visitor: str, seat: int) -> None:
        if seat not in self.seats_of(visitor):
            raise Refusal(say("That is not your seat."))
        if seat != self.turn and not self.over:
            raise Refusal(say("Hands are looked at when it is their turn."))

    def check_hint(self, visitor: str) -> None:
        if not self.alone(visitor):
            raise Refusal(say("Hints are for tables where nobody else plays."))
        if self.acting(visitor) is None or self.position.to_move == CHANCE:
            raise Refusal(say("It is not your turn."))

    def review_closed(self, visitor: str) -> str | None:
        """Why the moves are not judged yet; ``None`` if they are."""
        if not self.over and (self.game.facts.hidden or not self.alone(visitor)):
            return say("The analysis opens when the game is over.")
        return None

    def check_review(self, visitor: str) -> None:
        if closed := self.review_closed(visitor):
            raise Refusal(closed, 409)

    def check_removal(self, visitor: str) -> None:
        """Whether a visitor may take the table off their list; it stays on everybody else's."""
        if not self.over and self.seats_of(visitor) and self.others(visitor):
            raise Refusal(
                say("Others are playing with you here. Finish the game, or resign, first."), 409
            )

    # -- what may be done: each answers with the next table, or refuses with a sentence

    def _next(self, **changes: Any) -> "Table":
        return replace(self, revision=self.revision + 1, **changes)

    def _at(self, ply: int, moves: Iterable[str] = ()) -> "Table":
        """Where ``moves`` follow ply ``ply``."""
        positions = list(self.positions[: ply + 1])
        made = list(self.moves[:ply])
        for move in moves:
            positions.append(positions[-1].play(move))
            made.append(move)
        after = self._next(
            moves=tuple(made),
            positions=tuple(positions),
            version=self.version + 1,
            offer=None,
            asked=tuple(one for one in self.asked if one[0] == "draw"),
        )
        return after._counted("played", None) if after.position.over else after

    def _counted(self, how: Ending, loser: int | None) -> "Table":
        """The same, over; a match counts the game."""
        ended = replace(self, ended=how, loser=loser, offer=None, asked=())
        match = ended.match
        if match is None or match.played >= ended.number:
            return ended
        match = replace(match, totals=list(match.totals), wins=list(match.wins))
        match.add(ended.position.scores, ended.returns)
        return replace(ended, match=match)

    def _end(self, how: Ending, loser: int | None) -> "Table":
        return self._next(version=self.version + 1)._counted(how, loser)

    def go_on(self, move: str) -> "Table":
        """A move of a computer or of chance, in canonical notation."""
        return self._at(len(self.moves), [move])

    def play(self, visitor: str, version: int, move: str) -> "Table":
        """A person's move, however it is written; ``roll`` lets chance act."""
        if not self.seats_of(visitor):
            raise Refusal(say("You are watching; the seats are taken by others."))
        if self.over:
            raise Refusal(say("The game is over."))
        self.check_version(version)
        if self.acting(visitor) is None:
            raise Refusal(say("It is not your turn."))
        position = self.position
        if position.to_move == CHANCE:
            if move != ROLL:
                raise Refusal(say("This is for chance to decide; let it."))
            return self.go_on(roll(position, dice))
        try:
            return self.go_on(self.game.notation.move_text(position.state, position.code(move)))
        except IllegalMove as error:
            raise Refusal(str(error)) from None

    def check_version(self, version: int) -> None:
        if version != self.version:
            raise Refusal(say("The position has changed meanwhile; look again."), 409)

    def undo_ply(self, visitor: str) -> int:
        """Back to which ply an undo goes: the visitor's own previous decision."""
        mine = self.seats_of(visitor)
        if not mine:
            raise Refusal(say("You are watching; only players take back."))
        if self.over:
            raise Refusal(say("The game is over."))
        if self.rated:
            raise Refusal(say("Rated games are played without taking back."))
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

    def undo(self, visitor: str, version: int) -> "Table":
        """Take back at once where nobody else is concerned; otherwise ask."""
        ply = self.undo_ply(visitor)
        self.check_version(version)
        if self.alone(visitor):
            return self._at(ply)
        if not self.others(visitor):
            raise Refusal(say("Wait until the others have sat down."))
        return self._ask("takeback", visitor)

    def _ask(self, kind: Asking, visitor: str) -> "Table":
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
        """Whether a draw can be offered in this game now."""
        decisions = any(before.to_move != CHANCE for before in self.positions[:-1])
        return not self.over and decisions and self.game.facts.draws(self.game.options)

    def offer_draw(self, visitor: str, version: int) -> "Table":
        if not self.seats_of(visitor):
            raise Refusal(say("You are watching; only players offer a draw."))
        if not self.may_draw:
            raise Refusal(say("A draw cannot be agreed now."))
        self.check_version(version)
        return self._ask("draw", visitor)

    def answer(self, visitor: str, version: int, kind: str, yes: bool) -> "Table":
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

    def _settled(self) -> "Table":
        """What everybody has agreed to is done; a draw is for the computers to agree to, too."""
        offer = self.offer
        if offer is None or not self.people <= set(offer.yes) or self.asks_computers:
            return self
        before = replace(self, revision=self.revision - 1)  # asking and agreeing are one change
        if offer.kind == "takeback":
            asker = self.seats[offer.by].visitor
            assert asker is not None
            return before._at(self.undo_ply(asker))
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

    def draw_decided(self, content: bool) -> "Table":
        """The computers' answer to the draw that is offered."""
        return self._end("agreed", None) if content else self._next(offer=None)

    def resign(self, visitor: str, seat: int | None) -> "Table":
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
        if self.game.players == 2 or not self.others(visitor):
            return self._end("resigned", seat)
        name = say("Computer for {name}", name=self.seats[seat].label)[:NAME_LENGTH]
        computer = Sitter(
            *("computer", None, name, USUAL, self.seats[seat].key),
            left_by=visitor,
        )
        offer = self.offer if self.offer and self.offer.by != seat else None
        return self._next(seats=self._seated(seat, computer), offer=offer)._settled()

    def _seated(self, number: int, sitter: Sitter) -> tuple[Sitter, ...]:
        return (*self.seats[:number], sitter, *self.seats[number + 1 :])

    def sit_down(self, number: int, visitor: str, name: str) -> "Table":
        """Take a free seat; whoever sits here already, or comes too late, changes nothing."""
        sitter = self.seats[number]
        if sitter.kind != "open" or self.seats_of(visitor):
            return self
        if self.rated and not is_account(visitor):
            raise Refusal(say("This game is rated; sign in, then sit down."), 403)
        taken = Sitter("person", visitor, name, key=sitter.key, own=True)
        return self._next(seats=self._seated(number, taken))

    def open_transfer(self, visitor: str, number: int, digest: str, until: float) -> "Table":
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

    def take_along(self, visitor: str, name: str, digest: str, now: float) -> "Table":
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

    def renamed(self, visitor: str, name: str) -> "Table":
        """With a visitor's new name on their own seat: no change of the table itself, for names
        are kept with the visitors."""
        return replace(
            self,
            seats=tuple(
                replace(seat, name=name) if seat.own and seat.visitor == visitor else seat
                for seat in self.seats
            ),
        )

    def speak(self, visitor: str, phrase: Phrase) -> "Table":
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

    def followed_by(self, table: str, visitor: str) -> "Table":
        """With the table of the rematch, which whoever asked for it says aloud."""
        after = self._next(next_id=table)
        if not self.others(visitor):
            return after
        return replace(after, said=self._saying(self.seats_of(visitor)[0], "again"))


def untouchable(view: Position, touched: Sequence[str]) -> str:
    """Why the last of these marks cannot be touched after the others."""
    reason = view.game.guidance.refusal(view, touched) if _shown(view, touched) else ""
    if not reason:
        return say("Nothing can be done there now; what can be touched is outlined.")
    square = reason[1:2].isdigit()  # f7 stays as it is written
    return (reason if square else reason[0].upper() + reason[1:]).rstrip(".") + "."


def _begins(touched: list[str], path: Sequence[str]) -> bool:
    """Whether these marks are some of a longer path, from either end."""
    return len(touched) < len(path) and set(touched) <= set(path)


def _shown(view: Position, touched: Sequence[str]) -> bool:
    """Whether a person can have touched these marks one after the other: all but the last belong to
    a move, and the last is in the drawing. Games are asked about nothing else."""
    *before, mark = touched
    if before and (
        view.to_move == CHANCE
        or not any(_begins(before, view.touches(move)) for move in view.moves)
    ):
        return False
    return f'data-at="{escape(mark)}"' in view.svg()
