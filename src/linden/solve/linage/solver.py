"""Linage's solver: layers of sets with equally many stones, and what they say of a position."""

from math import comb
from typing import Any

from linden.batch.threads import spread
from linden.core.errors import TablebaseError
from linden.core.game import Game, load
from linden.core.position import Position
from linden.games.linage import sides
from linden.games.linage.rules import HORIZONTAL, PLAYING, VERTICAL
from linden.solve import law
from linden.solve.linage.law import LONGEST_LINE
from linden.solve.linage.sets import Shape, shape, solve_uppers
from linden.solve.solver import Report, Solver

MOST_POINTS = 36


class LinageSolver(Solver):
    """Boards of up to 36 points; the komi makes no difference to play."""

    rules = 1

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.width, self.height = sides(game.options["size"])
        self.line = int(game.options["line"])
        points = self.width * self.height
        if points > MOST_POINTS:
            raise TablebaseError(
                f"Linage is solved on boards of up to {MOST_POINTS} points; "
                f"{self.width}x{self.height} has {points}."
            )
        self.shape: Shape = shape(self.width, self.height, self.line)
        self.size = (1 if self.shape.square else 2) << points
        self.steps = points + 1

    @property
    def facts(self) -> dict[str, Any]:
        return {"size": f"{self.width}x{self.height}", "line": self.line}

    def share(self, step: int) -> float:
        points = self.shape.points
        return sum(comb(points, stones) for stones in range(step + 1)) / (1 << points)

    def solve_step(self, body: Any, step: int, threads: int | None) -> None:
        it = self.shape
        stones = it.points - step

        def stretch(low: int, high: int) -> None:
            solve_uppers(body, it, stones, low, high)

        spread(stretch, 1 << (it.points - it.low), threads)

    def solve_on_gpu(self, report: Report) -> Any:
        from linden.solve.linage.gpu import solve

        return solve(self.shape, self.size, self.share, report)

    def look(self, values: Any, position: Position) -> int | None:
        state = position.state
        if state.part != PLAYING or state.passes:
            return None
        side = VERTICAL if state.turn == state.vertical else HORIZONTAL
        lead = self.lead(values, stones_of(state), side)
        komi = int(state.komi)
        margin = 2 * lead - komi if state.vertical == 0 else komi - 2 * lead
        return margin // 2 if margin % 2 == 0 else margin / 2  # type: ignore[return-value]

    def lead(self, values: Any, stones: int, side: int) -> int:
        """By how much Vertical will lead, komi aside, with this side to move."""
        if side == VERTICAL:
            return int(values[stones])
        if self.shape.square:
            return -int(values[self.turned(stones)])
        return int(values[(1 << self.shape.points) + stones])

    def turned(self, stones: int) -> int:
        """The set turned over the diagonal."""
        points = range(self.shape.points)
        return sum(1 << int(self.shape.board.over[at]) for at in points if stones >> at & 1)

    def check(self, values: Any, samples: int, seed: int, threads: int | None) -> tuple[int, int]:
        """Without a komi, so that Vertical has seat 0; on the GPU where the values are there."""
        size = f"{self.width}x{self.height}"
        game = load(self.game.name, size=size, line=self.line, komi=0)
        if hasattr(values, "copy_to_host"):
            from linden.solve.linage import gpu

            return samples, gpu.check(game, self.shape.board, values, samples, seed)
        return law.check(game, values, self.shape.board, LONGEST_LINE, samples, seed, threads)


def stones_of(state: Any) -> int:
    """The set of stones on a board."""
    width, height = int(state.width), int(state.height)
    found = 0
    for row in range(height):
        empty = int(state.free_rows[row] | state.owned_rows[0, row] | state.owned_rows[1, row])
        found |= (((1 << width) - 1) & ~empty) << width * row
    return found
