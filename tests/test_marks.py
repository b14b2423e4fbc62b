"""The list of tests that can be left out names tests that are there."""

import re
import tomllib
from pathlib import Path

import pytest

from marks import MARKS

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("test", [test for tests in MARKS.values() for test in tests])
def test_what_is_marked_is_there(test: str) -> None:
    path, _, function = test.partition("::")
    assert (ROOT / path).exists()
    if function:
        name = re.escape(function.partition("[")[0])
        assert re.search(rf"^def {name}", (ROOT / path).read_text(encoding="utf-8"), re.M)


def test_every_mark_is_declared() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    declared = settings["tool"]["pytest"]["ini_options"]["markers"]
    assert {line.partition(":")[0] for line in declared} == set(MARKS)


def test_make_leaves_out_exactly_these() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    found = re.search(r'^quick:.*?-m "([^"]+)"', makefile, re.S | re.M)
    assert found
    assert found[1] == " and ".join(f"not {mark}" for mark in MARKS)
