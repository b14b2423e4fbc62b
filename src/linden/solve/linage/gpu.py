"""Linage's layers on a GPU: a block of threads shares the upper part of its sets."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from linden.batch.gpu import compiler, usable
from linden.core.bits import how_many
from linden.core.game import Game
from linden.solve.files import NO_POSITION
from linden.solve.gpu import THREADS, filled
from linden.solve.law import Room, compare
from linden.solve.linage.law import LONGEST_LINE
from linden.solve.linage.sets import Board, Shape, solve_set
from linden.solve.solver import Report


def source() -> Callable[..., None]:
    """The kernel of a layer."""
    cuda = compiler()

    def solve_layer(values: Any, shape: Any, stones: Any) -> None:
        facts, turned, over = shape.board
        order, start, low_points = shape.order, shape.start, shape.low
        upper = np.uint64(cuda.blockIdx.x)
        rest = stones - how_many(upper)
        if rest >= 0 and rest <= low_points:
            base = upper << np.uint64(low_points)
            for i in range(start[rest] + cuda.threadIdx.x, start[rest + 1], cuda.blockDim.x):
                solve_set(values, facts, turned, over, base | np.uint64(order[i]))

    return solve_layer


@cache
def _kernel() -> Any:
    return usable().jit(source())


def on_device(board: Board) -> Board:
    """The same in the GPU's memory."""
    return Board(*map(usable().to_device, board))


def solve(shape: Shape, size: int, share: Callable[[int], float], report: Report) -> Any:
    """The whole tablebase, in the GPU's memory."""
    cuda = usable()
    values = filled(size, NO_POSITION)
    there = shape._replace(
        board=on_device(shape.board),
        order=cuda.to_device(shape.order),
        start=cuda.to_device(shape.start),
    )
    for step in range(shape.points + 1):
        launch = _kernel()[1 << (shape.points - shape.low), THREADS]
        launch(values, there, shape.points - step)
        cuda.synchronize()
        report(share(step))
    return values


# -- the law -------------------------------------------------------------------------------------


def law_source(dtype: Any, most_moves: int) -> Callable[..., None]:
    """The kernel that compares one random set a thread with its successors."""
    cuda = compiler()
    plies = LONGEST_LINE + 1  # the compiler wants a plain number

    def check(start: Any, seed: Any, values: Any, board: Any, wrong: Any) -> None:
        room = Room(
            cuda.local.array(plies, dtype),
            cuda.local.array((LONGEST_LINE, most_moves), np.int32),
            cuda.local.array(LONGEST_LINE, np.int64),
            cuda.local.array(LONGEST_LINE, np.int64),
            cuda.local.array(2, np.float64),
            cuda.local.array(1, np.uint64),
        )
        i = cuda.grid(1)
        if i < len(wrong):
            wrong[i] = compare(start, seed, i, i + 1, values, board, room)

    return check


@cache
def _law_kernel(dtype: Any, most_moves: int) -> Any:
    return usable().jit(law_source(dtype, most_moves))


def check(game: Game, board: Board, values: Any, samples: int, seed: int) -> int:
    """How many of so many random sets, in a tablebase on the GPU, break the law."""
    cuda = usable()
    start = np.zeros(1, game.state_type)
    start[0] = game.start().state
    wrong = cuda.to_device(np.zeros(samples, np.int8))
    kernel = _law_kernel(game.state_type, game.rules.MOST_MOVES)
    kernel[-(-samples // THREADS), THREADS](
        cuda.to_device(start), np.uint64(seed), values, on_device(board), wrong
    )
    return int(wrong.copy_to_host().sum())
