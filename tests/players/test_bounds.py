"""Games whose lines have no bound: every search stops, and says honestly what it knows.

The searches run in a process of their own: one that wrote beyond its memory would take the tests
along.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent / "without_bound"

BEGIN = "import linden\n"


def run(code: str) -> str:
    """What this code prints, with the games without bound among the others."""
    command = [sys.executable, "-c", BEGIN + code]
    environment = {**os.environ, "LINDEN_GAMES": str(FOLDER)}
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


LEVELS = """
import random
from linden.players.chance import roll
game = linden.load({name!r})
positions = [game.start(), *map(game.parse, {texts!r})]
for position in positions:
    for level in range(1, 9):
        choice = linden.player(game, level=level, seed=1).choose(position, nodes={nodes})
        assert choice.move in position.moves
        print(level, choice.move, choice.proven)
"""


@pytest.mark.parametrize("nodes", [50, 6000])
def test_every_level_answers_where_chance_has_no_end(nodes: int) -> None:
    texts = ["18 18 1 0", "19 19 0 1", "12 17 3 0"]
    said = run(LEVELS.format(name="endless", texts=texts, nodes=nodes)).splitlines()
    assert len(said) == 8 * 4
    assert all(line.endswith("False") for line in said), "no end can be counted out"


def test_every_level_answers_where_a_turn_has_no_end() -> None:
    said = run(LEVELS.format(name="shuttle", texts=["-998 0", "999 1"], nodes=6000))
    assert len(said.splitlines()) == 8 * 3


def test_alpha_beta_evaluates_where_its_stack_ends() -> None:
    """A line of a thousand moves in one turn is longer than the stack of plies."""
    code = """
from linden.players.iterative_deepening import AlphaBeta
game = linden.load("shuttle")
choice = AlphaBeta(game).choose(game.start(), nodes=200_000)
print(choice.proven, choice.nodes <= 200_000, choice.move in game.start().moves)
"""
    assert run(code).split() == ["False", "True", "True"]


def test_alpha_beta_evaluates_where_chance_acts() -> None:
    code = """
from linden.players.iterative_deepening import AlphaBeta
game = linden.load("endless")
for text in ("0 0 0 0", "18 3 1 0", "19 19 0 1"):
    print(AlphaBeta(game).choose(game.parse(text), nodes=50_000).proven)
"""
    assert run(code).split() == ["False"] * 3


def test_an_expectation_without_end_is_given_up() -> None:
    """Near as the end may be, some line never reaches it."""
    code = """
from linden.players.budget import Budget
from linden.players.expectation import Expectation, distance
game = linden.load("endless")
for text in ("19 19 0 0", "18 19 2 1", "0 0 0 0"):
    print(Expectation(game).find(game.parse(text), Budget(nodes=3_000_000)))
print(distance(game.start(), 14), distance(linden.load("shuttle").start(), 14))
"""
    *found, distances = run(code).splitlines()
    assert found == ["None"] * 3
    assert distances == "15 15"


def test_what_cannot_be_known_is_not_known() -> None:
    code = """
for name, text in (("endless", "19 19 0 0"), ("shuttle", "0 0"), ("shuttle", "-999 0")):
    print(linden.know(linden.load(name).parse(text), 0.5))
"""
    assert run(code).split() == ["None"] * 3


def test_every_level_answers_where_chance_follows_chance_for_ever() -> None:
    said = run(LEVELS.format(name="streak", texts=["19 19 0", "3 18 1"], nodes=2000)).splitlines()
    assert len(said) == 8 * 3


def test_a_review_ends_where_chance_follows_chance() -> None:
    """Whatever the strongest player would do, both moves are judged; of a throw that it would not
    make all that may follow is looked at, and that has no end in Streak."""
    code = """
import threading
from linden.players.registry import player
from linden.web.compute import judging
from linden.web.compute.opponents import STRONGEST
for name, texts in (("streak", ("0 0 0", "19 19 1")), ("endless", ("18 18 1 0", "0 0 0 0"))):
    game = linden.load(name)
    strongest = player(game, STRONGEST, seed=1)
    for position in map(game.parse, texts):
        for move in position.moves:
            judged = judging.judge(position, move, 1, 0.01, threading.Event())
            print(judged.grade in ("best", "good", "slip", "mistake", "blunder"))
        thrown = position.play("throw")
        share = judging.share(strongest, thrown, position.turn, 0.01, threading.Event())
        print(0 <= share <= 1)
"""
    assert run(code).split() == ["True"] * 12


def test_an_arena_ends_where_games_need_not() -> None:
    code = """
from linden.players import arena
arena.LONGEST_GAME = 50
for name in ("endless", "shuttle"):
    meeting = arena.Meeting("random", "level1", 0)
    print(arena.play_meeting(linden.load(name), meeting, 1))
"""
    first, second = map(float, run(code).split())
    assert 0 <= first <= 1
    assert second == 0.5
