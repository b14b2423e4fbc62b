"""The whole engine runs interpreted, for debugging: ``NUMBA_DISABLE_JIT=1``."""

import os
import subprocess
import sys

import pytest

from cases import NAMES

CODE = """
import linden, random, warnings
warnings.simplefilter("error")
position, rng = linden.load({name!r}).start(), random.Random(1)
for _ in range(12):
    if not position.over:
        position = position.play(rng.choice(position.moves))
print(position.text)
print(linden.playouts(linden.load({name!r}).start(), 2, seed=3).scores.tolist())
"""


@pytest.mark.parametrize("name", NAMES)
def test_without_the_compiler_everything_is_the_same(name: str) -> None:
    answers = []
    for disabled in ("0", "1"):
        environment = {**os.environ, "NUMBA_DISABLE_JIT": disabled}
        command = [sys.executable, "-c", CODE.format(name=name)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        answers.append(done.stdout)
    assert answers[0] == answers[1]
