"""A table as a program sees it."""

from dataclasses import dataclass
from functools import cached_property

from linden.core.game import Game, load
from linden.core.position import Position
from linden.web import messages


@dataclass(frozen=True)
class State:
    """A table at one moment, as far as this player may know it."""

    told: messages.State
    """All that the server says, typed: seats, clocks, history, drawing."""

    @property
    def table(self) -> str:
        return self.told.id

    @property
    def version(self) -> int:
        """Counts what happens to the position."""
        return self.told.version

    @cached_property
    def game(self) -> Game:
        """The game with its options; one that is not installed here is a ``linden.GameError``."""
        return load(self.told.game.name, **self.told.game.options)

    @cached_property
    def position(self) -> Position:
        """The position; what this player may not know is concealed."""
        return self.game.parse(self.told.scene.text)

    @property
    def seats(self) -> list[int]:
        """One's own; empty when watching."""
        return self.told.viewer.seats

    @property
    def yours(self) -> bool:
        """Whether it is one's own turn."""
        return bool(self.told.scene.moves)

    @property
    def moves(self) -> list[str]:
        """What one may play now; ``roll`` lets chance act. Empty when it is another's turn."""
        return [move.move for move in self.told.scene.moves]

    @property
    def history(self) -> list[str]:
        """The moves so far."""
        return [entry.move for entry in self.told.history]

    @property
    def over(self) -> bool:
        return self.told.turn.kind == "over"

    @property
    def winners(self) -> list[int]:
        """Seats; none of them in a draw, or while the game runs."""
        return self.told.scene.result.winners if self.told.scene.result else []

    @property
    def called_off(self) -> bool:
        """Whether the game ended before it began, as somebody did not come."""
        result = self.told.scene.result
        return result is not None and result.how == "aborted"

    @property
    def opponents(self) -> list[str]:
        """Who sits on the other seats."""
        return [seat.label for seat in self.told.seats if seat.index not in self.seats]
