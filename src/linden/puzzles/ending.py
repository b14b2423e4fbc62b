"""The end of a game for two without chance, searched to its last move by alpha-beta."""

from collections.abc import Mapping

from linden.core.game import Game
from linden.core.position import Position
from linden.players import alphabeta
from linden.players.iterative_deepening import PLIES, Room

FIRST_TURNS = 2
"""How deep the first search is; each further one is twice as deep, until all lines end the game.

One turn more at a time would not do: a reduced search is content with what the transposition table
has from the search before, which was a turn less deep, and with it goes on that it was guessed. So
guesses can be handed on for ever, though nothing is left to guess."""
TRANSPOSITION_BITS = 17


class Ending:
    """Finds the best move and by how much it leads in the end, or says that it cannot."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._room = Room(game, TRANSPOSITION_BITS)
        self.nodes = 0
        """What the last answer took."""

    def forget(self) -> None:
        """Begin with an empty transposition table, so that answers depend on nothing before."""
        self._room.memory.transpositions[:] = 0
        self._room.memory.history[:] = 0

    def best(
        self, view: Position, nodes: int, handicap: Mapping[str, float] | None = None
    ) -> tuple[str, float] | None:
        """The best move of a position and its mover's final lead; ``None`` where that takes more
        nodes. Moves may be given some points more than they are worth, for the comparison alone."""
        room = self._room
        room.stack.bonuses[:] = 0
        for move, points in (handicap or {}).items():
            room.stack.bonuses[view.code(move)] = points
        head = room.progress.head
        head[alphabeta.NODES] = 0
        turns, proven = FIRST_TURNS, False
        while not proven and turns < PLIES // 2:
            alphabeta.begin(room.stack, view._state.copy(), turns, alphabeta.INFINITE, head)
            left = nodes - int(head[alphabeta.NODES])
            done = left > 0 and alphabeta.search(room.stack, room.memory, room.progress, left)
            self.nodes = int(head[alphabeta.NODES])
            if not done:
                return None
            proven = not head[alphabeta.GUESSED]
            turns *= 2
        if not proven:
            return None
        margin = float(room.progress.result[0])
        move = self.game.notation.move_text(view.state, int(head[alphabeta.ROOT_MOVE]))
        return move, margin if view.turn == 0 else -margin
