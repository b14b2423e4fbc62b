"""``linden puzzles``: what is made is proven, the same each time, and gone on with."""

from pathlib import Path

import pytest

import linden
from linden.cli.main import main
from linden.puzzles.making import Making, lines_of
from linden.puzzles.puzzle import largest_share

SMALL = {"board": "4x4"}
GAME = ["linear", "--board", "4x4"]


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """The exit code, and what was said."""
    with pytest.raises(SystemExit) as end:
        main(["puzzles", *arguments])
    said = capsys.readouterr()
    assert isinstance(end.value.code, int)
    return end.value.code, said.out + said.err


def test_puzzles_are_made_and_proven(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "made.jsonl"
    make = ["make", *GAME, "--processes", "1", "--output", str(path)]
    assert run(capsys, *make, "--count", "2")[0] == 0
    first = path.read_text(encoding="utf-8").splitlines()
    assert run(capsys, *make, "--count", "2") == (0, f"{path} has 2 puzzles already.\n")

    # What is gone on with is what would have been made at once; by whom makes no difference.
    making = Making(tmp_path / "again.jsonl", linden.load("linear", **SMALL), 2)
    while not making.done:
        making._add(lines_of("linear", SMALL, making.games, 0, making.full))
    assert making.path.read_text(encoding="utf-8").splitlines() == first

    assert run(capsys, "check", "linear", "--file", str(path)) == (
        0,
        "Linear Progression: 2 of 2 puzzles are proven.\n",
    )
    path.write_text("\n".join([*first[:2], first[2].replace('"best":', '"best":1')]) + "\n")
    code, said = run(capsys, "check", "linear", "--file", str(path))
    assert code == 1
    assert "1 of 2 puzzles are proven" in said


def test_what_cannot_be_made_is_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "made.jsonl"
    head = '{"game":"linear","options":{"board":"4x4"},"seed":7,"games":3}\n'
    for content, said in (("rubbish\n", "is no file of puzzles"), (head, "was made from")):
        path.write_text(content)
        code, told = run(capsys, "make", *GAME, "--output", str(path))
        assert code == 2
        assert said in told
        assert path.read_text() == content
    path.write_text(head + "{}\n")
    code, told = run(capsys, "check", "linear", "--file", str(path))
    assert (code, "is no puzzle" in told) == (2, True)
    assert "There is no game" in run(capsys, "check", "chess")[1]
    assert "Name the game" in run(capsys, "check", "--file", str(path))[1]


def test_no_theme_takes_all_the_room(tmp_path: Path) -> None:
    game = linden.load("linear", **SMALL)
    making = Making(tmp_path / "made.jsonl", game, 10)
    making._themes["win"] = int(10 * largest_share(game))
    assert making.full == {"win"}
