"""Random streams that depend on a seed and a game's number alone.

A stream is an array of one ``uint64``: a counter that each draw steps by a constant and mixes
(SplitMix64, Steele, Lea and Flood 2014). So game 7 of seed 1 is the same game on any number of
threads and on any device.
"""

from typing import Any

import numpy as np

from linden.core.kernel import rule
from linden.core.types import Stream

STEP = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
SHIFT_30, SHIFT_27, SHIFT_31, SHIFT_32 = (np.uint64(n) for n in (30, 27, 31, 32))


@rule
def mix(word: Any) -> Any:
    """Scramble 64 bits so that each depends on all."""
    word = (word ^ (word >> SHIFT_30)) * MIX_1
    word = (word ^ (word >> SHIFT_27)) * MIX_2
    return word ^ (word >> SHIFT_31)


@rule
def seek(rng: Stream, seed: Any, number: Any) -> None:
    """Set a stream to its beginning: that of game ``number`` under ``seed``."""
    rng[0] = mix(mix(np.uint64(seed) + STEP) + np.uint64(number) * STEP)


@rule
def draw(rng: Stream) -> Any:
    """The next 64 random bits."""
    rng[0] += STEP
    return mix(rng[0])


@rule
def below(rng: Stream, n: Any) -> Any:
    """A random integer from 0 to ``n`` - 1, for ``n`` up to 2**32."""
    return np.int64(((draw(rng) >> SHIFT_32) * np.uint64(n)) >> SHIFT_32)
