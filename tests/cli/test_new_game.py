"""A new game by command: it plays at once, and keeps every law."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run(*command: str, games: Path, at: Path) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "LINDEN_GAMES": str(games),
        "PYTHONPATH": os.pathsep.join(filter(None, [str(ROOT / "src"), *sys.path])),
    }
    return subprocess.run(
        [sys.executable, "-m", *command], cwd=at, env=environment, capture_output=True, text=True
    )


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a new game in it."""
    home = tmp_path_factory.mktemp("new")
    done = run("linden", "new-game", "my_heap", games=home / "games", at=home)
    assert done.returncode == 0, done.stderr
    return home


def test_the_template_keeps_every_law(home: Path) -> None:
    done = run("linden", "check", "my_heap", "--write", games=home / "games", at=home)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "✗" not in done.stdout
    for file in ("tests/perft.json", "showcase.linden", "pictures/middle.svg", "pictures/end.svg"):
        assert (home / "games" / "my_heap" / file).is_file()
    laws = ("tests/test_laws.py", "tests/test_hostile.py", "tests/batch/test_vector.py")
    command = ("pytest", "-q", "-p", "no:cacheprovider", "-k", "my_heap", *laws)
    done = run(*command, games=home / "games", at=ROOT)
    assert done.returncode == 0, done.stdout
    own = str(home / "games" / "my_heap" / "tests" / "test_rulings.py")
    done = run("pytest", "-q", "-p", "no:cacheprovider", own, games=home / "games", at=home)
    assert "3 passed" in done.stdout


def test_check_tells_what_changed(home: Path) -> None:
    folder = home / "games" / "my_heap"
    (folder / "tests" / "perft.json").write_text('[{"options": {}, "counts": [3, 9, 26]}]')
    (folder / "lessons.py").write_text("LESSON = None")
    done = run("linden", "check", "my_heap", games=home / "games", at=home)
    assert done.returncode == 1
    assert "perft 3 with {} is 27, and was 26." in done.stdout
    assert "must declare LESSON, a tuple of Steps." in " ".join(done.stdout.split())


def test_check_tells_why_a_game_is_left_out(home: Path, tmp_path: Path) -> None:
    (tmp_path / "hollow").mkdir()
    (tmp_path / "hollow" / "__init__.py").write_text("")
    done = run("linden", "check", "hollow", games=tmp_path, at=home)
    assert done.returncode == 2
    assert "is left out: its __init__.py declares no GAME." in done.stderr
    listed = run("linden", "games", games=tmp_path, at=home)
    assert "declares no GAME" in " ".join(listed.stdout.split())
    assert listed.returncode == 0


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("My-Game", "lower-case letters, digits and underscores"),
        ("linja", "There is a game 'linja' already"),
        ("my_heap", "There is a game 'my_heap' already"),
    ],
)
def test_names_that_cannot_be(home: Path, name: str, said: str) -> None:
    done = run("linden", "new-game", name, games=home / "games", at=home)
    assert done.returncode == 2
    assert said in done.stderr


FAULTS = {
    "draws_badly": ("drawing.py", "def text(position, paint):\n    return 1 / 0\n"),
    "draws_nothing": ("drawing.py", "def text(position, paint):\n    return None\n"),
    "teaches_badly": ("lessons.py", "raise RuntimeError('no')\n"),
    "measured_badly": ("lab.py", "MEASURES = 3\n"),
    "told_badly": ("texts/rules.md", "\udcff"),
    "puzzles_badly": ("puzzles.jsonl", "{}\n{}\n"),
    "titled_badly": ("__init__.py", ""),
}


@pytest.fixture(scope="module")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games that are listed, and go wrong later."""
    home = tmp_path_factory.mktemp("faulty")
    for name, (file, text) in FAULTS.items():
        assert run("linden", "new-game", name, games=home, at=home).returncode == 0
        if text:
            (home / name / file).write_bytes(text.encode("utf-8", "surrogateescape"))
    facts = home / "titled_badly" / "__init__.py"
    facts.write_text(facts.read_text().replace('"Titled Badly"', '"[/b] {0} <i>"'))
    return home


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("play draws_badly --seats random,random", "ZeroDivisionError in drawing.py, line 2"),
        ("play draws_nothing --seats random,random", "drawing.text answered None, which is no"),
        ("learn teaches_badly", "RuntimeError in lessons.py, line 1: no"),
        ("rules told_badly", "texts/rules.md cannot be read"),
        ("lab run measured_badly --games 2 --workers 1", "its lab.py must declare MEASURES"),
        ("puzzles check puzzles_badly", "This line is no puzzle"),
    ],
)
def test_what_goes_wrong_later_is_one_sentence(faulty: Path, command: str, said: str) -> None:
    done = run("linden", *command.split(), games=faulty, at=faulty)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_the_others_are_listed(faulty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    done = run("linden", "games", games=faulty, at=faulty)
    assert done.returncode == 0, done.stderr
    assert all(name in done.stdout for name in (*FAULTS, "linja"))
    assert "[/b] {0} <i>" in done.stdout
    asked = run("linden", "play", games=faulty, at=faulty)
    assert "Traceback" not in asked.stderr
    assert "[/b] {0} <i>" in asked.stdout


def test_check_finds_what_goes_wrong_later(faulty: Path) -> None:
    done = run("linden", "check", "told_badly", games=faulty, at=faulty)
    assert done.returncode == 1
    assert "texts/rules.md cannot be read" in " ".join(done.stdout.split())
