"""What a player answers: its move, and why."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Candidate:
    """A move that was considered."""

    move: str
    value: float
    """The share of the win it promises the seat to move, from 0 to 1."""
    visits: int
    """How much thought it got."""
    proven: bool = False
    """Whether the value is certain."""


@dataclass(frozen=True)
class Choice:
    """The chosen move with what the player thinks of the position.

    >>> import linden
    >>> game = linden.load("linja")
    >>> choice = linden.player(game, "alphabeta").choose(game.start(), nodes=2000)
    >>> choice.move == choice.line[0] == choice.candidates[0].move
    True
    >>> choice.proven, sum(choice.win)
    (False, 1.0)
    """

    move: str
    win: tuple[float, ...]
    """Each seat's share of the win, from 0 to 1; they sum to 1. A level tells chances that come
    true (``core/chances.py``), other kinds what their search has found."""
    scores: tuple[float, ...]
    """Each seat's expected final score."""
    line: tuple[str, ...]
    """The moves it expects, its own first; outcomes of chance among them."""
    candidates: tuple[Candidate, ...]
    """All moves it considered, the best first."""
    nodes: int
    """Simulations made for this choice."""
    seconds: float
    proven: bool = False
    """Whether the value is certain."""
