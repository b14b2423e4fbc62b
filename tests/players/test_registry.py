"""Players by name: known without being imported, written and read as text."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linden
from linden.core.playing import USUAL_LADDER, Playing, Rung, Style, playing
from linden.players.level_player import LevelPlayer
from linden.players.levels import LEVELS
from linden.players.mcts import TreeSearch
from linden.players.registry import KINDS, opponents, parse
from linden.players.simple import RandomChoice


@pytest.mark.parametrize(
    "text",
    [
        *sorted(KINDS.keys() - {"engine"}),
        "engine:./program",
        "level1",
        "level8",
        "mcts:seconds=0.5",
        "mcts:nodes=500",
        "guided:seconds=2:nodes=9",
    ],
)
def test_what_is_read_is_written_again(text: str) -> None:
    read = parse(text)
    assert read.text == text
    assert read.name
    assert read.description


def test_levels_have_names_of_their_own() -> None:
    assert parse("level4").name == "steady"
    assert parse("level4:nodes=5").level == LEVELS[3]
    assert parse("perfect").description == "knows what every move is worth"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "Players are .* perfect and level1 to level8, not ''"),
        ("chess", "Players are"),
        ("level", "Players are"),
        ("level9", "Levels go from 1 to 8, not 9"),
        ("mcts:hours=1", "'mcts:hours=1' is no player; they look like"),
        ("mcts:nodes=x", "is no player"),
        ("mcts:seconds", "is no player"),
    ],
)
def test_what_is_no_player_is_refused_with_a_sentence(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        parse(text)


def test_every_kind_is_known_from_the_public_face_alone(tmp_path: Path) -> None:
    """Also where nothing of ``solve/`` has been imported."""
    code = """
import linden
game = linden.load("linja")
for text in ("level5", "mcts:nodes=10", "alphabeta:nodes=10", "random"):
    print(type(linden.player(game, text)).__name__)
print(linden.player(game, level=5).level.number)
try:
    linden.player(game, "perfect")
except RuntimeError as error:
    print("linden solve linja" in str(error))
"""
    command, environment = (
        [sys.executable, "-c", code],
        {**os.environ, "LINDEN_SOLVED_DIR": str(tmp_path)},
    )
    said = subprocess.run(
        command, env=environment, capture_output=True, text=True, check=True
    ).stdout.split()
    assert said == ["LevelPlayer", "TreeSearch", "AlphaBeta", "RandomChoice", "5", "True"]


def test_a_written_budget_is_kept() -> None:
    game = linden.load("linja")
    assert linden.player(game, "mcts:nodes=40").choose(game.start()).nodes == 40
    level = linden.player(game, "level8:nodes=300")
    assert isinstance(level, LevelPlayer)
    assert level.budget == (None, 300)
    assert level.choose(game.start()).nodes <= 300
    with pytest.raises(ValueError, match="1 or more"):
        linden.player(game, "mcts:nodes=0")
    with pytest.raises(ValueError, match="Give a budget"):
        linden.player(game, "mcts").choose(game.start())


@pytest.mark.parametrize("text", ["random", "greedy", "mcts:nodes=40", "level2", "level8:nodes=60"])
def test_seeds_may_be_numbers_of_numpy(text: str) -> None:
    game = linden.load("linja")
    start = game.start()
    expected = linden.player(game, text, seed=7).choose(start)
    seeds: tuple[Any, ...] = (np.int64(7), np.uint64(7), np.int32(7), np.uint8(7))
    for seed in seeds:
        choice = linden.player(game, text, seed=seed).choose(start)
        assert (choice.move, choice.candidates) == (expected.move, expected.candidates)
        direct = TreeSearch(game, seed).choose(start, nodes=40)
        assert direct.candidates == TreeSearch(game, 7).choose(start, nodes=40).candidates
        drawn = RandomChoice(game, seed).choose(start)
        assert drawn.move == RandomChoice(game, 7).choose(start).move
    with pytest.raises(TypeError):
        linden.player(game, text, seed=1.5)  # type: ignore[arg-type]


def test_options_may_be_numbers_of_numpy() -> None:
    values = {"size": np.int64(7), "line": np.uint8(3), "komi": np.float64(4.5)}
    assert linden.load("linage", **values) == linden.load("linage", size=7, line=3, komi=4.5)
    assert linden.load("linja", meddle=np.bool_(True)) == linden.load("linja", meddle=True)
    assert linden.load("linx", players=np.int64(3)).players == 3
    for wrong in (np.int64(99), np.float64(3), np.float32("nan"), np.array([3]), np.bool_(True)):
        with pytest.raises(linden.OptionError, match="players="):
            linden.load("linx", players=wrong)


def test_people_choose_among_levels_and_perfection_where_it_is_known() -> None:
    levels = tuple(level.text for level in LEVELS)
    assert tuple(it.text for it in opponents(linden.load("linx"))) == levels


def test_a_game_need_not_say_how_it_is_played() -> None:
    assert Playing().ladder == USUAL_LADDER
    assert Playing().style == Style()
    with pytest.raises(ValueError, match="A ladder has 8 rungs, one for each level, not 1"):
        Playing(ladder=(Rung(1),))
    assert playing(linden.load("linja")).style == Style()


def test_the_page_about_players_tells_the_truth() -> None:
    page = Path(__file__).parents[2] / "docs" / "players.md"
    done = doctest.testfile(str(page), module_relative=False)
    assert done.attempted > 3
    assert done.failed == 0


def test_generic_code_names_no_game() -> None:
    """What belongs to one game is in its folder; examples in docstrings may use one."""
    package = Path(linden.__file__).parent
    files = [
        *package.glob("players/*.py"),
        *package.glob("solve/*.py"),
        package / "core/playing.py",
    ]
    names = re.compile(rf"\b({'|'.join(linden.games())}|komi)\b", re.I)
    assert len(files) > 25
    for path in files:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            example = ">>>" in line or "linden.load(" in line
            assert example or not names.search(line), f"{path.name}:{number}: {line.strip()}"
