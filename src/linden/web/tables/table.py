"""One table: who sits there, the game so far, and what anybody may do. No input or output.

A table never changes. What somebody does makes the next one, a revision later, or is refused with
a sentence; ``changing`` keeps it on the disk first and shows it after. Its facts are in ``moment``,
what concerns offers, seats and time in ``offering``, ``seating`` and ``timing``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from linden.core.errors import IllegalMove
from linden.core.position import Position
from linden.core.seats import CHANCE
from linden.players.chance import roll
from linden.web.errors import Refusal
from linden.web.tables.moment import dice
from linden.web.tables.scene import EVERYTHING, ROLL, Perspective, redacted
from linden.web.tables.timing import Timing
from linden.web.texts import say


@dataclass(frozen=True)
class Table(Timing):
    """A table, with what may be seen and played there."""

    def play(self, visitor: str, version: int, move: str) -> "Table":
        """A person's move, however it is written; ``roll`` lets chance act."""
        if not self.seats_of(visitor):
            raise Refusal(say("You are watching; the seats are taken by others."))
        if self.over:
            raise Refusal(say("The game is over."))
        self.check_version(version)
        if self.waiting:
            raise Refusal(say("The game begins when every seat is taken."))
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
        if self.rated:
            raise Refusal(say("Rated games are played without hints."))
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
        if not self.over and self.level is not None and self.seats_of(visitor):
            raise Refusal(say("This game is rated. Finish it, or resign, first."), 409)
        if not self.over and self.seats_of(visitor) and self.others(visitor):
            raise Refusal(
                say("Others are playing with you here. Finish the game, or resign, first."), 409
            )


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
