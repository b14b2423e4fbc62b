"""A private table is one that was offered to nobody but by its link. Whoever knows its address may
watch it; nobody else is told that it is there, nobody who does not sit there changes anything, and
nobody's eyes see a hidden hand.

Every route that the server describes is tried here, every page and every socket. A new one fails
until it says below what it is about.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from websockets.sync.client import connect

from attacks.document import DOCUMENT
from attacks.worlds import DAYS, SPECTATORS, Caller, Private, World, twins
from linden.web.http.pages import PARTS
from linden.web.http.sockets import router as sockets_router
from servers import PATIENCE, Server

OPERATIONS = {
    (method.upper(), path): operation
    for path, methods in DOCUMENT["paths"].items()
    for method, operation in methods.items()
}
PAGES = sorted(PARTS)
SOCKETS = sorted(route.path for route in sockets_router.routes)  # type: ignore[attr-defined]


def body_of(operation: dict[str, Any]) -> dict[str, Any]:
    """The fields of what is sent to it."""
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    name = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
    found: dict[str, Any] = DOCUMENT["components"]["schemas"].get(name, {}).get("properties", {})
    return found


ABOUT_A_TABLE = sorted(
    one for one, told in OPERATIONS.items() if "{table}" in one[1] or "table" in body_of(told)
)
"""What names a table, in its address or in what is sent."""
WITHOUT_A_TABLE = sorted(set(OPERATIONS) - set(ABOUT_A_TABLE))

SENT: dict[tuple[str, str], Any] = {
    ("POST", "/api/tables/{table}/rematch"): None,
    ("POST", "/api/tables/{table}/plan"): {"version": "{version}", "lines": [["{move}", "{move}"]]},
    ("POST", "/api/my-games/{table}/remove"): None,
    ("POST", "/api/my-games/{table}/restore"): None,
    ("POST", "/api/tables/{table}/moments"): None,
    ("POST", "/api/tables/{table}/moments/{ply}"): {"show": True},
    ("POST", "/api/tables/{table}/seats/{seat}/transfer"): None,
    ("POST", "/api/transfer/{table}/{key}"): None,
    ("POST", "/api/tables/{table}/invitations"): {"name": "{me}"},
    ("POST", "/api/seeks/{table}"): None,
    ("PUT", "/api/seeks/{table}"): {},
    ("DELETE", "/api/seeks/{table}"): None,
    ("POST", "/api/tables"): {"game": "{game}", "table": "{table}", "ply": 1},
    ("POST", "/api/line"): {"table": "{table}", "ply": 1},
    ("POST", "/api/judgement"): {"table": "{table}", "ply": 1},
    ("POST", "/api/account/blocks"): {"table": "{table}", "seat": 0},
    ("POST", "/api/account/reports"): {"table": "{table}", "seat": 0, "reason": "other"},
}
"""What may be sent about a table, as whoever sits there might."""
HARMLESS = {
    ("POST", "/api/line"): "a line that is tried is a way of looking",
    ("POST", "/api/account/blocks"): "who sits there is kept away from one's own tables",
    ("POST", "/api/account/reports"): "the moderators are told, and nobody else",
}
"""What is done for somebody who has nothing to do with a table but its address, and why that is
nothing to the table."""


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[World, Server]]:
    with twins(tmp_path_factory.mktemp("worlds")) as found:
        yield found


@pytest.fixture(scope="module")
def world(worlds: tuple[World, Server]) -> World:
    return worlds[0]


# -- nobody changes anything -----------------------------------------------------------------------


def test_all_that_changes_a_table_is_tried() -> None:
    changing = {one for one in ABOUT_A_TABLE if one[0] != "GET"}
    assert changing == set(SENT), "say what is sent there"
    assert set(SENT) >= set(HARMLESS)


class Try(NamedTuple):
    path: str
    body: Any


def filled(world: World, table: Private, path: str, body: Any, who: str = "") -> Try:
    """What somebody sends who knows the table's address."""
    known = {
        "{table}": table.id,
        "{game}": table.game,
        "{me}": world.eve.name if "blocked" not in who else world.cyd.name,
        "{move}": "3-4",
        "{key}": "x" * 24,
        "{ply}": "0",
        "{seat}": "1",
    }
    text = json.dumps(body).replace('"{version}"', "1")
    for name, value in known.items():
        path, text = path.replace(name, value), text.replace(name, value)
    return Try(path, json.loads(text))


@pytest.mark.parametrize("who", SPECTATORS)
@pytest.mark.parametrize(("method", "path"), sorted(SENT))
def test_nobody_else_changes_a_table(world: World, method: str, path: str, who: str) -> None:
    for name, table in world.tables.items():
        if table is world.over and path in FOR_EVERYBODY_AFTERWARDS:
            continue
        before = world.rows(table.id)
        address, body = filled(world, table, path, SENT[method, path], who)
        answer = world.callers[who].ask(world.server, method, address, json=body)
        told = (who, name, answer.status_code, answer.text[:200])
        if (method, path) in HARMLESS and answer.status_code == 200:
            assert who not in ("reader",), told
        else:
            assert 400 <= answer.status_code < 500, told
            assert answer.json()["error"], told
        assert world.rows(table.id) == before, told


FOR_EVERYBODY_AFTERWARDS = {
    "/api/tables/{table}/moments": "what was missed is worked out for whoever looks back",
    "/api/tables/{table}/moments/{ply}": "the same",
    "/api/judgement": "the same",
    "/api/tables": "a table of one's own that begins as this one did",
}
"""What whoever has the address of a finished game may ask for; all of it costs searches, and none
of it is kept with the table."""


def test_who_sits_there_may(world: World) -> None:
    """What is refused to others is not refused for being put wrongly."""
    board, over = world.running("linja", clock=DAYS), world.over
    waiting = [world.alone() for _ in range(2)]
    tried = set()
    for method, path, table in (
        ("POST", "/api/tables/{table}/plan", board),
        ("POST", "/api/my-games/{table}/remove", over),
        ("POST", "/api/my-games/{table}/restore", over),
        ("POST", "/api/tables/{table}/seats/{seat}/transfer", board),
        ("POST", "/api/tables/{table}/invitations", waiting[0]),
        ("PUT", "/api/seeks/{table}", waiting[1]),
        ("POST", "/api/seeks/{table}", waiting[1]),
        ("DELETE", "/api/seeks/{table}", waiting[1]),
        ("POST", "/api/tables/{table}/rematch", over),
        ("POST", "/api/line", board),
        ("POST", "/api/tables", over),
    ):
        address, body = filled(world, table, path, SENT[method, path])
        if "invitations" in path:
            body["name"] = world.bob.name
        if "plan" in path:
            body["version"] = world.ada.person.sit(table.id).state["version"]
            body["lines"] = [["7-8", "6-5"]]
        answers = [
            world.callers[who].ask(world.server, method, address, json=body)
            for who in ("ada", "bob")
        ]
        assert any(answer.status_code == 200 for answer in answers), (path, answers[0].text)
        tried.add((method, path))
    rest = {path for method, path in set(SENT) - tried}
    assert rest == {
        "/api/transfer/{table}/{key}",  # test_transfers.py
        "/api/tables/{table}/moments",  # these need a search: test_moments.py
        "/api/tables/{table}/moments/{ply}",
        "/api/judgement",
        "/api/account/blocks",  # test_decency.py
        "/api/account/reports",
    }


# -- nobody's eyes see a hand ----------------------------------------------------------------------

LOOKED_AT = {
    "/api/tables/{table}/record": ("", "?format=json"),
    "/api/tables/{table}/picture.svg": ("", "?ply=5", "?theme=light&small=true", "?theme=page"),
    "/api/tables/{table}/film.svg": ("", "?theme=auto&quarter=1"),
    "/api/tables/{table}/plies/{ply}": ("", "?quarter=1&tall=true"),
    "/api/my-games": ("", "?result=removed", "?game=linx"),
    "/api/tables": ("?over=false", "?over=true"),
    "/api/texts": ("?lang=de",),
    "/api/lab/compare": ("?one=x&first=0&two=x&second=0",),
    "/api/qr.svg": ("?to=http://localhost/t/x",),
    "/api/games/{name}/truth": ("",),
}
"""What an address is asked with; nothing where it is not here."""


def addresses(world: World, table: Private, path: str) -> Iterator[str]:
    """Addresses that a path describes: everything there is in place of a name."""
    named = {
        "{table}": [table.id],
        "{ply}": [str(ply) for ply in range(7)] if "{table}" in path else ["0"],
        "{seat}": ["1"],
        "{key}": ["x" * 24],
        "{tournament}": [world.tournament],
        "{game}": ["linx", "linja"],
        "{name}": ["linx", "linja", world.ada.name, world.bob.name],
        "{id}": ["x"],
    }
    if path.startswith("/api/lab"):
        named["{name}"] = ["linx"]
    if path.startswith(("/api/join", "/join", "/transfer", "/api/transfer")):
        named["{key}"] += table.links if "{table}" in path or table is world.hands else []
    found = [path]
    for name, values in named.items():
        found = [one.replace(name, value) for one in found for value in values]
    for query in LOOKED_AT.get(path, ("",)):
        yield from (f"{one}{query}" for one in dict.fromkeys(found))


SEEN_BY_LINK = {
    "/api/join/{key}",
    "/api/join/{key}/preview.png",
    "/join/{key}",
}
"""What leads to a table without naming it, for whoever was given the link."""
READ = sorted(
    {path for method, path in ABOUT_A_TABLE if method == "GET"}
    | {page for page in PAGES if "{table}" in page}
    | SEEN_BY_LINK
)
NOT_BOB = ("ada", *SPECTATORS)


def shown(caller: Caller, server: Server, world: World, path: str) -> list[tuple[str, int, bytes]]:
    """All that somebody is shown there of the table with hidden hands."""
    found = []
    for address in addresses(world, world.hands, path):
        answer = caller.ask(server, "GET", address)
        if answer.status_code == 429:
            pytest.fail(f"{address}: {answer.text}")
        found.append((address, answer.status_code, answer.content))
    return found


@pytest.mark.parametrize("path", READ)
def test_worlds_that_differ_in_a_hand_look_alike(worlds: tuple[World, Server], path: str) -> None:
    world, other = worlds
    for who in NOT_BOB:
        caller = world.callers[who]
        one, another = (shown(caller, server, world, path) for server in (world.server, other))
        assert one == another, (who, path)


def test_lines_and_sockets_look_alike_too(worlds: tuple[World, Server]) -> None:
    world, other = worlds
    for who in NOT_BOB:
        told = []
        for server in (world.server, other):
            told.append([tried(world.callers[who], server, world, ply) for ply in range(7)])
            told[-1].append(first_word(world.callers[who], server, world.hands.id))
        assert told[0] == told[1], who


def tried(caller: Caller, server: Server, world: World, ply: int) -> str:
    """What somebody is shown of a line that begins there, and of what is thought of it."""
    wish = {"table": world.hands.id, "ply": ply, "near": 1, "seen": 1}
    answers = [
        caller.ask(server, "POST", path, json={**wish, **more})
        for path, more in (("/api/line", {}), ("/api/line", {"edit": True}), ("/api/judgement", {}))
    ]
    return "\n".join(f"{answer.status_code} {answer.text}" for answer in answers)


def first_word(caller: Caller, server: Server, table: str) -> str:
    """The first thing that a table's socket says, to somebody who has seen nothing yet."""
    address = f"ws://{server.host}/api/tables/{table}/live?seen=0"
    with connect(address, additional_headers=caller.headers, open_timeout=PATIENCE) as socket:
        while True:
            text = str(socket.recv(PATIENCE))
            if json.loads(text)["type"] == "state":
                return text


def test_bob_sees_that_they_differ(worlds: tuple[World, Server]) -> None:
    """The comparison would find what is told."""
    world, other = worlds
    bob = world.callers["bob"]
    different = {
        path
        for path in READ
        if shown(bob, world.server, world, path) != shown(bob, other, world, path)
    }
    assert different == {
        "/api/tables/{table}",
        "/api/tables/{table}/film.svg",
        "/api/tables/{table}/picture.svg",
        "/api/tables/{table}/plies/{ply}",
        "/api/tables/{table}/record",
        "/api/join/{key}",
        "/api/transfer/{table}/{key}",
    }
    for ply in (5, 6):
        assert tried(bob, world.server, world, ply) != tried(bob, other, world, ply)
    table = world.hands.id
    assert first_word(bob, world.server, table) != first_word(bob, other, table)


# -- nobody is told that it is there ---------------------------------------------------------------

UNNAMED = sorted(
    {path for method, path in WITHOUT_A_TABLE if method == "GET"}
    | {page for page in PAGES if "{table}" not in page}
)
HEARD = [path for path in SOCKETS if "{table}" not in path]


def secrets(world: World) -> list[str]:
    """What must not be told: the addresses of private tables, and the keys to them."""
    return [word for table in world.tables.values() for word in (table.id, *table.links)]


def found_in(text: str, world: World) -> set[str]:
    return {word for word in secrets(world) if re.search(rf"\b{word}\b", text)}


@pytest.mark.parametrize("path", UNNAMED)
def test_nobody_is_told_of_a_private_table(world: World, path: str) -> None:
    elsewhere = world.rated if path in SEEN_BY_LINK else world.hands
    for who in SPECTATORS:
        for address in addresses(world, elsewhere, path):
            answer = world.callers[who].ask(world.server, "GET", address)
            assert answer.status_code < 500, (who, address)
            assert answer.status_code != 429, (who, address, answer.text)
            assert not found_in(answer.text, world), (who, address)
            assert not found_in(str(answer.headers), world), (who, address)


@pytest.mark.parametrize("path", HEARD)
def test_no_socket_tells_of_a_private_table(world: World, path: str) -> None:
    for who in SPECTATORS:
        assert not found_in(overheard(world.callers[who], world, path), world), who


def overheard(caller: Caller, world: World, path: str) -> str:
    """What a socket says at once."""
    address = f"ws://{world.server.host}{path.replace('{tournament}', world.tournament)}"
    with connect(address, additional_headers=caller.headers, open_timeout=PATIENCE) as socket:
        return str(socket.recv(PATIENCE))


def test_a_rated_game_that_is_over_is_shown_and_leads_to_no_private_one(world: World) -> None:
    """Profiles list it, so that everybody knows its address; the next game of the same two is
    private all the same."""
    over = world.running("linja", clock=DAYS, rated=True)
    boards = [owner.person.sit(over.id) for owner in (world.ada, world.bob)]
    for _ in range(6):  # a game that was hardly begun does not count
        acting = next(one for one in boards if one.state["turn"]["kind"] == "you")
        acting.play(acting.legal[0])
        version = acting.state["version"]
        for one in boards:
            while one.state["version"] < version:
                one.next_state()
    boards[1].send(type="resign")
    boards[1].ended()
    following = world.followed(over)
    guest = world.callers["guest"]
    assert over.id in guest.ask(world.server, "GET", f"/api/people/{world.ada.name}").text
    assert following.id not in first_word(guest, world.server, over.id)
    for who in ("ada", "bob"):
        told = first_word(world.callers[who], world.server, over.id)
        assert json.loads(told)["next"] == following.id
    told = first_word(guest, world.server, world.over.id)
    assert json.loads(told)["next"] == world.rematch.id, "who was given the one has the other"


def test_every_route_is_tried_or_said_to_be_none() -> None:
    reading = {path for method, path in OPERATIONS if method == "GET"}
    assert reading <= set(READ) | set(UNNAMED)
    assert set(PAGES) <= set(READ) | set(UNNAMED)
    assert set(SOCKETS) == {*HEARD, "/api/tables/{table}/live"}
    assert {path for _, path in ABOUT_A_TABLE} <= set(READ) | {path for _, path in SENT}


def test_the_search_would_find_them(world: World) -> None:
    """Those who sit there find all of them; and whoever is shown a challenge finds it."""
    told = {
        who: "".join(
            world.callers[who].ask(world.server, "GET", address).text
            for path in ("/api/home", "/api/tables", "/api/my-games", "/api/agenda")
            for address in addresses(world, world.hands, path)
        )
        for who in ("ada", "bob")
    }
    mine = {table.id for table in world.tables.values()}
    assert found_in(told["ada"], world) >= mine
    assert found_in(told["bob"], world) >= {world.invited.id, *world.invited.links}
    assert world.hands.id in overheard(world.callers["bob"], world, "/api/agenda")
    offered = world.alone()
    seeks = f"/api/seeks/{offered.id}"
    assert world.callers["ada"].ask(world.server, "PUT", seeks, json={}).status_code == 200
    shown = world.callers["guest"].ask(world.server, "GET", "/api/seeks")
    assert offered.id in shown.text
    assert world.callers["ada"].ask(world.server, "DELETE", seeks).status_code == 200
