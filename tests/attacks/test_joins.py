"""An invitation: looking at it changes nothing, accepting it takes the seat."""

import json
import re

import pytest

from servers import FRIEND, ME, QUICK, Server
from sites import alone


def test_following_a_link_takes_no_seat(server: Server) -> None:
    ada, eve = server.person("Ada"), server.person("Eve")
    tab = ada.sit(ada.table("linja", [ME, FRIEND]))
    link = tab.state["seats"][1]["link"]
    for headers in (
        {"Sec-Fetch-Dest": "image", "Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "cross-site"},
        {"User-Agent": "WhatsApp/2.23 (link preview)"},
        {},
    ):
        answer = eve.http.get(link, headers=headers, follow_redirects=False)
        assert answer.status_code == 200
        assert "text/html" in answer.headers["content-type"]
    eve.get(f"/api{link}")
    assert server.person().sit(tab.table).state["seats"][1]["kind"] == "open"
    foreign = {"Origin": "http://evil.example"}
    assert eve.http.post(f"/api{link}", headers=foreign).status_code == 403
    assert server.person().sit(tab.table).state["seats"][1]["kind"] == "open"
    assert eve.http.post(f"/api{link}").json() == {"id": tab.table}
    assert tab.next_state(lambda state: state["seats"][1]["kind"] == "person")


def test_an_invitation_tells_what_it_is_about(server: Server) -> None:
    ada, bob, eve = server.person("Ada"), server.person("Bob"), server.person()
    tab = ada.sit(ada.table("linage", [ME, FRIEND], {"size": 7, "komi": 1.5}))
    link = tab.state["seats"][1]["link"]
    told = bob.get(f"/api{link}")
    assert told["game"]["title"] == "Linage"
    assert told["game"]["options"] == {"size": 7, "komi": 1.5}
    assert told["rules"] == ["Size of the board: 7×7", "Komi: 1.5"]
    assert (told["host"], told["you"]) == ("Ada", "Bob")
    assert (told["seat"], told["seats"][1]["role"]) == (1, "Horizontal")
    assert [seat["link"] for seat in told["seats"]] == [None, None]
    assert (told["state"], told["table"]) == ("open", tab.table)
    assert told["drawing"].startswith("<svg")
    assert link not in json.dumps(told)
    assert ada.get(f"/api{link}")["state"] == "yours"
    bob.join(link)
    assert bob.get(f"/api{link}")["state"] == "yours"
    told = eve.get(f"/api{link}")
    assert (told["state"], told["you"], told["seats"][1]["label"]) == ("taken", "", "Bob")
    tab.send(type="resign")
    tab.ended()
    assert eve.get(f"/api{link}")["state"] == "over"


def test_an_invitation_shows_no_hand(server: Server) -> None:
    ada, eve = server.person("Ada"), server.person("Eve")
    tab = ada.sit(ada.table("linx", [ME, FRIEND]))
    told = eve.get(f"/api{tab.state['seats'][1]['link']}")
    assert re.search(r'id="hand-\d-x-', told["drawing"]), "the backs of tiles"
    assert not re.search(r'id="hand-\d-[RPS]-', told["drawing"])
    own = ada.get(f"/api{tab.state['seats'][1]['link']}")["drawing"]
    assert set(re.findall(r'id="hand-(\d)-[RPS]-', own)) == {"0"}, "one's own"


@pytest.mark.parametrize("key", ["nowhere", "%00", "x" * 3000])
def test_a_link_that_leads_nowhere(server: Server, key: str) -> None:
    person = alone(server).person()
    assert person.http.get(f"/join/{key}").status_code == 404
    for method in ("GET", "POST"):
        answer = person.http.request(method, f"/api/join/{key}")
        assert answer.status_code == 404
        assert answer.json() == {"error": "This link leads to no table."}


def test_computers_seats_have_no_link(server: Server) -> None:
    ada = server.person("Ada")
    tab = ada.sit(ada.table("linja", [ME, QUICK]))
    assert tab.state["seats"][1]["link"] is None
