"""Hostile input: whatever is typed, a sentence answers, and nothing changes."""

import random
from typing import Any

import pytest

import linden
from cases import GAMES, IDS, NAMES, option_sets, somewhere
from linden import Game, IllegalMove, NotationError, OptionError, Position, Record

TRIES = 1000
JUNK: list[Any] = [
    *(None, True, False, 0, 1, -1, 2, 3, 10**9, 10**400, -(10**400), 0.5, -0.5, 1e308, 1e-320),
    *(float("nan"), float("inf"), -float("inf"), 3 + 4j, b"", b"11", (), [], {}, set(), object()),
    *(
        "",
        " ",
        "\0",
        "\n",
        "-",
        "--",
        "x",
        "xx",
        "NaN",
        "inf",
        "1e5",
        "0x10",
        "1_000",
        "٣",
        "３",
        "²",
    ),
    *("é", "🜁", "\ud800", "\u202e", "a" * 5000, "9" * 5000, "#" * 5000, "./" * 3000, "../../etc"),
    *("true", "None", "3x", "x3", "3x3x3", "0x0", "-3x4", "99x99", "3 x 4", "3×4", "%s", "{0}"),
]
LETTERS = "abcdefghijklmnopqrstuvwxyzRPSOX0123456789 .,-/#*?:()[]|~+=x\n\t\0é–−\u200b"


def share(game: Game) -> int:
    """How many of a game's tries fall to one option set: a thousand a game at least."""
    return max(TRIES // 4, -(-TRIES // len(option_sets(game.name))))


def mangled(text: str, rng: random.Random) -> str:
    """A text with one to three things wrong with it."""
    for _ in range(rng.randrange(1, 4)):
        i, j = sorted(rng.randrange(len(text) + 1) for _ in range(2))
        how = rng.randrange(6)
        if how == 0:
            text = text[:i] + text[j:]
        elif how == 1:
            text = text[:i] + rng.choice(LETTERS) + text[i:]
        elif how == 2:
            text = text[:i] + rng.choice(LETTERS) + text[i + 1 :]
        elif how == 3:
            text = text[:j] + text[i:]
        elif how == 4:
            words = text.split(" ")
            rng.shuffle(words)
            text = " ".join(words)
        else:
            text = text[:i] + str(rng.randrange(30)) + text[i + 1 :]
    return text


def sentence(error: Exception, longest: int = 500) -> None:
    """An answer that helps: a sentence, not too long, without innards."""
    said = str(error)
    assert said.endswith(".")
    assert 15 < len(said) < longest, said
    assert "Traceback" not in said
    assert "object at 0x" not in said or "<object" in said


@pytest.mark.parametrize("name", NAMES)
def test_option_values(name: str) -> None:
    rng = random.Random(name)
    names = [option.name for option in linden.load(name).facts.options]
    refused = 0
    for _ in range(TRIES):
        options: dict[str, Any] = dict(rng.choice(option_sets(name)))
        for _ in range(rng.randrange(1, 3)):
            value = rng.choice(JUNK)
            if rng.random() < 0.4:
                value = mangled(str(options.get(rng.choice(names), "11")), rng)
            options[rng.choice([*names, *names, "nonsense", "self", "name "])] = value
        try:
            game = linden.load(name, **options)
        except OptionError as error:
            refused += 1
            sentence(error)
        else:
            assert linden.load(name, **game.options) == game
            assert game.start().moves or game.start().over
    assert refused > TRIES / 4


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_moves(game: Game) -> None:
    rng = random.Random(repr(game))
    refused = 0
    tries = share(game)
    while tries > 0:
        position = somewhere(game, rng.randrange(10**6))
        before = (position.text, position.moves, position.scores)
        for _ in range(25):
            tries -= 1
            pool = [*position.moves, "pass"]
            text = rng.choice(JUNK) if rng.random() < 0.2 else mangled(rng.choice(pool), rng)
            try:
                after = position.play(text)
            except IllegalMove as error:
                refused += 1
                sentence(error)
            else:
                assert any(position.play(move) == after for move in position.moves)
        assert (position.text, position.moves, position.scores) == before
    assert refused > 50


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_position_texts(game: Game) -> None:
    rng = random.Random(repr(game))
    refused = 0
    for _ in range(share(game)):
        text: Any = somewhere(game, rng.randrange(200)).text
        text = rng.choice(JUNK) if rng.random() < 0.1 else mangled(text, rng)
        try:
            position = game.parse(text)
        except NotationError as error:
            refused += 1
            sentence(error)
        else:
            assert game.parse(position.text) == position
            play_on(position, rng)
    assert refused > 50


def play_on(position: Position, rng: random.Random) -> None:
    """A position that was accepted can be played to its end; its first moves are looked at."""
    for _ in range(8):
        if position.over:
            return
        assert str(position)
        position = position.play(rng.choice(position.moves))
    if not position.over:
        played = linden.playouts(position, 1, rng.randrange(1 << 30), threads=1)
        assert 0 < played.lengths[0] < 1500, f"no end in sight from {position.text}"


@pytest.mark.parametrize("name", NAMES)
def test_records(name: str) -> None:
    rng = random.Random(name)
    game = linden.load(name)
    moves: list[str] = []
    position = game.start()
    while not position.over and len(moves) < 40:
        moves.append(rng.choice(position.moves))
        position = position.play(moves[-1])
    record = Record(game, tuple(moves), {"Event": "x"})
    for written, read in ((record.text, Record.parse), (record.json, Record.parse_json)):
        for _ in range(100):
            try:
                again = read(mangled(written, rng))
            except NotationError as error:
                sentence(error, longest=1500)
            else:
                assert again.end() is not None
