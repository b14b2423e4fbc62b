"""One game as environments play it: chance acts by itself, from a stream of its own."""

import random

from linden.core.game import Game
from linden.core.position import Position
from linden.core.seats import CHANCE
from linden.players.chance import roll


class Episode:
    """A game from its start, with the dice of ``seed``."""

    def __init__(self, game: Game, seed: int) -> None:
        self._dice = random.Random(seed)
        self.position = self._settled(game.start())

    def _settled(self, position: Position) -> Position:
        while position.to_move == CHANCE:
            position = position.play(roll(position, self._dice))
        return position

    def play_action(self, action: int) -> None:
        """Make a move; chance follows."""
        self.position = self._settled(self.position.play_action(action))

    def play(self, move: str) -> None:
        """The same, in people's notation."""
        self.position = self._settled(self.position.play(move))
