"""A clock that can be set, for programs that are run with this folder on their path: it is wrong by
as many seconds as a file says."""

import os
import time
from pathlib import Path

_real_time = time.time
_file = Path(os.environ["LINDEN_TEST_CLOCK"])


def _wrong_time() -> float:
    return _real_time() + float(_file.read_text(encoding="utf-8"))


time.time = _wrong_time
