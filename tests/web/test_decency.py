"""Names that look like others, blocks, reports, games that are left, moderators and their log."""

import asyncio
import io
import json
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from sqlalchemy import select
from sqlalchemy.engine import Connection

import linden
from linden.web.errors import Refusal
from linden.web.limits import LIMITS, Caller, Limits
from linden.web.people import decency, names
from linden.web.store import decency as kept_decency
from linden.web.store import moderators
from linden.web.store.accounts import Account, Signed
from linden.web.store.decency import MOST_BLOCKS, Deed, Report
from linden.web.store.errors import NameTaken, StoreError, TooMany
from linden.web.store.models import ReportRow, SeatRow, TableRow
from linden.web.store.store import Change, Store
from linden.web.tables import rating
from linden.web.tables.clock import Clock, TimeControl
from linden.web.tables.rows import rematch_row, row_of, table_of
from linden.web.tables.sitters import Sitter
from owners import Owner, sign_up
from servers import FRIEND, ME, Person, Server

NOT_WANTED = "Somebody there does not wish to play with you."
UNHEARD = "What you say is not passed on at this table."


def problem(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]


# -- names -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(("Ada", "ada"), ("Olga1", "0lgal"), ("Emma", "Ernrna"), ("Zoë", "zoe"), ("Wim", "VVlm")),
        *(("Łukasz", "lukasz"), ("Søren", "Soren"), ("ﬁona", "fiona"), ("Bıll", "bill")),
    ],
)
def test_names_that_are_read_alike_have_one_skeleton(one: str, other: str) -> None:
    assert names.skeleton(one) == names.skeleton(other)


def test_others_differ() -> None:
    known = ["ada", "bob", "cleo", "emma", "ema", "noa", "oan", "rené", "renate", "max", "2max"]
    assert len({names.skeleton(name) for name in known}) == len(known)


@pytest.mark.parametrize(
    "name", ["Linden", "L1nden", "LindenTeam", "adm1n", "the-moderator", "B0t"]
)
def test_names_of_those_who_run_the_place_are_kept(name: str) -> None:
    with pytest.raises(Refusal, match="kept for Linden itself"):
        names.checked(name)


@pytest.mark.parametrize(
    "name", ["Aǀice", "Aꞁice", "ᴀᴅᴍɪɴ", "aᴅmin", "ǃǃbob", "bob\u202e", "b\u200bob", "bоb", "boᖯ"]
)
def test_letters_that_only_look_like_others_make_no_name(name: str) -> None:
    with pytest.raises(Refusal, match="Latin letters"):
        names.checked(name)


@pytest.mark.parametrize(
    "name", ["Łukasz", "Þóra", "Nguyễn", "Ɓala", "Đặng", "Ștefan", "ßeta", "Ɔla"]
)
def test_names_of_many_languages_are_names(name: str) -> None:
    assert names.checked(name) == name


def test_a_name_that_looks_like_anothers_is_taken(server: Server) -> None:
    name = sign_up(server.person(), "oli")
    wish = {"name": name.replace("o", "0", 1), "password": "a quiet table"}
    answer = server.person().http.post("/api/account", json=wish)
    assert problem(answer)[0] == 409


# -- blocks ----------------------------------------------------------------------------------------


@pytest.fixture
def ada(server: Server) -> Owner:
    return Owner(server, "ada")


@pytest.fixture
def bob(server: Server) -> Owner:
    return Owner(server, "bob")


def block(owner: Owner, **whom: Any) -> None:
    answer = owner.person.http.post("/api/account/blocks", json=whom)
    assert answer.status_code == 200, answer.text


def test_who_is_blocked_cannot_invite_sit_down_or_speak(ada: Owner, bob: Owner) -> None:
    together = ada.person.sit(ada.person.table("linja", [ME, FRIEND]))
    bob.person.join(together.state["seats"][1]["link"])
    other = bob.person.sit(together.table)
    other.send(type="say", phrase="hello")
    together.next_state(lambda state: bool(state["said"]))
    block(ada, name=bob.name)
    other.send(type="say", phrase="luck")
    assert other.refused() == UNHEARD
    table = bob.person.table("linja", [ME, FRIEND])
    wish = {"name": ada.name}
    invited = bob.person.http.post(f"/api/tables/{table}/invitations", json=wish)
    assert problem(invited) == (403, NOT_WANTED)
    link = ada.person.sit(ada.person.table("linja", [ME, FRIEND])).state["seats"][1]["link"]
    assert problem(bob.person.http.post(f"/api{link}")) == (403, NOT_WANTED)
    program = bob.program()
    assert problem(program.http.post(f"/api{link}")) == (403, NOT_WANTED), "nor does his bot"
    other.send(type="resign")
    other.ended()
    rematch = bob.person.http.post(f"/api/tables/{together.table}/rematch")
    assert problem(rematch) == (403, NOT_WANTED)
    (card,) = ada.person.get("/api/account/blocks")["blocks"]
    assert card["name"] == bob.name
    assert ada.person.http.delete(f"/api/account/blocks/{card['id']}").status_code == 200
    assert bob.person.http.post(f"/api{link}").status_code == 200
    assert ada.person.http.delete(f"/api/account/blocks/{card['id']}").status_code == 404


def test_a_guest_is_blocked_where_they_sit(ada: Owner) -> None:
    guest = ada.server.person("Eve")
    tab = ada.person.sit(ada.person.table("linja", [ME, FRIEND]))
    guest.join(tab.state["seats"][1]["link"])
    block(ada, table=tab.table, seat=1)
    link = ada.person.sit(ada.person.table("linja", [ME, FRIEND])).state["seats"][1]["link"]
    assert problem(guest.http.post(f"/api{link}")) == (403, NOT_WANTED)
    for wish, status in (
        ({"table": tab.table, "seat": 0}, 409),
        ({"table": tab.table, "seat": 9}, 404),
        ({"name": ada.name}, 409),
        ({"name": "nobody at all"}, 404),
        ({}, 404),
    ):
        answer = ada.person.http.post("/api/account/blocks", json=wish)
        assert answer.status_code == status, wish


def test_blocks_have_an_end(place: Path | str) -> None:
    store = Store(place)

    async def fill() -> None:
        await a_person(store, "@ada", "ada")
        for number in range(MOST_BLOCKS):
            await store.decency.block("@ada", f"visitor{number}")
        with pytest.raises(TooMany):
            await store.decency.block("@ada", "one more")
        assert await store.decency.blocked("visitor7", ["@ada", "@bob"])
        assert not await store.decency.blocked("visitor7", ["@bob"])
        assert not await store.decency.blocked("visitor7", [])

    asyncio.run(fill())
    store.close()


async def a_person(store: Store, account: str, name: str) -> None:
    now = time.time()
    made = Account(account, name, None, {}, now)
    session = Signed(f"session of {account}", account, "", now, now, now)
    await store.accounts.create(made, names.key_of(name), session)


def test_whoever_signs_up_stays_blocked_and_reported(place: Path | str) -> None:
    store = Store(place)

    def about(connection: Connection) -> dict[str, str]:
        return {row.id: row.about for row in connection.execute(select(ReportRow.__table__))}

    async def run() -> None:
        for name in ("ada", "bob", "cyd", "eve"):
            await a_person(store, f"@{name}", name)
        guest = "e" * 40
        for blocker in ("@ada", "@bob", "@eve"):
            await store.decency.block(blocker, guest)
        await store.decency.block("@bob", "@eve")
        await store.decency.block("@cyd", "another guest")
        for number, by in enumerate(("@ada", "@eve")):
            await store.decency.report(Report(f"r{number}", by, guest, None, "words", "", 1.0))
        now = time.time()
        await store.accounts.sign_in(Signed("s", "@eve", "", now, now, now), guest)
        for blocker, blocked in (("@ada", True), ("@bob", True), ("@cyd", False)):
            assert await store.decency.has_blocked(blocker, "@eve") == blocked, blocker
        assert not await store.decency.has_blocked("@eve", "@eve"), "nobody blocks themselves"
        assert len(await store.decency.blocks("@ada")) == 1
        assert await store.database.read(about) == {"r0": "@eve", "r1": guest}

    asyncio.run(run())
    store.close()


def test_many_invitations_wait() -> None:
    limits, caller = Limits(), Caller("@ada", "192.0.2.7")
    for _ in range(int(LIMITS["invitations"].visitor.burst)):
        limits.take("invitations", caller)
    with pytest.raises(Refusal, match=r"a great many invitations; wait \d+ s") as refused:
        limits.take("invitations", caller)
    assert refused.value.retry


# -- leaving rated games ---------------------------------------------------------------------------


def rated_table(owner: Owner, other: Owner) -> httpx.Response:
    wish = {"game": "linja", "seats": [ME, FRIEND], "rated": True}
    return owner.person.http.post("/api/tables", json=wish)


def test_who_often_leaves_rated_games_waits_longer(ada: Owner, bob: Owner) -> None:
    for number in range(decency.FREE_LEAVES + 1):
        made = rated_table(ada, bob)
        assert made.status_code == 200, (number, made.text)
        tab = ada.person.sit(made.json()["id"])
        bob.person.join(tab.state["seats"][1]["link"])
        tab.next_state(lambda state: state["seats"][1]["kind"] == "person")
        tab.send(type="resign")
        tab.ended()
    refused = rated_table(ada, bob)
    sentence = "You have left 3 rated games within a day; the next one can begin in 5 min."
    assert problem(refused) == (429, sentence)
    assert 290 < int(refused.headers["retry-after"]) <= 300
    again = ada.person.http.post(f"/api/tables/{tab.table}/rematch")
    assert problem(again) == (429, sentence)
    theirs = rated_table(bob, ada)
    assert theirs.status_code == 200, "who was left has nothing to wait for"
    link = bob.person.sit(theirs.json()["id"]).state["seats"][1]["link"]
    assert problem(ada.person.http.post(f"/api{link}")) == (429, sentence)
    assert ada.person.table("linja", [ME, FRIEND]), "games for fun go on"


def test_nobody_wins_points_from_their_own_bot(ada: Owner, bob: Owner) -> None:
    link = ada.person.sit(rated_table(ada, bob).json()["id"]).state["seats"][1]["link"]
    own, other = ada.program(), bob.program()
    sentence = "A bot and its owner play for fun; rated games are with others."
    assert problem(own.http.post(f"/api{link}")) == (409, sentence)
    wish = {"game": "linja", "seats": [ME, FRIEND], "rated": True}
    table = own.http.post("/api/tables", json=wish).json()["id"]
    second = ada.server.program(ada.token(bot=ada.make_bot(f"{ada.name}c")))
    theirs = own.sit(table).state["seats"][1]["link"]
    assert problem(second.http.post(f"/api{theirs}")) == (409, sentence)
    assert other.http.post(f"/api{link}").status_code == 200


def test_what_counts_as_leaving() -> None:
    def table(rated: bool = True) -> Any:
        seats = [
            SeatRow(number=seat, kind="person", visitor=f"@{seat}", name="", key=f"k{seat}")
            for seat in (0, 1)
        ]
        row = TableRow(
            id="t", game="linja", options={}, host="@0", version=0, plies=0, ended="", seats=seats,
            seating=[0, 1], number=1, rated=rated,
        )  # fmt: skip
        return table_of(row, [])

    begun = table()
    assert rating.leavers(begun, begun.resign("@1", None)) == ["@1"]
    assert rating.leavers(table(rated=False), table(rated=False).resign("@1", None)) == []
    off = begun.claim("@1", begun.version, True, None)
    assert off.ended == "aborted"
    assert rating.leavers(begun, off) == ["@0"]
    assert rating.counted(begun, off) is None, "and nobody's rating changes"
    played = begun
    while sum(position.to_move == 0 for position in played.positions) <= rating.FEW_DECISIONS:
        mover = f"@{played.turn}"
        played = played.play(mover, played.version, played.position.moves[0])
        assert rating.leavers(begun, played) == []
    assert rating.leavers(played, played.resign("@0", None)) == [], "they have played"


def test_who_is_seated_without_being_asked_leaves_nobody() -> None:
    """As where the other one wishes for a rematch, and they have gone home by then."""
    ada, bob = (
        Sitter("person", f"@{name}", name, key=key, own=True)
        for name, key in (("ada", None), ("bob", "b" * 16))
    )
    game = linden.load("linja")
    clock = Clock.new(TimeControl("game", 60.0), 2)
    first = table_of(row_of(game, "@ada", (bob, ada), match=None, clock=clock, rated=True), ())
    off = first.claim("@ada", first.version, True, None)
    assert rating.leavers(first, off) == ["@bob"], "he had taken the seat himself"
    again = table_of(rematch_row(off, "@ada"), ())
    while again.seats[again.turn].visitor == "@ada":
        again = again.play("@ada", again.version, again.position.moves[0])
    assert rating.leavers(again, again.claim("@ada", again.version, True, None)) == []
    assert rating.leavers(again, again.resign("@bob", None)) == [], "he wants no other game"
    seat, moved = again.turn, again
    while moved.turn != seat or not all(moved.decisions(one) for one in (0, 1)):
        who = str(moved.seats[moved.turn].visitor)
        moved = moved.play(who, moved.version, moved.position.moves[0])
    assert rating.leavers(moved, moved.resign("@bob", None)) == ["@bob"], "he has come by then"


def test_leaves_are_counted_once_and_forgotten_after_a_day(place: Path | str) -> None:
    store = Store(place)

    async def count() -> None:
        await a_person(store, "@ada", "ada")
        row = TableRow(id="t", game="linja", options={}, host="@ada", seating=[0, 1])
        await store.create(row, [])
        await store.change(Change("t", 0, {}, left=["@ada"]))
        await store.change(Change("t", 1, {}, left=["@ada"]))
        now = time.time()
        assert len(await store.decency.leaves("@ada", now - 60, now)) == 1
        assert await store.decency.leaves("@ada", now + 60, now + 90) == []

    asyncio.run(count())
    store.close()


def test_a_clock_that_was_wrong_keeps_nobody_from_rated_games(
    place: Path | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(place)

    async def leave(days: float, *tables: str) -> None:
        with monkeypatch.context() as wrong:
            moment = time.time() + days * 86_400
            wrong.setattr(kept_decency, "time", SimpleNamespace(time=lambda: moment))
            for table in tables:
                row = TableRow(id=table, game="linja", options={}, host="@ada", seating=[0, 1])
                await store.create(row, [])
                await store.change(Change(table, 0, {}, left=["@ada"]))

    async def run() -> None:
        await a_person(store, "@ada", "ada")
        await leave(8, "t1", "t2", "t3", "t4")
        await decency.check_rated(store, "@ada")
        await leave(0, "t5", "t6")
        await decency.check_rated(store, "@ada")
        await leave(0, "t7")
        with pytest.raises(Refusal, match=r"left 3 rated games within a day"):
            await decency.check_rated(store, "@ada")

    asyncio.run(run())
    store.close()


# -- moderators ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def moderating(running: Server) -> Iterator[Owner]:
    """A moderator."""
    person = Person(running)  # who stays when others are dismissed
    owner = Owner(running, "mia", person)
    assert moderators.appoint(running.place, owner.name, True) == (
        f"{owner.name} is a moderator now."
    )
    assert owner.name in moderators.appointed(running.place)
    yield owner
    person.leave()


ROUTES = [
    ("GET", "", None),
    ("GET", "/log?before=1-x", None),
    ("POST", "/accounts/{name}", {"what": "suspend", "days": 1, "why": "to see"}),
    ("POST", "/accounts/{name}", {"what": "lift", "why": "to see"}),
    ("POST", "/accounts/{name}", {"what": "rename", "why": "to see"}),
    ("POST", "/reports/{report}", {"why": "to see"}),
]


@pytest.mark.parametrize(("method", "path", "body"), ROUTES)
def test_every_route_of_moderators_is_refused_to_others(
    moderating: Owner, ada: Owner, method: str, path: str, body: Any
) -> None:
    reported(ada, moderating.name)
    report = moderating.person.get("/api/moderation")["reports"][-1]["id"]
    address = "/api/moderation" + path.format(name=ada.name, report=report)
    answers = {
        "guest": moderating.server.person().http.request(method, address, json=body),
        "account": ada.person.http.request(method, address, json=body),
        "keeper": moderating.server.keeper().http.request(method, address, json=body),
        "bot": ada.program().http.request(method, address, json=body),
        "moderator's bot": moderating.program().http.request(method, address, json=body),
        "moderator's token": moderating.server.program(
            moderating.token(bot="", scope="read")
        ).http.request(method, address, json=body),
    }
    for who, answer in answers.items():
        assert answer.status_code in (401, 403), (who, answer.text)
        assert answer.json()["error"], who
    foreign = {"Origin": "https://elsewhere.example"}
    if method != "GET":
        answer = moderating.person.http.request(method, address, json=body, headers=foreign)
        assert answer.status_code == 403
    assert ada.page["name"] == ada.name
    page = moderating.person.get("/api/moderation")
    assert report in {one["id"] for one in page["reports"]}
    assert ada.name not in {one["name"] for one in page["suspended"]}


def test_every_route_was_tried(moderating: Owner) -> None:
    paths = moderating.person.get("/api/openapi.json")["paths"]
    there = {
        (method.upper(), path)
        for path, methods in paths.items()
        for method in methods
        if path.startswith("/api/moderation")
    }
    tried = {(method, "/api/moderation" + path.partition("?")[0]) for method, path, _ in ROUTES}
    assert there == tried


def test_all_of_the_log_can_be_read(moderating: Owner, bob: Owner) -> None:
    for days in (1, 2, 3):
        assert act(moderating, bob.name, "suspend", days=days).status_code == 200
    page = moderating.person.get("/api/moderation")
    assert page["next"] is None, "nothing is left out"
    whole = page["log"]
    cursor = f"{whole[1]['done']:.9f}-0"
    earlier = moderating.person.get("/api/moderation/log", before=cursor)
    assert earlier == {"log": whole[2:], "next": None}
    refused = moderating.person.http.get("/api/moderation/log", params={"before": "anything"})
    assert refused.status_code == 422


def test_the_log_comes_in_parts(place: Path | str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_decency, "MOST_SHOWN", 3)
    store = Store(place)

    async def read() -> list[str]:
        for number in range(8):  # some of them at one moment
            deed = Deed(f"d{number}", "mia", "bob", "lift", "", float(number // 2))
            await store.decency.suspend("@nobody", 0.0, deed)
        found = part = await store.decency.deeds()
        while len(part) == 3:
            part = await store.decency.deeds((part[-1].done, part[-1].id))
            found += part
        return [one.id for one in found]

    assert asyncio.run(read()) == [f"d{number}" for number in reversed(range(8))]
    store.close()


def reported(by: Owner, about: str, **more: Any) -> None:
    """Report somebody; the id of the report is for moderators alone."""
    wish = {"name": about, "reason": "words", **more}
    answer = by.person.http.post("/api/account/reports", json=wish)
    assert answer.json() == {"done": True}, answer.text


def act(moderator: Owner, name: str, what: str, **more: Any) -> httpx.Response:
    wish = {"what": what, "why": "as reported", **more}
    return moderator.person.http.post(f"/api/moderation/accounts/{name}", json=wish)


def test_a_report_is_read_acted_on_and_closed(moderating: Owner, ada: Owner, bob: Owner) -> None:
    reported(ada, bob.name, text="  said\nthings ")
    page = moderating.person.get("/api/moderation")
    card = next(one for one in page["reports"] if one["about"] == bob.name)
    assert (card["by"], card["reason"], card["text"]) == (ada.name, "words", "said things")
    export = zipfile.ZipFile(io.BytesIO(ada.person.http.get("/api/account/export").content))
    taken = json.loads(export.read("account.json"))
    assert [one["text"] for one in taken["reports"]] == ["said things"], "it can be taken along"
    assert (taken["vacations"], taken["games_left"]) == ([], [])
    assert act(moderating, bob.name, "suspend", days=2).status_code == 200
    table = bob.person.table("linja", [ME, FRIEND])
    paused = "Your account is paused for 48 more hours: no invitations, words or rated games."
    invited = bob.person.http.post(f"/api/tables/{table}/invitations", json={"name": ada.name})
    assert problem(invited) == (403, paused)
    assert problem(rated_table(bob, ada)) == (403, paused)
    program = bob.program()
    theirs = program.table("linja", [ME, FRIEND])
    invited = program.http.post(f"/api/tables/{theirs}/invitations", json={"name": ada.name})
    assert problem(invited) == (403, paused), "nor does his bot"
    closing = moderating.person.http.post(
        f"/api/moderation/reports/{card['id']}", json={"why": "paused for two days"}
    )
    assert closing.status_code == 200
    again = moderating.person.http.post(
        f"/api/moderation/reports/{card['id']}", json={"why": "paused for two days"}
    )
    assert problem(again) == (404, "This report is closed already.")
    page = moderating.person.get("/api/moderation")
    assert bob.name in {one["name"] for one in page["suspended"]}
    assert card["id"] not in {one["id"] for one in page["reports"]}
    done = [(one["by"], one["what"]) for one in page["log"] if one["about"] == bob.name]
    assert done == [(moderating.name, "close"), (moderating.name, "suspend")]
    assert act(moderating, bob.name, "lift").status_code == 200
    assert rated_table(bob, ada).status_code == 200


def test_a_name_is_taken_away_and_the_log_keeps_it(moderating: Owner, bob: Owner) -> None:
    tab = bob.person.sit(bob.person.table("linja", [ME, FRIEND]))
    assert act(moderating, bob.name, "rename").status_code == 200
    state = tab.next_state(lambda state: state["seats"][0]["label"] != bob.name)
    label = state["seats"][0]["label"]
    assert label.startswith("player")
    assert bob.page["name"] == label
    log = moderating.person.get("/api/moderation")["log"]
    assert bob.name in {one["about"] for one in log if one["what"] == "rename"}


def test_moderators_are_named_by_the_command_alone(
    moderating: Owner, ada: Owner, tmp_path: Path
) -> None:
    assert act(moderating, moderating.name, "suspend").status_code == 409
    place = moderating.server.place
    moderators.appoint(place, ada.name, True)
    assert act(moderating, ada.name, "suspend").status_code == 409
    for bot in (moderating.bot, ada.bot):
        for deed in ("suspend", "lift", "rename"):
            assert act(moderating, bot, deed).status_code == 409, "nor are their bots touched"
    assert ada.person.http.get("/api/moderation").status_code == 200
    assert moderators.appoint(place, ada.name, False).endswith("is no moderator any more.")
    assert ada.person.http.get("/api/moderation").status_code == 403, "at once"
    for name in ("nobody at all", ada.bot):
        with pytest.raises(StoreError, match="has an account called"):
            moderators.appoint(place, name, True)
    with pytest.raises(StoreError, match="does not exist"):
        moderators.appoint(tmp_path / "none.db", ada.name, True)


def test_reports_have_limits_and_a_person(ada: Owner) -> None:
    guest = ada.server.person()
    wish = {"name": ada.name, "reason": "name"}
    assert guest.http.post("/api/account/reports", json=wish).status_code == 401
    assert ada.person.http.post("/api/account/reports", json=wish).status_code == 409
    limits, caller = Limits(), Caller("@ada", "192.0.2.7")
    for _ in range(int(LIMITS["reports"].visitor.burst)):
        limits.take("reports", caller)
    with pytest.raises(Refusal) as refused:
        limits.take("reports", caller)
    assert refused.value.retry


def test_what_moderators_do_is_kept_with_it(place: Path | str) -> None:
    store = Store(place)

    async def moderate() -> None:
        await a_person(store, "@ada", "ada")
        await a_person(store, "@bob", "bob")
        await store.decency.report(Report("r", "@ada", "@bob", None, "name", "", time.time()))
        deed = Deed("d1", "ada", "bob", "rename", "a reason", time.time())
        with pytest.raises(NameTaken):
            await store.decency.rename("@bob", "Ada", "ada", "ada", deed)
        assert await store.decency.deeds() == [], "what was not done is not written down"
        await store.decency.rename("@bob", "rob", "rob", "rob", deed)
        assert await store.decency.deeds() == [deed]
        assert await store.name_of("@bob") == "rob"
        (report,) = await store.decency.reports()
        assert (report.by, report.about) == ("ada", "rob")
        await store.accounts.delete("@ada", "-gone")
        assert await store.decency.reports() == [], "the person goes"
        assert await store.decency.deeds() == [deed], "the log stays"

    asyncio.run(moderate())
    store.close()
