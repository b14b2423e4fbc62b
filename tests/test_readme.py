"""The examples that people read first are executed."""

import re
from pathlib import Path

import pytest

README = Path(__file__).parents[1] / "README.md"
BLOCKS = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.S)


def test_the_readme_has_examples() -> None:
    assert BLOCKS


@pytest.mark.parametrize("block", BLOCKS)
def test_the_examples_run(block: str) -> None:
    exec(compile(block, "README.md", "exec"), {})
