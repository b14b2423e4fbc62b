"""What a choice may cost: seconds, nodes, and a way to call it off."""

import threading
import time
from dataclasses import dataclass, field

SLICE_SECONDS = 0.004
"""How long a search runs before it looks at the clock and at whether it was called off."""
LONGEST = 86_400


class Cancelled(RuntimeError):  # noqa: N818 - nothing went wrong: somebody changed their mind
    """The choice was called off."""


@dataclass(frozen=True)
class Budget:
    """Seconds from when it was made, or nodes, or whichever is spent first."""

    seconds: float | None = None
    nodes: int | None = None
    cancel: threading.Event | None = None
    began: float = field(default_factory=time.perf_counter)

    def check(self) -> None:
        """A ``ValueError`` for what cannot be asked for."""
        if self.seconds is None and self.nodes is None:
            raise ValueError("Give a budget: seconds, or nodes, or both.")
        if self.seconds is not None and not 0 < self.seconds <= LONGEST:
            raise ValueError(f"Seconds are more than 0 and at most a day, not {self.seconds}.")
        if self.nodes is not None and self.nodes < 1:
            raise ValueError(f"Nodes are 1 or more, not {self.nodes}.")

    @property
    def spent(self) -> float:
        """Seconds since it was made."""
        return time.perf_counter() - self.began

    @property
    def called_off(self) -> bool:
        return self.cancel is not None and self.cancel.is_set()

    @property
    def out_of_time(self) -> bool:
        """Whether what is left is just enough to say what was found."""
        if self.seconds is None:
            return False
        return self.spent >= self.seconds - min(0.04, 0.06 * self.seconds)

    def raise_if_called_off(self) -> None:
        """``Cancelled``, if it was called off."""
        if self.called_off:
            raise Cancelled("The search was called off.")

    def part(self, share: float, *, nodes: float | None = None) -> "Budget":
        """A new budget: this ``share`` of the seconds and nodes of this one, or ``nodes`` times
        as many nodes."""
        return Budget(
            None if self.seconds is None else self.seconds * share,
            None if self.nodes is None else max(1, int(self.nodes * (nodes or share))),
            self.cancel,
        )


class Pace:
    """How many nodes to look at before the next look at the clock."""

    def __init__(self, budget: Budget, *, first: int, least: int = 1) -> None:
        self._budget = budget
        self._size = first
        self._least = least
        self._looked: float | None = None

    def next(self, left: int | None = None) -> int:
        """So many, of the ``left`` ones where these are counted; 0 when the budget is spent."""
        now = time.perf_counter()
        if self._looked is not None:
            fitting = int(self._size * SLICE_SECONDS / max(now - self._looked, 1e-5))
            self._size = max(self._least, min(fitting, 4 * self._size))
        self._looked = now
        if self._budget.called_off or self._budget.out_of_time:
            return 0
        return self._size if left is None else min(self._size, left)
