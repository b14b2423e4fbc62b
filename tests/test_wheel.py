"""The built wheel is all that a user needs."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CODE = """
import linden, sys
place, *names = sys.argv[1:]
assert linden.__file__.startswith(place), linden.__file__
for name in names or linden.games():
    game = linden.load(name)
    position = game.start()
    position = position.play(position.moves[0])
    assert game.parse(position.text) == position
    assert "<svg" in position.svg() and str(position) and len(game.rules_text) > 500
    print(name, linden.perft(game.start(), 2))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built with what is installed: no network."""
    out = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out)]
    done = subprocess.run([*command, str(ROOT)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return next(out.glob("*.whl"))


def test_the_wheel_holds_every_file_of_the_package(wheel: Path) -> None:
    inside = set(zipfile.ZipFile(wheel).namelist())
    package = ROOT / "src"
    for path in (package / "linden").rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            assert path.relative_to(package).as_posix() in inside


@pytest.mark.parametrize(("how", "names"), [("interpreted", []), ("compiled", ["linja"])])
def test_the_wheel_plays_from_another_directory(
    wheel: Path, tmp_path: Path, how: str, names: list[str]
) -> None:
    """Unpacked alone, as pip does, with the dependencies beside it: every game, and one of them
    compiled, which is alike for all."""
    place = tmp_path / "site"
    zipfile.ZipFile(wheel).extractall(place)
    environment = {
        **os.environ,
        "PYTHONPATH": str(place),
        "LINDEN_CACHE_DIR": str(tmp_path / "cache"),
        "NUMBA_DISABLE_JIT": str(int(how == "interpreted")),
    }
    done = subprocess.run(
        [sys.executable, "-c", CODE, str(place), *names],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "linja 50" in done.stdout
