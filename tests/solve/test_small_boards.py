"""Small boards of Linage and Linear: every value against plain minimax, the law on larger ones."""

import importlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linden
from linden import Position, TablebaseError
from linden.solve.exact import Solved, solvable, solver_for
from linden.solve.files import NO_POSITION
from linden.solve.results import Shares, totals
from linden.solve.solver import build
from solve import naive


def solved(game: linden.Game) -> Solved:
    solver = solver_for(game)
    table = np.full(solver.size, NO_POSITION, np.int8)
    for step in range(solver.steps):
        solver.solve_step(table, step, 2)
    return Solved(solver, table)


def agree(known: Solved, start: Position) -> int:
    """Compare every position that can be reached; how many there are."""
    values: dict[Position, float] = {}
    naive.lead(start, values)
    for position, lead in values.items():
        assert known.worth(position).lead == pytest.approx(lead), position.text
    return len(values)


LINAGE = [("3", 3), ("3", 2), ("3x4", 3)]


@pytest.mark.parametrize(("size", "line"), LINAGE)
def test_linage_is_worth_what_minimax_says(size: str, line: int) -> None:
    """Every position of play, either side first; the other side by turning the board over."""
    game = linden.load("linage", size=size, line=line, komi=0)
    known = solved(game)
    assert agree(known, game.start()) > 10
    state: Any = game.start().state
    state.turn = 1
    assert agree(known, Position(game, state)) > 10


def test_the_fair_komi_makes_a_draw() -> None:
    """Whoever names it, and whichever side is taken."""
    known = solved(linden.load("linage", size=3))
    start = known.game.start()
    moves = known.moves(start)
    assert moves[0][0] == "komi 4"
    assert moves[0][1].lead == 0
    assert all(worth.lead < 0 for _, worth in moves[1:])
    assert known.moves(start.play("komi 5"))[0][0] == "horizontal"
    assert known.worth(start.play("komi 2.5")).lead == -1.5


@pytest.mark.parametrize("size", ["4", "4x5"])
def test_larger_linage_boards_keep_the_law(size: str) -> None:
    known = solved(linden.load("linage", size=size, komi=0))
    assert known.solver.check(known.values, 20_000, 1, 2) == (20_000, 0)


@pytest.mark.parametrize("equal_moves", [False, True])
@pytest.mark.parametrize("board", [".../...", "..#/...", ".#./.../.#.", "....."])
def test_linear_is_worth_what_minimax_says(board: str, equal_moves: bool) -> None:
    """Every position from every pair of starting squares, the chance of the drop included."""
    game = linden.load("linear", board=board, equal_moves=equal_moves)
    assert agree(solved(game), game.start()) > 20


@pytest.mark.parametrize("equal_moves", [False, True])
def test_larger_linear_boards_keep_the_law(equal_moves: bool) -> None:
    known = solved(linden.load("linear", board="4x4", equal_moves=equal_moves))
    assert known.solver.check(known.values, 20_000, 1, 2) == (20_000, 0)
    shares = Shares.of(totals(known.values))
    assert shares.positions == (3**12 - 2 * 2**12 + 1) * (2 if equal_moves else 1)


class Stop(Exception):  # noqa: N818 - somebody pulls the plug
    """The build is interrupted."""


@pytest.mark.parametrize(
    "game", [linden.load("linage", size="3x4"), linden.load("linear", board="4x4")]
)
def test_an_interrupted_build_goes_on_where_it_was(game: linden.Game, tmp_path: Path) -> None:
    solver, path = solver_for(game), tmp_path / "a.table"
    done: list[float] = []

    def stop_half_way(share: float) -> None:
        done.append(share)
        if share > 0.5:
            raise Stop

    with pytest.raises(Stop):
        build(solver, path=path, report=stop_half_way)
    assert not path.exists()
    more: list[float] = []
    build(solver, path=path, report=more.append)
    assert len(done) + len(more) == solver.steps
    assert more[0] > done[-1]
    table = solver.open(path)
    table.check()
    assert (table.body == solved(game).values).all()
    assert not (tmp_path / "a.table.part").exists()


def test_every_folder_is_a_solver_of_a_game() -> None:
    assert solvable()
    assert set(solvable()) <= set(linden.games())
    for name in solvable():
        assert ":" in importlib.import_module(f"linden.solve.{name}").SOLVER


def test_what_is_too_large_is_refused_with_a_sentence() -> None:
    for game, reason in (
        (linden.load("linage", size=7), "up to 36 points"),
        (linden.load("linear"), "up to 21 squares"),
        (linden.load("linear", board="4x4", blockers=True), "and blockers"),
        (linden.load("linos"), "has no tablebase"),
    ):
        with pytest.raises(TablebaseError, match=reason):
            solver_for(game)
