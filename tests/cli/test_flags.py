"""Flags made from options: whatever these are called, a command keeps its own."""

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from linden.cli.flags import spellings
from linden.cli.new_game import write_template
from linden.core.options import Between, Option, YesNo

DECLARED = "options=("
OTHERS = "".join(
    f'Option("{name}", Between(0, 9), 1, "some number"), '
    for name in ("seed", "seats", "help", "game", "games_", "Big", "no_big")
)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a game whose options are called as flags are."""
    home = tmp_path_factory.mktemp("flags")
    write_template("flagged", home)
    facts = home / "flagged" / "__init__.py"
    facts.write_text(facts.read_text().replace(DECLARED, DECLARED + OTHERS))
    return home


def linden(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    more = {"LINDEN_GAMES": str(home), "NUMBA_DISABLE_JIT": "1", "XDG_DATA_HOME": str(home)}
    return subprocess.run(
        [sys.executable, "-m", "linden", *arguments],
        env={**os.environ, **more, "COLUMNS": "200", "LINDEN_CACHE_DIR": str(home / "c")},
        capture_output=True,
        text=True,
        cwd=home,
    )


@pytest.mark.parametrize("arguments", [(), ("--option-seed", "3", "--seed", "4", "--Big", "2")])
def test_a_command_keeps_its_own_flags(arguments: tuple[str, ...], home: Path) -> None:
    done = linden(home, "playouts", "flagged", "-n", "5", *arguments)
    assert done.returncode == 0, done.stderr
    assert "0.00% drawn" in done.stdout
    assert done.stderr == ""


def test_a_table_says_how_it_was_called(home: Path) -> None:
    done = linden(
        *(home, "play", "flagged", "--seats", "random,random", "--option-seats", "2"),
        *("--seed", "1", "--option-seed", "5", "--game", "7"),
    )
    assert done.returncode == 0, done.stderr
    told = "Flagged (--option-seed 5 --option-seats 2 --game 7). Type a move, or help."
    assert done.stdout.startswith(told)


def test_flags_of_options_are_all_different() -> None:
    options = [
        Option("seed", Between(0, 9), 0, ""),
        Option("own_side", YesNo(), True, ""),
        Option("no_own_side", YesNo(), True, ""),
        Option("help", YesNo(), True, ""),
    ]
    assert spellings(options, [click.Option(["--seed"])]) == {
        "seed": "option-seed",
        "own_side": "own-side",
        "no_own_side": "option-no-own-side",
        "help": "option-help",
    }
