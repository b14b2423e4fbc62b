"""Exact expectations in a budget: what each seat can expect to win, if the end is near enough."""

import random
import threading
from dataclasses import dataclass
from typing import Any

import numpy as np

from linden.core.game import Game
from linden.core.position import Position
from linden.core.seats import CHANCE
from linden.players import expectimax
from linden.players.budget import Budget, Pace
from linden.players.chance import roll

LONGEST_LINE = 63
"""Moves and outcomes a line may have; with a longer one the exact search is given up."""
TABLE_BITS = 20
NEAR = 14
"""Moves and outcomes to the end of a game below which it is worth trying."""


@dataclass(frozen=True)
class Expected:
    """What perfect play is worth."""

    returns: tuple[float, ...]
    """What each seat can expect to win."""
    move: str | None
    """The best move, unless chance acts."""
    nodes: int
    seconds: float

    @property
    def win(self) -> tuple[float, ...]:
        """The same as shares of the win, which sum to 1."""
        seats = len(self.returns)
        return tuple((gain + 1) / seats for gain in self.returns)


class Expectation:
    """The exact search, for any game with chance and nothing hidden."""

    def __init__(self, game: Game, *, table_bits: int = TABLE_BITS) -> None:
        if game.facts.hidden:
            raise ValueError(f"Exact expectations need a game with nothing hidden, not {game!r}.")
        self.game = game
        seats, plies = game.players, LONGEST_LINE + 1
        self._states: Any = np.zeros(plies, game.state_type)
        self._frames: Any = np.zeros(plies, expectimax.Frame)
        self._moves: Any = np.zeros((plies, game.rules.MOST_MOVES), np.int32)
        self._shares: Any = np.zeros((plies, game.rules.MOST_MOVES), np.int64)
        self._best: Any = np.zeros((plies, seats))
        self._table: Any = np.zeros(1 << table_bits, expectimax.Entry)
        self._known: Any = np.zeros((1 << table_bits, seats))
        self._history: Any = np.zeros((seats, game.rules.MOVES), np.int64)
        self._head: Any = np.zeros(4, np.int64)
        self._value: Any = np.zeros(seats)
        self._lock = threading.Lock()

    def load(self) -> None:
        """Have the compiled search ready before a clock starts."""
        with self._lock:
            start = self.game.start()._state.copy()
            expectimax.begin(self._states, start, self._frames, self._head)
            self._slice(0)

    def find(self, position: Position, budget: Budget) -> Expected | None:
        """The exact value of a position that is not over, or ``None`` if the budget is too small or
        a line too long.

        A budget of nodes gives the same answer whatever was asked before.
        """
        with self._lock:
            if budget.nodes is not None:
                self._table[:] = 0
            return self._find(position, budget)

    def _find(self, position: Position, budget: Budget) -> Expected | None:
        if distance(position, LONGEST_LINE) > LONGEST_LINE:
            return None
        head = self._head
        head[expectimax.NODES] = 0
        self._history[:] = 0
        expectimax.begin(self._states, position._state.copy(), self._frames, head)
        pace = Pace(budget, first=500, least=100)
        done = False
        while not done:
            left = None if budget.nodes is None else budget.nodes - int(head[expectimax.NODES])
            size = pace.next(left)
            if size <= 0:
                return None
            done = self._slice(size)
        if head[expectimax.MODE] == expectimax.GIVEN_UP:
            return None
        move = None
        if position.to_move != CHANCE:
            code = int(head[expectimax.ROOT_MOVE])
            move = self.game.notation.move_text(position.state, code)
        returns = tuple(self._value.tolist())
        return Expected(returns, move, int(head[expectimax.NODES]), budget.spent)

    def _slice(self, budget: int) -> bool:
        return bool(
            expectimax.search(
                self._states,
                self._frames,
                self._moves,
                self._shares,
                self._best,
                self._table,
                self._known,
                self._history,
                self._head,
                self._value,
                budget,
            )
        )


def distance(position: Position, most: int) -> int:
    """How many moves and outcomes a random game still has from here; ``most`` + 1 if it has more
    than ``most``, as some games need never end."""
    rng = random.Random(position.key)
    moves = 0
    while not position.over and moves <= most:
        chance = position.to_move == CHANCE
        position = position.play(roll(position, rng) if chance else rng.choice(position.moves))
        moves += 1
    return moves
