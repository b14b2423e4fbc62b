"""Linear's solver: layers of equally many tokens, and what they say of a position."""

from math import comb
from typing import Any

from linden.batch.threads import spread
from linden.core.errors import TablebaseError
from linden.core.game import Game
from linden.core.position import Position
from linden.games.linear.board import layout
from linden.games.linear.positions import squares_in
from linden.games.linear.rules import EXTRA, SLIDE, WHITE
from linden.solve import law
from linden.solve.linear.codes import Ground, ground, solve_sets
from linden.solve.linear.law import LONGEST_LINE
from linden.solve.solver import Report, Solver

MOST_SQUARES = 21


class LinearSolver(Solver):
    """Boards of up to 21 squares without blockers, whatever the start."""

    rules = 1

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        board = layout(game.options["board"])
        if game.options["blockers"] or len(board.squares) > MOST_SQUARES:
            raise TablebaseError(
                f"Linear Progression is solved on boards of up to {MOST_SQUARES} squares without "
                f"blockers; this one has {len(board.squares)} squares"
                f"{' and blockers' if game.options['blockers'] else ''}."
            )
        self.halves = 2 if game.options["equal_moves"] else 1
        self.ground: Ground = ground(board, self.halves)
        self.half: int = 3 ** len(board.squares)
        self.size = self.halves * self.half
        self.steps = len(board.squares) - 1

    @property
    def facts(self) -> dict[str, Any]:
        options = self.game.options
        return {"board": options["board"], "equal_moves": options["equal_moves"]}

    def tokens(self, step: int) -> int:
        """The full board is solved first."""
        return len(self.ground.squares) - step

    def share(self, step: int) -> float:
        squares = len(self.ground.squares)
        done = range(self.tokens(step), squares + 1)
        return float(sum(comb(squares, tokens) << tokens for tokens in done) / self.half)

    def solve_step(self, body: Any, step: int, threads: int | None) -> None:
        maps = self.ground.maps
        tokens = self.tokens(step)
        first, end = int(maps.start[tokens]), int(maps.start[tokens + 1])
        for sweep in range(2):

            def stretch(low: int, high: int, sweep: int = sweep) -> None:
                solve_sets(body, maps, sweep, first + low, first + high)

            spread(stretch, end - first, threads, least=1)

    def solve_on_gpu(self, report: Report) -> Any:
        from linden.solve.linear.gpu import solve

        return solve(self, report)

    def look(self, values: Any, position: Position) -> int | None:
        state = position.state
        if state.part not in (SLIDE, EXTRA):
            return None
        us = int(state.turn)
        number = {square: i for i, square in enumerate(self.ground.squares)}
        code = 0
        for digit, seat in ((1, us), (2, 1 - us)):
            code += sum(digit * 3 ** number[square] for square in squares_in(state.tokens[seat]))
        value = int(values[self.index(code, us)])
        return value if us == WHITE else -value

    def index(self, code: int, turn: int) -> int:
        """Where a position is in the tablebase, by whose turn it is."""
        return code + (self.half if self.halves == 2 and turn != WHITE else 0)

    def check(self, values: Any, samples: int, seed: int, threads: int | None) -> tuple[int, int]:
        maps = self.ground.maps
        return law.check(self.game, values, maps, LONGEST_LINE, samples, seed, threads)
