"""Boards up to 8×8 and larger ones have states of two types, which must never be confused."""

import subprocess
import sys

import numba

import linden
from linden.games.linear import rules


def test_each_board_has_the_smallest_state_that_holds_it() -> None:
    for board, state_type in {
        "standard": rules.State,
        "4x8": rules.State,
        "." * 8: rules.State,
        "4x9": rules.WideState,
        "." * 9: rules.WideState,
        "12x12": rules.WideState,
    }.items():
        assert linden.load("linear", board=board).state_type == state_type
    assert rules.State.itemsize <= 64


def test_compiled_code_is_named_after_its_state_in_every_process() -> None:
    """Else code that two processes compiled for two types would be taken for the same."""
    asked = "numba.typeof(linden.load('linear', board='{}').start().state).mangling_args"
    names = []
    for board in ("12x12", "standard"):
        script = f"import linden, numba; print({asked.format(board)})"
        run = subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, check=True
        )
        names.append(run.stdout.strip())
    assert names[0] != names[1]
    for name, board in zip(names, ("12x12", "standard"), strict=True):
        state = linden.load("linear", board=board).start().state
        assert str(numba.typeof(state).mangling_args) == name
