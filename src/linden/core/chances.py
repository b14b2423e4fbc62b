"""How sure a computer may be: from the shares of the win that a search finds to chances that come
true.

A search tells what it has seen, and is often too sure of it, or not sure enough: playouts are
poor games, hands are dealt as if they lay open, a lead in points says little in one game and
everything in another. So what people are told is calibrated: of all positions where somebody is
told 70%, that seat wins about 70 in 100 when strong computers play on. A game's folder has its
curves in ``chances.py``, written by ``linden calibrate``; without that file the usual ones serve.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from linden.core.position import Position

LEAST_SHARE = 1e-3
"""A search that has found nothing else is not surer than that."""
MIDDLE_NODES = 1000
"""The thought that ``Curve.trust`` and ``Curve.mover`` are for."""


@dataclass(frozen=True)
class Curve:
    """What the shares of one kind of search are worth, at one number of seats.

    The chance of a seat grows with its share to the power of ``trust``, and that of the seat to
    move is ``exp(mover)`` times as large::

        chance[seat]  ~  share[seat] ** trust * (exp(mover) if the seat is to move)

    Between two seats that is a straight line through logits. Both numbers may change while a game
    goes on, and with the thought that went into the search. Where no such line fits, ``steps``
    and ``others`` bend what comes out.
    """

    trust: float = 1.0
    trust_later: float = 0.0
    """Added by the end of a game, and in proportion before."""
    trust_deeper: float = 0.0
    """Added when a search is e times as large, beginning from ``MIDDLE_NODES``."""
    mover: float = 0.0
    mover_later: float = 0.0
    mover_deeper: float = 0.0
    steps: tuple[tuple[float, float], ...] = ()
    """Chances of the seat to move and what came of them, both rising, from (0, 0) to (1, 1);
    straight between."""
    others: float = 1.0
    """How far the line is trusted between those who are not to move, where there are several."""
    nodes: tuple[int, int] = (1, 10**9)
    """The least and the most thought that it was measured with; beyond, it stays as it is there."""

    def chances(
        self, shares: Sequence[float], seat: int, progress: float, nodes: int
    ) -> tuple[float, ...]:
        """The chances of all seats, ``seat`` being the one to move.

        >>> Curve(trust=2.0).chances((0.4, 0.6), 0, 0.0, 1000)[1] > 0.6
        True
        >>> Curve().chances((0.25, 0.75), 0, 0.0, 1000)
        (0.25, 0.75)
        """
        least, most = self.nodes
        deeper = math.log(min(max(nodes, least, 1), most) / MIDDLE_NODES)
        trust = self.trust + self.trust_later * progress + self.trust_deeper * deeper
        mover = self.mover + self.mover_later * progress + self.mover_deeper * deeper
        logits = [max(trust, 0.0) * math.log(max(share, LEAST_SHARE)) for share in shares]
        logits[seat] += mover
        top = max(logits)
        parts = [math.exp(logit - top) for logit in logits]
        whole = sum(parts)
        return self._bent([part / whole for part in parts], seat)

    def _bent(self, chances: Sequence[float], seat: int) -> tuple[float, ...]:
        """Chances with the steps applied to the seat to move, which a search knows most about; the
        others share the rest by the power of ``others``."""
        own = self._step(chances[seat])
        parts = [0.0 if it == seat else chance**self.others for it, chance in enumerate(chances)]
        rest = (1 - own) / sum(parts)
        return tuple(own if it == seat else part * rest for it, part in enumerate(parts))

    def _step(self, chance: float) -> float:
        for (low, below), (high, above) in pairwise(self.steps):
            if chance <= high:
                return below + (above - below) * (chance - low) / (high - low)
        return chance


USUAL_CURVE = Curve()
"""For what nobody has measured."""


def no_progress(position: "Position") -> float:
    """For a game that does not say how far it has come."""
    return 0.0


@dataclass(frozen=True)
class Chances:
    """How sure computers may be of a game."""

    curves: Mapping[tuple[str, int], Curve] = field(default_factory=dict)
    """By the kind of player and the number of seats."""
    progress: Callable[["Position"], float] = no_progress
    """How far a game has come: 0 at its start, about 1 at its end."""

    def curve(self, kind: str, seats: int) -> Curve:
        return self.curves.get((kind, seats), USUAL_CURVE)
