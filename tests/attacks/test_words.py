"""What people may write, a name above all, is one line of letters wherever it is shown: in
pictures, in records, in what is downloaded, in a page's head. Nothing in it is a command to
anybody's terminal, spreadsheet or browser."""

import csv
import io
import json
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from linden.web.http import cards
from owners import Owner
from servers import FRIEND, ME, Person, Server, serving

ODD = {
    "a bell": "a\x07b",
    "a terminal's colours": "\x1b[31mred\x1b[0m",
    "no character": "a\ufffeb",
    "right to left": "abc\u202egpj.exe",
    "nothing to see": "a\u200bb\u2060c",
    "lines": "one\u2028two\x0bthree\x85four\rfive",
    "markup": '"><script>alert(1)</script>',
    "an end of everything": "]]></text></svg>&#0;&amp;",
    "a formula": '=HYPERLINK("http://evil.example")',
}
ATTACKS = [pytest.param(name, id=about) for about, name in ODD.items()]


def imported(person: Person, name: str) -> str:
    """A table from a record in which somebody is called so."""
    text = json.dumps({"linden": 1, "game": "linja", "headers": {"Red": name}, "moves": []})
    answer = person.http.post("/api/my-games/import", json={"text": text, "line": 1})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["tables"][0])


@pytest.mark.parametrize("name", ATTACKS)
def test_names_in_records_are_names(server: Server, name: str) -> None:
    person = server.person()
    table = imported(person, name)
    label = person.get(f"/api/tables/{table}")["seats"][0]["label"]
    assert label.isprintable()
    harmless_everywhere(person, table, name)


@pytest.mark.parametrize("name", ATTACKS)
def test_names_of_guests_are_names(server: Server, name: str) -> None:
    person = server.person(name)
    assert person.get("/api/home")["you"]["name"].isprintable()
    harmless_everywhere(person, person.table("linja", [ME, FRIEND]), name)


def harmless_everywhere(person: Person, table: str, name: str) -> None:
    painted = person.http.get(f"/api/tables/{table}/preview.png")
    assert painted.status_code == 200, painted.text
    assert painted.content.startswith(b"\x89PNG")
    for picture in ("picture.svg", "film.svg"):
        answer = person.http.get(f"/api/tables/{table}/{picture}")
        found = ElementTree.fromstring(answer.text)
        assert not [one for one in found.iter() if one.tag.endswith("script")]
        assert answer.headers["content-security-policy"].startswith("default-src 'self'")
    page = person.http.get(f"/t/{table}").text
    assert "<script>alert" not in page
    record = person.http.get(f"/api/tables/{table}/record")
    lines = record.text.split("\n")
    assert all(line.isprintable() for line in lines)
    assert [line for line in lines if line.startswith("Red: ")] or "Red: " not in record.text
    assert record.headers["content-type"].startswith("text/plain")
    assert record.headers["x-content-type-options"] == "nosniff"
    assert 'attachment; filename="linja-' in record.headers["content-disposition"]
    export = person.http.get("/api/my-games/export")
    assert all(line.isprintable() for line in export.text.split("\n"))


@pytest.mark.parametrize("name", ATTACKS)
def test_names_that_are_kept_already_are_painted(name: str) -> None:
    drawing = cards.card("Linja", [name])
    assert ElementTree.fromstring(drawing) is not None


def test_what_is_written_to_others_is_one_line(server: Server) -> None:
    """A tournament's name, what a program's token is called, and what a moderator reads."""
    ada, bob = Owner(server, "ada"), Owner(server, "bob")
    whole = " ".join(ODD.values())
    clock = {"kind": "turn", "seconds": 60}
    wish = {"kind": "swiss", "game": "linja", "clock": clock, "name": whole}
    made = ada.person.http.post("/api/tournaments", json=wish)
    assert made.status_code == 200, made.text
    assert ada.person.get(f"/api/tournaments/{made.json()['id']}")["facts"]["name"].isprintable()
    ada.token(name=whole)
    report = {"name": bob.name, "reason": "other", "text": whole}
    assert ada.person.http.post("/api/account/reports", json=report).status_code == 200
    assert ada.page["tokens"][0]["name"].isprintable()
    export = zipfile.ZipFile(io.BytesIO(ada.person.http.get("/api/account/export").content))
    facts = json.loads(export.read("account.json"))
    assert facts["reports"][0]["text"].isprintable()


@pytest.fixture
def one_process(tmp_path: Path) -> Iterator[Server]:
    """Runs of the lab belong to a data directory."""
    with serving(tmp_path) as server:
        yield server


def test_a_run_of_the_lab_is_no_spreadsheets_program(one_process: Server) -> None:
    """No cell of what is downloaded begins as a formula does: what is there are numbers, and
    labels of a game's own."""
    keeper = one_process.keeper()
    wish = {"game": "pig", "options": {"goal": [20]}, "players": ["random"], "games": 2}
    made = keeper.http.post("/api/lab", json=wish).json()
    assert made["error"] is None, made
    path = f"/api/lab/{made['id']}"
    while keeper.get("/api/lab")["runs"][0]["state"] != "done":
        time.sleep(0.05)
    answer = keeper.http.get(f"{path}/games.csv")
    rows = list(csv.reader(io.StringIO(answer.text)))
    assert len(rows) == 3
    for cell in (cell for row in rows for cell in row if cell):
        assert cell[0] not in "=+@\t\r" or cell.lstrip("+").replace(".", "").isdigit(), cell
    begin = keeper.http.get(f"{path}/games.csv", headers={"Range": "bytes=0-6"})
    assert (begin.status_code, begin.text) == (206, "variant")
    many = "bytes=" + ",".join(f"{at}-{at}" for at in range(0, 4000, 2))
    assert keeper.http.get(f"{path}/games.csv", headers={"Range": many}).status_code < 500
    assert keeper.http.delete(path).status_code == 200
