"""Ten faulty games and more: each is refused with its sentence, while the others go on."""

import os
import signal
import subprocess
import sys
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import cast

import numpy as np
import pytest

import linden
from linden.core import compiling, conformance, registry
from linden.core.contract import check_parts
from linden.core.result import most_win

DECLARATION = """
from linden.core.game import Declaration
from linden.core.match import MatchRules

GAME = Declaration(
    name="{name}", title="Heap", summary="Take one, two or three.", designer="",
    publisher="nobody", year=None, source="none", minutes=(1, 2),
    seats=lambda options: ("Left", "Right"), match=MatchRules("rotate", "wins"), {more}
)
"""
RULES = """
import numpy as np
from linden.core.kernel import CHANCE, OVER, blank, rule, state_type

MOVES = 4
MOST_MOVES = 3
State = state_type(__name__, [("{name}_heap", np.int8), ("turn", np.int8)])


def start(options):
    state = blank(State)
    state.{name}_heap = 9
    return state


@rule
def mover(state):
    return np.int64(OVER) if state.{name}_heap == 0 else np.int64(state.turn)


@rule
def legal(state, out):
    n = 0
    while n < 3 and n < state.{name}_heap:
        out[n] = n + 1
        n += 1
    return n


@rule
def play(state, move):
    state.{name}_heap -= move
    if state.{name}_heap > 0:
        state.turn = 1 - state.turn


@rule
def scores(state, out):
    for seat in range(2):
        out[seat] = 1 if state.{name}_heap == 0 and seat == state.turn else 0


@rule
def returns(state, out):
    for seat in range(2):
        out[seat] = 0 if state.{name}_heap > 0 else 1 if seat == state.turn else -1
"""


SEEN = (
    "from linden.core.observation import Number, Observation\n"
    "def observation(options): return Observation((Number('a', 'one'), Number('b', 'two')))\n"
)
OPTIONS = (
    "from linden.core.errors import OptionError\nfrom linden.core.options import *\n"
    "def refuse(options): raise OptionError('Never.')\n"
) + DECLARATION
LADDER = (
    "from linden.core.playing import *\nPLAYING = Playing(ladder=(Rung(1, kind='wizard'),) * 8)"
)
STYLED = "from linden.core.playing import *\nPLAYING = Playing(style=5)"


@dataclass(frozen=True)
class Faulty:
    """A sound game with one thing wrong, and what is said of it."""

    name: str
    said: str
    old: str = ""
    new: str = ""
    more: str = ""
    init: str = DECLARATION
    rules: str | None = RULES
    files: tuple[tuple[str, str], ...] = ()
    """Others of its folder."""

    def write(self, home: Path) -> None:
        folder = home / self.name
        folder.mkdir(parents=True)
        (folder / "__init__.py").write_text(self.init.format(name=self.name, more=self.more))
        if self.rules is not None:
            text = self.rules.replace("{name}", self.name)
            old = self.old.replace("{name}", self.name)
            assert old in text
            text = text.replace(old, self.new.replace("{name}", self.name)) if old else text
            (folder / "rules.py").write_text(text)
        for file, text in self.files:
            (folder / file).write_text(text)


# What is found without playing: such a game is left out of the list.
LEFT_OUT = [
    Faulty("no_game", "its __init__.py declares no GAME", init="{more}# {name}"),
    Faulty("typo", "SyntaxError in rules.py, line 2", rules="\nif\n"),
    Faulty("lost", "ModuleNotFoundError in rules.py, line 1", rules="import no_such_module_at_all"),
    Faulty("no_rules", "ModuleNotFoundError", rules=None),
    Faulty("no_play", "its rules lack the rule play(state, move)", "@rule\ndef play", "def played"),
    Faulty("bare", "its play stands without @rule", "@rule\ndef play", "def play"),
    Faulty(
        "fat",
        "a field 'size', which means something else on a NumPy record",
        '("turn", np.int8)',
        '("turn", np.int8), ("size", np.int8)',
    ),
    Faulty(
        "flagged",
        "the state field 'taken' is an array of np.bool_, which cannot be compiled",
        '("turn", np.int8)',
        '("turn", np.int8), ("taken", np.bool_, (2,))',
    ),
    Faulty("whose", "no field 'turn' that says whose turn it is", '("turn", ', '("seat", '),
    Faulty("twin", "begins with the field 'pawns', as that of linja does", "{name}_heap", "pawns"),
    Faulty("short", "its rule play(state) should be play(state, move)", "state, move", "state"),
    Faulty("veiled", "declared hidden, but has no rule veil(state, seat)", more="hidden=True"),
    Faulty("odd", "its start returns a NoneType, not a record", "    return state", "    return"),
    Faulty("unnamed", "its GAME is named 'other'", init=DECLARATION.replace("{name}", "other")),
    Faulty("alone", "it has 1 seats", init=DECLARATION.replace('"Left", "Right"', '"Left",')),
    Faulty("sizeless", "has the rule observe, but no observation(options)", "@rule\ndef mover",
           "@rule\ndef observe(state, seat, out):\n    out[0] = 1\n\n\n@rule\ndef mover"),
    Faulty("unmasked", "has actions(options), but no rule mask(state, out)", "@rule\ndef mover",
           "def actions(options):\n    return None\n\n\n@rule\ndef mover"),
    Faulty("timeless", "its GAME's minutes are not two whole numbers",
           init=DECLARATION.replace("(1, 2)", "None")),
    Faulty("dated", "its GAME has a str for year",
           init=DECLARATION.replace("year=None", "year='?'")),
    Faulty("unmatched", "its GAME has a str for match",
           init=DECLARATION.replace('MatchRules("rotate", "wins")', '"rotate"')),
    Faulty("wordy_title", "title is not one line of 1 to 60 letters",
           init=DECLARATION.replace('"Heap"', '"Heap" * 20')),
    Faulty("turned_title", "title is not one line of 1 to 60 letters",
           init=DECLARATION.replace('"Heap"', '"\\u202eHeap"')),
    Faulty("quits", "SystemExit in rules.py", "    return state", "    raise SystemExit(3)"),
    Faulty("seatless", "ZeroDivisionError in __init__.py",
           init=DECLARATION.replace('("Left", "Right")', "1 / 0")),
    Faulty("picky", "it refuses its own defaults: Never", init=OPTIONS, more="check=refuse"),
    Faulty("choosy", "its option 'few' does not take its own default",
           init=OPTIONS, more="options=(Option('few', Between(1, 2), 3, ''),)"),
    Faulty("doubled", "two options called 'few'",
           init=OPTIONS, more="options=(Option('few', Between(1, 2), 1, ''),) * 2"),
    Faulty("misnamed", "its option 'A few' has no plain name",
           init=OPTIONS, more="options=(Option('A few', Between(1, 2), 1, ''),)"),
    Faulty("overrun", "it has 2 seats where players are 3",
           init=OPTIONS, more="options=(Option('players', OneOf((2, 3)), 2, ''),)"),
    Faulty("optionless", "its GAME's options are not a tuple", more="options=None"),
    Faulty("unclosed", "STYLE is not a text of whole rules",
           files=(("drawing.py", "STYLE = '.a{fill:red'"),)),
    Faulty("remarked", "STYLE is not a text of whole rules",
           files=(("drawing.py", "STYLE = '/* .a{fill:red}'"),)),
    Faulty("quoted", "STYLE is not a text of whole rules",
           files=(("drawing.py", "STYLE = '.a{font-family:\"x}'"),)),
    Faulty("wizardly", "line 2: A rung is made of random, greedy, mcts, guided, alphabeta",
           files=(("players.py", LADDER),)),
    Faulty("playless", "its players.py must declare PLAYING",
           files=(("players.py", "PLAYING = 3"),)),
    Faulty("unset", "its setup.py lacks edits(position)", files=(("setup.py", ""),)),
    Faulty("barred", "BaseException in __init__.py, line 2: boo",
           init=f"\nraise BaseException('boo')\n{DECLARATION}"),
    Faulty("broken_off", "KeyboardInterrupt in __init__.py, line 2",
           init=f"\nraise KeyboardInterrupt\n{DECLARATION}"),
    Faulty("left_early", "GeneratorExit in rules.py, line 3", rules="\n\nraise GeneratorExit\n"),
    Faulty("skipped", "Skipped in __init__.py, line 3: not here",
           init="import pytest\n\npytest.skip('not here', allow_module_level=True)\n"),
    Faulty("reversed", "the fewest and then the most",
           init=DECLARATION.replace("(1, 2)", "(2, 1)")),
    Faulty("versioned", "a str for version, not a whole number", more="version='one',"),
    Faulty("drawless", "a NoneType for draws, not a function", more="draws=None,"),
    Faulty("hesitant", "a str for chance, not True or False", more="chance='no',"),
    Faulty("unstarted", "match has starter='nobody'; it takes 'rotate' or 'loser'",
           init=DECLARATION.replace('"rotate"', '"nobody"')),
    Faulty("listed", "its option 'few' has the value [1], which is no key",
           init=OPTIONS, more="options=(Option('few', Written(list, 'lists'), [1], ''),)"),
    Faulty("speechless", "its option 'few' has words that are no texts",
           init=OPTIONS, more="options=(Option('few', Between(1, 2), 1, '', 'Few', 5),)"),
    Faulty("kindless", "its option 'few' has a NoneType for its kind",
           init=OPTIONS, more="options=(Option('few', None, 1, ''),)"),
    Faulty("uncounted", "its option 'players' has choices that are no whole numbers",
           init=OPTIONS, more="options=(Option('players', OneOf(('two', 'three')), 'two', ''),)"),
    Faulty("themeless", "its drawing.svg(position) should be svg(position, **how)",
           files=(("drawing.py", "def svg(position): return ''"),)),
    Faulty("uncalled", "its notation.describe is a str, not a function describe(state, move)",
           files=(("notation.py", "describe = 'a move'"),)),
    Faulty("styled", "line 2: Playing has 5 for its style", files=(("players.py", STYLED),)),
]  # fmt: skip

# What only playing shows: ``linden check`` tells it.
FOUND_OUT = [
    Faulty("crowded", "legal finds 3 moves, but MOST_MOVES is 2",
           "MOST_MOVES = 3", "MOST_MOVES = 2"),
    Faulty("high", "legal writes the move 3; moves go from 0 to MOVES - 1, 2",
           "MOVES = 4\n", "MOVES = 3\n"),
    Faulty("lucky", "mover says CHANCE, but the game is declared without chance",
           "np.int64(state.turn)", "np.int64(CHANCE)"),
    Faulty("early", "returns gives something before the game is over",
           "0 if state.{name}_heap > 0 else 1", "1"),
    Faulty("generous", "returns are 5, -5 at the end; one has 1, the other -1, or all have 0",
           "else 1 if seat == state.turn else -1", "else 5 if seat == state.turn else -5"),
    Faulty("drawn", "a game ends without a winner, though its GAME's draws says that none does",
           "else 1 if seat == state.turn else -1", "else 0", more="draws=lambda options: False,"),
    Faulty("keyless", "have a rule key(state) that answered None; it returns a whole number",
           "@rule\ndef mover", "@rule\ndef key(state):\n    pass\n\n\n@rule\ndef mover"),
    Faulty("prophetic", "outlook says after 0 moves that the first seat's lead in the end",
           "@rule\ndef mover",
           "@rule\ndef outlook(state, out):\n    out[0], out[1], out[2] = 3, 0, 1\n"
           "    return np.uint64(0)\n\n\n@rule\ndef mover"),
    Faulty("clouded", "outlook writes nan, nan and nan", "@rule\ndef mover",
           "@rule\ndef outlook(state, out):\n    return np.uint64(0)\n\n\n@rule\ndef mover"),
    Faulty("blind", "observe fails in rules.py, line 20", "@rule\ndef mover",
           f"{SEEN}@rule\ndef observe(state, seat, out):\n    out[2] = 1\n\n\n"
           "@rule\ndef mover"),
    Faulty("lazy", "observe does not always write word 1 of 2", "@rule\ndef mover",
           f"{SEEN}@rule\ndef observe(state, seat, out):\n    out[0] = 1\n\n\n"
           "@rule\ndef mover"),
    Faulty("boastful", "observe writes more into word 1 than its number can be",
           "@rule\ndef mover",
           f"{SEEN}@rule\ndef observe(state, seat, out):\n    out[0] = 1\n    out[1] = 2\n\n\n"
           "@rule\ndef mover"),
    Faulty("other", "mask and action_of do not agree on the legal actions", "@rule\ndef mover",
           "from linden.core.observation import Actions\n"
           "def actions(options): return Actions(('none', 'one', 'two', 'three'))\n"
           "@rule\ndef mask(state, out):\n    out[0] = 14\n\n\n"
           "@rule\ndef action_of(state, move):\n    return np.int64(move)\n\n\n"
           "@rule\ndef move_of(state, action):\n    return np.int64(action)\n\n\n"
           "@rule\ndef mover"),
]  # fmt: skip

# What the compiler refuses.
COUNT = "        out[n] = n + 1"
UNCOMPILED = [
    Faulty("wordy", "legal (rules.py, line 26): nothing does iadd(", COUNT, "        n = 'many'"),
    Faulty("unknown", "(rules.py, line 25): NameError: name 'missing'",
           COUNT, f"{COUNT} + missing"),
    Faulty("strange", "play (rules.py, line 32): the state has no field 'weight'",
           "state.{name}_heap -= move", "state.weight -= move"),
    Faulty("filed", "legal (rules.py, line 22): The 'with",
           "    n = 0", "    with open('x') as n: pass"),
]  # fmt: skip
SOUND = Faulty("sound", "")

ASK = """
import linden
from linden.core import registry
print(linden.games())
for fault in registry.faults():
    print(fault.sentence)
"""


def run(code: str, home: Path, **more: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "LINDEN_GAMES": str(home), "PYTHONDONTWRITEBYTECODE": "1", **more}
    return subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True
    )


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What a process says that has all the faulty games in its folder, and a sound one."""
    home = tmp_path_factory.mktemp("faulty")
    for game in (*LEFT_OUT, SOUND):
        game.write(home)
    (home / "bodiless").mkdir()
    (home / "bodiless" / "rules.py").write_text("")
    (home / "Loud").mkdir()
    (home / "Loud" / "__init__.py").write_text("")
    (home / "linja").mkdir()
    (home / "linja" / "__init__.py").write_text("")
    done = run(ASK, home)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_only_who_presses_ctrl_c_calls_a_command_off() -> None:
    with pytest.raises(KeyboardInterrupt) as pressed:
        signal.raise_signal(signal.SIGINT)
    assert registry.called_off(pressed.value)
    with pytest.raises(KeyboardInterrupt) as written:
        raise KeyboardInterrupt
    assert not registry.called_off(written.value)


@pytest.mark.parametrize(
    ("returns", "kept"),
    [
        ((1, -1), True),
        ((0, 0), True),
        ((0.5, 0.5, -1), True),
        ((3, -1, -1, -1), True),
        ((2, -2), False),
        ((1, 0, -1), False),
        ((1.5, 0.5, -1, -1), False),
        ((-0.5, -0.5, 1), False),
    ],
)
def test_returns_are_shares_of_the_win(returns: tuple[float, ...], kept: bool) -> None:
    gains = np.array(returns, float)
    wins = gains.copy()
    most_win(wins, len(wins))
    with nullcontext() if kept else pytest.raises(conformance._BrokenError, match="or all have 0"):
        if gains.any():
            conformance._check_winners(gains)
        assert gains.tolist() == wins.tolist()


def test_editors_leave_files_beside_sources(tmp_path: Path) -> None:
    """A lock of Emacs, a folder that is named as a source: neither keeps a game out."""
    SOUND.write(tmp_path)
    (tmp_path / "sound" / ".#rules.py").symlink_to("somebody@somewhere.7:1")
    (tmp_path / "sound" / "older.py").mkdir()
    done = run(f"{ASK}print(linden.load('sound').source_digest)", tmp_path)
    assert "'sound'" in done.stdout.splitlines()[0], done.stdout
    assert done.returncode == 0, done.stderr


def test_a_game_that_is_left_out_answers_for_no_states(tmp_path: Path) -> None:
    """Also where the game whose field it has was found good before, and is loaded later."""
    cache = {"LINDEN_CACHE_DIR": str(tmp_path / "cache"), "NUMBA_DISABLE_JIT": "1"}
    (tmp_path / "games").mkdir()
    assert run(ASK, tmp_path / "games", **cache).returncode == 0
    next(game for game in LEFT_OUT if game.name == "twin").write(tmp_path / "games")
    done = run(f"{ASK}print(linden.load('linja').start().text)", tmp_path / "games", **cache)
    assert "as that of linja does" in done.stdout
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", ["games", "folders", "sys", "registry", "class", "core"])
def test_a_game_may_have_any_plain_name(name: str, tmp_path: Path) -> None:
    Faulty(name, "").write(tmp_path)
    code = f"{ASK}print(linden.load({name!r}).start().text, linden.games())"
    done = run(code, tmp_path, NUMBA_DISABLE_JIT="1")
    assert done.returncode == 0, done.stderr
    assert f"{name}_heap=9" in done.stdout


@pytest.mark.parametrize(
    "style",
    [
        "",
        "/* pawns */ .a > .b{fill:red}\n",
        "@media (prefers-color-scheme: dark){.a{fill:red}}",
        """.a[data-kind="x"]::before{content:"}"; fill:url(#shade)}""",
    ],
)
def test_a_style_may_be_any_that_ends(style: str) -> None:
    check_parts({"drawing": cast(ModuleType, SimpleNamespace(STYLE=style))})


@pytest.mark.parametrize("style", [".a", ".a{fill:url(x}", ".a{}}", ".a{}</style>", "@media print"])
def test_a_style_that_would_go_on_in_another_is_refused(style: str) -> None:
    with pytest.raises(linden.GameError, match="whole rules"):
        check_parts({"drawing": cast(ModuleType, SimpleNamespace(STYLE=style))})


def test_a_name_has_an_end(tmp_path: Path) -> None:
    Faulty("a" * 41, "").write(tmp_path)
    assert "digits and underscores, 40 at most." in run(ASK, tmp_path).stdout


def test_the_others_go_on(told: list[str]) -> None:
    own = [name for name in linden.games() if name not in ("breakthrough", "pig")]
    assert told[0] == str(sorted([*own, "sound"]))


@pytest.mark.parametrize("game", LEFT_OUT, ids=lambda game: game.name)
def test_a_faulty_game_is_left_out_with_its_sentence(game: Faulty, told: list[str]) -> None:
    said = [line for line in told[1:] if line.startswith(f"The game {game.name} (")]
    assert len(said) == 1
    assert game.said in said[0]
    assert said[0].endswith(".")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("bodiless", "it has no __init__.py"),
        ("Loud", "lower-case letters"),
        ("linja", "there is one of that name already, in games/linja"),
    ],
)
def test_folders_that_are_no_games(name: str, said: str, told: list[str]) -> None:
    assert any(f"The game {name} (" in line and said in line for line in told[1:])


@pytest.mark.parametrize("game", FOUND_OUT, ids=lambda game: game.name)
def test_what_only_playing_shows(game: Faulty, tmp_path: Path) -> None:
    game.write(tmp_path)
    code = "import linden; from linden.core import conformance\n"
    done = run(f"{code}print(conformance.faults(linden.load({game.name!r})))", tmp_path)
    assert game.said in done.stdout + done.stderr


def test_too_many_moves_overwrite_nothing(tmp_path: Path) -> None:
    """Compiled, the rules of a game from outside check what they index."""
    FOUND_OUT[0].write(tmp_path)
    code = "import linden; print(linden.perft(linden.load('crowded').start(), 2))"
    done = run(code, tmp_path, LINDEN_CACHE_DIR=str(tmp_path / "cache"))
    assert done.returncode == 1
    assert "IndexError" in done.stderr.splitlines()[-1]


@pytest.mark.parametrize("game", UNCOMPILED, ids=lambda game: game.name)
def test_a_rule_that_does_not_compile_says_where_and_why(game: Faulty, tmp_path: Path) -> None:
    game.write(tmp_path)
    code = f"import linden; linden.load({game.name!r}).start().play('1')"
    last = run(code, tmp_path).stderr.strip().splitlines()[-1]
    assert f"GameError: The rules of {game.name} do not compile: its rule " in last
    assert game.said in last
    assert "NUMBA_DISABLE_JIT=1" in last
    assert len(last) < 500


def test_a_rule_that_forgets_to_return_is_told_when_it_is_compiled(tmp_path: Path) -> None:
    """It compiles, and fails where its answer is taken."""
    Faulty("silent", "", "else np.int64(state.turn)", "else None").write(tmp_path)
    last = run("import linden; linden.load('silent').start().play('1')", tmp_path).stderr
    assert last.strip().splitlines()[-1] == (
        "linden.core.errors.GameError: The rules of silent have a rule mover(state) that answered "
        "None; it returns a whole number."
    )


def test_a_missing_folder_is_told(tmp_path: Path) -> None:
    done = run(ASK, tmp_path / "nowhere")
    assert "which is no folder" in done.stdout
    assert "linja" in done.stdout


def test_a_folder_of_nobody_is_told(tmp_path: Path) -> None:
    done = run(ASK, Path("~nobody_at_all/games"))
    assert "~nobody_at_all/games, which is no folder" in done.stdout, done.stderr
    assert "linja" in done.stdout


def test_folders_that_cannot_be_read_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever runs the tests may be allowed to read everything."""
    SOUND.write(tmp_path)
    (tmp_path / "lost").mkdir()
    inside = Path.is_file

    def is_file(path: Path) -> bool:
        if path.parent.name == "lost":
            raise PermissionError(13, "Permission denied")
        return inside(path)

    monkeypatch.setattr(Path, "is_file", is_file)
    wrong: list[registry.Fault] = []
    found = [it.name for it in registry._in_folders(str(tmp_path), wrong)]
    assert (found, [it.name for it in wrong]) == (["sound"], ["lost"])
    assert wrong[0].sentence.endswith("is left out: its folder cannot be read: Permission denied.")
    monkeypatch.setattr(Path, "iterdir", lambda path: is_file(path / "lost" / "x"))
    assert list(registry._in_folders(str(tmp_path), wrong)) == []
    assert wrong[1].sentence.endswith("which cannot be read: Permission denied.")


def test_a_broken_game_cannot_be_loaded_and_says_why(tmp_path: Path) -> None:
    LEFT_OUT[0].write(tmp_path)
    done = run("import linden; linden.load('no_game')", tmp_path)
    last = done.stderr.strip().splitlines()[-1]
    assert "OptionError: The game no_game" in last
    assert "declares no GAME" in last


EDIT = "import linden; print(linden.perft(linden.load('sound').start(), 3))"


def test_an_edited_rule_from_outside_gives_the_new_answer(tmp_path: Path) -> None:
    """And what was compiled for other games is kept."""
    SOUND.write(tmp_path / "games")
    home, cache = tmp_path / "games", {"LINDEN_CACHE_DIR": str(tmp_path / "cache")}
    first = run(EDIT, home, **cache)
    assert first.stdout == "27\n"
    assert "Preparing sound" in first.stderr
    assert run(EDIT, home, **cache).stderr == "", "the second process compiles nothing"
    rules = home / "sound" / "rules.py"
    text = rules.read_text()
    rules.write_text(text.replace("n < 3 and", "n < 2 and"))
    after = run(EDIT, home, **cache)
    assert (after.stdout, "Preparing sound" in after.stderr) == ("8\n", True)
    rules.write_text(text)
    back = run(EDIT, home, **cache)
    assert (back.stdout, back.stderr) == ("27\n", "")


PICKLE = """
import pickle, sys, linden
from multiprocessing import get_context
position = linden.load("sound").start().play("2")
print(len(linden.games()))

def length(position):
    return len(position.moves)

if __name__ == "__main__":
    assert pickle.loads(pickle.dumps(position)) == position
    with get_context("spawn").Pool(1) as pool:
        print(pool.map(len, [position.moves]), pool.apply(repr, (position,)))
"""


def test_positions_from_outside_travel_to_other_processes(tmp_path: Path) -> None:
    SOUND.write(tmp_path)
    program = tmp_path / "program.py"
    program.write_text(PICKLE)
    environment = {**os.environ, "LINDEN_GAMES": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, str(program)], env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert (
        done.stdout.splitlines()[-1]
        == "[3] <Heap sound_heap=7 turn=1 #" + (done.stdout.strip()[-9:])
    )


def test_entry_points_add_games(tmp_path: Path) -> None:
    """As pip would install them: a package, and a line in its metadata."""
    SOUND.write(tmp_path / "my_games")
    (tmp_path / "my_games" / "__init__.py").write_text("")
    metadata = tmp_path / "my_games-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: my-games\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(
        "[linden.games]\nsound = my_games.sound\ngone = my_games.gone\nlinja = my_games.linja\n"
    )
    path = os.pathsep.join([str(tmp_path), *filter(None, sys.path)])
    done = run(f"{ASK}\n{EDIT}", tmp_path, PYTHONPATH=path, LINDEN_GAMES="")
    assert done.returncode == 0, done.stderr
    assert "'sound'" in done.stdout
    assert (
        "The game gone (the installed module my_games.gone of my-games) is left out" in done.stdout
    )
    assert "The game linja (the installed module my_games.linja" in done.stdout
    assert done.stdout.endswith("27\n")


def test_an_unknown_message_of_the_compiler_is_told_all_the_same() -> None:
    said = compiling.explained("linja", "Something\nnobody foresaw.")
    assert said.startswith("The rules of linja do not compile: a rule: nobody foresaw. ")


def test_a_digest_tells_sources_from_outside_apart() -> None:
    digests = {name: linden.load(name).source_digest for name in linden.games()}
    assert digests["linja"] == ""
    assert digests["pig"] != digests["breakthrough"] != ""


def test_nothing_is_left_out_here() -> None:
    assert registry.faults() == []
