"""The examples in ``examples/learning`` run: the notebook's cells, and a short lesson."""

import ast
import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

LEARNING = Path(__file__).parents[2] / "examples" / "learning"
NOTEBOOKS = sorted(LEARNING.glob("*.ipynb"))


def run_cell(source: str, names: dict[str, Any]) -> Any:
    """What a notebook would show below a cell: the value of its last line."""
    lines = ast.parse(source).body
    last = lines.pop() if lines and isinstance(lines[-1], ast.Expr) else None
    exec(compile(ast.Module(lines, []), "cell", "exec"), names)
    if not isinstance(last, ast.Expr):
        return None
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_run_and_draw(path: Path) -> None:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert not any(cell["outputs"] or cell["execution_count"] for cell in cells), (
        "clear its outputs"
    )
    names: dict[str, Any] = {}
    shown = [run_cell("".join(cell["source"]), names) for cell in cells]
    drawn = [it._repr_svg_() for it in shown if hasattr(it, "_repr_svg_")]
    assert len(drawn) >= 3
    assert all(picture.startswith("<svg") for picture in drawn)


def lesson(program: str, folder: Path, *words: str) -> dict[str, Any]:
    """Let an example learn a little; its curve."""
    curve = folder / "curve.json"
    command = [sys.executable, str(LEARNING / program), *words, "--curve", str(curve)]
    done = subprocess.run(command, timeout=300, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    read: dict[str, Any] = json.loads(curve.read_text(encoding="utf-8"))
    return read


@pytest.mark.skipif(
    importlib.util.find_spec("sb3_contrib") is None,
    reason="sb3-contrib needs PyTorch, which is heavy: pip install 'linden[examples]'",
)
def test_the_example_of_maskable_ppo_learns(tmp_path: Path) -> None:
    """Some hundred moves against any: it is better than any move at all."""
    words = ("--games", "4", "--steps", "12000", "--matches", "20", "--opponents", "random")
    (reached,) = lesson("maskable_ppo.py", tmp_path, *words, "--every", "600")["curve"]
    assert reached["steps"] >= 12000
    assert reached["random"] > 0.55


@pytest.mark.skipif(
    importlib.util.find_spec("torch") is None,
    reason="PyTorch is heavy, and not installed: pip install 'linden[torch]'",
)
def test_the_example_of_ppo_runs(tmp_path: Path) -> None:
    words = ("--games", "64", "--updates", "2", "--matches", "2", "--opponents", "random")
    (reached,) = lesson("ppo.py", tmp_path, *words)["curve"]
    assert 0 <= reached["random"] <= 1
