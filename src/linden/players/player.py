"""What every player is: somebody who is shown a position and answers with a choice."""

import random
import threading
from abc import ABC, abstractmethod

from linden.core.game import Game
from linden.core.position import Position
from linden.core.seats import CHANCE
from linden.players.budget import Budget
from linden.players.choice import Choice


class Player(ABC):
    """Who plays ``game``.

    >>> import linden
    >>> game = linden.load("linja")
    >>> choice = linden.player(game, level=5, seed=1).choose(game.start())
    >>> choice.move in game.start().moves
    True
    """

    game: Game
    _loaded = False
    _given: tuple[float | None, int | None] = (None, None)

    @classmethod
    def objection(cls, game: Game) -> str:
        """Why this kind cannot play ``game``, in a sentence; empty if it can."""
        return ""

    def load(self) -> None:  # noqa: B027 - some have nothing to load
        """Have ready what is compiled for choosing; the first ``choose`` does so too."""

    def interpret(self) -> bool:
        """Answer by plain Python from now on, as nothing is compiled yet: the same moves, later.
        ``False`` for who would take too long at it, and goes on as before."""
        return False

    def close(self) -> None:  # noqa: B027 - few hold anything
        """Let go of what it holds, such as a program that runs."""

    def own_budget(self) -> tuple[float | None, int | None]:
        """Seconds and nodes for who is asked without a budget; most kinds have none."""
        return None, None

    def give(self, seconds: float | None, nodes: int | None) -> None:
        """A budget for every choice that is asked for without one."""
        if seconds is not None or nodes is not None:
            Budget(seconds, nodes).check()
        self._given = (seconds, nodes)

    def vary(self, points: float) -> None:  # noqa: B027 - most searches vary by themselves
        """Take any of the moves that are as good as the best up to so many points, so that no
        two games need be alike; which one is for the seed to say."""

    @property
    def budget(self) -> tuple[float | None, int | None]:
        """The seconds and nodes of a choice that is asked for without any: those that were given,
        or its own."""
        return self.own_budget() if self._given == (None, None) else self._given

    def choose(
        self,
        position: Position,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        cancel: threading.Event | None = None,
    ) -> Choice:
        """A move for the seat whose turn it is, found in ``seconds``, or by ``nodes``, or until
        one of them is spent.

        Only what the seat may know is looked at. Setting ``cancel`` ends the search at once with
        ``Cancelled``.
        """
        if seconds is None and nodes is None:
            seconds, nodes = self.budget
        seat = chooser(self.game, position)
        Budget(seconds, nodes).check()
        if not self._loaded:  # before the clock starts
            self.load()
            self._loaded = True
        return self.think(position.view(seat), seat, Budget(seconds, nodes, cancel))

    @abstractmethod
    def think(self, view: Position, seat: int, budget: Budget) -> Choice:
        """A move for ``seat``, which sees ``view``."""


def chooser(game: Game, position: Position) -> int:
    """The seat to choose for; a ``ValueError`` where there is none."""
    if position.game != game:
        raise ValueError(f"This player plays {game!r}, not {position.game!r}.")
    if position.over:
        raise ValueError("The game is over; there is nothing to choose.")
    seat = position.to_move
    if seat is None or seat == CHANCE:
        raise ValueError("Chance acts here; a player chooses only for a seat.")
    return seat


def bonuses(view: Position, seed: int, most: float) -> dict[str, float]:
    """By how much each move is to look better than it is, so that moves of nearly the same value
    take turns: up to ``most``, the same for the same seed and position."""
    if most <= 0:
        return {}
    rng = random.Random(f"{seed} {view.key}")
    return {move: rng.uniform(0, most) for move in view.moves}
