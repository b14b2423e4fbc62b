"""``linden check`` says a sentence of whatever is wrong with a game: no traceback, no silence."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from linden.cli.new_game import write_template


class Wrong(NamedTuple):
    """A sound game with one thing wrong, and what is said of it."""

    said: str
    file: str
    text: str = ""
    """The file as a whole; or what stands in the place of ``old``."""
    old: str = ""

    def write(self, name: str, home: Path) -> None:
        write_template(name, home)
        path = home / name / self.file
        text = self.text
        if self.old:
            before = path.read_text()
            old, new = (it.replace("NAME", name) for it in (self.old, self.text))
            assert old in before
            text = before.replace(old, new)
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)


FAILS = "    return 1 / 0\n"
TURN = "    return np.int64(state.turn)"
TAKES = '    return f"take {int(move)}"'
LAB = "from linden.core.measuring import Measure\nMEASURES = (Measure({}),)\n"

WRONG = {
    # -- answers of the wrong type
    "no_mover": Wrong("mover(state) that answered None", "rules.py", "    pass", TURN),
    "no_count": Wrong("legal(state, out) that answered None", "rules.py", "", "    return n\n"),
    "words_for_it": Wrong("answered 'three'", "rules.py", "return 'three'\n", "return n\n"),
    "no_move": Wrong("notation.move_text answered None", "notation.py", "    pass", TAKES),
    "bare_move": Wrong("move_text answered 1", "notation.py", "    return int(move)", TAKES),
    "unread": Wrong(
        "read_move answered None", "notation.py", "    pass", "    return int(found[1])"
    ),
    "touch_lists": Wrong(
        "drawing.touches answered ['1'], which is no tuple of texts",
        "drawing.py",
        "def touches(state, move):\n    return [str(move)]\n",
    ),
    "touch_numbers": Wrong(
        "drawing.touches answered 1,",
        "drawing.py",
        "def touches(state, move):\n    return int(move)\n",
    ),
    "sees_nothing": Wrong(
        "observation(options) answered None, which is no Observation",
        "features.py",
        "from linden.core.kernel import rule\ndef observation(options):\n    pass\n"
        "@rule\ndef observe(state, seat, out):\n    out[0] = 1\n",
    ),
    "odd_counts": Wrong("a row of tests/perft.json is not as", "tests/perft.json", '[{"a": 1}]'),
    "no_counts": Wrong("tests/perft.json cannot be read", "tests/perft.json", "{"),
    # -- what nothing else asks for
    "status": Wrong("drawing.status fails: Zero", "drawing.py", f"def status(position):\n{FAILS}"),
    "text": Wrong("drawing.text fails: Zero", "drawing.py", f"def text(position, paint):\n{FAILS}"),
    "account": Wrong("drawing.account fails", "drawing.py", f"def account(position):\n{FAILS}"),
    "emblem": Wrong("drawing.emblem fails", "drawing.py", f"def emblem(position, seat):\n{FAILS}"),
    "emblem_number": Wrong(
        "its drawing.emblem answered [0, 1], which is no text for each seat",
        "drawing.py",
        "def emblem(position, seat):\n    return seat\n",
    ),
    "standing": Wrong(
        "guidance.standing fails", "guidance.py", f"def standing(position):\n{FAILS}"
    ),
    "prompts": Wrong("guidance.prompts fails", "guidance.py", f"def prompts(position):\n{FAILS}"),
    "prompt_list": Wrong(
        "its guidance.prompts answered [], which is no mapping",
        "guidance.py",
        "def prompts(position):\n    return []\n",
    ),
    "describe": Wrong(
        "notation.describe fails: Zero",
        "notation.py",
        "    1 / 0\n    left = int",
        "    left = int",
    ),
    "why_not": Wrong(
        "notation.why_not fails: Zero",
        "notation.py",
        '    1 / 0\n    return "one',
        '    return "one',
    ),
    "edits": Wrong("its setup.edits fails: Zero", "setup.py", f"def edits(position):\n{FAILS}"),
    "lab_fails": Wrong("its lab.py cannot be loaded: Zero", "lab.py", "1 / 0\n"),
    "lab_names": Wrong(
        "'short games' has no plain name", "lab.py", LAB.format("'short games', 'a', len")
    ),
    "lab_counts": Wrong(
        "its measure 'long' fails: it answers",
        "lab.py",
        LAB.format("'long', 'a', lambda it: len(it.moves), share=True"),
    ),
    "chances_fail": Wrong("its chances.py cannot be loaded: Zero", "chances.py", "1 / 0\n"),
    "chances_of_numbers": Wrong("chances.py does not declare CURVES", "chances.py", "CURVES = 5\n"),
    "high_end": Wrong(
        "ValueError in rules.py, line 29: too many (with {'stones': 40})",
        "rules.py",
        "    if options['stones'] > 30: raise ValueError('too many')\n    state = blank(State)\n",
        "    state = blank(State)\n",
    ),
    "endless": Wrong(
        "a random game has not ended after 20,000 moves",
        "rules.py",
        "pass",
        "state.NAME_stones -= move",
    ),
}

CHECK = """
import json, sys
import linden
from linden.cli.checking import LAWS, broken_laws
print(json.dumps({
    name: [said for law in LAWS.values() for said in broken_laws(name, law)]
    for name in sys.argv[1:]
}))
"""


def run(home: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Python with the games of this folder, interpreted: nothing is compiled for games that
    nobody plays again."""
    more = {
        "LINDEN_GAMES": str(home),
        "NUMBA_DISABLE_JIT": "1",
        "LINDEN_CACHE_DIR": str(home / "c"),
    }
    environment = {**os.environ, **more, "XDG_DATA_HOME": str(home), "COLUMNS": "200"}
    return subprocess.run(
        [sys.executable, *command], env=environment, capture_output=True, text=True, cwd=home
    )


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all of them, and a sound game."""
    home = tmp_path_factory.mktemp("wrong")
    for name, wrong in WRONG.items():
        wrong.write(name, home)
    write_template("sound", home)
    return home


@pytest.fixture(scope="module")
def said(home: Path) -> dict[str, list[str]]:
    """What is said of each game by all laws together."""
    done = run(home, "-c", CHECK, "sound", *WRONG)
    assert done.returncode == 0, done.stderr
    found: dict[str, list[str]] = json.loads(done.stdout.splitlines()[-1])
    return found


def test_a_sound_game_keeps_all_laws(said: dict[str, list[str]]) -> None:
    assert said["sound"] == []


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_told(name: str, said: dict[str, list[str]]) -> None:
    assert any(WRONG[name].said in sentence for sentence in said[name]), said[name]
    assert not any("Traceback" in sentence or sentence.endswith(".") for sentence in said[name])


@pytest.mark.parametrize("command", [("check", "endless", "--write"), ("playouts", "endless")])
def test_nothing_waits_for_a_game_without_an_end(command: tuple[str, ...], home: Path) -> None:
    done = run(home, "-m", "linden", *command)
    assert done.returncode == 2
    assert done.stderr == (
        "linden: Endless has no end: a random game has not ended after 20,000 moves.\n"
    )


@pytest.mark.parametrize("command", [("playouts", "no_mover"), ("play", "no_mover")])
def test_a_game_that_answers_nothing_is_told_of_where_it_is_played(
    command: tuple[str, ...], home: Path
) -> None:
    done = run(home, "-m", "linden", *command)
    assert done.returncode == 2
    assert done.stderr == (
        "linden: The rules of no_mover have a rule mover(state) that answered None; "
        "it returns a whole number.\n"
    )
