"""What an installed page, a pasted link and a browser without the server get."""

import json
import re
import struct
from html import unescape

import pytest

import linden
from linden.core.svg import LIGHT
from servers import FRIEND, HERE, ME, Person, Server, serving

PNG = b"\x89PNG\r\n\x1a\n"


def tags(person: Person, path: str) -> dict[str, str]:
    """What a page tells a preview."""
    answer = person.http.get(path)
    assert answer.status_code == 200
    found = re.findall(r'<meta property="(og:[\w:]+)" content="([^"]*)"', answer.text)
    return {name: unescape(value) for name, value in found}


def picture(person: Person, address: str) -> tuple[int, int]:
    """The size of the PNG at an address."""
    answer = person.http.get(address)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "image/png"
    assert answer.content.startswith(PNG)
    width, height = struct.unpack(">II", answer.content[16:24])
    return width, height


def test_the_manifest_names_icons_that_are_there(server: Server) -> None:
    ada = server.person()
    answer = ada.http.get("/manifest.webmanifest")
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = answer.json()
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    assert manifest["theme_color"] == LIGHT["ground"]
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        width, height = picture(ada, icon["src"])
        assert icon["sizes"] == f"{width}x{height}"
    assert picture(ada, "/icons/maskable-180.png") == (180, 180)
    page = ada.http.get("/").text
    assert 'rel="manifest" href="/manifest.webmanifest"' in page
    for path in ("/icons/leaf-13.png", "/icons/other-192.png"):
        assert ada.http.get(path).status_code == 404


def test_the_worker_keeps_the_page_and_nothing_of_anybodys(server: Server) -> None:
    ada = server.person()
    answer = ada.http.get("/service-worker.js")
    assert answer.headers["cache-control"] == "no-cache"
    (shell,) = re.findall(r"^const SHELL = (.*);$", answer.text, re.M)
    files = json.loads(shell)
    assert "/offline" in files
    for path in files:
        assert not path.startswith(("/api/", "/t/", "/join/"))
        assert ada.http.get(path).status_code == 200, path
    edition = re.findall(r'^const EDITION = "(\w{16})";$', answer.text, re.M)
    assert edition[0] in ada.http.get("/").text


def test_a_page_for_no_server_says_so(server: Server) -> None:
    page = server.person().http.get("/offline").text
    assert "Linden does not answer" in page
    assert "no move is lost" in page


@pytest.mark.parametrize("path", ["/", "/my-games", "/new/linja", "/rules/linx", "/p/linos"])
def test_every_page_has_a_preview(server: Server, path: str) -> None:
    ada = server.person()
    told = tags(ada, path)
    assert told["og:title"]
    assert told["og:description"]
    assert told["og:image"].startswith(f"http://{server.host}/api/")
    assert picture(ada, told["og:image"]) == (1200, 630)


@pytest.mark.parametrize("game", linden.games())
def test_a_table_is_shown_as_it_stands(server: Server, game: str) -> None:
    ada, stranger = server.person('<Ada> & "Bob"'), server.person()
    table = ada.table(game, [ME, HERE])
    told = tags(stranger, f"/t/{table}")
    assert told["og:title"].startswith(linden.load(game).title)
    assert '<Ada> & "Bob"' in told["og:title"]
    assert picture(stranger, told["og:image"]) == (1200, 630)


def test_a_new_position_has_a_new_address(server: Server) -> None:
    ada = server.person("Ada")
    tab = ada.sit(ada.table("linja", [ME, HERE]))
    before = tags(ada, f"/t/{tab.table}")
    tab.play(tab.legal[0])
    after = tags(ada, f"/t/{tab.table}")
    assert before["og:image"] != after["og:image"]


def test_hands_are_in_no_preview(server: Server) -> None:
    """Whoever asks, with a seat or without: the picture is the same, and it is the one of somebody
    who knows no hand."""
    ada, bob, eve = server.person("Ada"), server.person("Bob"), server.person("Eve")
    tab = ada.sit(ada.table("linx", [ME, FRIEND]))
    link = tab.state["seats"][1]["link"]
    bob.join(link)
    pictures, words = set(), set()
    for person in (ada, bob, eve):
        told = tags(person, f"/t/{tab.table}")
        words.add((told["og:title"], told["og:description"]))
        pictures.add(person.http.get(told["og:image"]).content)
    assert len(pictures) == len(words) == 1
    drawing = eve.http.get(f"/api/tables/{tab.table}/picture.svg?theme=page").text
    mine = ada.http.get(f"/api/tables/{tab.table}/picture.svg?theme=page").text
    assert mine != drawing, "there is something to hide"


def test_an_invitation_shows_its_table_to_who_has_the_key(server: Server) -> None:
    ada, eve = server.person("Ada"), server.person("Eve")
    tab = ada.sit(ada.table("linja", [ME, FRIEND]))
    link = tab.state["seats"][1]["link"]
    told = tags(eve, link)
    assert told["og:title"] == "A seat for you: Linja"
    assert tab.table not in eve.http.get(link).text, "the table's own address is not told"
    assert picture(eve, told["og:image"]) == (1200, 630)


def test_without_an_address_there_is_nothing_to_see(server: Server) -> None:
    eve = server.person("Eve")
    told = tags(eve, "/t/nosuchtable")
    assert told["og:title"] == "Linden"
    assert eve.http.get("/api/tables/nosuchtable/preview.png").status_code == 404
    assert eve.http.get("/api/join/nosuchkey/preview.png").status_code == 404
    assert eve.http.get("/join/nosuchkey").status_code == 404


def test_a_public_address_is_the_one_that_previews_name(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("public")
    with serving(folder, "--public-url", "https://games.example/") as server:
        told = tags(server.person(), "/")
    assert told["og:image"] == "https://games.example/api/preview.png"


def test_a_game_is_filmed_as_its_viewer_may_see_it(server: Server) -> None:
    ada, eve = server.person("Ada"), server.person("Eve")
    tab = ada.sit(ada.table("linx", [ME, {"kind": "computer", "level": 1}]))
    tab.settled()
    mine = ada.http.get(f"/api/tables/{tab.table}/film.svg?theme=light").text
    theirs = eve.http.get(f"/api/tables/{tab.table}/film.svg?theme=light").text
    assert mine.startswith("<svg")
    assert "@keyframes" in mine
    assert mine != theirs, "nobody else sees one's hand"
    still = eve.http.get(f"/api/tables/{tab.table}/picture.svg?theme=light").text
    words = re.findall(r"<text[^>]*>([^<]+)", still)
    assert all(word in theirs for word in words)
    tab.play_out()
    whole = eve.http.get(f"/api/tables/{tab.table}/film.svg?theme=dark")
    assert "attachment" in whole.headers["content-disposition"]
    assert len(whole.content) < 1_500_000
