"""Exact expectations in a budget: expectimax to the end of the game, if that is near enough."""

import random
import threading
from dataclasses import dataclass

import numpy as np

from linden.core.game import Game
from linden.core.position import Position
from linden.core.seats import CHANCE
from linden.players import expectimax
from linden.players.budget import Budget, Pace
from linden.players.chance import roll

LONGEST_LINE = 63
"""Moves and outcomes a line may have; with a longer one the exact search is given up."""
TRANSPOSITION_BITS = 20
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

    def __init__(self, game: Game, *, transposition_bits: int = TRANSPOSITION_BITS) -> None:
        if game.facts.hidden:
            raise ValueError(f"Exact expectations need a game with nothing hidden, not {game!r}.")
        self.game = game
        seats, plies = game.players, LONGEST_LINE + 1
        most = game.rules.MOST_MOVES
        self._stack = expectimax.Stack(
            states=np.zeros(plies, game.state_type),
            frames=np.zeros(plies, expectimax.Frame),
            moves=np.zeros((plies, most), np.int32),
            weights=np.zeros((plies, most), np.int64),
            best=np.zeros((plies, seats)),
        )
        self._memory = expectimax.Memory(
            transpositions=np.zeros(1 << transposition_bits, expectimax.Entry),
            values=np.zeros((1 << transposition_bits, seats)),
            history=np.zeros((seats, game.rules.MOVES), np.int64),
        )
        self._progress = expectimax.Progress(head=np.zeros(4, np.int64), value=np.zeros(seats))
        self._lock = threading.Lock()

    def load(self) -> None:
        """Have the compiled search ready before a clock starts."""
        with self._lock:
            start = self.game.start()._state.copy()
            expectimax.begin(self._stack, start, self._progress.head)
            self._slice(0)

    def find(self, position: Position, budget: Budget) -> Expected | None:
        """The exact value of a position that is not over, or ``None`` if the budget is too small or
        a line too long.

        A budget of nodes gives the same answer whatever was asked before.
        """
        with self._lock:
            if budget.nodes is not None:
                self._memory.transpositions[:] = 0
            return self._find(position, budget)

    def _find(self, position: Position, budget: Budget) -> Expected | None:
        if distance(position, LONGEST_LINE) > LONGEST_LINE:
            return None
        head = self._progress.head
        head[expectimax.NODES] = 0
        self._memory.history[:] = 0
        expectimax.begin(self._stack, position._state.copy(), head)
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
        returns = tuple(self._progress.value.tolist())
        return Expected(returns, move, int(head[expectimax.NODES]), budget.spent)

    def _slice(self, budget: int) -> bool:
        return bool(expectimax.search(self._stack, self._memory, self._progress, budget))


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
