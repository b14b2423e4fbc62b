"""Records: what people read, what programs read, and what is refused."""

import json
import time

import pytest

import linden
from linden import NotationError, Record
from linden.core.language import speaking
from linden.core.record import split

TEXT = """\
Linden record 1
Game: linja
Options: meddle=true
Red: Someone
Event: a rainy day
Result: unfinished

1. Red    1-2, 1-3
2. Black  7-6, pass
3. Red    7-8
"""


def test_the_text_is_for_people() -> None:
    record = Record.parse(TEXT)
    assert record.game == linden.load("linja", meddle=True)
    assert record.moves == ("1-2", "1-3", "7-6", "pass", "7-8")
    assert record.headers == {"Red": "Someone", "Event": "a rainy day"}
    assert record.text == TEXT
    assert record.turns()[1] == (1, ["7-6", "pass"])


def test_reading_is_forgiving() -> None:
    loose = TEXT.replace("1-2, 1-3", "1–2 ,  1 - 3").replace("Red    ", "").replace("\n", "\r\n")
    assert Record.parse(loose).moves == Record.parse(TEXT).moves


def test_json_holds_the_same() -> None:
    record = Record.parse(TEXT)
    content = json.loads(record.json)
    assert content["options"] == {"bonus": "followup", "meddle": True, "own_side": -1}
    assert content["over"] is False
    assert Record.parse_json(record.json) == record


@pytest.mark.parametrize(
    ("broken", "says"),
    [
        ("hello", "^Line 1: .*begins with the line"),
        (TEXT.replace("Game: linja\n", ""), "which game"),
        (TEXT.replace("linja", "chess"), "^Line 2: .*no game 'chess'"),
        (TEXT.replace("meddle=true", "meddle=perhaps"), "^Line 3: .*meddle=true, false"),
        (
            TEXT.replace("1-2, 1-3", "1-2, 1-5"),
            "^Line 8: Move 2 of the record: .*(2 rows|goes forward)",
        ),
        (TEXT.replace("3. Red    7-8", "Red 7-8"), "^Line 10: A turn looks like"),
        (TEXT.replace("Event: a", "Event a"), "^Line 5: A header looks like"),
        (TEXT.replace("Event: ", "Position: "), "^Line 5: This is no Linja position"),
        (TEXT.replace("7-8", "x" * 500), "^Line 10: Move 5 .{0,200}$"),
    ],
)
def test_broken_records_are_refused_with_the_reason(broken: str, says: str) -> None:
    with pytest.raises(NotationError, match=says):
        Record.parse(broken)


@pytest.mark.parametrize(
    "broken",
    [
        "",
        "[",
        "[]",
        "{}",
        "[" * 100000,
        '{"linden": 1}',
        '{"linden": 2}',
        '{"linden": 1, "game": 3}',
        '{"linden": 1, "game": "linja", "moves": "1-2"}',
        '{"linden": 1, "game": "linja", "moves": [1]}',
        '{"linden": 1, "game": "linja", "options": {"bonus": []}}',
    ],
)
def test_broken_json_is_refused(broken: str) -> None:
    with pytest.raises(NotationError):
        Record.parse_json(broken)


def test_a_wrong_result_is_noticed() -> None:
    game = linden.load("linja")
    position = game.parse("0.0.0.0.1.0.0.11/11.0.0.0.1.0.0.0 red opening")
    record = Record(game, ("5-6",), {}, position.text)
    assert "Result: 57 - 54" in record.text
    assert Record.parse(record.text).end().over
    with pytest.raises(NotationError, match="its moves end '57 - 54'"):
        Record.parse(record.text.replace("57 - 54", "54 - 57"))


def test_replay_says_which_move_is_wrong() -> None:
    with pytest.raises(linden.IllegalMove, match="Move 2: "):
        linden.replay(linden.load("linja"), ["1-2", "1-8"])


def test_several_records_in_one_text_are_told_apart() -> None:
    parts = split(TEXT + "\n" + TEXT.replace("7-6", "9-9"))
    assert [line for line, _ in parts] == [1, 12]
    first, second = parts
    assert Record.parse(first[1], first[0]).text == TEXT
    with pytest.raises(NotationError, match=r"^Line 20: Move 3 of the record"):
        Record.parse(second[1], second[0])


@pytest.mark.parametrize("text", ["", "\n\n", "hello", "\nhello\n" + TEXT])
def test_what_begins_otherwise_is_refused(text: str) -> None:
    line, part = split(text)[0]
    with pytest.raises(NotationError, match="begins with the line"):
        Record.parse(part, line)


@pytest.mark.parametrize(
    ("broken", "says"),
    [
        (
            TEXT.replace("1-2", "9-9"),
            "Zeile 8: Zug 1 der Aufzeichnung: „9-9“ ist kein Zug in Linja: "
            "Züge sehen aus wie 3-4 oder pass.",
        ),
        (
            TEXT.replace("Event: a", "Position: a"),
            "Zeile 5: Das ist keine Stellung von Linja: So sieht eine aus: "
            "6.1.1.1.1.1.1.0/0.1.1.1.1.1.1.6 red opening.",
        ),
        (
            TEXT.replace("linja", "chess"),
            "Zeile 2: Das Spiel der Aufzeichnung lässt sich nicht einrichten: "
            "Ein Spiel „chess“ gibt es nicht; es gibt ",
        ),
        (
            TEXT.replace("Event: a", "Event a"),
            "Zeile 5: Eine Kopfzeile sieht aus wie „Game: NAME“, nicht wie „Event a rainy day“.",
        ),
    ],
)
def test_what_is_wrong_is_told_in_the_readers_language(broken: str, says: str) -> None:
    with speaking("de"), pytest.raises(NotationError) as told:
        Record.parse(broken)
    assert str(told.value).startswith(says)


def test_a_long_word_among_the_options_takes_no_time() -> None:
    text = TEXT.replace("meddle=true", "x" * 60_000 + ' meddle=true y="' + "z" * 60_000)
    began = time.process_time()
    with pytest.raises(NotationError, match="y"):
        Record.parse(text)
    assert time.process_time() - began < 2, "it took 15 s where each letter was a beginning"
