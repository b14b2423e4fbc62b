"""Games whose parts go wrong: each has its sentence, and no page of another game is the worse for
it."""

import json
import warnings
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from linden.cli.new_game import write_template
from linden.core import registry
from linden.web.app import create_app
from linden.web.compute.compiling import Compiling
from linden.web.limits import Limits

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it would rather have a library that nobody else needs here
    from starlette.testclient import TestClient, WebSocketTestSession

LESSON = """
from linden.core.lessons import Hint, Step, Task, among

LESSON = (Step("one", "One", (Task({task}),){more}),)
"""
TASK = 'asks="Take two.", right=among("take 2"), praise="Good.", otherwise="No."'
MADE = '{"game":"x","options":{},"seed":0,"games":1}\n'
ANSWER: dict[str, Any] = {"theme": "win", "line": ["2"], "proof": "turn", "best": 1}
HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset={charset}\\n"\n{more}\n'


def puzzle(**fields: object) -> str:
    return MADE + json.dumps({"position": "21 0", **ANSWER, **fields}) + "\n"


def lesson(task: str = TASK, more: str = "") -> str:
    return LESSON.format(task=task, more=more)


SHOWING = "# A game\n\nSome rules.\n\n![](figure:one)\n"


def shown_in(where: str) -> str:
    """A figure that begins there."""
    head = "from linden.core.figures import Figure\n"
    return head + f'FIGURES = (Figure("one", "One.", {where}),)\n'


BROKEN: dict[str, dict[str, str | bytes]] = {
    "svg_fails": {"drawing.py": "def svg(position, **how):\n    raise KeyError('hand 7')\n"},
    "svg_is_none": {"drawing.py": "def svg(position, *, theme='auto'):\n    return None\n"},
    "svg_fails_late": {
        "drawing.py": "from linden.core.plain_drawing import svg as plain\n"
        "def svg(position, *, theme='auto'):\n"
        "    return plain(position, theme=theme) if position.last is None else 1 / 0\n"
    },
    "status_fails": {"drawing.py": "def status(position):\n    raise ValueError\n"},
    "emblem_is_none": {"drawing.py": "def emblem(position, seat):\n    return None\n"},
    "standing_fails": {"guidance.py": "def standing(position):\n    return 1 / 0\n"},
    "prompts_fail": {"guidance.py": "def prompts(position):\n    return 1 / 0\n"},
    "describe_fails": {"notation.py": "def describe(state, move):\n    raise RuntimeError\n"},
    "edits_fail": {"setup.py": "def edits(position):\n    raise RuntimeError\n"},
    "lesson_is_none": {"lessons.py": "if\n"},
    "lesson_of_numbers": {"lessons.py": "LESSON = (1,)\n"},
    "lesson_fails": {"lessons.py": lesson('asks="?", right=lambda tried: 1 / 0, praise=""')},
    "lesson_has_no_end": {"lessons.py": lesson('asks="?", right=among("no"), praise=""')},
    "lesson_from_nowhere": {"lessons.py": lesson(more=', "nowhere"')},
    "lesson_after_nonsense": {"lessons.py": lesson(more=', None, ("nonsense",)')},
    "lesson_replies_nonsense": {"lessons.py": lesson(TASK + ', reply=("nonsense",)')},
    "lesson_with_odd_text": {"lessons.py": lesson(TASK.replace("Good.", "{points} more"))},
    "lesson_of_other_rules": {"lessons.py": lesson(more=", options={'nothing': 1}")},
    "figures_are_none": {"figures.py": "if\n"},
    "figures_of_numbers": {"figures.py": "FIGURES = (1,)\n"},
    "figure_from_nowhere": {"figures.py": shown_in('"nowhere"'), "texts/rules.md": SHOWING},
    "figure_after_nonsense": {
        "figures.py": shown_in('None, moves=("nonsense",)'),
        "texts/rules.md": SHOWING,
    },
    "figure_that_is_not": {"texts/rules.md": SHOWING},
    "coach_fails": {"coach.py": "raise RuntimeError\n"},
    "puzzles_of_bytes": {"puzzles.jsonl": b"\xff\xfe\n\xff"},
    "puzzles_too_deep": {"puzzles.jsonl": MADE + "[" * 100_000},
    "puzzles_from_nowhere": {"puzzles.jsonl": puzzle(position="nowhere")},
    "puzzles_of_nonsense": {"puzzles.jsonl": puzzle(line=["nonsense"])},
    "puzzles_without_answer": {"puzzles.jsonl": puzzle(line=[])},
    "puzzles_worth_words": {"puzzles.jsonl": puzzle(best="much")},
    "showcase_of_nonsense": {
        "showcase.linden": "Linden record 1\nGame: pig\n\n1. First nonsense\n"
    },
    "showcase_of_another": {"showcase.linden": "Linden record 1\nGame: linja\n\n1. Red  3-4\n"},
    "showcase_of_bytes": {"showcase.linden": b"\xff\xfe\xff"},
    "rules_in_latin": {"texts/rules.md": "# Häuser\n".encode("latin-1")},
    "words_of_bytes": {"texts/de.po": b"\xff\xfe\xff\x00msgid"},
    "words_in_no_code": {"texts/de.po": HEAD.format(charset="klingon", more="")},
    "words_uncounted": {
        "texts/de.po": HEAD.format(
            charset="utf-8", more='"Plural-Forms: nplurals=2; plural=n?;\\n"'
        )
    },
    "measures_fail": {"lab.py": "raise RuntimeError\n"},
    "measures_named_oddly": {
        "lab.py": "from linden.core.measuring import Measure\n"
        "MEASURES = (Measure('short games', 'short games', len),)\n"
    },
    "titled_oddly": {},
}
"""What is wrong with each: files of its folder, beside those of a sound game."""


async def no_compiling(*_: object, **__: object) -> None:
    """All rules are interpreted here."""


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server that has all of them, and a sound game from outside."""
    home = tmp_path_factory.mktemp("outside")
    for name, files in {**BROKEN, "sound": {}}.items():
        write_template(name, home)
        for file, text in files.items():
            content = text if isinstance(text, bytes) else text.encode()
            (home / name / file).write_bytes(content)
    facts = home / "titled_oddly" / "__init__.py"
    facts.write_text(facts.read_text().replace('"Titled Oddly"', '"<b>[/x] {0} שלום"'))

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(registry.VARIABLE, str(home))
        patch.setattr(Compiling, "_compile", no_compiling)
        patch.setattr(Limits, "take", lambda *_, **__: None)
        app = create_app(home / "tables.db", prepare=False)
        with TestClient(app, "http://localhost", raise_server_exceptions=False) as client:
            yield client


def sound(answer: Any) -> Any:
    assert answer.status_code == 200, answer.text
    return answer.json()


def looked_at(client: TestClient, table: str) -> WebSocketTestSession:
    cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    headers = {"Host": "localhost", "Cookie": cookies}
    return client.websocket_connect(f"/api/tables/{table}/live", headers=headers)


def test_none_is_left_out_for_what_can_do_without(client: TestClient) -> None:
    assert registry.faults() == []


@pytest.mark.parametrize("language", ["en", "de"])
def test_pages_of_all_games_go_on(client: TestClient, language: str) -> None:
    said = {"Accept-Language": language}
    home = sound(client.get("/api/home", headers=said))
    there = {card["name"] for card in home["games"]}
    assert {"linja", "sound", "words_of_bytes", "showcase_of_nonsense"} < there
    lessons = {card["game"] for card in home["lessons"]}
    assert "linja" in lessons
    assert not {"lesson_is_none", "lesson_of_numbers", "lesson_with_odd_text"} & lessons
    puzzles = {it["name"] for it in sound(client.get("/api/puzzles", headers=said))["games"]}
    assert "linja" in puzzles
    assert not puzzles & BROKEN.keys()
    palette = client.get("/palette.css")
    assert palette.status_code == 200
    assert ".linx .won" in palette.text
    for page in ("/", "/lab", "/puzzles", "/lobby", "/tournaments", "/my-games"):
        assert client.get(page, headers=said).status_code == 200
    for page in ("games", "lab", "seeks", "tournaments", "my-games", "my-games/record"):
        sound(client.get(f"/api/{page}", headers=said))
    sound(client.get("/api/my-games/misses", headers=said))


PAGES = (
    "/new/{game}",
    "/rules/{game}",
    "/p/{game}",
    "/puzzles/{game}",
    "/learn/{game}",
    "/ranking/{game}",
    "/api/games/{game}",
    "/api/games/{game}/rules",
    "/api/games/{game}/show",
    "/api/games/{game}/show/1",
    "/api/games/{game}/preview.png",
    "/api/puzzles/{game}",
    "/api/learn/{game}",
    "/api/ranking/{game}",
    "/api/lab/games/{game}",
)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", [*BROKEN, "sound"])
def test_its_own_pages_say_what_is_wrong(client: TestClient, game: str, language: str) -> None:
    said = {"Accept-Language": language}
    for page in PAGES:
        answer = client.get(page.format(game=game), headers=said)
        assert answer.status_code in (200, 404, 409), (page, answer.text)
        if answer.status_code == 409:
            check(answer.json()["error"], game)
    asked = {"game": game, "seats": [{"kind": "me"}, {"kind": "here"}]}
    for path, wish in (
        (f"/api/games/{game}/check", {"options": {}}),
        (f"/api/learn/{game}/one", {}),
        (f"/api/learn/{game}/one", {"move": "take 1"}),
        (f"/api/learn/{game}/one", {"move": "take 2"}),
        (f"/api/learn/{game}/one", {"help": True}),
        (f"/api/games/{game}/figures/one", {}),
        (f"/api/games/{game}/figures/start", {"move": "2"}),
        ("/api/line", {"game": game, "moves": []}),
        ("/api/tables", asked),
    ):
        answer = client.post(path, json=wish, headers=said)
        assert answer.status_code in (200, 404, 409), (path, answer.text)
        if answer.status_code == 409:
            check(answer.json()["error"], game)


def check(sentence: str, game: str) -> None:
    """One that names the game, and nothing that its code has said of a hand."""
    assert sentence.endswith(".")
    assert "hand 7" not in sentence
    assert "Traceback" not in sentence
    title = registry.declaration(game).title
    assert title in sentence or "step" in sentence, sentence


AT_TABLES = (
    *("svg_fails", "svg_is_none", "svg_fails_late", "status_fails", "prompts_fail"),
    *("describe_fails", "standing_fails", "sound"),
)


@pytest.mark.parametrize("game", AT_TABLES)
def test_a_table_of_it_answers_with_a_sentence(client: TestClient, game: str) -> None:
    asked = {"game": game, "seats": [{"kind": "me"}, {"kind": "here"}]}
    table = sound(client.post("/api/tables", json=asked))["id"]
    heard = []
    with suppress(CancelledError), looked_at(client, table) as socket:  # as it hangs up
        heard.append(socket.receive_json())
        if heard[-1]["type"] == "state":
            socket.send_json({"type": "move", "version": 0, "move": "1"})
            while len(heard) < 10:
                heard.append(socket.receive_json())
                if heard[-1]["type"] == "refused" or heard[-1].get("version") == 1:
                    break
    refused = [it["error"] for it in heard if it["type"] == "refused"]
    for sentence in refused:
        check(sentence, game)
    assert bool(refused) == (game != "sound"), heard
    there = {card["id"] for card in sound(client.get("/api/home"))["open"]}
    assert table in there


# -- games that are gone -------------------------------------------------------------------------


def test_what_is_kept_of_a_game_that_is_gone_keeps_nothing_else_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Compiling, "_compile", no_compiling)
    write_template("gone", tmp_path / "games")
    asked = {"seats": [{"kind": "me"}, {"kind": "here"}]}
    monkeypatch.setenv(registry.VARIABLE, str(tmp_path / "games"))
    app = create_app(tmp_path / "tables.db", prepare=False)
    with TestClient(app, "http://localhost") as client:
        tables = {
            game: sound(client.post("/api/tables", json={"game": game, **asked}))["id"]
            for game in ("gone", "linja")
        }
        cookies = client.cookies
    monkeypatch.setenv(registry.VARIABLE, "")
    app = create_app(tmp_path / "tables.db", prepare=False)
    with TestClient(app, "http://localhost", cookies=cookies) as client:
        home = sound(client.get("/api/home"))
        assert [card["id"] for card in home["open"]] == [tables["linja"]]
        more = sound(client.get("/api/tables", params={"over": False}))
        assert [card["id"] for card in more["tables"]] == [tables["linja"]]
        mine = sound(client.get("/api/my-games"))
        assert [card["id"] for card in mine["games"]] == [tables["linja"]]
        for page in (
            "seeks",
            "tournaments",
            "my-games/record",
            "my-games/misses",
            "puzzles",
            "lab",
        ):
            sound(client.get(f"/api/{page}"))
        with looked_at(client, tables["gone"]) as socket:
            assert socket.receive_json()["error"] == "This table was played under other rules."
        for page in ("gone", "gone/rules", "gone/show", "gone/preview.png"):
            assert client.get(f"/api/games/{page}").status_code == 404
        assert client.get(f"/t/{tables['gone']}").status_code == 200
        exported = client.get("/api/my-games/export")
        assert exported.text.count("Game: linja") == 1
