"""The whole engine runs interpreted, for debugging: ``NUMBA_DISABLE_JIT=1``."""

import json
import os
import subprocess
import sys
from functools import cache

import pytest

from cases import NAMES

CODE = """
import linden, json, random, warnings
warnings.simplefilter("error")
told = {}
for name in linden.games():
    position, rng = linden.load(name).start(), random.Random(1)
    for _ in range(12):
        if not position.over:
            position = position.play(rng.choice(position.moves))
    scores = linden.playouts(linden.load(name).start(), 2, seed=3).scores.tolist()
    told[name] = [position.text, scores]
print(json.dumps(told))
"""


@cache
def told(disabled: str) -> dict[str, list[object]]:
    """What comes of all games, played in one process with or without the compiler."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": disabled}
    command = [sys.executable, "-c", CODE]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    found: dict[str, list[object]] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("name", NAMES)
def test_without_the_compiler_everything_is_the_same(name: str) -> None:
    assert told("0")[name] == told("1")[name]
