"""Linja's tablebase: its late layers against other searches, and the law they keep."""

import random
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest

import linden
from linden import Position, TablebaseError
from linden.games.linja.rules import PAWNS
from linden.players.iterative_deepening import AlphaBeta
from linden.solve.exact import Solved
from linden.solve.files import NO_POSITION
from linden.solve.linja.formations import LAYERS, formations, rank
from linden.solve.linja.solver import LinjaSolver, index, layer_of, movers
from linden.solve.linja.turns import STUCK, settle_rows, solve_rows
from solve import naive

LATE = 138
"""The first layer that is solved here: total progress from this on."""
SETS = [{"meddle": m, "own_side": own} for m, own in product((False, True), (-1, 0))]


@cache
def late(meddle: bool, own_side: int) -> Solved:
    """The last layers of the table."""
    solver = LinjaSolver(linden.load("linja", meddle=meddle, own_side=own_side))
    table = np.full(formations().ends[LATE], NO_POSITION, np.int8)
    for step in range(LAYERS - LATE):
        assert layer_of(step) >= LATE
        solver.solve_step(table, step, 1)
    return Solved(solver, table)


def late_positions(known: Solved, n: int, earliest: int, seed: int) -> list[Position]:
    """Random positions of the late layers, at the start of a turn, either side to move."""
    s, rng = formations(), random.Random(seed)
    found: list[Position] = []
    while len(found) < n:
        layer = rng.randrange(earliest, 160)
        a = rng.randrange(max(0, layer - 84), min(layer, 84) + 1)
        us = rng.randrange(int(s.first[a]), int(s.first[a + 1]))
        them = rng.randrange(int(s.first[layer - a]), int(s.first[layer - a + 1]))
        state: Any = known.game.start().state
        state.turn = rng.randrange(2)
        own = (us, them) if state.turn == 0 else (them, us)
        state.pawns[0], state.pawns[1] = s.words[own[0]], s.mirrored[own[1]]
        if known.values[index(state, s)] != NO_POSITION:
            found.append(Position(known.game, state))
    return found


def test_every_stand_has_its_rank_and_every_pair_its_place() -> None:
    s = formations()
    assert len(s.words) == 45636
    ranks = {int(rank(word, s.ahead)) for word in s.words}
    assert len(ranks) == len(s.words)
    assert all(sum(int(word).to_bytes(8, "little")) == PAWNS for word in s.words[::97])
    sizes = np.diff(s.first)
    places = [
        (int(s.origin[b, a] + s.first[b] * sizes[a] + s.first[a]), int(sizes[a] * sizes[b]))
        for a in range(85)
        for b in range(85)
    ]
    end = 0
    for start, size in sorted(places):
        assert end <= start < end + 4096
        end = start + size
    assert end <= s.ends[0]


@pytest.mark.parametrize("options", SETS)
def test_late_positions_are_worth_what_a_naive_search_says(options: dict[str, Any]) -> None:
    known = late(**options)
    for position in late_positions(known, 25, 147, seed=1):
        assert known.worth(position).lead == naive.lead(position, {}), position.text


@pytest.mark.parametrize("options", SETS[:2])
def test_late_positions_are_worth_what_alpha_beta_says(options: dict[str, Any]) -> None:
    known = late(**options)
    other = AlphaBeta(known.game)
    for position in late_positions(known, 40, LATE + 4, seed=2):
        choice = other.choose(position, seconds=20)
        assert choice.proven
        assert known.worth(position).lead == choice.scores[0] - choice.scores[1], position.text


def test_a_forced_pass_is_worth_what_the_other_side_makes_of_it() -> None:
    """LJ-7: Red's only pawn on the way faces a full row."""
    known = late(False, -1)
    position = known.game.parse("1.0.0.0.0.0.0.11/6.6.0.0.0.0.0.0 red opening")
    assert position.moves == ["pass"]
    assert known.worth(position).lead == naive.lead(position, {})
    assert known.worth(position) == known.worth(position.play("pass"))


def test_where_nobody_can_move_the_points_stand() -> None:
    """LJ-7: two full rows face each other."""
    game = linden.load("linja")
    solver, s = LinjaSolver(game), formations()
    position = game.parse("0.0.0.6.0.0.0.6/6.0.0.0.6.0.0.0 red opening")
    table = np.full(s.ends[120], NO_POSITION, np.int8)
    words = (position.state.pawns[0], position.state.pawns[1].byteswap())
    for formation in (int(s.number[rank(word, s.ahead)]) for word in words):
        solve_rows(solver.known(table), s, 120, False, formation, formation + 1)
        assert (table == STUCK).any()
    for formation in range(*movers(120)):
        settle_rows(solver.known(table), s, 120, formation, formation + 1)
    assert not (table == STUCK).any()
    known = Solved(solver, table)
    for start in (position, position.play("pass")):
        assert known.worth(start).lead == naive.lead(start, {}) == 0


def test_bonus_any_cannot_be_solved() -> None:
    with pytest.raises(TablebaseError, match="bonus=followup can"):
        LinjaSolver(linden.load("linja", bonus="any"))
