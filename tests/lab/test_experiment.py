"""Experiments are read, checked, and told in a command that makes them again."""

import shlex
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from linden.cli.lab import from_flags, lab
from linden.lab.experiment import Experiment, ExperimentError, read_toml

EXAMPLES = Path(__file__).parents[2] / "examples" / "lab"
WHOLE = """
game = "linos"
players = [["level2", "random"], ["random"]]
games = 50
seed = 9

[options]
pot = [21, 25]
basket = "3x3"
"""


def test_workers_number_variants_as_the_file_does() -> None:
    """A block names its variant by number, and travels with the experiment's text."""
    grid: dict[str, list[Any]] = {"pot": [21, 25], "basket": ["3x4", "3x3"]}
    ours = Experiment("linos", grid, [["random"], ["level1"]])
    turned = Experiment("linos", dict(reversed(grid.items())), [["random"], ["level1"]])
    for theirs in (Experiment.from_text(ours.text), turned):
        for one, other in zip(ours.variants, theirs.variants, strict=True):
            assert (one.number, one.label) == (other.number, other.label)
            assert (one.game.options, one.lineup) == (other.game.options, other.lineup)


def test_a_file_makes_the_grid_of_its_values() -> None:
    found = read_toml(WHOLE, "pots.toml")
    labels = [variant.label for variant in found.variants]
    assert labels == [
        "pot=21 level2 random",
        "pot=21 random",
        "pot=25 level2 random",
        "pot=25 random",
    ]
    assert found.variants[1].lineup == ("random", "random")
    assert found.variants[2].game.options["pot"] == 25
    assert all(variant.game.options["basket"] == "3x3" for variant in found.variants)
    assert [found.rotations(variant) for variant in found.variants] == [2, 1, 2, 1]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('game = "chess"', "f.toml, line 1: game takes breakthrough, "),
        ('game = "linos"\nplaces = 3', "f.toml, line 2: An experiment has the keys game, options"),
        ('game = "linos"\n\ngames = 0', "f.toml, line 3: games takes a whole number from 1 to"),
        ('game = "linos"\ngames = true', "f.toml, line 2: games takes a whole number"),
        ('game = "linos"\nplayers = "level9"', "f.toml, line 2: Levels go from 1 to 8, not 9."),
        ('game = "linos"\nplayers = 4', "f.toml, line 2: players takes a text such as"),
        ('game = "linos"\nplayers = ["random"]\njudge = "x"', "f.toml, line 3: Players are random"),
        ('game = "linos"\nplayers = "mcts"', "f.toml, line 2: mcts needs a budget for each move"),
        ('game = "linos"\nplayers = "mcts:seconds=1"', "f.toml, line 2: mcts:seconds=1 thinks by"),
        (
            'game = "linos"\nplayers = ["random", "random", "random"]',
            "f.toml, line 2: players takes one player for all seats, or 2, one for each of First",
        ),
        (
            'game = "linos"\n[options]\n\npot = [21, 400]',
            "f.toml, line 4: Linos takes pot=a whole number from 1 to 99; not 400.",
        ),
        ('game = "linos"\n[options]\npots = 3', "f.toml, line 3: Linos has the options players, "),
        ('game = "linos"\noptions = 3', "f.toml, line 2: options is a table"),
        (
            'game = "linage"\n[options]\nsize = 3\nline = 5',
            "f.toml, line 3: A line of 5 does not fit ",
        ),
        ('game = "linos"\ngames', "f.toml, line 2: This is no TOML (expected '=' after a key"),
        ('game = "linos', "f.toml, line 1: This is no TOML (unterminated string"),
        ('game = "linos"\ngame = "linx"', "f.toml, line 2: This is no TOML (cannot overwrite"),
        ('game = "linos"\n[options]\npot = []', "f.toml, line 3: pot needs at least one value."),
        ('game = "linos"\noptions.pot = 200', "f.toml, line 2: Linos takes pot=a whole number"),
        (
            'game = "linos"\noptions = { basket = "3x3", pot = 200 }',
            "f.toml, line 2: Linos takes pot=a whole number from 1 to 99; not 200.",
        ),
        (
            'game = "linos"\nplayers = [\n  ["random"],\n  ["level1"]\n]\n[options]\nplayers = 5',
            "f.toml, line 7: Linos takes players=2, 3, 4, 6; not 5.",
        ),
        (
            'game = "linage"\nplayers = "perfect"\n[options]\nsize = 9',
            "f.toml, line 2: Linage is solved on boards of up to 36 points; 9x9 has 81.",
        ),
        (
            'game = "linx"\nplayers = "alphabeta:nodes=9"',
            "f.toml, line 2: alphabeta plays games for two with nothing hidden, not ",
        ),
        (
            'game = "linos"\nhandicap = 0.5\nhandicapped = 2',
            "f.toml, line 3: handicapped takes the number of a player, 0 to 1 for 2 players; not 2",
        ),
        ('game = "linos"\nhandicap = nan', "f.toml, line 2: handicap takes a share of moves"),
        ("games = 3", "f.toml, line 1: An experiment names its game: "),
        ("", "f.toml, line 1: An experiment names its game: "),
        ('game = "linos"\ngames = -3', "f.toml, line 2: games takes a whole number from 1 to"),
        ('game = "linos"\ngames = 2.5', "f.toml, line 2: games takes a whole number from 1 to"),
        ('game = "linos"\ngames = 10_000_000_000_000', "f.toml, line 2: games takes a whole num"),
        ('game = "linos"\ngames = 1979-05-27', "f.toml, line 2: games takes a whole number from"),
        ('game = "linos"\ndetail = 0x' + 5000 * "f", "f.toml, line 2: detail takes a whole number"),
        ('game = "linos"\nseed = ' + 5000 * "1", "f.toml, line 2: This is no TOML (something is"),
        ('game = "linos"\n\npot = ' + 5000 * "[", "f.toml, line 3: This is no TOML (something is"),
        ('game = "linos"\nprecision = 0', "f.toml, line 2: precision takes a share from 0.0001 to"),
        ('game = "linos"\nprecision = 2', "f.toml, line 2: precision takes a share from 0.0001 to"),
        ('game = "linos"\nprecision = inf', "f.toml, line 2: precision takes a share from 0.0001"),
        ('game = "linos"\nseed = -1', "f.toml, line 2: seed takes a whole number from 0 to 92233"),
        ('game = "linos"\nseed = 9223372036854775808', "f.toml, line 2: seed takes a whole number"),
        ('game = "linos"\nrotate = 1', "f.toml, line 2: rotate takes true or false; not 1."),
        ('game = ["linos"]', "f.toml, line 1: game takes breakthrough, "),
        ('[[options]]\ngame = "linos"', "f.toml, line 1: An experiment names its game: "),
        ('game = "linos"\n[options]\npot = [[21]]', "f.toml, line 3: Linos takes pot=a whole num"),
        ('game = "linos"\n[options]\npot = nan', "f.toml, line 3: Linos takes pot=a whole number"),
        ('game = "linos"\n[options.pot]\nlow = 1', "f.toml, line 2: Linos takes pot=a whole numb"),
        ('game = "linage"\n[options]\nsize = [[3, 4]]', "f.toml, line 3: Linage takes size="),
        ('game = "linos"\nplayers = []', "f.toml, line 2: players takes at least one player."),
        (
            'game = "linos"\nplayers = [["random"], []]',
            "f.toml, line 2: players takes at least one",
        ),
        (
            'game = "linos"\nplayers = [["random"], 3]',
            "f.toml, line 2: players takes texts such as",
        ),
        ('game = "linos"\nplayers = "mcts:nodes=0"', "f.toml, line 2: Nodes are 1 or more, not 0."),
        ('game = "linos"\nplayers = "engine:"', "f.toml, line 2: An engine is written engine:COMM"),
        ('game = "linos"\nplayers = "engine:it\'s"', 'f.toml, line 2: "it\'s" is no command: No'),
        (
            'game = "linos"\njudge = """level5\ngames=3"""\ngames = 0',
            "f.toml, line 4: games takes a whole number from 1 to",
        ),
        (
            "game = 'linos'\njudge = '''\ngames=3'''\n'games' = 0",
            "f.toml, line 4: games takes a whole number from 1 to",
        ),
        (
            'game = "linos"\nplayers = [\n"games=3",\n]\n"games" = 0',
            "f.toml, line 5: games takes a whole number from 1 to",
        ),
        (
            'game = "linos" # a line\u2028and another\x85one\ngames = 0',
            "f.toml, line 2: games takes a whole number from 1 to",
        ),
        ('game = "linos" # a\u2028line\nseed = [', "f.toml, line 2: This is no TOML"),
        ('game = "linos"\njudge = ["level1"]', 'f.toml, line 2: judge takes texts such as "level4'),
    ],
)
def test_what_is_wrong_is_one_sentence_with_its_line(text: str, sentence: str) -> None:
    with pytest.raises(ExperimentError) as error:
        read_toml(text, "f.toml")
    assert str(error.value).startswith(sentence)
    assert str(error.value).endswith(".")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (
            b'game = "linos"\n# caf\xe9\n',
            "f.toml, line 2: This is no text; save the file as UTF-8.",
        ),
        (b"\xff\xfeg\0", "f.toml, line 1: This is no text; save the file as UTF-8."),
        (b"\xef\xbb\xbfgames = 3", "f.toml, line 1: An experiment names its game: "),
        (None, "f.toml: No such file or directory."),
    ],
)
def test_what_is_no_file_of_text_is_one_sentence_too(
    content: bytes | None, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if content is not None:
        Path("f.toml").write_bytes(content)
    told = CliRunner().invoke(lab, ["run", "f.toml"])
    assert told.exit_code != 0
    assert isinstance(told.exception, SystemExit), "no traceback"
    assert f"Error: {sentence}" in told.output
    assert not list(tmp_path.glob("*.sqlite*")), "nothing was begun"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["linx", "--players", "alphabeta:nodes=9"], "alphabeta plays games for two with nothing"),
        (["pig", "--players", "engine:/no/such/program"], "/no/such/program cannot be run: "),
        (["pig", "--file", "folder/pig.sqlite/one.sqlite"], "pig.sqlite: File exists."),
        (["pig", "--precision", "nan"], "'nan' is not a finite number."),
        (["pig", "--handicap", "inf"], "'inf' is not a finite number."),
        (["f.toml", "--seed", "0"], "f.toml says all of an experiment: write seed there, without"),
        (["f.toml", "--option", "pot=21"], "write options there, without --option."),
    ],
)
def test_what_cannot_be_played_is_one_sentence(
    words: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("f.toml").write_text('game = "linos"\ngames = 2\n', encoding="utf-8")
    Path("folder").mkdir()
    Path("folder/pig.sqlite").write_text("a letter", encoding="utf-8")
    told = CliRunner().invoke(lab, ["run", *words, "--workers", "1"])
    assert isinstance(told.exception, SystemExit), told.exception
    assert sentence in told.output


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "{}",
        "[" * 5000,
        '{"game": "pig", "option": {}}',
        '{"game": "pig", "options": []}',
        '{"game": "pig", "options": {"goal": 10}}',
        '{"game": "pig", "players": "random"}',
        '{"game": "pig", "players": [3]}',
        '{"game": "pig", "games": null}',
        '{"game": {"pig": 1}}',
    ],
)
def test_a_text_from_elsewhere_is_an_experiment_or_none(text: str) -> None:
    with pytest.raises(ExperimentError):
        Experiment.from_text(text)


def test_no_word_of_a_command_is_another_command() -> None:
    judge = "engine:judge; rm -rf ~"
    words = shlex.split(Experiment("pig", judge=judge).command)
    assert words[-2:] == ["--judge", judge]


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.toml")), ids=lambda path: path.stem)
def test_the_examples_can_be_played(path: Path) -> None:
    found = read_toml(path.read_text(encoding="utf-8"), path.name)
    assert path.stem.startswith(found.game)
    assert len(found.variants) > 1


def test_flags_and_files_say_the_same() -> None:
    flags: dict[str, Any] = {"games": 50, "seed": 9}
    found = from_flags("linos", ("pot=21,25", "basket=3x3"), ("level2,random", "random"), **flags)
    assert found == read_toml(WHOLE, "pots.toml")


@pytest.mark.parametrize(
    "experiment",
    [
        read_toml(WHOLE, "pots.toml"),
        Experiment("linja", {"meddle": [True, False]}, precision=0.02, rotate=False, opening=2),
        Experiment("linear", {"start": ["d4 e5"]}, [["level3"]], handicap=0.5, judge="none"),
    ],
)
def test_the_command_makes_the_same_experiment(experiment: Experiment) -> None:
    words = shlex.split(experiment.command)
    assert words[:3] == ["linden", "lab", "run"]
    command = lab.get_command(click.Context(lab), "run")
    assert command is not None
    given = command.make_context("run", words[3:]).params
    for name in ("file", "workers", "ray"):
        assert given.pop(name) is None
    assert given.pop("device") == "cpu"
    assert from_flags(given.pop("what"), given.pop("options"), **given) == experiment
    assert Experiment.from_text(experiment.text) == experiment
