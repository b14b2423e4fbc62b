"""A house rule as a game of its own, made from a game of Linden's by an example."""

import os
import subprocess
import sys
from pathlib import Path

EXAMPLE = Path(__file__).parents[2] / "examples" / "lab" / "whole_last_stone.py"
COMPARE = """
import random
import linden

differ = 0
for seed in range(8):
    rng = random.Random(seed)
    usual = linden.load("linos", scoring="sheet").start()
    whole = linden.load("linos_whole", scoring="sheet").start()
    while not usual.over:
        before = usual
        move = rng.choice(usual.moves)
        assert whole.moves == usual.moves
        usual, whole = usual.play(move), whole.play(move)
    half = [a - b for a, b in zip(usual.scores, before.scores)]
    full = [a - b for a, b in zip(whole.scores, before.scores)]
    assert [it // 2 for it in full] == half, (full, half)
    differ += full != half
assert differ
print("compared")
"""


def test_the_last_stone_counts_whole_and_nothing_else_changes(tmp_path: Path) -> None:
    subprocess.run([sys.executable, EXAMPLE, tmp_path / "house"], check=True, capture_output=True)
    named = {"LINDEN_GAMES": str(tmp_path / "house"), "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", COMPARE],
        env={**os.environ, **named},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "compared\n", done.stderr
