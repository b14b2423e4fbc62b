"""Pages and the HTTP API: what they answer, and how it is kept and guarded."""

import gzip
import re
import time
from html import escape
from xml.etree import ElementTree

import pytest

import linden
from cases import OWN
from linden.core.game import declaration
from linden.web.compute import amounts
from linden.web.http.static import Files
from servers import HERE, ME, QUICK, Server

PAGES = ["/", "/new/linja", "/t/anything", "/t/anything/review", "/rules/linos", "/p/linx"]
PAGES += ["/puzzles", "/puzzles/linja", "/puzzles/linja/anything"]


# -- pages and files -----------------------------------------------------------------------------


@pytest.mark.parametrize("path", PAGES)
def test_every_address_gets_the_page(server: Server, path: str) -> None:
    answer = server.person().http.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "<html" in answer.text


def test_files_are_named_by_their_content_and_kept(server: Server) -> None:
    http = server.person().http
    named = set(re.findall(r'"(/static/[^"]+)"', http.get("/").text))
    assert named
    for path in named:
        answer = http.get(path)
        assert answer.status_code == 200, path
        assert "immutable" in answer.headers["cache-control"]
        plain = re.sub("/static/[0-9a-f]{16}/", "/static/", path)
        again = http.get(plain)
        assert again.content == answer.content
        assert again.headers["cache-control"] == "no-cache"
        tag = {"If-None-Match": again.headers["etag"]}
        assert http.get(plain, headers=tag).status_code == 304


def test_files_are_compressed(server: Server) -> None:
    http = server.person().http
    scripts = Files().folder.rglob("*.js")
    script = max(scripts, key=lambda path: path.stat().st_size).relative_to(Files().folder)
    answer = http.get(f"/static/{script}", headers={"Accept-Encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"
    plain = http.get(f"/static/{script}", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.content == answer.content
    assert plain.headers["content-type"].startswith("text/javascript")


def test_the_palette_is_that_of_the_drawings(server: Server) -> None:
    answer = server.person().http.get("/palette.css")
    assert answer.headers["content-type"].startswith("text/css")
    assert "--seat-0:" in answer.text
    for game in linden.games():
        drawn = linden.load(game).start().svg(theme="page")
        assert "<style" not in drawn, "the page has the drawings' styles already"
        classes = set(re.findall(r'class="([a-z-]+)"', drawn))
        styled = set(re.findall(rf"\.{game} \.([a-z-]+)", answer.text))
        assert classes & styled, game


def test_every_answer_is_guarded(server: Server) -> None:
    http = server.person().http
    for path in ("/", "/api/home", "/static/index.html", "/nowhere", "/api/nowhere"):
        headers = http.get(path).headers
        policy = headers["content-security-policy"]
        assert "script-src 'self';" in policy
        assert "default-src 'self';" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"


def test_the_cookie_is_the_servers_alone(server: Server) -> None:
    fresh = server.person()
    fresh.http.cookies.clear()
    cookie = fresh.http.get("/").headers["set-cookie"]
    assert cookie.startswith("linden=")
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "set-cookie" not in fresh.http.get("/").headers


# -- home and games ------------------------------------------------------------------------------


def test_home_shows_all_games(server: Server) -> None:
    home = server.person().get("/api/home")
    assert [card["name"] for card in home["games"]] == linden.games()
    for card in home["games"]:
        ElementTree.fromstring(card["drawing"])
        assert card["summary"]
        assert card["players"]
    assert home["open"] == home["recent"] == []
    assert home["you"]["name"] == ""


@pytest.mark.parametrize("name", linden.games())
def test_a_games_page_derives_from_its_declaration(server: Server, name: str) -> None:
    page = server.person().get(f"/api/games/{name}")
    declared = linden.load(name)
    assert {form["name"]: form["default"] for form in page["options"]} == {
        **declared.options,
        **page["quick"],
    }
    game = linden.load(name, **amounts.for_now(declared, page["quick"]))
    assert page["roles"] == list(game.seats)
    assert len(page["seats"]) == game.players
    assert [level["number"] for level in page["levels"]] == list(range(1, 9))
    assert all(form["help"] for form in page["options"])
    assert page["draws"] == game.facts.draws(game.options)
    assert page["match"]["says"].endswith(".")


def test_options_are_checked_while_typing(server: Server) -> None:
    http = server.person().http
    answer = http.post("/api/games/linos/check", json={"options": {"players": 3}}).json()
    assert answer["seats"] == ["First", "Second", "Third"]
    assert answer["error"] is None
    assert [level["number"] for level in answer["levels"]] == list(range(1, 9))
    answer = http.post("/api/games/linos/check", json={"options": {"players": 5}}).json()
    assert answer["seats"] == []
    assert answer["error"] == "Players: 2, 3, 4, 6."


@pytest.mark.parametrize("name", linden.games())
def test_rules_have_pictures_drawn_by_linden(server: Server, name: str) -> None:
    page = server.person().get(f"/api/games/{name}/rules")
    assert page["title"] == linden.load(name).title
    shown = re.findall(r'<figure data-figure="([^"]+)"><svg', page["html"])
    assert shown == [one.name for one in linden.load(name).figures] or len(shown) == 3
    assert page["html"].count("<figcaption>") == len(shown)
    assert "figure:" not in page["html"]
    assert "<script" not in page["html"]
    facts = linden.load(name).facts
    assert facts.designer in page["credits"]
    if not facts.publisher:
        assert "ublished" not in page["credits"], "by nobody that is named"
    if not facts.designer:
        assert page["credits"].startswith("A folk game")
        assert "Designed" not in page["credits"], "by nobody that is named"


@pytest.mark.parametrize("name", linden.games())
def test_the_little_boards_of_the_home_page(server: Server, name: str) -> None:
    person = server.person()
    film = person.get(f"/api/games/{name}/show")
    assert film["every"] == sorted(film["every"])
    assert len(film["every"]) > 5
    for ply in film["every"]:
        answer = person.http.get(f"/api/games/{name}/show/{ply}")
        assert answer.headers["content-type"] == "image/svg+xml"
        ElementTree.fromstring(answer.text)


def test_health_and_texts(server: Server) -> None:
    person = server.person()
    assert person.get("/api/health") == {"ok": True, "version": linden.__version__}
    assert person.get("/api/texts") == {"sentences": {}, "counted": {}, "forms": ""}
    packed = person.http.get("/api/home", headers={"Accept-Encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert len(gzip.compress(packed.content)) < 100_000


# -- review --------------------------------------------------------------------------------------


def test_every_ply_can_be_looked_at(server: Server) -> None:
    person = server.person()
    tab = person.sit(person.table("linear", [ME, QUICK], {"board": "4x4"}))
    tab.play_out()
    about = person.get(f"/api/tables/{tab.table}")
    assert about["over"]
    assert about["result"] == tab.state["scene"]["result"]
    assert about["history"] == tab.state["history"]
    position = linden.load("linear", board="4x4").start()
    for ply in range(len(tab.moves) + 1):
        scene = person.get(f"/api/tables/{tab.table}/plies/{ply}")
        assert (scene["ply"], scene["text"]) == (ply, position.text)
        assert scene["moves"] == []
        if ply < len(tab.moves):
            position = position.play(tab.moves[ply])
    assert scene["drawing"] == tab.state["scene"]["drawing"]
    assert scene["result"] == about["result"]


def test_a_line_branches_off(server: Server) -> None:
    person = server.person()
    tab = person.sit(person.table("linja", [ME, HERE]))
    tab.play("3-4")
    wish = {"table": tab.table, "ply": 0, "moves": ["1-2", "pass"]}
    scene = person.http.post("/api/line", json=wish).json()
    assert scene["text"] == linden.replay(linden.load("linja"), ["1-2", "pass"]).text
    assert scene["ply"] == 2
    assert scene["moves"]
    assert scene["last"]["moves"] == ["1-2", "pass"]
    brief = person.http.post("/api/line", json=wish | {"brief": True}).json()
    assert brief["moves"] == []
    assert brief["drawing"] == scene["drawing"]
    wrong = person.http.post("/api/line", json=wish | {"moves": ["1-2", "hop"]})
    assert wrong.status_code == 422
    assert "moves look like 3-4" in wrong.json()["error"]
    assert person.sit(tab.table).moves == ["3-4"], "a line changes nothing"


def test_a_link_to_a_position(server: Server) -> None:
    http = server.person().http
    text = "6.0.2.1.1.1.1.0/0.1.1.1.1.1.1.6 red follow-2"
    wish = {"game": "linja", "options": {"meddle": True}, "position": text, "moves": []}
    scene = http.post("/api/line", json=wish).json()
    assert scene["text"] == text
    assert [move["move"] for move in scene["moves"]]
    answer = http.post("/api/line", json=wish | {"position": "nonsense"})
    assert answer.status_code == 422
    assert answer.json()["error"].startswith("This is no Linja position")
    assert http.post("/api/line", json={"game": "chess"}).status_code == 404


def test_outcomes_of_chance_can_be_chosen_in_a_line(server: Server) -> None:
    http = server.person().http
    scene = http.post("/api/line", json={"game": "linos", "moves": []}).json()
    assert scene["toMove"] == -1
    assert [move["move"] for move in scene["moves"]] == [f"die {face}" for face in range(1, 7)]
    scene = http.post("/api/line", json={"game": "linos", "moves": ["die 3"]}).json()
    assert scene["toMove"] == 0


def test_pictures_stand_alone(server: Server) -> None:
    person = server.person()
    table = person.table("linja")
    light = person.http.get(f"/api/tables/{table}/picture.svg", params={"theme": "light"})
    dark = person.http.get(f"/api/tables/{table}/picture.svg", params={"theme": "dark", "ply": 0})
    assert light.headers["content-type"] == "image/svg+xml"
    assert light.text != dark.text
    for answer in (light, dark):
        assert "width" in ElementTree.fromstring(answer.text).attrib


def test_the_analysis_grades_every_decision(server: Server) -> None:
    person = server.person()
    tab = person.sit(person.table("linage", [ME, HERE], {"size": 4, "komi": 1.5}))
    tab.play_out(seed=4)
    for _ in range(600):
        analysis = person.get(f"/api/tables/{tab.table}/analysis")
        if analysis["done"] == analysis["of"]:
            break
        time.sleep(0.1)
    decisions = [entry for entry in tab.state["history"] if not entry["chance"]]
    assert [one["move"] for one in analysis["plies"]] == [entry["move"] for entry in decisions]
    for one in analysis["plies"]:
        assert sum(one["win"]) == pytest.approx(1)
        assert 0 <= one["loss"] <= 1
        assert one["bestSays"]
        assert one["grade"] in ("best", "good", "slip", "mistake", "blunder", "forced")
        if one["move"] == one["best"]:
            assert one["loss"] == 0
    assert analysis["plies"][-1]["exact"]


def test_the_analysis_of_a_running_game_is_for_who_plays_alone(server: Server) -> None:
    ada = server.person()
    table = ada.table("linja", [ME, {"kind": "friend"}])
    answer = ada.http.get(f"/api/tables/{table}/analysis")
    assert answer.status_code == 409
    assert answer.json()["error"] == "The analysis opens when the game is over."


@pytest.mark.parametrize("name", OWN)
def test_rules_name_options_as_forms_do(server: Server, name: str) -> None:
    html = server.person().get(f"/api/games/{name}/rules")["html"]
    text = re.sub(r"<svg.*?</svg>", "", html, flags=re.S)
    found = re.findall(r"<code>[a-z_]+=[^<]*</code>|\b[a-z]+_[a-z]+\b", text)
    assert not found
    for option in declaration(name).options:
        assert f"<strong>{escape(option.label)}</strong>" in text
    headings = re.findall(r"<h\d>(.*?)</h\d>", text)
    assert not [heading for heading in headings if re.search(r"[A-Z]{2}-\d", heading)]
