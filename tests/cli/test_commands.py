"""The ``linden`` command, run as people run it."""

import os
import re
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from unittest.mock import patch
from xml.etree import ElementTree

import pytest

from cases import NAMES
from linden import Record, load
from linden.cli import count
from linden.cli.main import main
from linden.cli.paint import console
from linden.core.lessons import Course

Done = subprocess.CompletedProcess[str]


def around(home: Path) -> dict[str, str]:
    return {**os.environ, "XDG_DATA_HOME": str(home), "COLUMNS": "100"}


def linden(*arguments: str, home: Path, typed: str = "") -> Done:
    """The command's own entry, in this process: starting Python anew takes longer than most
    commands."""
    out, err = StringIO(), StringIO()
    with (
        patch.dict(os.environ, around(home)),
        patch.object(sys, "stdin", StringIO(typed)),
        patch.object(console, "_width", 100),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            main(list(arguments))
        except SystemExit as end:
            code = end.code
    assert isinstance(code, int)
    return Done(arguments, code, out.getvalue(), err.getvalue())


@pytest.mark.parametrize(
    "command", [["-m", "linden"], [str(Path(sys.executable).parent / "linden")]]
)
def test_the_command_is_there_and_says_the_same(command: list[str], tmp_path: Path) -> None:
    for arguments in (["games"], ["play", "chess"]):
        done = subprocess.run(
            [sys.executable, *command, *arguments],
            env=around(tmp_path),
            capture_output=True,
            text=True,
        )
        inside = linden(*arguments, home=tmp_path)
        assert (done.returncode, done.stdout, done.stderr) == (
            inside.returncode,
            inside.stdout,
            inside.stderr,
        )


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["play", "chess"], "There is no game 'chess'; there are "),
        (["rules", "chess"], "There is no game 'chess'; there are "),
        (["perft", "linja", "--bonus", "never"], "Linja takes bonus=followup, any; not 'never'."),
        (["perft", "linja", "--colour", "red"], "No such option"),
        (["perft", "linja", "-d", "x"], "'x' is not a valid integer"),
        (["perft", "linja", "-d", "0"], "0 is not in the range"),
        (["perft", "linja", "--position", "x"], "This is no Linja position"),
        (["perft", "linja", "--moves", "9-9"], "Move 1: '9-9' is no Linja move"),
        (["play", "linja", "--seats", "you"], "--seats takes 2 words, for Red, Black"),
        (["replay", "nowhere.linden"], "nowhere.linden cannot be read: No such file"),
        (["show", "."], "cannot be read: Is a directory"),
        (["resume"], "No unfinished game is kept"),
        (["arena", "linja", "random", "alphabeta"], "alphabeta needs a budget for each move"),
        (["arena", "linja", "random", "level9"], "Levels go from 1 to 8, not 9."),
        (["arena", "linja", "--players", "random", "level1"], "No such option"),
        (["arena", "linos", "--players", "random", "level1"], "Linos takes players=2, "),
        (["dance"], "No such command 'dance'"),
    ],
)
def test_bad_input_is_one_sentence_and_code_2(
    arguments: list[str], says: str, tmp_path: Path
) -> None:
    done = linden(*arguments, home=tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    lines = [line for line in done.stderr.splitlines() if not line.startswith("Preparing ")]
    assert len(lines) == 1
    assert lines[0].startswith("linden: ")
    assert says in lines[0]


def test_files_that_are_no_records(tmp_path: Path) -> None:
    for name, content in {
        "bytes": b"\xff\xfe\x00",
        "text": b"hello\n",
        "json": b'{"a": 1}',
    }.items():
        (tmp_path / name).write_bytes(content)
        done = linden("replay", str(tmp_path / name), home=tmp_path)
        assert done.returncode == 2
        assert re.match(r"linden: .*\.\n$", done.stderr)


def test_games_and_rules(tmp_path: Path) -> None:
    listed = linden("games", home=tmp_path).stdout
    for name in NAMES:
        assert name in listed
        told = linden("rules", name, home=tmp_path)
        assert told.returncode == 0
        assert len(told.stdout) > 1000


def test_perft_with_flags(tmp_path: Path) -> None:
    done = linden(
        "perft", "linja", "--bonus", "any", "--meddle", "-d", "3", "--each", home=tmp_path
    )
    assert done.returncode == 0
    rows = [line.split() for line in done.stdout.splitlines()]
    assert [row[1] for row in rows[:2]] == ["7", "69"]
    assert sum(int(row[1].replace(",", "")) for row in rows[3:]) == int(rows[2][1].replace(",", ""))


@pytest.mark.parametrize("name", NAMES)
def test_a_whole_game_between_computers(name: str, tmp_path: Path) -> None:
    from linden import load

    path = tmp_path / "game.linden"
    seats = ",".join(["random"] * load(name).players)
    done = linden("play", name, "--seats", seats, "--seed", "1", "--save", str(path), home=tmp_path)
    assert done.returncode == 0, done.stderr
    record = Record.parse(path.read_text())
    assert record.end().over
    again = tmp_path / "again.linden"
    linden("play", name, "--seats", seats, "--seed", "1", "--save", str(again), home=tmp_path)
    assert again.read_text() == path.read_text(), "the same seed, the same game"
    told = linden("replay", str(path), home=tmp_path)
    assert told.returncode == 0
    assert len(told.stdout.splitlines()) > len(record.turns())
    boards = linden("replay", str(path), "--boards", home=tmp_path)
    assert len(boards.stdout) > len(told.stdout)
    svg = tmp_path / "out.svg"
    shown = linden(
        "show", str(path), "--at", "9", "--svg", str(svg), "--theme", "dark", home=tmp_path
    )
    assert shown.returncode == 0, shown.stderr
    assert ElementTree.parse(svg).getroot().tag.endswith("svg")
    line = linden("show", str(path), "--text", home=tmp_path).stdout.strip()
    assert record.game.parse(line) == record.end()
    late = linden("show", str(path), "--at", "9999", home=tmp_path)
    assert late.returncode == 2
    finished = linden("resume", str(path), home=tmp_path)
    assert "is finished" in finished.stderr


def test_a_game_by_hand_with_mistakes_undo_and_resume(tmp_path: Path) -> None:
    typed = "help\nmoves\n1-9\n1-3\n1-2\n1-3\nundo\npass\ntext\nquit\n"
    done = linden("play", "linja", "--seats", "you,you", "--seed", "1", home=tmp_path, typed=typed)
    assert done.returncode == 0, done.stderr
    assert "'1-9' is no Linja move" in done.stdout
    assert "'1-3' cannot be played: an opening move goes forward one row" in done.stdout
    assert "Taken back: 1-3." in done.stdout
    assert "black opening" in done.stdout
    assert "linden resume" in done.stdout
    kept = next((tmp_path / "linden" / "tables").glob("linja-*.linden"))
    assert Record.parse(kept.read_text()).moves == ("1-2", "pass")
    more = linden("resume", home=tmp_path, typed="8-7\npass\nundo\nundo\nundo\nundo\nundo\n")
    assert more.returncode == 0, more.stderr
    assert "There is nothing to take back." in more.stdout
    assert Record.parse(kept.read_text()).moves == ()


def test_undo_takes_the_computers_reply_back_too(tmp_path: Path) -> None:
    path = tmp_path / "game.linden"
    typed = "7-8\nundo\n"
    linden("play", "linja", "--seed", "1", "--save", str(path), home=tmp_path, typed=typed)
    assert Record.parse(path.read_text()).moves == ()


def test_a_file_is_never_overwritten_by_a_new_game(tmp_path: Path) -> None:
    path = tmp_path / "mine"
    path.write_text("precious")
    done = linden("play", "linja", "--save", str(path), home=tmp_path)
    assert done.returncode == 2
    assert path.read_text() == "precious"


def test_play_alone_asks_which_game(tmp_path: Path) -> None:
    done = linden("play", home=tmp_path, typed="nine\nlinja\nquit\n")
    assert done.returncode == 0
    assert "Type a number from 1 to" in done.stdout
    assert "Red> " in done.stdout


@pytest.mark.parametrize(("cores", "says"), [(1, "on one thread."), (3, "on 3 threads.")])
def test_playouts_say_how_many_threads_they_used(
    cores: int, says: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(count, "cores", lambda: cores)
    count.playout_table(load("linja"), 100, seed=1)
    assert says in capsys.readouterr().out


def test_a_game_is_played_in_the_language_of_the_terminal(tmp_path: Path) -> None:
    """What is said about it, and never what is kept."""
    seats = ["--seats", "you,you", "--seed", "1", "--save"]
    typed = "help\n9-9\n3-4\nquit\n"
    files = [tmp_path / name for name in ("en", "fr", "de")]
    told = []
    for file, words in zip(files, ([], ["--lang", "fr"], []), strict=True):
        asked = {"LC_ALL": "de_CH.UTF-8"} if file.name == "de" else {"LC_ALL": "C.UTF-8"}
        with patch.dict(os.environ, asked):
            play = ["play", "linja", *words, *seats, str(file)]
            told.append(linden(*play, home=tmp_path, typed=typed).stdout)
    english, french, german = told
    assert "Red> " in english
    assert "Type a move to play it." in english
    assert "Rouge> " in french
    assert "n’est pas un coup de Linja" in french
    assert "Rot: 3-4. Rot bewegt einen Stein" in german
    assert "Die Partie bleibt erhalten." in german
    assert len({file.read_text(encoding="utf-8") for file in files}) == 1


def test_the_games_are_listed_in_the_language_that_is_asked_for(tmp_path: Path) -> None:
    found = linden("games", "--lang", "it", home=tmp_path)
    assert "linden rules NOME" in found.stdout
    assert linden("games", "--lang", "xx", home=tmp_path).returncode == 2
    assert "linden rules NAME" in linden("games", home=tmp_path).stdout


def test_a_lesson_goes_to_its_end(tmp_path: Path) -> None:
    typed = ["3-4", "hint", "1-3"]  # a wrong try, a hint, and what cannot be played
    for step in load("linja").lesson:
        course = Course.of("linja", step)
        while not course.over:
            typed.append(course.solution)
            course = course.attempt(course.solution).course
    done = linden("learn", "linja", "--lang", "en", home=tmp_path, typed="\n".join(typed) + "\n")
    assert done.returncode == 0
    assert "You could open with that pawn, too." in done.stdout
    assert "cannot be played" in done.stdout
    assert "6/6" in done.stdout
    assert "linden play linja --seats you,level1" in done.stdout


def test_a_lesson_can_be_left_and_skipped(tmp_path: Path) -> None:
    done = linden("learn", "linja", "--lang", "fr", home=tmp_path, typed="skip\nquit\n")
    assert done.returncode == 0
    assert "La compagnie donne des ailes" in done.stdout
    assert linden("learn", "linja", home=tmp_path, typed="").returncode == 0
    none = linden("learn", "pig", home=tmp_path)
    assert none.returncode != 0
    assert "no lesson" in none.stderr + none.stdout
