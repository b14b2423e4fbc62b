"""Bots and tokens: who may make them, what they are good for, and what becomes of bad ones."""

import json
import re
import time
from collections.abc import Iterator

import httpx
import pytest
from sqlalchemy import update
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from databases import engine_of
from linden.web.errors import Refusal
from linden.web.limits import LIMITS, Caller, Limits
from linden.web.people.ids import fresh_account, fresh_bot, is_account, is_bot
from linden.web.store.models import Base, TokenRow
from linden.web.store.tokens import MOST_BOTS
from owners import Owner
from servers import FRIEND, ME, QUICK, Person, Server, ask


@pytest.fixture(scope="module")
def kept(running: Server) -> Iterator[Owner]:
    """One owner for the tests that leave their account as it is."""
    person = Person(running)  # who stays when others are dismissed
    yield Owner(running, "olga", person)
    person.leave()


@pytest.fixture
def owner(server: Server) -> Owner:
    return Owner(server, "ada")


def problem(answer: httpx.Response) -> tuple[int, str]:
    assert "set-cookie" not in answer.headers
    return answer.status_code, answer.json()["error"]


UNKNOWN = (401, "This token is not known here, or was revoked; its owner can make another.")
READS = (403, "This token reads and does nothing else; its owner can make another.")
ENDED = (401, "This token has ended; its owner can make another.")
NOT_BY_TOKEN = (
    403,
    "No token does this: an account is changed in a browser, by whoever owns it.",
)


def test_ids_of_bots_are_accounts_and_say_so() -> None:
    assert is_account(fresh_bot())
    assert is_bot(fresh_bot())
    assert not is_bot(fresh_account())
    assert not is_bot(None)


# -- what they are good for ------------------------------------------------------------------------


def test_a_bot_plays_by_its_token_and_says_what_it_is(owner: Owner) -> None:
    bot, ada = owner.program(name="first"), owner.person
    holder = bot.get("/api/token")
    assert (holder["name"], holder["bot"], holder["scope"]) == (owner.bot, True, "play")
    table = ada.table("linja", [ME, FRIEND])
    tab = ada.sit(table)
    bot.join(tab.state["seats"][1]["link"])
    state = tab.next_state(lambda state: state["seats"][1]["kind"] == "person")
    seat = state["seats"][1]
    assert (seat["label"], seat["bot"], state["seats"][0]["bot"]) == (
        f"{owner.bot} (bot)",
        True,
        False,
    )
    board = bot.sit(table)
    assert board.state["viewer"]["seats"] == [1]
    while tab.state["turn"]["seat"] == 0:
        tab.play(tab.legal[0])
    board.next_state(lambda state: bool(state["scene"]["moves"]))
    board.play(board.legal[0])
    profile = ada.get(f"/api/people/{owner.bot}")
    assert (profile["owner"], profile["you"]) == (owner.name, False)
    assert ada.get(f"/api/people/{owner.name}")["owner"] is None
    (card,) = owner.page["tokens"]
    assert (card["name"], card["bot"], card["scope"]) == ("first", owner.bot, "play")
    assert time.time() - card["used"] < 60
    assert f"{owner.bot} (bot)" in ada.http.get(f"/api/tables/{table}/record").text


def test_no_answer_to_a_token_sets_a_cookie(kept: Owner) -> None:
    bot = kept.server.program(kept.token())
    for path in ("/api/home", "/api/token", "/api/my-games", "/api/games/linja", "/", "/account"):
        answer = bot.http.get(path)
        assert answer.status_code == 200, path
        assert "set-cookie" not in answer.headers, path
    answer = bot.http.post("/api/tables", json={"game": "linja", "seats": [ME, QUICK]})
    assert answer.status_code == 200
    assert "set-cookie" not in answer.headers


def test_cookies_beside_a_token_are_not_looked_at(kept: Owner) -> None:
    person, token = kept.person, kept.token()
    mine = person.table("linja", [ME, QUICK])
    listed = {card["id"] for card in person.get("/api/home")["open"]}
    assert mine in listed
    both = {"Authorization": f"Bearer {token}"}
    shown = person.http.get("/api/home", headers=both).json()
    assert shown["you"]["name"] == kept.bot
    assert mine not in {card["id"] for card in shown["open"]}
    forged = {"Authorization": "Bearer linden_forged"}
    assert problem(person.http.get("/api/home", headers=forged)) == UNKNOWN
    keeper = kept.server.keeper()
    assert keeper.get("/api/lab")["yours"]
    assert not keeper.http.get("/api/lab", headers=both).json()["yours"]


def test_a_token_needs_no_page_of_ours_and_a_cookie_does(kept: Owner) -> None:
    elsewhere = {"Origin": "https://elsewhere.example", "Sec-Fetch-Site": "cross-site"}
    wish = {"game": "linja", "seats": [ME, QUICK]}
    assert kept.person.http.post("/api/tables", json=wish, headers=elsewhere).status_code == 403
    bot = kept.server.program(kept.token())
    assert bot.http.post("/api/tables", json=wish, headers=elsewhere).status_code == 200
    forged = elsewhere | {"Authorization": "Bearer x"}
    assert problem(kept.person.http.post("/api/tables", json=wish, headers=forged)) == UNKNOWN


def test_a_proxys_password_is_not_taken_for_a_token(kept: Owner) -> None:
    basic = {"Authorization": "Basic bGluZGVuOmxpbmRlbg=="}
    answer = kept.person.http.get("/api/home", headers=basic)
    assert answer.json()["you"]["name"] == kept.name


# -- bad ones --------------------------------------------------------------------------------------


def socket_refusal(server: Server, table: str, headers: dict[str, str]) -> tuple[int, str]:
    address = f"ws://{server.host}/api/tables/{table}/live"
    with pytest.raises(InvalidStatus) as raised, connect(address, additional_headers=headers):
        pass
    answer = raised.value.response
    assert "set-cookie" not in answer.headers
    return answer.status_code, json.loads(answer.body or b"{}")["error"]


@pytest.mark.parametrize(
    "forged",
    [
        "Bearer",
        "linden_",
        "linden_" + "x" * 43,
        "x" * 4000,
        "linden_ÿ".encode().decode("latin-1"),
        "a b",
    ],
)
def test_forged_tokens_are_refused(kept: Owner, forged: str) -> None:
    table = kept.person.table("linja", [ME, QUICK])
    headers = {"Authorization": f"Bearer {forged}"}
    raw = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
    for method, path in (
        ("GET", "/api/home"),
        ("GET", "/api/token"),
        ("GET", "/"),
        ("GET", f"/api/tables/{table}/record"),
        ("POST", "/api/tables"),
        ("DELETE", "/api/account"),
    ):
        answer = ask(method, f"http://{kept.server.host}{path}", headers=raw)
        assert problem(answer) == UNKNOWN, (method, path)
        assert answer.headers["www-authenticate"] == "Bearer"
    if forged.isascii():
        assert socket_refusal(kept.server, table, headers) == UNKNOWN


def routes(person: Person) -> list[tuple[str, str, str]]:
    """Every route that is described: its method, its path, and an address that it might have."""
    return [
        (method.upper(), path, re.sub(r"\{(ply|seat|size)\}", "0", path).replace("{name}", "linja"))
        for path, methods in person.get("/api/openapi.json")["paths"].items()
        for method in methods
    ]


def test_every_route_refuses_what_is_no_token(owner: Owner) -> None:
    ended = owner.token(days=1)
    end_tokens(owner)
    there = routes(owner.person)
    assert len(there) > 80
    for method, path, address in there:
        plain = re.sub(r"\{\w+\}", "x", address)
        for token, told in (("linden_" + "x" * 43, UNKNOWN), (ended, ENDED)):
            headers = {**owner.person.headers, "Authorization": f"Bearer {token}"}
            answer = ask(method, f"http://{owner.server.host}{plain}", headers=headers)
            assert problem(answer) == told, (method, path)


FOR_GUESTS = {
    *(("GET", ""), ("POST", "")),
    *(("POST", "/session"), ("DELETE", "/session")),
    *(("POST", "/session/passkey/begin"), ("POST", "/session/passkey")),
    *(("POST", "/passkeys/begin"), ("POST", "/passkeys")),
}
"""What whoever is not signed in may ask of accounts."""
FOR_KEEPERS = {
    ("POST", "/api/games/{name}/truth"): None,
    ("DELETE", "/api/games/{name}/truth"): None,
    ("POST", "/api/lab"): {"game": "linja"},
    ("POST", "/api/lab/{name}/stop"): None,
    ("POST", "/api/lab/{name}/go-on"): None,
    ("POST", "/api/lab/{name}/restore"): None,
    ("DELETE", "/api/lab/{name}"): None,
    ("PUT", "/api/reach"): {"open": True},
}
"""What whoever runs the server may, and what is sent with it."""


def test_every_route_of_an_account_refuses_whoever_is_not_signed_in(kept: Owner) -> None:
    guest = kept.server.person()
    forged = {"Cookie": f"{guest.cookie}; linden_session={'x' * 43}"}
    tried = 0
    for method, path, address in routes(guest):
        part = path.removeprefix("/api/account")
        if (
            path.startswith(("/api/account", "/api/moderation"))
            and (method, part) not in FOR_GUESTS
        ):
            plain = re.sub(r"\{\w+\}", "x", address)
            for headers in ({}, forged):
                answer = guest.http.request(method, plain, headers=headers)
                assert answer.status_code == 401, (method, path, answer.text)
            tried += 1
    assert tried >= 18


def test_every_route_of_whoever_runs_the_server_refuses_others(kept: Owner) -> None:
    there = {(method, path): address for method, path, address in routes(kept.person)}
    assert there.keys() >= FOR_KEEPERS.keys()
    for (method, path), body in FOR_KEEPERS.items():
        for who in (kept.server.person(), kept.person, kept.program()):
            answer = who.http.request(method, there[method, path], json=body)
            assert answer.status_code == 403, (method, path, answer.text)


def test_a_revoked_token_is_refused_and_its_tables_close(owner: Owner) -> None:
    bot = owner.program()
    board = bot.sit(bot.table("linja", [ME, QUICK]))
    (card,) = owner.page["tokens"]
    other = Owner(owner.server, "eve").person
    stolen = other.http.delete(f"/api/account/tokens/{card['id']}")
    assert stolen.status_code == 404
    assert bot.http.get("/api/token").status_code == 200
    assert owner.person.http.delete(f"/api/account/tokens/{card['id']}").status_code == 200
    assert board.refused().startswith("Who you are here has changed")
    for _ in range(50):  # at once here, and soon at other nodes
        if bot.http.get("/api/token").status_code == 401:
            break
        time.sleep(0.1)
    assert problem(bot.http.get("/api/home")) == UNKNOWN
    assert socket_refusal(owner.server, board.table, bot.headers) == UNKNOWN
    assert owner.page["tokens"] == []


def end_tokens(owner: Owner) -> None:
    """Let the time of an owner's first token be up."""
    engine = engine_of(owner.server.place)
    with engine.begin() as connection:
        mine = TokenRow.id.startswith(owner.page["tokens"][0]["id"])
        connection.execute(update(TokenRow).where(mine).values(until=time.time() - 1))
    engine.dispose()


def test_a_token_that_has_ended_is_refused(owner: Owner) -> None:
    token = owner.token(days=1)
    assert 0.9 < (owner.page["tokens"][0]["until"] - time.time()) / 86_400 <= 1
    end_tokens(owner)
    bot = owner.server.program(token)
    assert problem(bot.http.get("/api/home")) == ENDED
    assert owner.token(), "those that have ended make room"
    assert len(owner.page["tokens"]) == 1


def test_a_token_that_reads_does_nothing_else(owner: Owner) -> None:
    table = owner.person.table("linx", [ME, QUICK])
    reader = owner.server.program(owner.token(bot="", scope="read"))
    assert reader.get("/api/home")["open"][0]["id"] == table
    for method, path in (
        ("POST", "/api/tables"),
        ("POST", f"/api/tables/{table}/rematch"),
        ("POST", "/api/join/x"),
        ("PUT", "/api/you"),
        ("POST", "/api/my-games/import"),
    ):
        assert problem(reader.http.request(method, path, json={})) == READS, path
    board = reader.sit(table)
    for message in (
        {"type": "move", "version": board.state["version"], "move": board.legal[0]},
        {"type": "resign"},
        {"type": "hint"},
        {"type": "say", "phrase": "hello"},
    ):
        board.send(**message)
        assert board.refused() == READS[1]
    board.send(type="look", quarter=1)
    assert board.next_state()["turn"]["kind"] == "you"
    refused = owner.person.http.post("/api/account/tokens", json={"scope": "play"})
    assert problem(refused) == (
        403,
        "Programs play under a bot's name; people's tokens only read.",
    )


def test_no_token_changes_an_account(kept: Owner) -> None:
    bot = kept.server.program(kept.token())
    for method, path in (
        ("GET", ""),
        ("GET", "/export"),
        ("POST", ""),
        ("DELETE", ""),
        ("POST", "/session"),
        ("POST", "/bots"),
        ("DELETE", f"/bots/{kept.bot}"),
        ("POST", "/tokens"),
        ("DELETE", "/tokens/0123456789abcdef"),
        ("DELETE", "/sessions"),
        ("PUT", "/password"),
    ):
        answer = bot.http.request(method, f"/api/account{path}", headers=kept.person.headers)
        assert problem(answer) == NOT_BY_TOKEN, (method, path)


# -- keeping them ----------------------------------------------------------------------------------


def test_nothing_that_is_kept_lets_anybody_in(kept: Owner) -> None:
    token = kept.token()
    assert kept.server.program(token).http.get("/api/token").status_code == 200
    engine = engine_of(kept.server.place)
    with engine.connect() as connection:
        for table in Base.metadata.sorted_tables:
            for row in connection.execute(table.select()):
                assert token not in str(tuple(row)), table.name
    engine.dispose()
    assert token not in kept.person.http.get("/api/account").text


def test_who_guesses_has_to_wait() -> None:
    limits, guesser = Limits(), Caller("", "192.0.2.7")
    for _ in range(int(LIMITS["tokens"].address.burst)):
        limits.take("tokens", guesser)
    with pytest.raises(Refusal) as refused:
        limits.take("tokens", guesser)
    assert (refused.value.status, refused.value.retry) == (429, 5)


def test_bots_belong_to_somebody_and_go_with_them(owner: Owner) -> None:
    person, bot = owner.person, owner.program()
    eve = Owner(owner.server, "eve").person
    taken = eve.http.post("/api/account/bots", json={"name": owner.bot})
    assert taken.status_code == 409
    assert person.http.delete("/api/account/bots/nobody").status_code == 404
    signed = owner.server.person().http.post(
        "/api/account/session", json={"name": owner.bot, "password": ""}
    )
    assert signed.status_code == 403, "nobody signs in as a bot"
    for number in range(MOST_BOTS - 1):
        name = {"name": f"{owner.bot}{number}"}
        engine = person.http.post("/api/account/bots", json=name)
        assert engine.status_code == 200, engine.text
    refused = person.http.post("/api/account/bots", json={"name": f"{owner.bot}x"})
    assert problem(refused) == (409, "You have 10 bots already; remove one first.")
    assert person.http.delete(f"/api/account/bots/{owner.bot}0").status_code == 200
    assert person.http.delete("/api/account").status_code == 200
    assert problem(bot.http.get("/api/home")) == UNKNOWN
    assert owner.server.person().http.get(f"/api/people/{owner.bot}").status_code == 404


def guest_cannot(person: Person, path: str) -> int:
    return person.http.post(f"/api/account/{path}", json={"name": "somebody"}).status_code


def test_guests_have_neither(server: Server) -> None:
    guest = server.person()
    assert guest_cannot(guest, "bots") == 401
    assert guest_cannot(guest, "tokens") == 401
    assert guest.http.get("/api/token").status_code == 401
