"""Accounts: signing up, in and out; what moves along; sessions; leaving."""

import asyncio
import hashlib
import io
import json
import re
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cbor2
import pytest
from sqlalchemy import select, update
from sqlalchemy.engine import Connection
from webauthn.helpers import bytes_to_base64url

from databases import engine_of
from linden.web.errors import Refusal
from linden.web.limits import LIMITS, MEMBER, Limits
from linden.web.people import names, passkeys
from linden.web.people.ids import fresh_account, fresh_bot, fresh_gone
from linden.web.people.passkeys import Party
from linden.web.people.passwords import Passwords
from linden.web.people.people import CONFIRM_SECONDS, People, device_of
from linden.web.store.accounts import (
    IDLE_SECONDS,
    LONGEST_SECONDS,
    MOST_SESSIONS,
    Account,
    AccountStore,
    Passkey,
    Signed,
)
from linden.web.store.coached import Coached, Missed
from linden.web.store.errors import NameTaken, Stale, TooMany
from linden.web.store.models import Base, SeatRow, SessionRow, TableRow
from linden.web.store.store import Store
from linden.web.store.tries import Try
from servers import FRIEND, ME, QUICK, Person, Server, serving
from sites import alone

PASSWORD = "a quiet table"
SIGN_IN = "This name and this password do not belong together."


def sign_up(person: Person, name: str, password: str = PASSWORD) -> Person:
    answer = person.http.post("/api/account", json={"name": name, "password": password})
    assert answer.status_code == 200, answer.text
    return person


def sign_in(person: Person, name: str, password: str = PASSWORD) -> Any:
    return person.http.post("/api/account/session", json={"name": name, "password": password})


def account(person: Person) -> Any:
    return person.get("/api/account")["account"]


def signed_out(person: Person) -> bool:
    """At once at the node that ended it, and soon at the others."""
    for _ in range(50):
        if account(person) is None:
            return True
        time.sleep(0.1)
    return False


def fresh_name(word: str = "ada") -> str:
    """Everybody in these tests shares a server."""
    return f"{word}{time.time_ns() % 10**12}"


def test_passwords_are_hashed_at_the_usual_cost() -> None:
    """Servers of these tests spare it."""
    kept = asyncio.run(Passwords().hashed(PASSWORD))
    assert kept.startswith("$argon2id$v=19$m=65536,t=3,p=4$")


# -- names -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["", "a", "x" * 25, "a b", "<b>", "_ada", "АДА", "ada\n", "🌳🌳"])
def test_names_that_cannot_be(server: Server, name: str) -> None:
    person = server.person()
    answer = person.http.post("/api/account", json={"name": name, "password": PASSWORD})
    assert answer.status_code == (200 if name == "ada\n" else 422), answer.text
    assert (account(person) is not None) == (name == "ada\n"), "spaces around a name do not count"


def test_names_that_look_alike_are_one() -> None:
    assert names.key_of("Zoë-B") == names.key_of("zoeb")
    assert names.key_of("Straße") == names.key_of("STRASSE")
    assert names.key_of("ada") != names.key_of("ida")


def test_a_name_is_taken_once_and_some_are_kept(server: Server) -> None:
    name = fresh_name()
    sign_up(server.person(), name)
    for other, status in ((name, 409), (name.upper(), 409), ("Linden", 422)):
        wish = {"name": other, "password": PASSWORD}
        answer = server.person().http.post("/api/account", json=wish)
        assert answer.status_code == status, answer.text


@pytest.mark.parametrize("password", ["", "short", "aaaaaaaaaaaa", "x" * 201])
def test_passwords_that_are_guessed(server: Server, password: str) -> None:
    wish = {"name": fresh_name(), "password": password}
    assert server.person().http.post("/api/account", json=wish).status_code == 422


# -- signing in ------------------------------------------------------------------------------------


def test_nobody_is_asked_for_anything(server: Server) -> None:
    guest = server.person("Ada")
    assert account(guest) is None
    assert "linden_session" not in guest.cookie
    tab = guest.sit(guest.table("linja", [ME, QUICK]))
    assert tab.state["viewer"]["seats"] == [0]
    for method, path in (
        ("PUT", "password"),
        ("DELETE", "sessions"),
        ("DELETE", "sessions/0123456789abcdef"),
        ("DELETE", "passkeys/x"),
        ("GET", "export"),
        ("DELETE", ""),
        ("POST", "confirm"),
        ("PUT", "preferences"),
    ):
        answer = guest.http.request(
            method,
            f"/api/account/{path}".rstrip("/"),
            json={"password": PASSWORD, "preferences": {}} if method != "GET" else None,
        )
        assert answer.status_code == 401, (method, path, answer.text)


def test_a_guests_games_move_along_and_are_the_same_on_every_device(server: Server) -> None:
    desk, phone, bob = server.person("Guest name"), server.person(), server.person("Bob")
    tab = desk.sit(desk.table("linja", [ME, FRIEND]))
    bob.join(tab.state["seats"][1]["link"])
    tab.next_state(lambda state: state["seats"][1]["kind"] == "person")
    tab.play("3-4")
    name = fresh_name()
    sign_up(desk, name)
    assert desk.get("/api/home")["you"]["name"] == name
    again = desk.sit(tab.table)
    assert again.state["viewer"]["seats"] == [0]
    assert again.state["viewer"]["host"]
    assert again.state["seats"][0]["label"] == name
    on_phone = phone.table("linage", [ME, QUICK])
    assert sign_in(phone, name.upper()).status_code == 200
    state = phone.sit(tab.table).state
    assert state["viewer"]["seats"] == [0]
    assert {one["id"] for one in phone.get("/api/home")["open"]} == {tab.table, on_phone}
    assert {one["id"] for one in desk.get("/api/my-games")["games"]} == {tab.table, on_phone}
    assert desk.http.delete("/api/account/session").status_code == 200
    assert signed_out(desk)
    assert desk.get("/api/home")["open"] == []
    assert desk.sit(tab.table).state["viewer"]["watching"]


def test_open_tables_follow(server: Server) -> None:
    """Whoever signs up at one tab is the account at the others, and after signing out nobody's
    open table shows what was the account's."""
    ada = server.person()
    tab = ada.sit(ada.table("linx", [ME, QUICK]))
    sign_up(ada, fresh_name())
    assert tab.refused() == "Who you are here has changed; the table opens again."
    again = ada.sit(tab.table)
    assert again.state["viewer"]["seats"] == [0]
    ada.http.delete("/api/account/session")
    assert again.refused() == "Who you are here has changed; the table opens again."
    assert ada.sit(tab.table).state["viewer"]["watching"]


def test_running_the_server_is_a_browsers_right_and_not_an_accounts(server: Server) -> None:
    keeper, elsewhere = server.keeper(), server.person()
    name = fresh_name()
    sign_up(keeper, name)
    assert keeper.get("/api/games/linja/truth")["yours"]
    assert sign_in(elsewhere, name).status_code == 200
    assert not elsewhere.get("/api/games/linja/truth")["yours"]


def test_tables_where_both_sit_stay_as_they_are(server: Server) -> None:
    """Somebody who has invited themselves does not see both hands."""
    ada, other = server.person(), server.person()
    name = fresh_name()
    sign_up(ada, name)
    tab = ada.sit(ada.table("linx", [ME, FRIEND]))
    other.join(tab.state["seats"][1]["link"])
    assert sign_in(other, name).status_code == 200
    assert other.sit(tab.table).state["viewer"]["seats"] == [0]


def test_who_does_not_exist_is_refused_in_the_same_words_and_time(tmp_path: Path) -> None:
    took: dict[bool, list[float]] = {True: [], False: []}
    with serving(tmp_path, LINDEN_USUAL_HASHES="1") as server:
        name = fresh_name()
        sign_up(server.person(), name)
        for known in (True, False) * 4:
            asked = name if known else fresh_name("nobody")
            began = time.monotonic()
            answer = sign_in(server.person(), asked, "wrong password")
            took[known].append(time.monotonic() - began)
            assert (answer.status_code, answer.json()["error"]) == (403, SIGN_IN)
    assert min(took[True]) > 0.02, "the cost is not what is usual"
    assert min(took[False]) > min(took[True]) / 2, "a name that is not there is not told sooner"


def test_guesses_are_slowed_down_for_each_name(server: Server) -> None:
    name, other = fresh_name(), fresh_name("bob")
    sign_up(server.person(), name)
    sign_up(server.person(), other)
    most = int(LIMITS["sign-ins"].visitor.burst)
    guesser = server.person()
    guesses = 0
    while (answer := sign_in(guesser, name, f"guess number {guesses}")).status_code == 403:
        guesses += 1
    assert most <= guesses <= most + 3, "another node may hear of a guess a moment later"
    assert answer.status_code == 429
    assert 1 <= int(answer.headers["retry-after"]) <= LIMITS["sign-ins"].visitor.seconds
    assert "try again in" in answer.json()["error"]
    assert sign_in(server.person(), name).status_code == 429, "the right password waits, too"
    assert sign_in(server.person(), other).status_code == 200
    for _ in range(most + 2):
        assert sign_in(server.person(), other).status_code == 200, "who knows it is not slowed down"


def test_who_knows_a_password_does_not_have_it_hashed_for_ever(server: Server) -> None:
    name, person = fresh_name(), server.person()
    sign_up(person, name)
    for _ in range(int(LIMITS["accounts"].visitor.burst) * MEMBER + 50):
        person.http.post("/api/account/session/passkey/begin")
    for path, wish in (("session", {"name": name}), ("confirm", {})):
        answer = person.http.post(f"/api/account/{path}", json={**wish, "password": PASSWORD})
        assert answer.status_code == 429, (path, answer.text)
    assert sign_in(server.person(), name).status_code == 200


def test_text_that_no_database_takes_is_nobodys(server: Server) -> None:
    person = alone(server).person()
    credential = {"id": "a\0b", "response": {"clientDataJSON": "a\0b"}}
    for answer in (
        person.http.get("/api/people/a%00b"),
        sign_in(person, "a\0b"),
        person.http.post("/api/account", json={"name": "a\0b", "password": PASSWORD}),
        person.http.post("/api/account/session/passkey", json={"credential": credential}),
    ):
        assert 400 <= answer.status_code < 500, answer.text
        assert answer.json()["error"]


def test_pages_of_others_sign_nobody_in_or_out(server: Server) -> None:
    ada = sign_up(server.person(), fresh_name())
    elsewhere = {"Origin": "https://evil.example"}
    for method, path in (("DELETE", "/session"), ("DELETE", ""), ("POST", "/session")):
        answer = ada.http.request(
            method,
            f"/api/account{path}",
            headers=elsewhere,
            json={"name": "x", "password": PASSWORD},
        )
        assert answer.status_code == 403
    assert account(ada) is not None


# -- sessions --------------------------------------------------------------------------------------


def test_tokens_are_hashed_random_and_the_cookie_is_out_of_reach(server: Server) -> None:
    ada = server.person()
    name = fresh_name()
    answer = ada.http.post("/api/account", json={"name": name, "password": PASSWORD})
    cookie = answer.headers["set-cookie"]
    assert re.search(r"linden_session=[\w-]{43};", cookie)
    assert all(part in cookie for part in ("HttpOnly", "SameSite=lax", "Path=/"))
    token = ada.http.cookies["linden_session"]
    kept = all_that_is_kept(server)
    assert token not in kept
    assert PASSWORD not in kept
    assert "$argon2id$" in kept


@pytest.mark.parametrize("forge", ["", "x" * 43, "../../etc", "é" * 40, "a" * 4000])
def test_forged_sessions_are_guests(server: Server, forge: str) -> None:
    ada = sign_up(server.person(), fresh_name())
    token = ada.http.cookies["linden_session"]
    for value in (forge, token[:-1] + ("A" if token[-1] != "A" else "B"), token.swapcase()):
        headers = [(b"cookie", f"linden_session={value}".encode())]
        answer = server.person().http.get("/api/account", headers=headers)
        assert answer.status_code == 200
        assert answer.json()["account"] is None


def test_sessions_are_seen_and_ended_one_by_one(server: Server) -> None:
    name = fresh_name()
    desk, phone, tablet = (server.person() for _ in range(3))
    desk.http.headers["User-Agent"] = "Mozilla/5.0 (Windows NT 10.0) Firefox/140.0"
    phone.http.headers["User-Agent"] = "Mozilla/5.0 (iPhone; CPU) Version/18 Safari/604.1"
    sign_up(desk, name)
    for other in (phone, tablet):
        assert sign_in(other, name).status_code == 200
    tab = phone.sit(phone.table("linja", [ME, QUICK]))
    shown = {one["device"]: one for one in account(desk)["sessions"]}
    assert set(shown) == {"Firefox · Windows", "Safari · iPhone", ""}
    assert shown["Firefox · Windows"]["here"]
    ended = shown["Safari · iPhone"]["id"]
    stranger = sign_up(server.person(), fresh_name("eve"))
    assert stranger.http.delete(f"/api/account/sessions/{ended}").status_code == 404
    assert account(phone) is not None
    assert desk.http.delete(f"/api/account/sessions/{ended}").status_code == 200
    assert tab.refused() == "Who you are here has changed; the table opens again."
    assert signed_out(phone)
    assert phone.sit(tab.table).state["viewer"]["watching"], "a token that was ended is nobody's"
    assert desk.http.delete(f"/api/account/sessions/{ended}").status_code == 404
    assert desk.http.delete("/api/account/sessions").status_code == 200
    assert signed_out(tablet)
    assert len(account(desk)["sessions"]) == 1


def test_a_new_password_ends_all_other_sessions(server: Server) -> None:
    name = fresh_name()
    ada, thief = sign_up(server.person(), name), server.person()
    thief.http.cookies.set("linden_session", ada.http.cookies["linden_session"])
    assert account(thief)["name"] == name
    other = server.person()
    assert sign_in(other, name).status_code == 200
    changed = other.http.put("/api/account/password", json={"password": "another table"})
    assert changed.status_code == 200
    assert signed_out(ada)
    assert signed_out(thief)
    assert account(other) is not None
    assert sign_in(server.person(), name).status_code == 403
    assert sign_in(server.person(), name, "another table").status_code == 200


def test_what_takes_an_account_away_asks_who_it_is(server: Server) -> None:
    ada = sign_up(server.person(), fresh_name())
    age(server, ada, confirmed=CONFIRM_SECONDS + 1)
    for method, path in (("PUT", "/password"), ("DELETE", ""), ("DELETE", "/passkeys/x")):
        answer = ada.http.request(method, f"/api/account{path}", json={"password": PASSWORD})
        assert answer.status_code == 428, answer.text
    wrong = ada.http.post("/api/account/confirm", json={"password": "wrong password"})
    assert wrong.status_code == 403
    assert ada.http.post("/api/account/confirm", json={"password": PASSWORD}).status_code == 200
    changed = ada.http.put("/api/account/password", json={"password": "another table"})
    assert changed.status_code == 200


@pytest.mark.parametrize(
    "past", [{"seen": IDLE_SECONDS + 1}, {"created": LONGEST_SECONDS + 1}], ids=str
)
def test_sessions_end_by_themselves(server: Server, past: dict[str, float]) -> None:
    ada = sign_up(server.person(), fresh_name())
    tab = ada.sit(ada.table("linja", [ME, QUICK]))
    age(server, ada, **past)
    assert tab.refused() == "Who you are here has changed; the table opens again."
    assert signed_out(ada)


@contextmanager
def opened(server: Server) -> Iterator[Connection]:
    """What a server keeps, behind its back."""
    engine = engine_of(server.place)
    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


def all_that_is_kept(server: Server) -> str:
    with opened(server) as connection:
        return "\n".join(
            str(row._asdict())
            for table in Base.metadata.sorted_tables
            for row in connection.execute(select(table))
        )


def age(server: Server, person: Person, **past: float) -> None:
    """Let some of a session's times be longer ago."""
    session = hashlib.sha256(person.http.cookies["linden_session"].encode()).hexdigest()
    times = {column: time.time() - seconds for column, seconds in past.items()}
    with opened(server) as connection:
        connection.execute(update(SessionRow).where(SessionRow.id == session).values(**times))


# -- what is kept, and leaving ---------------------------------------------------------------------


def test_preferences_go_along(server: Server) -> None:
    name = fresh_name()
    ada, phone = sign_up(server.person(), name), server.person()
    liked = {"theme": "dark", "level": 5, "sound": False}
    answer = ada.http.put("/api/account/preferences", json={"preferences": liked})
    assert answer.status_code == 200
    sign_in(phone, name)
    assert account(phone)["preferences"] == liked
    for bad in ({"x": {"y": 1}}, {"x": "y" * 5000}, {str(n): 1 for n in range(50)}):
        answer = ada.http.put("/api/account/preferences", json={"preferences": bad})
        assert answer.status_code in (413, 422)


def test_the_name_at_the_table_is_the_accounts(server: Server) -> None:
    ada = sign_up(server.person("Somebody"), fresh_name())
    assert ada.http.put("/api/you", json={"name": "Bob"}).status_code == 409


def test_everything_can_be_taken_along(server: Server) -> None:
    name = fresh_name()
    ada = sign_up(server.person(), name)
    table = ada.sit(ada.table("pig", [ME, QUICK]))
    table.play_out()
    answer = ada.http.get("/api/account/export")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert sorted(archive.namelist()) == ["account.json", "games.linden", "tables.jsonl"]
        facts = json.loads(archive.read("account.json"))
        (one,) = map(json.loads, archive.read("tables.jsonl").splitlines())
        games = archive.read("games.linden").decode()
    assert facts["name"] == name
    assert (one["table"], one["host"]) == (table.table, True)
    assert len(one["moves"]) == len(table.state["history"])
    assert len(facts["sessions"]) == 1
    assert "argon2" not in json.dumps(facts)
    assert name in games
    imported = server.person().http.post("/api/my-games/import", json={"text": games})
    assert len(imported.json()["tables"]) == 1


def test_the_person_goes_and_the_games_stay(server: Server) -> None:
    name = fresh_name()
    ada, bob = sign_up(server.person(), name), server.person("Bob")
    done = ada.table("pig", [ME, QUICK])
    ada.sit(done).play_out()
    tab = ada.sit(ada.table("linja", [ME, FRIEND]))
    bob.join(tab.state["seats"][1]["link"])
    across = bob.sit(tab.table)
    assert ada.http.request("DELETE", "/api/account").status_code == 200
    state = across.next_state(lambda state: state["seats"][0]["label"] == "Somebody who left")
    assert state["turn"]["kind"] == "over", "whoever waited has won"
    assert tab.refused() == "Who you are here has changed; the table opens again."
    assert signed_out(ada)
    assert ada.get("/api/my-games")["games"] == []
    assert sign_in(server.person(), name).status_code == 403
    record = bob.http.get(f"/api/tables/{done}/record").text
    assert name not in record
    assert name not in all_that_is_kept(server)
    sign_up(server.person(), name)


def test_nobody_is_challenged_by_who_has_left(server: Server) -> None:
    ada, bob = sign_up(server.person(), fresh_name()), server.person("Bob")
    days = {"kind": "turn", "seconds": 86_400}
    table = ada.table("linja", [ME, {"kind": "anybody"}], clock=days)
    assert table in {one["table"] for one in bob.get("/api/seeks")["seeks"]}
    assert ada.http.request("DELETE", "/api/account").status_code == 200
    assert table not in {one["table"] for one in bob.get("/api/seeks")["seeks"]}
    assert bob.http.post(f"/api/seeks/{table}").status_code == 404


def test_the_name_goes_from_seats_that_were_left_to_a_computer(server: Server) -> None:
    name = fresh_name()
    ada, bob = sign_up(server.person(), name), server.person("Bob")
    tab = ada.sit(ada.table("linx", [ME, FRIEND, QUICK], {"players": 3}))
    bob.join(tab.state["seats"][1]["link"])
    across = bob.sit(tab.table)
    tab.send(type="resign")
    across.next_state(lambda state: state["seats"][0]["label"] == f"Computer for {name}")
    assert ada.http.request("DELETE", "/api/account").status_code == 200
    across.next_state(lambda state: name not in state["seats"][0]["label"])
    assert name not in all_that_is_kept(server)


def test_devices_in_words() -> None:
    for agent, told in {
        "": "",
        "curl/8": "",
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10) Version/18 Safari/605": "Safari · macOS",
        "Mozilla/5.0 (Linux; Android 15) Chrome/140 Mobile Safari/537": "Chrome · Android",
        "Mozilla/5.0 (Windows NT 10.0) Chrome/140 Safari/537 Edg/140": "Edge · Windows",
    }.items():
        assert device_of(agent) == told


# -- passkeys; ``browser/test_accounts.py`` has them as browsers make them ------------------------


SITE = Party("localhost", ["http://localhost:8000"])
CHALLENGE = bytes_to_base64url(b"sixteen bytes ok")
EC2 = {1: 2, 3: -7, -1: 1, -2: b"x" * 32, -3: b"y" * 32}


def credential(kind: str, public_key: object, called: bytes = b"k" * 16, **more: bytes) -> Any:
    """What a browser might answer; nobody has to be a browser."""
    data = {"type": f"webauthn.{kind}", "challenge": CHALLENGE, "origin": SITE.origins[0]}
    known = hashlib.sha256(SITE.name.encode()).digest() + bytes([0x45]) + bytes(4)
    attested = bytes(16) + len(called).to_bytes(2, "big") + called + cbor2.dumps(public_key)
    whole = {"fmt": "none", "attStmt": {}, "authData": known + attested}
    parts = {
        "clientDataJSON": json.dumps(data).encode(),
        "attestationObject": cbor2.dumps(whole),
        "authenticatorData": known[:32] + bytes([0x05]) + bytes(4),
        "signature": b"",
        **more,
    }
    return {
        "id": bytes_to_base64url(called),
        "rawId": bytes_to_base64url(called),
        "type": "public-key",
        "response": {name: bytes_to_base64url(part) for name, part in parts.items()},
    }


def register(answer: Any) -> Passkey:
    return passkeys.registered(SITE, answer, CHALLENGE, "@ada", "Phone", 1.0)


def test_a_key_that_is_none_is_refused() -> None:
    assert register(credential("create", EC2)).account == "@ada"
    for odd in ([], [1, 3], {}, 7, "key", {1: 2}, {**EC2, 3: [1]}, {1: [2], 3: -7}, None):
        with pytest.raises(Refusal, match="does not fit"):
            register(credential("create", odd))
    with pytest.raises(Refusal, match="does not fit"):
        register(credential("create", EC2, b"k" * 2000))
    with pytest.raises(Refusal, match="does not fit"):
        register({})


@pytest.mark.parametrize(
    "kept",
    [
        EC2,
        {**EC2, -2: 5},
        {**EC2, -1: 99},
        {**EC2, 3: -9999},
        [1, 2],
        {1: 3, 3: -257, -1: 5, -2: b""},
    ],
)
def test_a_signature_that_is_none_is_refused(kept: object) -> None:
    key = Passkey(bytes_to_base64url(b"k" * 16), "@ada", cbor2.dumps(kept), 0, "", 1.0, None)
    for signature in (b"", b"0" * 64, b"\x30\x06\x02\x01\x01\x02\x01\x01"):
        answer = credential("get", EC2, signature=signature)
        with pytest.raises(Refusal, match="does not fit"):
            passkeys.signed(SITE, answer, CHALLENGE, key)


# -- the store, on both engines --------------------------------------------------------------------


def signed(account: str, session: str, **past: float) -> Signed:
    now = time.time()
    times = {name: now - past.get(name, 0.0) for name in ("created", "seen", "confirmed")}
    return Signed(session, account, "", **times)


def test_accounts_are_kept_whole_or_not_at_all(place: Path | str) -> None:
    async def run() -> None:
        store = Store(place)
        one, other = fresh_account(), fresh_account()
        made = Account(one, "Ada", None, {}, 1.0)
        key = Passkey("key", one, b"\x00\xff", 0, "Phone", 1.0, None)
        await store.accounts.create(made, "ada", signed(one, "s1"), key)
        double = Account(other, "ADA", "hash", {}, 1.0)
        with pytest.raises(NameTaken):
            await store.accounts.create(double, "ada", signed(other, "s2"))
        double = Account(other, "Bob", None, {}, 1.0)
        stolen = Passkey("key", other, b"", 0, "", 1.0, None)
        with pytest.raises(NameTaken):
            await store.accounts.create(double, "bob", signed(other, "s2"), stolen)
        assert await store.accounts.named("bob") is None
        assert await store.accounts.session("s2") is None
        assert await store.accounts.named("ada") == made
        assert await store.accounts.passkeys(one) == [key]
        assert await store.accounts.remove_passkey(one, "key") is False, "it is the only way in"
        await store.accounts.used_passkey("key", 2**31 + 5, 2.0)
        await store.accounts.set_password(one, "hash")
        assert await store.accounts.remove_passkey(one, "nothing") is None
        assert await store.accounts.remove_passkey(one, "key") is True
        store.close()

    asyncio.run(run())


def test_of_those_who_want_a_name_at_once_one_has_it(place: Path | str) -> None:
    """The same name, and names that are read alike."""

    async def run(store: Store, *wanted: str) -> None:
        async def sign_up(name: str) -> str:
            who = fresh_account()
            made = Account(who, name, "hash", {}, 1.0)
            await store.accounts.create(made, names.key_of(name), signed(who, who))
            return who

        tries = await asyncio.gather(*map(sign_up, wanted), return_exceptions=True)
        assert sum(isinstance(one, str) for one in tries) == 1, tries
        assert sum(isinstance(one, NameTaken) for one in tries) == len(wanted) - 1, tries

    async def all_of_them() -> None:
        store = Store(place)
        for turn in range(5):
            await run(store, *[f"Ada{turn}x"] * 6)
            looks = ["Olgal", "0lgal", "Olga1", "0lga1", "Olgai", "0lgai"]
            await run(store, *(name + turn * "x" for name in looks))
        store.close()

    asyncio.run(all_of_them())


def test_a_new_password_ends_what_was_begun_with_the_old_one(place: Path | str) -> None:
    """Comparing takes a while, in which somebody else may have changed it."""

    async def run() -> None:
        accounts = (store := Store(place)).accounts
        one = fresh_account()
        old = Account(one, "Ada", "old", {}, 1.0)
        await accounts.create(old, "ada", signed(one, "s0"))
        await accounts.sign_in(signed(one, "s1"), None, old)
        await accounts.set_password(one, "new")
        await accounts.end_others(one, "s0")
        with pytest.raises(Stale):
            await accounts.sign_in(signed(one, "s2"), None, old)
        await accounts.renew_password(old, "old, hashed at greater cost")
        new = await accounts.get(one)
        assert new is not None
        assert new.password == "new"
        assert [found.id for found in await accounts.sessions(one)] == ["s0"]
        await accounts.renew_password(new, "newer")
        await accounts.sign_in(signed(one, "s3"), None, await accounts.get(one))
        await accounts.delete(one, fresh_gone())
        with pytest.raises(Stale):
            await accounts.sign_in(signed(one, "s4"), "a" * 40, new)
        store.close()

    asyncio.run(run())


def test_a_session_that_ends_while_it_is_looked_up_has_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        store = Store(tmp_path / "tables.db")
        lobby: Any = SimpleNamespace(open_tables=[])
        people, one, cookie = People(store, lobby, Limits()), fresh_account(), "t" * 43
        session = hashlib.sha256(cookie.encode()).hexdigest()
        made = Account(one, "Ada", "h", {}, 1.0)
        await store.accounts.create(made, "ada", signed(one, session))

        async def slowly(wanted: str) -> Signed | None:
            found = await AccountStore.session(store.accounts, wanted)
            await people.end(one, wanted)
            return found

        monkeypatch.setattr(people.store, "session", slowly)
        assert await people.signed(cookie) is not None, "it came before"
        assert await people.signed(cookie) is None
        store.close()

    asyncio.run(run())


def test_nobody_who_has_left_gets_a_bot(place: Path | str) -> None:
    async def run() -> None:
        store = Store(place)
        one = fresh_account()
        await store.accounts.create(Account(one, "Ada", "h", {}, 1.0), "ada", signed(one, "s"))
        await store.accounts.delete(one, fresh_gone())
        with pytest.raises(TooMany):
            await store.tokens.create_bot(Account(fresh_bot(), "Bot1", None, {}, 1.0, one), "bot1")
        assert await store.accounts.named("bot1") is None
        store.close()

    asyncio.run(run())


def test_a_challenge_is_answered_once_and_in_time(place: Path | str) -> None:
    async def run() -> None:
        accounts = (store := Store(place)).accounts
        soon = time.time() + 60
        await accounts.challenge("c1", "add", "@x", soon)
        assert await accounts.answered("c1", "sign in") is None, "for something else"
        assert await accounts.answered("c1", "add") == "@x"
        assert await accounts.answered("c1", "add") is None
        await accounts.challenge("c2", "add", "@x", soon)
        answers = await asyncio.gather(*(accounts.answered("c2", "add") for _ in range(8)))
        assert sorted(map(str, answers)) == ["@x", *["None"] * 7]
        await accounts.challenge("c3", "add", "@x", time.time() - 1)
        assert await accounts.answered("c3", "add") is None
        store.close()

    asyncio.run(run())


def test_the_oldest_session_makes_room(place: Path | str) -> None:
    async def run() -> None:
        accounts = (store := Store(place)).accounts
        one = fresh_account()
        first = signed(one, "s0", seen=1000)
        await accounts.create(Account(one, "Ada", "h", {}, 1.0), "ada", first)
        for number in range(1, MOST_SESSIONS + 1):
            await accounts.sign_in(signed(one, f"s{number}"))
        assert await accounts.session("s0") is None
        assert len(await accounts.sessions(one)) == MOST_SESSIONS
        old = signed(one, "old", seen=IDLE_SECONDS + 5)
        await accounts.sign_in(old)
        assert await accounts.living(["s1", "s2", "old", "none"]) == {"s1", "s2"}
        store.close()

    asyncio.run(run())


def row(table: str, host: str, *visitors: str | None) -> TableRow:
    seats = [
        SeatRow(number=number, kind="person" if who else "open", visitor=who, name="A", own=True)
        for number, who in enumerate(visitors)
    ]
    offer = {"kind": "draw", "by": 0, "yes": [host]}
    return TableRow(
        id=table, game="linja", options={}, host=host, seating=[0, 1], seats=seats, offer=offer
    )


def test_tables_change_hands_all_at_once(place: Path | str) -> None:
    async def run() -> None:
        store = Store(place)
        ada, guest, bob = fresh_account(), "a" * 40, "b" * 40
        made = Account(ada, "Ada", "h", {}, 1.0)
        await store.accounts.create(made, "ada", signed(ada, "s"))
        await store.create(row("t1", guest, guest, bob), [])
        await store.create(row("t2", bob, bob, guest), [])
        await store.create(row("t3", guest, guest, ada), [])
        await store.create(row("t4", guest, None, bob), [])
        await store.tried(ada, Try("linja", "one", 3, "solved"))
        for puzzle in ("one", "two"):
            await store.tried(guest, Try("linja", puzzle, 3, "missed"))
        for who, step in ((ada, "open"), (guest, "open"), (guest, "end")):
            await store.learn(who, "linja", step)
        missed = {
            name: Coached(name, "linja", (Missed(ply, "bonus", 0.5),))
            for ply, name in enumerate(("t1", "t2"))
        }
        await store.coach(ada, missed["t2"])
        await store.coach(guest, Coached("t1", "linja", ()))
        await store.coach(guest, missed["t1"])
        await store.coach(guest, Coached("t2", "linja", ()))
        moved = await store.accounts.sign_in(signed(ada, "s2"), guest)
        assert [one.table for one in moved] == ["t1", "t2", "t4"]
        kept = await store.load("t1")
        assert kept is not None
        assert (kept.row.host, kept.row.revision) == (ada, 1)
        assert [seat.visitor for seat in kept.row.seats] == [ada, bob]
        assert kept.row.seats[0].name == "Ada"
        assert kept.row.offer == {"kind": "draw", "by": 0, "yes": [ada]}
        both = await store.load("t3")
        assert both is not None
        assert (both.row.host, both.row.revision) == (guest, 0)
        listed = await store.tables_of(ada, over=False, most=10)
        assert {one.id for one in listed} == {"t1", "t2", "t3", "t4"}
        tries = {one.puzzle: one.outcome for one in await store.tries(ada)}
        assert tries == {"one": "solved", "two": "missed"}
        known = await store.learning(ada)
        assert known.steps == {("linja", "open"), ("linja", "end")}
        assert known.played == {"linja"}
        coached = {one.table: one for one in await store.coached(ada)}
        assert coached == missed, "what an account has looked at itself stays"
        gone = fresh_gone()
        assert len(await store.accounts.delete(ada, gone)) == 4
        assert list(await store.coached(ada)) == list(await store.coached(gone)) == []
        assert await store.tries(ada) == await store.tries(gone) == []
        assert (await store.learning(ada)).steps == frozenset()
        kept = await store.load("t1")
        assert kept is not None
        assert [(seat.visitor, seat.name) for seat in kept.row.seats] == [(gone, ""), (bob, "A")]
        assert await store.accounts.get(ada) is None
        assert await store.tables_of(ada, over=False, most=10) == []
        assert await store.name_of(ada) == ""
        store.close()

    asyncio.run(run())
