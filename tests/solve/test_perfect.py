"""The perfect player, and what the terminal says of exact values."""

import subprocess
import sys
from pathlib import Path

import pytest

import linden
from linden import CHANCE, TablebaseError
from linden.cli import table as terminal
from linden.cli.main import cli
from linden.core.record import Record
from linden.players.registry import opponents
from linden.solve.exact import if_solved, know, solved, solver_for
from linden.solve.results import turns
from linden.solve.solver import build

SMALL = [
    linden.load("linage", size="3x4", komi=0),
    linden.load("linear", board="..#/.../...", start="a1 c2"),
]


@pytest.fixture(autouse=True)
def own_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LINDEN_SOLVED_DIR", str(tmp_path / "solved"))


def run(*words: str) -> None:
    cli.main(list(words), standalone_mode=False)


def linden_command(*words: str) -> "subprocess.CompletedProcess[str]":
    """The command in a process of its own."""
    command = [sys.executable, "-m", "linden", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)


@pytest.mark.parametrize("game", SMALL)
def test_the_perfect_player_keeps_the_value_against_everybody(game: linden.Game) -> None:
    build(solver_for(game))
    known = solved(game)
    for seed in range(20):
        position = game.start()
        seat = seed % 2
        worth = known.worth(position).for_seat(seat).lead
        sitting = [linden.player(game, "random", seed=seed) for _ in range(2)]
        sitting[seat] = linden.player(game, "perfect", seed=seed)
        while not position.over:
            choice = sitting[position.turn].choose(position)
            position = position.play(choice.move)
            now = known.worth(position).for_seat(seat).lead
            assert now >= worth
            worth = now


def test_without_a_table_there_is_no_perfect_player() -> None:
    game = SMALL[0]
    with pytest.raises(TablebaseError, match="linden solve linage builds it"):
        linden.player(game, "perfect")
    assert if_solved(game) is None
    assert opponents(game)[-1].text == "level8"
    build(solver_for(game))
    assert opponents(game)[-1].text == "perfect"
    with pytest.raises(ValueError, match="engine, perfect and level1"):
        linden.player(game, "flawless")


def test_a_position_that_no_table_leads_to_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """However far one looks ahead; without a bound the question would never be answered."""
    game = SMALL[0]
    build(solver_for(game))
    known = solved(game)
    monkeypatch.setattr(known.solver, "look", lambda values, position: None)
    with pytest.raises(
        TablebaseError, match=r"is not in the tablebase of Linage, nor is .* within 12"
    ):
        known.worth(linden.load("linage", size=7, komi=0).start())


def test_its_answer_says_what_it_knows() -> None:
    game = SMALL[0]
    build(solver_for(game))
    choice = linden.player(game, "perfect", seed=3).choose(game.start())
    assert choice.proven
    assert choice.scores[0] - choice.scores[1] == 5
    assert choice.win == (1.0, 0.0)
    assert choice.candidates[0].move in turns(solved(game), game.start())
    assert linden.replay(game, choice.line).over


def test_what_is_known_without_a_table() -> None:
    """The end of a game is seen by searching."""
    game = linden.load("linja")
    late = game.parse("0.0.0.0.0.0.3.9/9.1.0.0.0.0.0.2 red opening")
    known = know(late, 5)
    assert known is not None
    assert known.source == "search"
    assert known.best
    assert know(game.start(), 0.05) is None
    assert know(linden.load("linx").start(), 0.05) is None


def test_solve_builds_tells_and_checks(capsys: pytest.CaptureFixture[str]) -> None:
    run("solve", "linage", "--size", "3x4", "--komi", "0", "--device", "cpu", "--check", "2000")
    said = capsys.readouterr().out
    assert "The start: Vertical wins by 5." in said
    assert "Every page matches its checksum." in said
    assert "2,000 random positions are each worth the best of their successors." in said
    run("solve", "linage", "--size", "3x4", "--komi", "0", "--device", "cpu")
    assert "is there already" in capsys.readouterr().out


def test_solve_may_keep_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("solve", "linear", "--board", ".../...", "--device", "cpu", "--no-keep")
    assert "positions solved" in capsys.readouterr().out
    assert not (tmp_path / "solved").exists()


def test_value_tells_a_position_and_the_end_of_a_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = SMALL[0]
    build(solver_for(game))
    run("value", "linage", "--size", "3x4", "--komi", "0")
    assert "Exactly: Vertical wins by 5." in capsys.readouterr().out
    path = tmp_path / "game.linden"
    path.write_text(Record(game, (game.start().moves[0],)).text)
    run("value", str(path))
    assert "Exactly: " in capsys.readouterr().out


def test_perfect_sits_at_the_table(tmp_path: Path) -> None:
    """Where there is a table; elsewhere one sentence says how to get it."""
    board = ("--size", "3x4", "--komi", "0")
    words = ("play", "linage", *board, "--seats", "perfect,perfect", "--save")
    without = linden_command(*words, str(tmp_path / "one.linden"))
    assert without.returncode == 2
    assert "linden solve linage builds it" in without.stderr
    build(solver_for(SMALL[0]))
    saved = tmp_path / "two.linden"
    assert linden_command(*words, str(saved)).returncode == 0
    end = Record.parse(saved.read_text()).end()
    assert end.scores[0] - end.scores[1] == 5


def test_perfect_enters_an_arena(tmp_path: Path) -> None:
    """Also where nothing else has asked for it."""
    board, file = ("--size", "3x4", "--komi", "0"), str(tmp_path / "arena.jsonl")
    words = ("arena", "linage", "perfect", "level1", *board, "--games", "2", "--file", file)
    without = linden_command(*words)
    assert without.returncode == 2
    assert "linden solve linage builds it" in without.stderr
    build(solver_for(SMALL[0]))
    done = linden_command(*words)
    assert done.returncode == 0, done.stderr
    assert "perfect against level1" in done.stdout


def test_hints_are_exact_where_there_is_a_table() -> None:
    game = SMALL[0]
    build(solver_for(game))
    assert "(exact: Vertical wins by 5)" in terminal.hint(game.start(), 0.1)


def test_a_drop_is_worth_its_average() -> None:
    game = linden.load("linear", board=".../...")
    build(solver_for(game))
    start = game.start()
    assert start.to_move == CHANCE
    known = know(start)
    assert known is not None
    assert known.lead is not None
    assert known.best == ()
    pairs = [solved(game).worth(start.play(m)).lead for m in start.moves]
    assert known.lead == pytest.approx(sum(pairs) / len(pairs))
