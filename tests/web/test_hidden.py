"""Nothing hidden reaches a browser that may not see it: all traffic of Linx games is searched."""

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

import linden
from linden import Position
from linden.web.tables.scene import EVERYTHING, redacted
from linden.web.tables.sitters import Sitter
from linden.web.tables.table import Table
from linden.web.tables.view import Shared, Viewer, state_json
from servers import FRIEND, HERE, ME, QUICK, Server, Tab

DRAWN = re.compile(r"draw [RPS]\b")


def drawings(value: Any) -> Iterator[str]:
    """Every drawing anywhere in a message."""
    if isinstance(value, dict):
        for name, inside in value.items():
            if name == "drawing" and isinstance(inside, str):
                yield inside
            else:
                yield from drawings(inside)
    elif isinstance(value, list):
        for inside in value:
            yield from drawings(inside)


def texts(value: Any) -> Iterator[str]:
    """Every position that is written anywhere in a message."""
    if isinstance(value, dict):
        if "drawing" in value and isinstance(value.get("text"), str):
            yield value["text"]
        for inside in value.values():
            yield from texts(inside)
    elif isinstance(value, list):
        for inside in value:
            yield from texts(inside)


def shown_hands(drawing: str) -> set[int]:
    """The seats whose tiles lie face up in their hands."""
    return {int(seat) for seat in re.findall(r'id="hand-(\d)-[RPS]-', drawing)}


def search(traffic: list[str], own: int | None, players: int) -> int:
    """Look for hidden tiles in all that a browser received while the game ran; how many messages
    were looked at."""
    looked = 0
    for text in traffic:
        message = json.loads(text)
        if message["type"] != "state" or message["turn"]["kind"] == "over":
            continue
        looked += 1
        for entry in message["history"]:
            if entry["seat"] != own:
                assert not DRAWN.fullmatch(entry["move"]), entry
                if entry["chance"]:
                    assert entry["says"].endswith("draw[s] a tile."), entry
        last = message["scene"]["last"]
        if last and last["seat"] != own:
            assert not any(DRAWN.fullmatch(move) for move in last["moves"])
        for written in texts(message):
            for seat, stock in enumerate(written.split()[1 : 1 + players]):
                assert (stock[0] == "?") == (seat != own), (seat, written)
        for drawing in drawings(message):
            assert shown_hands(drawing) <= {own}, shown_hands(drawing)
    return looked


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_traffic_of_opponents_and_a_watcher(server: Server, players: int) -> None:
    people = [server.person(f"Person {number}") for number in range(players)]
    table = people[0].table("linx", [ME, *[FRIEND] * (players - 1)], {"players": players})
    tabs = [people[0].sit(table)]
    links = [seat["link"] for seat in tabs[0].state["seats"][1:]]
    for person, link in zip(people[1:], links, strict=True):
        person.join(link)
        tabs.append(person.sit(table))
    watcher = server.person().sit(table)
    rng = random.Random(players)
    tab: Tab
    while not tabs[0].over:
        for tab in (*tabs, watcher):
            tab.send(type="ping")
            tab.until(lambda message: message["type"] == "pong")
        acting = [tab for tab in tabs if tab.can_act]
        if acting:
            acting[0].play(rng.choice(acting[0].legal))
    end = watcher.ended()
    for seat, tab in enumerate(tabs):
        tab.ended()
        assert search(tab.traffic, seat, players) > 10
    assert search(watcher.traffic, None, players) > 10
    assert any(DRAWN.fullmatch(entry["move"]) for entry in end["history"]), "shown at the end"


def test_the_search_would_find_a_leak(server: Server) -> None:
    person = server.person()
    tab = person.sit(person.table("linx", [ME, QUICK]))
    tab.settled()
    assert shown_hands(tab.state["scene"]["drawing"]) == {0}
    with pytest.raises(AssertionError):
        search(tab.traffic, 1, 2)


def test_with_several_people_on_one_screen_hands_are_covered_between_turns(
    server: Server,
) -> None:
    person = server.person()
    tab = person.sit(person.table("linx", [ME, HERE]))
    assert tab.state["viewer"]["covered"] == 0
    assert tab.state["scene"]["moves"] == []
    assert search(tab.traffic, None, 2) == 1
    tab.send(type="uncover", seat=1)
    assert tab.refused() == "Hands are looked at when it is their turn."
    tab.send(type="uncover", seat=0)
    tab.next_state()
    assert tab.state["viewer"]["shown"] == 0
    tab.play(tab.legal[0])
    state = tab.next_state(lambda state: state["viewer"]["covered"] == 1)
    assert state["viewer"]["shown"] is None
    assert search([json.dumps({**state, "steps": []})], None, 2) == 1
    for step in state["steps"]:
        assert step["text"].split()[1][0] != "?", "who hands over sees their own last tile"
        assert step["text"].split()[2][0] == "?"
    other = person.sit(tab.table)
    assert search(other.traffic, None, 2) == 1, "a new tab begins covered"


def test_other_ways_to_the_same_facts_are_masked_too(server: Server) -> None:
    ada, bob, eve = (server.person() for _ in range(3))
    table = ada.table("linx", [ME, FRIEND])
    tab = ada.sit(table)
    bob.join(tab.state["seats"][1]["link"])
    bob_tab = bob.sit(table)
    tab.play(tab.legal[0])
    bob_tab.next_state(lambda state: state["turn"]["kind"] == "you")
    plies = len(bob_tab.moves)
    for person, own in ((ada, 0), (bob, 1), (eve, None)):
        record = person.http.get(f"/api/tables/{table}/record").text
        assert person.http.get(f"/api/tables/{table}/record?format=json").status_code == 200
        for line in record.splitlines():
            name = line.split(". ")[-1].split()[0] if ". " in line else ""
            if name in ("Yellow", "Blue") and ("Yellow", "Blue").index(name) != own:
                assert not DRAWN.search(line), line
        scenes = [person.get(f"/api/tables/{table}/plies/{ply}") for ply in range(plies + 1)]
        wish = {"table": table, "ply": plies, "moves": []}
        scenes.append(person.http.post("/api/line", json=wish).json())
        for scene in scenes:
            for seat, stock in enumerate(scene["text"].split()[1:3]):
                assert (stock[0] == "?") == (seat != own)
        about = person.get(f"/api/tables/{table}")
        for entry in about["history"]:
            assert entry["seat"] == own or not DRAWN.fullmatch(entry["move"])
        picture = person.http.get(f"/api/tables/{table}/picture.svg").text
        assert shown_hands(picture) == ({own} if own is not None else set())
        assert person.http.get(f"/api/tables/{table}/analysis").status_code == 409
        card = [it for it in person.get("/api/home")["open"] if it["id"] == table]
        assert len(card) == (own is not None)


# -- the same by an argument: states that a viewer cannot tell apart give the same bytes ----------


def table_at(position: Position) -> Table:
    """A table in the middle of a game, between two people."""
    people = (Sitter("person", "ada", "Ada"), Sitter("person", "bob", "Bob"))
    return Table("one", position.game, "ada", people, (), (position,), seating=(0, 1))


def twins(seed: int) -> tuple[Position, Position]:
    """Two positions that differ only in what Blue holds and what lies in Blue's pile."""
    rng = random.Random(seed)
    game = linden.load("linx")
    while True:
        position = game.start()
        for _ in range(rng.randrange(12, 26)):
            if position.over:
                break
            position = position.play(rng.choice(position.moves))
        words = position.text.split()
        if position.over or position.to_move == linden.CHANCE:
            continue
        hand, pile = words[2].split("+")
        for one in range(3):
            for other in range(3):
                hands, piles = list(map(int, hand)), list(map(int, pile))
                if one != other and hands[one] and piles[other]:
                    hands[one], hands[other] = hands[one] - 1, hands[other] + 1
                    piles[one], piles[other] = piles[one] + 1, piles[other] - 1
                    swapped = "".join(map(str, hands)) + "+" + "".join(map(str, piles))
                    text = " ".join([*words[:2], swapped, *words[3:]])
                    return game.parse(position.text), game.parse(text)


def sent(table: Table, visitor: str) -> str:
    return state_json(Shared(table), Viewer(visitor), present={"ada"})


@pytest.mark.parametrize("seed", range(20))
def test_swapping_hidden_tiles_changes_no_byte(seed: int) -> None:
    one, other = (table_at(position) for position in twins(seed))
    assert one.position != other.position
    for visitor in ("ada", "eve"):
        assert sent(one, visitor) == sent(other, visitor)
    assert sent(one, "bob") != sent(other, "bob"), "its owner sees the difference"


def test_nobodys_eyes_see_no_hand() -> None:
    position = linden.load("linx", players=3).start()
    rng = random.Random(1)
    while position.to_move == linden.CHANCE:
        position = position.play(rng.choice(position.moves))
    words = redacted(position, None).text.split()
    assert all(stock[0] == "?" for stock in words[1:4])
    assert redacted(position, EVERYTHING) is position
