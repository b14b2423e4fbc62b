"""``Batch``: many games side by side, for agents that learn or search in bulk."""

from typing import Any

import numpy as np

from linden.batch import kernels
from linden.batch.threads import spread
from linden.core.errors import IllegalMove
from linden.core.game import Game
from linden.core.position import Position
from linden.core.seats import OVER

PICKS = 0x5EED
"""Streams for ``sample`` begin here, apart from those that roll the dice."""


class Batch:
    """``n`` games of ``game``, each waiting for a move of one of its seats.

    >>> import linden
    >>> batch = linden.Batch(linden.load("linja"), 3, seed=1)
    >>> batch.step(batch.sample())
    >>> batch.to_move.tolist()
    [0, 0, 0]

    Chance acts inside ``step``. A game that ends is followed at once by the place's next one;
    ``over``, ``scores`` and ``returns`` tell of the games that the last step ended. Everything
    depends on the seed and the moves alone, not on threads. Arrays are the caller's to read;
    they change with the next step.
    """

    device = "cpu"

    def __new__(cls, game: Game, n: int, seed: int = 0, device: str = "cpu", **how: Any) -> "Batch":
        if device == "gpu":
            from linden.batch.gpu import GpuBatch

            return super().__new__(GpuBatch)
        if device != "cpu":
            raise ValueError(f"A device is cpu or gpu, not {device!r}.")
        return super().__new__(cls)

    def __init__(
        self,
        game: Game,
        n: int,
        seed: int = 0,
        device: str = "cpu",
        threads: int | None = None,
        start: Position | None = None,
    ) -> None:
        if n < 1:
            raise ValueError(f"A batch has at least one game, not {n}.")
        begins = game.start() if start is None else start
        if begins.game != game or begins.over:
            raise ValueError("A batch starts from a position of its game that is not over.")
        self.game = game
        self.n = n
        self.seed = seed
        self._threads = threads
        self._start = np.zeros(1, game.state_type)
        self._start[0] = begins.state
        self._allocate()
        self.reset()
        if (self._host(self.to_move) == OVER).any():
            raise ValueError(f"{game!r} can end before anybody chooses; there is nothing to step.")

    def _allocate(self) -> None:
        n, seats, most = self.n, self.game.players, self.game.rules.MOST_MOVES
        self.states = self._zeros(n, self.game.state_type)
        self.to_move = self._zeros(n, np.int32)
        self.over = self._zeros(n, np.bool_)
        self.scores = self._zeros((n, seats), np.float32)
        self.returns = self._zeros((n, seats), np.float32)
        self._moves = self._zeros((n, most), np.int32)
        self._counts = self._zeros(n, np.int32)
        self._rngs = self._zeros((n, 1), np.uint64)
        self._picks = self._zeros((n, 1), np.uint64)
        self._numbers = self._zeros(n, np.uint64)
        self._wrong = self._zeros(n, np.bool_)

    def _zeros(self, shape: Any, dtype: Any) -> Any:
        return np.zeros(shape, dtype)

    def _run(self, name: str, *arguments: Any) -> None:
        """Call the loop ``name`` over all places."""
        loop = getattr(kernels, f"{name}_all")
        spread(lambda low, high: loop(*arguments, low, high), self.n, self._threads)

    # -- playing

    def reset(self) -> None:
        """Every place starts its first game again."""
        self._fill(self._numbers, np.arange(self.n, dtype=np.uint64))
        picks = np.uint64(self.seed) + np.uint64(PICKS)
        self._run("seek", self._picks, picks, self._numbers)
        self._run(
            "begin", self.states, self._start, self._rngs, np.uint64(self.seed), self._numbers
        )
        self._fill(self.over, False)
        self._fill(self.scores, 0)
        self._fill(self.returns, 0)
        self._list()

    def step(self, moves: Any, *, check: bool = True) -> None:
        """Make a move in every game. ``check=False`` trusts that all are legal."""
        chosen = self._taken(moves)
        if check:
            self._run("check", self._moves, self._counts, chosen, self._wrong)
            self._refuse(chosen)
        self._run(
            "step",
            self.states,
            self._start,
            self._rngs,
            np.uint64(self.seed),
            self._numbers,
            chosen,
            self.over,
            self.scores,
            self.returns,
        )
        self._list()

    def _taken(self, moves: Any) -> Any:
        chosen = np.asarray(moves)
        if chosen.shape != (self.n,) or chosen.dtype.kind not in "iu":
            raise ValueError(f"A step takes {self.n} whole numbers, one move for each game.")
        return chosen.astype(np.int32, copy=False)

    def _refuse(self, chosen: Any) -> None:
        wrong = self._host(self._wrong)
        if wrong.any():
            i = int(np.flatnonzero(wrong)[0])
            raise IllegalMove(
                f"{int(wrong.sum())} of {self.n} moves are illegal, the first in game {i}: "
                f"{int(self._host(chosen)[i])}. Nothing was played."
            )

    def _host(self, array: Any) -> Any:
        """The array where NumPy can read it."""
        return array

    def _list(self) -> None:
        self._run("list", self.states, self._moves, self._counts, self.to_move)

    def _fill(self, array: Any, value: Any) -> None:
        array[...] = value

    # -- looking

    @property
    def moves(self) -> Any:
        """The legal moves of each game, a row each; ``counts`` says how many are meant."""
        return self._moves

    @property
    def counts(self) -> Any:
        """How many legal moves each game has."""
        return self._counts

    def mask(self, out: Any = None) -> Any:
        """The legal moves as flags, ``n`` rows of ``MOVES``; into ``out`` if given."""
        out = self._zeros((self.n, self.game.rules.MOVES), np.bool_) if out is None else out
        self._run("mark", self._moves, self._counts, self._given(out))
        return out

    def observe(self, out: Any = None) -> Any:
        """What the seat to move in each game sees, as float32; into ``out`` if given."""
        size = int(np.prod(self.game.observation))
        out = self._zeros((self.n, size), np.float32) if out is None else out
        self._run("observe", self.states, self.to_move, self._given(out))
        return out

    def sample(self, out: Any = None) -> Any:
        """A uniformly random legal move for each game; into ``out`` if given."""
        out = self._zeros(self.n, np.int32) if out is None else out
        self._run("sample", self.states, self._picks, self._given(out))
        return out

    def _given(self, out: Any) -> Any:
        """An array of the caller's, as the loops take it."""
        return out

    def position(self, i: int) -> Position:
        """Game ``i`` as a ``Position``."""
        return Position(self.game, self._host(self.states[i : i + 1])[0])
