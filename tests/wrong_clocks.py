"""Servers whose wall clock can be set to any time while they run."""

import os
from pathlib import Path

CLOCKS = Path(__file__).parent / "clocks"


class WrongClock:
    """A clock that is wrong by as much as is said."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "wrong_clock"
        self.be_wrong(0)

    def be_wrong(self, seconds: float) -> None:
        """It is set whole: a server may look at it at any moment."""
        written = self._file.with_suffix(".new")
        written.write_text(str(seconds), encoding="utf-8")
        written.replace(self._file)

    @property
    def environment(self) -> dict[str, str]:
        """For a server that is to go by it."""
        path = [str(CLOCKS), *filter(None, [os.environ.get("PYTHONPATH")])]
        return {"PYTHONPATH": os.pathsep.join(path), "LINDEN_TEST_CLOCK": str(self._file)}
