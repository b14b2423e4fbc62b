"""Doors to the network: whoever runs this Linden opens them, and only what was offered is answered
there."""

import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from linden.web import network
from linden.web.http.hosts import Hosts
from servers import FRIEND, ME, Person, Server, ask, serving

Door = tuple[Server, Person, str]


def address() -> str:
    """This machine's address in a network, or a sentence that says that there is none."""
    found = network.own_addresses()
    if not found:
        pytest.fail("These tests need a computer that is in a network.", pytrace=False)
    return found[0]


@pytest.fixture(scope="module")
def door(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Door]:
    """A server with an open door, its keeper, and the origin that is answered there."""
    with serving(tmp_path_factory.mktemp("door")) as running:
        yield running, *opened(running)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path) as running:
        yield running


def opened(server: Server) -> tuple[Person, str]:
    """The keeper, and the origin of a door that they have opened."""
    keeper = server.keeper()
    answer = keeper.http.put("/api/reach", json={"open": True})
    assert answer.status_code == 200, answer.text
    origin = f"http://{address()}:{server.port}"
    assert origin in answer.json()["origins"]
    return keeper, origin


def test_nothing_listens_until_it_is_said(server: Server) -> None:
    with pytest.raises(httpx.ConnectError):
        ask("GET", f"http://{address()}:{server.port}/api/health")
    keeper = server.keeper()
    told = keeper.get("/api/reach")
    assert told["origins"] == []
    assert f"http://{address()}:{server.port}" in told["possible"]
    assert (told["open"], told["asked"], told["yours"]) == (False, False, True)
    keeper.http.put("/api/reach", json={"open": False})
    with pytest.raises(httpx.ConnectError):
        ask("GET", f"http://{address()}:{server.port}/api/health")
    assert keeper.get("/api/reach")["asked"]


def test_only_whoever_runs_it_opens_it(server: Server) -> None:
    eve = server.person()
    told = eve.get("/api/reach")
    assert (told["yours"], told["possible"], told["origins"]) == (False, [], [])
    answer = eve.http.put("/api/reach", json={"open": True})
    assert answer.status_code == 403
    assert "linden serve prints the address" in answer.json()["error"]
    foreign = {"Origin": "http://evil.example"}
    keeper = server.keeper()
    assert keeper.http.put("/api/reach", json={"open": True}, headers=foreign).status_code == 403
    with pytest.raises(httpx.ConnectError):
        ask("GET", f"http://{address()}:{server.port}/api/health")


def test_a_door_answers_to_the_address_that_was_offered(door: Door) -> None:
    server, _, origin = door
    assert ask("GET", f"{origin}/api/home").status_code == 200
    for name in (
        "evil.example",
        "localhost",
        "127.0.0.1",
        "[::1]",
        "198.51.100.7",
        f"{address()}.evil.example",
        "",
    ):
        answer = ask("GET", f"{origin}/api/home", headers={"Host": name})
        assert answer.status_code == 421, name
        assert "set-cookie" not in answer.headers
    for name in ("localhost", "127.0.0.1"):
        here = ask("GET", f"http://{server.host}/api/home", headers={"Host": name})
        assert here.status_code == 200, "on the computer itself all is as it was"


def test_a_given_name_is_answered_at_a_door(tmp_path: Path) -> None:
    with serving(tmp_path, LINDEN_HOSTS="table.example") as server:
        _, origin = opened(server)
        named = {"Host": "table.example"}
        assert ask("GET", f"{origin}/api/home", headers=named).status_code == 200


def test_pages_of_other_servers_change_nothing_through_a_door(door: Door) -> None:
    _, _, origin = door
    for page, status in ((origin, 200), ("http://evil.example", 403), ("http://127.0.0.1", 403)):
        answer = ask("PUT", f"{origin}/api/you", json={"name": ""}, headers={"Origin": page})
        assert answer.status_code == status, page


def test_who_comes_by_a_door_runs_nothing(door: Door) -> None:
    server, keeper, origin = door
    assert ask("GET", f"{origin}{server.keeper_path}").status_code == 404
    with httpx.Client(base_url=origin, cookies=dict(keeper.http.cookies)) as there:
        told = there.get("/api/reach").json()
        assert (told["yours"], told["possible"]) == (False, [])
        assert told["origins"] == [origin]
        assert there.put("/api/reach", json={"open": False}).status_code == 403
        game = "/api/games/linage/truth?options=%7B%22size%22%3A5%7D"
        assert there.post(game).status_code == 403
        assert there.get(game).json()["yours"] is False
    assert keeper.get("/api/reach")["open"], "whoever runs it still does"


def test_the_answer_is_kept_and_can_be_taken_back(server: Server) -> None:
    _, origin = opened(server)
    assert (server.folder / "network.json").stat().st_mode & 0o077 == 0
    server.kill()
    server.start()
    assert ask("GET", f"{origin}/api/health").status_code == 200
    assert f"Friends can open {origin}/" in server.log.read_text(encoding="utf-8")
    friend = httpx.Client(base_url=origin)
    assert friend.get("/api/health").status_code == 200, "a line that stays open"
    keeper = server.keeper()
    assert keeper.http.put("/api/reach", json={"open": False}).json()["origins"] == []
    with pytest.raises(httpx.TransportError):
        friend.get("/api/health")
    friend.close()
    server.kill()
    server.start()
    with pytest.raises(httpx.ConnectError):
        ask("GET", f"{origin}/api/health")
    assert ask("GET", f"http://{server.host}/api/health").status_code == 200


def test_a_torn_answer_is_no_answer(tmp_path: Path) -> None:
    for torn in ("", "{", "[]", '{"open": 1}', "\xff"):
        (tmp_path / "network.json").write_text(torn, encoding="latin-1")
        assert network.Network(Hosts(), tmp_path).wish is None, torn
    with serving(tmp_path) as server:
        assert server.keeper().get("/api/reach")["asked"] is False


def test_a_friend_sits_down_through_a_door(door: Door) -> None:
    _, keeper, origin = door
    tab = keeper.sit(keeper.table("linja", [ME, FRIEND]))
    with httpx.Client(base_url=origin) as friend:
        link = tab.state["seats"][1]["link"]
        assert friend.get(link).status_code == 200
        assert friend.post(f"/api{link}").json() == {"id": tab.table}
    tab.next_state(lambda state: state["seats"][1]["kind"] == "person")


# -- other ways to be reached --------------------------------------------------------------------


def test_a_public_address_is_what_links_begin_with(tmp_path: Path) -> None:
    with serving(tmp_path, "--public-url", "https://games.example/") as server:
        for person in (server.person(), server.keeper()):
            assert person.get("/api/reach")["origins"] == ["https://games.example"]


def test_a_server_for_the_network_offers_its_addresses(tmp_path: Path) -> None:
    with serving(tmp_path, "--host", "0.0.0.0") as server:
        told = server.keeper().get("/api/reach")
        assert f"http://{address()}:{server.port}" in told["origins"]
        assert (told["yours"], told["possible"]) == (False, []), "there is nothing to decide"
        answer = server.keeper().http.put("/api/reach", json={"open": True})
        assert answer.status_code == 409
        assert "when this Linden was started" in answer.json()["error"]
        far = ask("GET", f"http://{address()}:{server.port}/api/reach").json()
        assert far["origins"] == [f"http://{address()}:{server.port}"]


def test_where_others_are_served_nobody_is_told_of_inner_addresses(tmp_path: Path) -> None:
    with serving(tmp_path, "--host", "0.0.0.0", LINDEN_HOSTS="games.example") as server:
        named = {"Host": "games.example"}
        told = ask("GET", f"http://{server.host}/api/reach", headers=named).json()
        assert told["origins"] == ["http://games.example"]


# -- QR codes --------------------------------------------------------------------------------------


def test_a_code_is_drawn_for_our_own_links_alone(door: Door) -> None:
    server, _, origin = door
    person = server.person()
    for link in (f"{origin}/join/abc", f"http://{server.host}/t/xyz"):
        answer = person.http.get("/api/qr.svg", params={"to": link})
        assert answer.status_code == 200, link
        assert answer.headers["content-type"] == "image/svg+xml"
        assert answer.text.startswith("<svg")
        assert "script" not in answer.text
    for link in (
        "http://evil.example/join/abc",
        f"{origin}.evil.example/join/abc",
        f"{origin}@evil.example/join/abc",
        f"{origin}/keeper/abc",
        f"{origin}/join/{'x' * 100}",
        f"{origin}/join/a%20b",
        "javascript:alert(1)",
        "/join/abc",
        "",
    ):
        answer = person.http.get("/api/qr.svg", params={"to": link})
        assert answer.status_code == 404, link
        assert json.loads(answer.text)["error"]
    assert person.http.get("/api/qr.svg", params={"to": "x" * 1000}).status_code == 422
