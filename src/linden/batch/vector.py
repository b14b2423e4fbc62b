"""``Batch``: many games side by side, for agents that learn or search in bulk."""

from typing import Any, NoReturn

import numpy as np

from linden.batch import kernels
from linden.batch.kernels import HOLD, Numbering
from linden.batch.seeds import checked
from linden.batch.spelling import eights, spelling
from linden.batch.threads import spread
from linden.core.errors import IllegalMove
from linden.core.game import Game
from linden.core.observation import Form
from linden.core.position import Position
from linden.core.seats import OVER

PICKS = 0x5EED
"""Streams for ``sample`` begin here, apart from those that roll the dice."""
KEPT = ("states", "to_move", "over", "scores", "returns", "_marks", "_rngs", "_picks", "_numbers")
"""All that a batch is, beside its game and how it was made."""


class Batch:
    """``n`` games of ``game``, each waiting for an action of one of its seats.

    >>> import linden
    >>> batch = linden.Batch(linden.load("linja"), 3, seed=1)
    >>> batch.step(batch.sample())
    >>> batch.to_move.tolist()
    [0, 0, 0]

    Moves are numbered as ``game.actions`` tells. Chance acts inside ``step``. A game that ends is
    followed at once by the place's next one; ``over``, ``scores`` and ``returns`` tell of the games
    that the last step ended. With ``waits`` the place shows the end, and its next step, whatever
    the action, begins the next game. Everything depends on the seed and the actions alone, not on
    threads. Arrays are the caller's to read; they change with the next step.
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
        waits: bool = False,
    ) -> None:
        if n < 1:
            raise ValueError(f"A batch has at least one game, not {n}.")
        begins = game.start() if start is None else start
        if begins.game != game or begins.over:
            raise ValueError("A batch starts from a position of its game that is not over.")
        self.game = game
        self.n = n
        self.seed = seed
        self.waits = waits
        self._threads = threads
        self._start = np.zeros(1, game.state_type)
        self._start[0] = begins.state
        acts = game.actions
        self._numbering = Numbering(acts.row_words, acts.columns, acts.on_squares, acts.count)
        self._allocate()
        self.reset()
        if (self._host(self.to_move) == OVER).any():
            raise ValueError(f"{game!r} can end before anybody chooses; there is nothing to step.")

    def _allocate(self) -> None:
        n, seats = self.n, self.game.players
        self.states = self._zeros(n, self.game.state_type)
        self.to_move = self._zeros(n, np.int32)
        self.over = self._zeros(n, np.bool_)
        self.scores = self._zeros((n, seats), np.float32)
        self.returns = self._zeros((n, seats), np.float32)
        self._marks = self._zeros((n, self.game.actions.words), np.uint32)
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

    def reset(self, seed: int | None = None) -> None:
        """Every place starts its first game again, of another seed if one is given."""
        self.seed = checked(self.seed if seed is None else seed)
        self._fill(self._numbers, np.arange(self.n, dtype=np.uint64))
        picks = np.uint64((self.seed + PICKS) % 2**64)
        self._run("seek", self._picks, picks, self._numbers)
        self._run(
            "begin",
            self.states,
            self._start,
            self._rngs,
            np.uint64(self.seed),
            self._numbers,
            self._marks,
            self.to_move,
        )
        self._fill(self.over, False)
        self._fill(self.scores, 0)
        self._fill(self.returns, 0)

    def step(self, actions: Any, *, check: bool = True) -> None:
        """Take an action in every game; ``HOLD``, -1, leaves a game as it is.

        If one is illegal, nothing is played. ``check=False`` trusts that none is.
        """
        chosen = self._taken(actions)
        if check:
            self._check(chosen, actions)
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
            self.waits,
            self._marks,
            self.to_move,
        )

    def check(self) -> None:
        """Raise what a step found wrong. Here a step does so itself; on a GPU this waits for it."""

    def _check(self, chosen: Any, actions: Any) -> None:
        """Refuse what is illegal of ``chosen``, which are the ``actions`` of the caller."""
        self._run("check", self._marks, self._numbering, chosen, self.to_move, self._wrong)
        if self._wrong.any():
            refuse(self._wrong, actions)

    def _taken(self, actions: Any) -> Any:
        return fitted(whole_numbers(actions, self.n))

    def _whose(self, seats: Any) -> Any:
        """Seats of the caller's, as the loops take them; ``OVER`` stands for who moved last."""
        given = whole_numbers(seats, self.n)
        wrong = ((given < 0) | (given >= self.game.players)) & (given != OVER)
        if wrong.any():
            i = int(np.flatnonzero(wrong)[0])
            last = self.game.players - 1
            raise ValueError(f"Seats are 0 to {last}, not {int(given[i])}, as in place {i}.")
        return self._taken(given)

    def _host(self, array: Any) -> Any:
        """The array where NumPy can read it."""
        return array

    def _fill(self, array: Any, value: Any) -> None:
        array[...] = value

    # -- looking

    def mask(self, out: Any = None) -> Any:
        """The legal actions as flags, ``n`` rows of ``game.actions.count``; into ``out`` if
        given."""
        shape = (self.n, self.game.actions.count)
        out = self._zeros(shape, np.bool_) if out is None else out
        self._mask(self._fitting(out, shape, np.bool_))
        return out

    def _mask(self, out: Any) -> None:
        # Flags are copied as bytes: of truth values the compiler would look at each.
        self._run("mask", self._marks, self._numbering, eights(np.uint8), out.view(np.uint8))

    def observe(
        self,
        out: Any = None,
        dtype: Any = np.float32,
        *,
        seats: Any = None,
        all_seats: bool = False,
    ) -> Any:
        """What the seat to move in each game sees, or that of ``seats``; into ``out`` if given.

        Of a game that is over, the seat that moved last sees the end. ``all_seats`` adds what is
        hidden from it, for a critic: see ``Position.observe``.
        """
        seen = self.game.observation
        form = seen.form(dtype, all_seats)
        shape = (self.n, form.size)
        out = self._zeros(shape, dtype) if out is None else out
        fitting = self._fitting(out, shape, dtype)
        whose = self.to_move if seats is None or seats is self.to_move else self._whose(seats)
        self._observe(whose, form, seen.hidden_words if all_seats else 0, fitting)
        return out

    def _observe(self, seats: Any, form: Form, hidden: int, out: Any) -> None:
        seen, table = self.game.observation.words, eights(form.dtype)
        self._run("observe", self.states, seats, seen, hidden, spelling(form), table, out)

    def sample(self, out: Any = None) -> Any:
        """A uniformly random legal action for each game; into ``out`` if given."""
        out = self._zeros(self.n, np.int32) if out is None else out
        self._run("sample", self.states, self._picks, self._fitting(out, (self.n,), np.int32))
        return out

    def _fitting(self, out: Any, shape: tuple[int, ...], dtype: Any) -> Any:
        """An array of the caller's, as the loops take it, if it is what they write."""
        given = self._given(out)
        if tuple(given.shape) != shape:
            raise ValueError(f"The array has the shape {tuple(given.shape)}; this takes {shape}.")
        if given.dtype != dtype:
            raise ValueError(f"The array is of {given.dtype}; this takes {np.dtype(dtype)}.")
        return given

    def _given(self, out: Any) -> Any:
        if not isinstance(out, np.ndarray):
            raise ValueError(f"This writes into an array of NumPy, not a {type(out).__name__}.")
        return out

    def position(self, i: int) -> Position:
        """Game ``i`` as a ``Position``."""
        return Position(self.game, self._host(self.states[i : i + 1])[0])

    # -- keeping

    def save(self) -> dict[str, Any]:
        """All that is needed to go on from here, to the bit, as NumPy arrays and plain values."""
        kept = {name.strip("_"): np.array(self._host(getattr(self, name))) for name in KEPT}
        return {"game": self.game.name, "options": self.game.options, "seed": self.seed} | kept

    def restore(self, kept: dict[str, Any]) -> None:
        """Go on from what ``save`` returned, on any device."""
        if (kept["game"], kept["options"]) != (self.game.name, self.game.options):
            raise ValueError(f"These games are not of {self.game!r}.")
        seed = checked(kept["seed"])
        arrays = {name: kept[name.strip("_")] for name in KEPT}
        if len(arrays["states"]) != self.n:
            raise ValueError(f"These are {len(arrays['states'])} games; this batch has {self.n}.")
        self.seed = seed
        for name, array in arrays.items():
            self._fill(getattr(self, name), array)


def whole_numbers(given: Any, n: int) -> Any:
    """What the caller has given for each of ``n`` games, as an array."""
    numbers = np.asarray(given)
    if numbers.shape != (n,) or numbers.dtype.kind not in "iu":
        raise ValueError(f"This takes {n} whole numbers, one for each game.")
    return numbers


def fitted(numbers: Any) -> Any:
    """The numbers as ``int32``; what is beyond becomes the nearest, which is no action either."""
    if not np.can_cast(numbers.dtype, np.int32):
        least, most = np.iinfo(np.int32).min, np.iinfo(np.int32).max
        numbers = np.minimum(numbers, most)
        numbers = np.maximum(numbers, least) if numbers.dtype.kind == "i" else numbers
    return numbers.astype(np.int32, copy=False)


def refuse(wrong: Any, actions: Any) -> NoReturn:
    """Raise ``IllegalMove`` for the ``actions`` of the games where they are ``wrong``."""
    i = int(np.flatnonzero(wrong)[0])
    raise IllegalMove(
        f"{int(wrong.sum())} of {len(wrong)} actions are illegal, the first in game {i}: "
        f"{int(actions[i])}. Nothing was played."
    )


__all__ = ["HOLD", "Batch"]
