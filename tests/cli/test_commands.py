"""The ``linden`` command, run as people run it."""

import os
import random
import re
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from typing import TextIO
from unittest.mock import patch
from xml.etree import ElementTree

import click
import pytest

from cases import NAMES
from linden import Record, load
from linden.cli import click_words, count, learning
from linden.cli.main import main
from linden.cli.paint import console, held, wrapped
from linden.core.lessons import Course

Done = subprocess.CompletedProcess[str]


def around(home: Path) -> dict[str, str]:
    return {**os.environ, "XDG_DATA_HOME": str(home), "COLUMNS": "100"}


class Keyboard(StringIO):
    """What somebody types, and not a file or another program."""

    def isatty(self) -> bool:
        return True


def linden(*arguments: str, home: Path, typed: str | TextIO = "") -> Done:
    """The command's own entry, in this process: starting Python anew takes longer than most
    commands."""
    out, err = StringIO(), StringIO()
    with (
        patch.dict(os.environ, around(home)),
        patch.object(sys, "stdin", StringIO(typed) if isinstance(typed, str) else typed),
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


def test_a_game_that_cannot_be_listed_keeps_no_other_from_the_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def odd(name: str) -> str:
        return str(1 // (name != NAMES[0]))

    monkeypatch.setattr("linden.cli.main.seat_numbers", odd)
    done = linden("games", home=tmp_path)
    assert done.returncode == 0
    assert all(f"\n{name} " in done.stdout for name in NAMES[1:])
    assert f"The game {NAMES[0]} has a fault: ZeroDivisionError in test_commands.py" in done.stdout


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


def nearly_over(path: Path, **seats: str) -> str:
    """Keep a game of Linja that lacks its last move; that move."""
    position, rng = load("linja").start(), random.Random(1)
    moves: list[str] = []
    while not position.over:
        moves.append(rng.choice(position.moves))
        position = position.play(moves[-1])
    path.write_text(Record(load("linja"), tuple(moves[:-1]), seats).text, encoding="utf-8")
    return moves[-1]


def test_the_next_game_of_a_match_has_a_file_of_its_own(tmp_path: Path) -> None:
    path, other, following = (tmp_path / f"mine{end}.linden" for end in ("", "-2", "-3"))
    other.write_text("precious")
    typed = Keyboard(f"{nearly_over(path)}\n\nquit\n")
    left = linden("resume", str(path), home=tmp_path, typed=typed)
    assert other.read_text() == "precious"
    assert f"linden resume {following}\n" in left.stdout
    assert Record.parse(following.read_text()).moves == ()


def test_who_leaves_after_a_game_is_not_told_to_go_on_with_it(tmp_path: Path) -> None:
    path = tmp_path / "mine.linden"
    typed = Keyboard(f"{nearly_over(path)}\n")
    left = linden("resume", str(path), home=tmp_path, typed=typed)
    assert left.returncode == 0
    assert "Another game?" in left.stdout
    assert "linden resume" not in left.stdout


def test_a_copy_that_cannot_be_saved_is_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "mine.linden"
    typed = "save ~nobody-has-this-name/x\nsave a\0b\nquit\n"
    done = linden("play", "linja", "--save", str(path), home=tmp_path, typed=typed)
    assert done.returncode == 0
    assert "~nobody-has-this-name/x cannot be written: no such file" in done.stdout.replace(
        "No such file", "no such file"
    )
    assert done.stdout.count("cannot be written") == 2


def test_who_takes_over_from_a_program_is_told(tmp_path: Path) -> None:
    path = tmp_path / "mine.linden"
    nearly_over(path, Red="you", Black="engine:./program")
    done = linden("resume", str(path), home=tmp_path, typed="quit\n")
    assert "A program played Black; a file starts none, so Black is yours now." in done.stdout
    assert "played Red" not in done.stdout


def test_what_is_typed_and_is_no_text_is_no_move(tmp_path: Path) -> None:
    typed = TextIOWrapper(BytesIO(b"\xff\xfe\nquit\n"), encoding="utf-8")
    done = linden("play", "linja", "--seed", "1", home=tmp_path, typed=typed)
    assert done.returncode == 0, done.stderr
    assert "is no Linja move" in done.stdout


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


def in_language(variables: dict[str, str], *arguments: str, home: Path) -> tuple[str, str]:
    with patch.dict(os.environ, {"LC_ALL": "", "LC_MESSAGES": "", "LANGUAGE": ""} | variables):
        done = linden(*arguments, home=home)
    return done.stdout, done.stderr


def test_help_and_complaints_are_in_the_language_of_the_terminal(tmp_path: Path) -> None:
    german = {"LANG": "de_DE.UTF-8"}
    told, _ = in_language(german, "--help", home=tmp_path)
    assert told.startswith("Aufruf: linden ")
    assert "Befehle:\n" in told
    assert re.search(r"  play +Eine Partie in diesem Terminal spielen\.\n", told)
    told, _ = in_language(german, "play", "--help", home=tmp_path)
    assert re.search(r"linja +Zwölf Steine laufen durch die andere Seite hindurch", told)
    told, _ = in_language(german, "play", "linja", "--help", home=tmp_path)
    assert "der Reihe nach: you, random," in " ".join(told.split())
    assert "(sonst: followup); möglich: followup, any" in " ".join(told.split())
    assert "Diese Hilfe zeigen." in told
    for arguments, says in [
        (["dance"], "Einen Befehl „dance“ gibt es nicht."),
        (["play", "linja", "--colour", "red"], "Eine Option „--colour“ gibt es nicht."),
        (["play", "chess"], "Ein Spiel „chess“ gibt es nicht; es gibt "),
        (["play", "linja", "--seats", "you"], "--seats erwartet 2 Wörter, für Rot, Schwarz: "),
        (["play", "linja", "--bonus", "no"], "Linja erlaubt bonus=followup, any; nicht „no“."),
        (["replay", "x"], "x lässt sich nicht lesen: Diese Datei gibt es nicht."),
        (["resume"], "Es ist keine angefangene Partie da; linden play beginnt eine."),
        (["serve", "--port", "99999"], "99999 liegt nicht in 0<=x<=65535."),
    ]:
        _, told = in_language(german, *arguments, home=tmp_path)
        assert says in told


def test_what_scripts_read_is_english_everywhere(tmp_path: Path) -> None:
    german = {"LANG": "de_DE.UTF-8"}
    _, told = in_language(german, "perft", "linja", "--bonus", "never", home=tmp_path)
    assert "Linja takes bonus=followup, any; not 'never'." in told
    told, _ = in_language(german, "perft", "--help", home=tmp_path)
    assert told.startswith("Usage: linden perft ")


@pytest.mark.parametrize(
    ("variables", "says"),
    [
        ({"LANG": "fr_CH.UTF-8"}, "Commandes"),
        ({"LANG": "en_GB.UTF-8", "LANGUAGE": "nl:it:fr"}, "Comandi"),
        ({"LANG": "C", "LANGUAGE": "it"}, "Commands"),
        ({"LANG": "it_IT.UTF-8", "LC_MESSAGES": "de_AT"}, "Befehle"),
    ],
)
def test_a_terminal_says_its_language_as_to_other_programs(
    variables: dict[str, str], says: str, tmp_path: Path
) -> None:
    told, _ = in_language(variables, "--help", home=tmp_path)
    assert f"\n{says}:\n" in told.replace("\u00a0", "")


def test_lines_are_not_broken_before_a_sign(tmp_path: Path) -> None:
    """Rich would: to it a space that does not break is a space."""
    told, _ = in_language({"LANG": "fr_FR.UTF-8"}, "games", home=tmp_path)
    assert "\u00a0:" in told
    assert not re.search(r"^[\s\u00a0\u202f]*[:;?!»]", told, re.MULTILINE)
    said = "Une grille\u00a0: le terrain\u202f! Qui «\u00a0joue\u00a0» gagne\u202f; un autre perd."
    for width in range(12, 50):
        out = StringIO()
        with patch.object(console, "_width", width), redirect_stdout(out):
            wrapped(held(said))
        lines = out.getvalue().splitlines()
        assert " ".join(line.rstrip(" ") for line in lines) == said
        assert not any(re.match(r"[\s\u00a0\u202f]*[:;?!»]", line) for line in lines)


def test_all_words_of_click_are_found_where_they_are_said() -> None:
    """Another version of Click may say something else; then it would be English."""
    folder = Path(click.__file__).parent
    code = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    assert [word for word in click_words.SAID if f'"{word}"' not in code] == []
    assert all(hasattr(module, "_") for module in click_words.MODULES if module is not click.parser)


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


def test_a_lesson_goes_on_where_it_was_left(tmp_path: Path) -> None:
    first = Course.of("linja", load("linja").lesson[0])
    typed = []
    while not first.over:
        typed.append(first.solution)
        first = first.attempt(first.solution).course
    begun = linden("learn", "linja", home=tmp_path, typed="\n".join([*typed, "quit", ""]))
    assert "1/6" in begun.stdout
    assert "2/6" in begun.stdout
    left = linden("learn", "linja", home=tmp_path, typed="skip\nquit\n").stdout
    assert "1/6" not in left
    assert "2/6" in left
    assert "2/6" in linden("learn", "linja", home=tmp_path, typed="quit\n").stdout, "skipped"
    assert "1/6" in linden("learn", "linja", "--again", home=tmp_path, typed="quit\n").stdout


def test_what_is_learnt_may_be_kept_in_a_file_that_says_nothing(tmp_path: Path) -> None:
    for content in ("", "[]", '{"linja": 3}', "\udcff"):
        with patch("platformdirs.user_data_dir", lambda name: str(tmp_path)):
            learning.Learnt.path().write_text(content, encoding="utf-8", errors="replace")
            assert learning.Learnt.read("linja") == set()
            learning.Learnt.write("linja", {"open"})
            assert learning.Learnt.read("linja") == {"open"}


def test_a_lesson_can_be_left_and_skipped(tmp_path: Path) -> None:
    done = linden("learn", "linja", "--lang", "fr", home=tmp_path, typed="skip\nquit\n")
    assert done.returncode == 0
    assert "La compagnie donne des ailes" in done.stdout
    assert linden("learn", "linja", home=tmp_path, typed="").returncode == 0
    none = linden("learn", "pig", home=tmp_path)
    assert none.returncode != 0
    assert "no lesson" in none.stderr + none.stdout
