"""Linja's solver: layers of the tablebase on all cores, and what it says of a position."""

from functools import cached_property
from typing import Any

from linden.batch.threads import spread
from linden.core.errors import TablebaseError
from linden.core.game import Game
from linden.core.position import Position
from linden.games.linja.rules import OPENING, RED
from linden.solve import law
from linden.solve.linja.formations import (
    FARTHEST,
    LAYERS,
    Formations,
    blocks,
    formations,
    points_of,
)
from linden.solve.linja.law import LONGEST_TURN
from linden.solve.linja.turns import Known, settle_rows, solve_rows
from linden.solve.solver import Report, Solver


class LinjaSolver(Solver):
    """Any options but ``bonus=any``, with which a game need not end by itself (LJ-9)."""

    rules = 1
    steps = LAYERS
    minutes = 30

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        if game.options["bonus"] == "any":
            raise TablebaseError(
                "Linja with bonus=any can go on until the turn limit, so it cannot be solved "
                "backwards; bonus=followup can."
            )
        self.size = int(blocks().ends[0])
        self.meddle = bool(game.options["meddle"])

    @cached_property
    def points(self) -> Any:
        """What each formation is worth at the end; not needed to look anything up."""
        return points_of(int(self.game.options["own_side"]))

    @property
    def facts(self) -> dict[str, Any]:
        options = self.game.options
        return {"meddle": options["meddle"], "own_side": options["own_side"]}

    def share(self, step: int) -> float:
        return self.filled(step) / self.size

    def filled(self, step: int) -> int:
        return int(blocks().ends[layer_of(step)])

    def solve_step(self, body: Any, step: int, threads: int | None) -> None:
        s, layer = formations(), layer_of(step)
        low, high = movers(layer)

        known = self.known(body)

        def sweep(start: int, end: int) -> None:
            solve_rows(known, s, layer, self.meddle, low + start, low + end)

        def settle(start: int, end: int) -> None:
            settle_rows(known, s, layer, low + start, low + end)

        spread(sweep, high - low, threads)
        spread(settle, high - low, threads)

    def known(self, body: Any) -> Known:
        """What a layer is solved from."""
        s = formations()
        return Known(body, self.points, s.origin, s.first, s.moved)

    def solve_on_gpu(self, report: Report) -> Any:
        from linden.solve.linja.gpu import solve

        return solve(self.points, self.meddle, report)

    def look(self, values: Any, position: Position) -> int | None:
        state = position.state
        if state.part != OPENING:
            return None
        value = int(values[index(state, formations())])
        return value if state.turn == RED else -value

    def check(self, values: Any, samples: int, seed: int, threads: int | None) -> tuple[int, int]:
        return law.check(self.game, values, formations(), LONGEST_TURN, samples, seed, threads)


def layer_of(step: int) -> int:
    """The last layer is solved first."""
    return LAYERS - 1 - step


def movers(layer: int) -> tuple[int, int]:
    """The first formation of a mover in this layer, and the one after the last."""
    first = formations().first
    low, high = max(0, layer - FARTHEST), min(layer, FARTHEST)
    return int(first[low]), int(first[high + 1])


def index(state: Any, s: Formations) -> int:
    """Where a position at the start of a turn is in the tablebase."""
    own = [_formation(int(state.pawns[seat]), seat, s) for seat in (0, 1)]
    us, them = own if state.turn == RED else own[::-1]
    a, b = int(s.progress[us]), int(s.progress[them])
    size = int(s.first[a + 1] - s.first[a])
    return int(s.origin[b, a]) + them * size + us


def _formation(word: int, seat: int, s: Formations) -> int:
    """The number of a side's formation."""
    rows = list(word.to_bytes(8, "little" if seat == RED else "big"))
    left, found = sum(rows), 0
    for row, here in enumerate(rows[:-1]):
        found += int(s.ahead[row, left, here])
        left -= here
    return int(s.number[found])
