"""Compiled kernels are found again by the next process, and never after an edit."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import linden
from cases import OWN
from linden.core import cache

PACKAGE = Path(linden.__file__).parent
ASK = "import linden; print(linden.perft(linden.load('linja').start(), 2))"


def run(code: str, source: Path, home: Path) -> subprocess.CompletedProcess[str]:
    """Run code in a new process, against a copy of the package."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(source),
        "LINDEN_CACHE_DIR": str(home),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    return subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )


@pytest.fixture
def source(tmp_path: Path) -> Path:
    shutil.copytree(PACKAGE, tmp_path / "linden", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def test_an_edited_rule_gives_the_new_answer(source: Path, tmp_path: Path) -> None:
    """Generic code in another file, compiled and cached before the edit, follows it."""
    home = tmp_path / "cache"
    first = run(ASK, source, home)
    assert first.stdout == "50\n"
    assert "Preparing linja" in first.stderr
    again = run(ASK, source, home)
    assert again.stdout == "50\n"
    assert again.stderr == "", "the second process compiles nothing"
    rules = source / "linden" / "games" / "linja" / "rules.py"
    text = rules.read_text()
    edited = text.replace("    out[n] = PASS\n    return n + 1", "    return n")
    assert edited != text
    rules.write_text(edited)
    after = run(ASK, source, home)
    assert "Preparing linja" in after.stderr
    assert after.stdout == "44\n", "six of the seven first moves had a pass to count"
    rules.write_text(text)
    assert run(ASK, source, home).stdout == "50\n"


def test_the_same_sources_elsewhere_compile_nothing(source: Path, tmp_path: Path) -> None:
    home = tmp_path / "cache"
    assert "Preparing linja" in run(ASK, source, home).stderr
    elsewhere = tmp_path / "elsewhere"
    shutil.copytree(source / "linden", elsewhere / "linden")
    shutil.rmtree(source / "linden")
    again = run(ASK, elsewhere, home)
    assert (again.stdout, again.stderr) == ("50\n", "")


def test_kernel_sources_are_the_files_with_rules_and_what_they_import() -> None:
    found = {path.relative_to(PACKAGE).as_posix() for path in cache.kernel_sources()}
    for game in OWN:
        assert {f"games/{game}/rules.py", f"games/{game}/features.py"} <= found
    assert {"core/kernel.py", "core/stream.py", "core/seats.py", "batch/kernels.py"} <= found
    assert not {"web/app.py", "games/linja/drawing.py", "cli/main.py"} & found


def test_old_directories_are_forgotten(tmp_path: Path) -> None:
    old, young, used = tmp_path / "old", tmp_path / "young", tmp_path / "used"
    for directory in (old, young, used):
        directory.mkdir()
    long_ago = 1_600_000_000
    os.utime(old, (long_ago, long_ago))
    cache._forget_old(used)
    assert not old.exists()
    assert young.exists()
    assert used.exists()


@pytest.mark.parametrize("days", [400, -400])
def test_a_clock_that_is_wrong_makes_no_directory_old(
    days: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither the one in use nor one that another version, or a game's rules, made just now."""
    monkeypatch.setenv("LINDEN_CACHE_DIR", str(tmp_path))
    used = cache.directory.__wrapped__()
    (used / "kernel").write_text("compiled")
    young = used.with_name("another")
    young.mkdir()
    right = time.time
    monkeypatch.setattr(time, "time", lambda: right() + days * 86400)
    assert cache.directory.__wrapped__() == used
    assert (used / "kernel").exists()
    assert young.exists()


def test_a_directory_that_cannot_be_written_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file stands where the directory should be; the temporary one serves instead."""
    blocked = tmp_path / "blocked"
    blocked.write_text("")
    monkeypatch.setenv("LINDEN_CACHE_DIR", str(blocked))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    found = cache.directory.__wrapped__()
    assert found.is_relative_to(tmp_path)
    assert found.is_dir()
