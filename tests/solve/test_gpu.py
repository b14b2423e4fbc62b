"""The solvers on a GPU: they compile anywhere; where there is one, its tables are the same."""

from typing import Any

import numba
import numpy as np
import pytest
from numba import boolean, cuda, int8, int64, uint16, uint64

import linden
from batch.test_gpu import ptx
from linden.games.linear.board import layout
from linden.solve.exact import solver_for
from linden.solve.files import NO_POSITION
from linden.solve.linage import gpu as linage
from linden.solve.linage.sets import shape
from linden.solve.linear import gpu as linear
from linden.solve.linear.codes import ground
from linden.solve.linja import gpu as linja
from linden.solve.linja import turns

GPU = cuda.is_available()

Bytes, Longs, Words, Grid = int8[::1], int64[::1], uint64[::1], int64[:, ::1]


Known = numba.types.NamedTuple((Bytes, Bytes, Grid, Longs, uint16[:, ::1]), turns.Known)
Shape = numba.typeof(shape(3, 3, 3))
Board = numba.typeof(shape(3, 3, 3).board)
Ground = numba.typeof(ground(layout("4x4"), 1).maps)


@pytest.mark.parametrize(
    ("source", "types"),
    [
        (linja.sources()["sweep"], (Known, Words, Words, Longs, int64, int64, boolean)),
        (linja.sources()["settle"], (Known, Longs, int64, int64)),
        (linage.source(), (Bytes, Shape, int64)),
        (linear.sources()["sweep"], (Bytes, Ground, int64, int64, int64)),
        (linear.sources()["settle"], (Bytes, Ground, int64, int64, int64)),
    ],
)
def test_the_layers_compile(source: Any, types: tuple[Any, ...]) -> None:
    assert ".visible .entry" in ptx(source, *types)


def test_the_law_compiles() -> None:
    game = linden.load("linage", size=3)
    state = numba.from_dtype(game.state_type)
    source = linage.law_source(game.state_type, game.rules.MOST_MOVES)
    assert "sm_90" in ptx(source, state[::1], uint64, Bytes, Board, Bytes)


SMALL = [
    linden.load("linage", size=4),
    linden.load("linage", size="4x5", line=2),
    linden.load("linear", board="4x4"),
    linden.load("linear", board="4x4", equal_moves=True),
]


def test_both_devices_make_the_same_table() -> None:
    """Compared byte by byte where there is a GPU; elsewhere asking for one is one sentence."""
    for game in SMALL:
        solver = solver_for(game)
        if not GPU:
            with pytest.raises(linden.DeviceError, match="needs an NVIDIA GPU"):
                solver.solve_on_gpu(lambda share: None)
            continue
        table = np.full(solver.size, NO_POSITION, np.int8)
        for step in range(solver.steps):
            solver.solve_step(table, step, None)
        there = solver.solve_on_gpu(lambda share: None)
        assert (there.copy_to_host() == table).all()
        if game.name == "linage":
            assert solver.check(there, 10_000, 1, None) == (10_000, 0)
