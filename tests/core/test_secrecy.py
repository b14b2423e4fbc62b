"""Games with hidden facts: one that keeps its word, and some that do not, each with its sentence.

One seat tosses a coin and looks at it; the other guesses; then the coin is shown.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from linden.core import registry

DECLARATION = """
from linden.core.game import Declaration
from linden.core.match import MatchRules

GAME = Declaration(
    name="coin", title="Coin", summary="Guess.", designer="", publisher="nobody",
    year=None, source="none", minutes=(1, 2), seats=lambda options: ("Left", "Right"),
    match=MatchRules("rotate", "wins"), chance=True, hidden=True,
)
"""
NOTATION = """
def masked(text, turn, seat):
    return "2" if text in ("0", "1") and seat != 0 else text
"""
RULES = """
import numpy as np
from linden.core.kernel import CHANCE, OVER, blank, rule, state_type
from linden.core.observation import Number, Observation
from linden.core.stream import below

# The coin falls: 0, 1, or 2 where it is not seen. It is guessed: 3, 4. It is shown: 5, 6.
MOVES = 7
MOST_MOVES = 2
UNKNOWN = 3
State = state_type(
    __name__,
    [("coin_face", np.int8), ("guess", np.int8), ("shown", np.int8), ("veiled", np.int8),
     ("turn", np.int8)],
)


def start(options):
    return blank(State)


@rule
def mover(state):
    if state.shown:
        return np.int64(OVER)
    return np.int64(1) if state.coin_face > 0 and state.guess == 0 else np.int64(CHANCE)


@rule
def legal(state, out):
    first = 0 if state.coin_face == 0 else 3 if state.guess == 0 else 5
    if first == 0 and state.veiled:
        out[0] = 2
        return 1
    if first == 5 and state.coin_face != UNKNOWN:
        out[0] = 4 + state.coin_face
        return 1
    out[0], out[1] = first, first + 1
    return 2


@rule
def play(state, move):
    if move < 3:
        state.coin_face = move + 1
        state.turn = 1
    elif move < 5:
        state.guess = move - 2
        state.turn = 0
    else:
        state.coin_face = move - 4
        state.shown = 1


@rule
def scores(state, out):
    out[0] = out[1] = 0


@rule
def returns(state, out):
    won = 0 if not state.shown else 1 if state.guess == state.coin_face else -1
    out[0], out[1] = -won, won


def observation(options):
    return Observation((Number("told", "the coin, or the guess", high=3),))


@rule
def observe(state, seat, out):
    out[0] = state.coin_face if seat == 0 else state.guess


@rule
def veil(state, seat):
    if seat != 0:
        state.veiled = 1
        if state.coin_face > 0 and not state.shown:
            state.coin_face = UNKNOWN


@rule
def conceal(state, seat, rng):
    veil(state, seat)
    if state.veiled:
        state.veiled = 0
        if state.coin_face == UNKNOWN:
            state.coin_face = 1 + below(rng, 2)
"""

BROKEN = {
    "a mask that nobody can read": (
        "cannot be played in the view of seat 1",
        "notation.py",
        ('"2" if', '"?" if'),
    ),
    "a view without the unseen outcome": (
        "cannot be played in the view of seat 1",
        "rules.py",
        ("and state.veiled:", "and state.shown:"),
    ),
    "nothing is veiled": (
        "in the view of seat 1, and not to the view of what follows",
        "rules.py",
        ("state.coin_face = UNKNOWN\n", "pass\n"),
    ),
    "what is known is dealt anew": (
        "seat 0 can tell what conceal deals from what there was",
        "rules.py",
        ("veil(state, seat)\n    if", "veil(state, 1)\n    if"),
    ),
    "everything is veiled": (
        "veil changes who is to move for seat 1",
        "rules.py",
        ("state.coin_face = UNKNOWN\n", "state.coin_face = 0\n"),
    ),
    "an observation that tells": (
        "observe tells seat 1 what is hidden from it",
        "rules.py",
        ("if seat == 0 else state.guess", ""),
    ),
    "a guess that uncovers": (
        "what becomes known is told by moves",
        "rules.py",
        ("state.turn = 0\n", "state.turn = 0\n        state.shown = 1\n"),
    ),
}


def told(home: Path, broken: tuple[str, tuple[str, str]] | None = None) -> str:
    """What is said of the game, one file of which may be changed; nothing is compiled."""
    code = "import linden; from linden.core import conformance, secrecy; game = linden.load('coin')"
    code += "\nprint(conformance.faults(game), secrecy.faults(game))"
    return run(home, "-c", code, broken=broken)


def run(
    home: Path, *words: str, typed: str = "", broken: tuple[str, tuple[str, str]] | None = None
) -> str:
    """What Python says where there is such a game."""
    (home / "coin").mkdir()
    sources = {"__init__.py": DECLARATION, "notation.py": NOTATION, "rules.py": RULES}
    for file, source in sources.items():
        if broken is not None and broken[0] == file:
            assert source.count(broken[1][0]) == 1
            source = source.replace(*broken[1])
        (home / "coin" / file).write_text(source)
    environment = {**os.environ, registry.VARIABLE: str(home), "NUMBA_DISABLE_JIT": "1"}
    environment["XDG_DATA_HOME"] = str(home / "data")
    done = subprocess.run(
        [sys.executable, *words], env=environment, input=typed, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_a_sound_game_keeps_its_secret(tmp_path: Path) -> None:
    assert told(tmp_path) == "[] []"


@pytest.mark.parametrize("fault", BROKEN)
def test_a_secret_that_is_not_kept_is_told(fault: str, tmp_path: Path) -> None:
    said, file, change = BROKEN[fault]
    assert said in told(tmp_path, (file, change))


@pytest.mark.parametrize("seed", ["1", "2"])
def test_a_terminal_tells_what_is_shown_and_nothing_before(seed: str, tmp_path: Path) -> None:
    words = ("-m", "linden", "play", "coin", "--seats", "random,you", "--seed", seed)
    lines = run(tmp_path, *words, typed="3\n").splitlines()
    made = [
        line.split(". ")[0] for line in lines if line.startswith(("Chance: ", "Right> Right: "))
    ]
    assert made in (["Right> Right: 3", f"Chance: {shown}"] for shown in (5, 6)), lines
