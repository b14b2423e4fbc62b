"""The player that knows: every move from a tablebase of exact values."""

import random

from linden.core.errors import TablebaseError
from linden.core.game import Game
from linden.core.position import Position
from linden.players.budget import Budget
from linden.players.choice import Candidate, Choice
from linden.players.player import Player
from linden.solve.exact import Solved, solved

LONGEST_LINE = 12


class Perfect(Player):
    """Plays for the highest final margin, and never misses it; of equal moves it takes any."""

    def __init__(self, game: Game, seed: int = 0, known: Solved | None = None) -> None:
        self.game = game
        self._solved = known or solved(game)
        self._rng = random.Random(seed)

    @classmethod
    def objection(cls, game: Game) -> str:
        try:
            solved(game)
        except TablebaseError as error:
            return str(error)
        return ""

    def own_budget(self) -> tuple[None, int]:
        return None, 1

    def think(self, view: Position, seat: int, budget: Budget) -> Choice:
        """The budget is for others: looking up takes a few milliseconds."""
        moves = self._solved.moves(view)
        best = moves[0][1]
        move = self._rng.choice([move for move, worth in moves if worth == best])
        return Choice(
            move=move,
            win=(best.win, 1 - best.win),
            scores=best.scores(view),
            line=(move, *self.line(view.play(move), LONGEST_LINE - 1)),
            candidates=tuple(
                Candidate(text, worth.for_seat(seat).win, 1, proven=True) for text, worth in moves
            ),
            nodes=len(moves),
            seconds=budget.spent,
            proven=True,
        )

    def line(self, position: Position, most: int) -> list[str]:
        """How perfect play goes on, until chance acts or the game is over."""
        found: list[str] = []
        while position.to_move in range(self.game.players) and len(found) < most:
            found.append(self._solved.moves(position)[0][0])
            position = position.play(found[-1])
        return found
