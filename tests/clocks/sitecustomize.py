"""A clock that can be set, for programs that are run with this folder on their path: it is wrong by
as many seconds as a file says.

Processes that others are forked from load it before Linden, and name no file: then it is right,
until one of those that are forked has been told of a file.
"""

import os
import time
from pathlib import Path

_real_time = time.time


def _settable_time() -> float:
    file = os.environ.get("LINDEN_TEST_CLOCK")
    return _real_time() + (float(Path(file).read_text(encoding="utf-8")) if file else 0)


time.time = _settable_time
