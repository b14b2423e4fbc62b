"""``linden.client``: games of every kind to their ends, and what comes between."""

import random
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.datastructures import Headers
from websockets.http11 import Request, Response
from websockets.sync.server import ServerConnection, serve

import linden
from linden.client import Client, LineLost, Refused, Table
from linden.client.bot import Bot, thinking_time
from linden.client.line import Line
from linden.web.messages import ClockChoice, Holder
from owners import Owner
from relay import CUT, PASSING, Relay
from servers import Person, Server
from web.test_playing import TABLES

GAMES = [next(one for one in TABLES if one[0] == name) for name in dict(TABLES)]


@pytest.fixture(scope="module")
def owner(running: Server) -> Iterator[Owner]:
    person = Person(running)  # who stays when others are dismissed
    yield Owner(running, "cleo", person)
    person.leave()


@pytest.fixture
def client(owner: Owner) -> Iterator[Client]:
    with Client(f"http://{owner.server.host}", owner.token()) as client:
        yield client


def play_out(table: Table, seed: int = 1) -> None:
    rng = random.Random(seed)
    for state in table.turns():
        position = state.position
        assert position.text == state.told.scene.text
        assert state.seats == [position.turn]
        if state.moves != ["roll"]:
            assert sorted(state.moves) == sorted(position.moves)
        table.play(rng.choice(state.moves))


@pytest.mark.parametrize(("name", "options"), GAMES, ids=[name for name, _ in GAMES])
def test_a_whole_game_of_each(client: Client, name: str, options: dict[str, Any]) -> None:
    game = linden.load(name, **options)
    with client.open(name, ["me", *["level1"] * (game.players - 1)], **options) as table:
        play_out(table)
        end = table.state
        assert end.over
        assert end.game == game
        assert not end.yours
        assert end.position.over
        assert end.winners == [seat for seat, gain in enumerate(end.position.returns) if gain > 0]
        assert linden.replay(game, end.history) == end.position


def test_two_programs_against_each_other(owner: Owner, client: Client) -> None:
    other = Client(f"http://{owner.server.host}", owner.token(bot=owner.make_bot(f"{owner.name}z")))
    assert (client.holder().name, other.holder().bot) == (owner.bot, True)
    with other, client.open("linx", ["me", "friend"]) as mine:
        assert mine.state.opponents == ["Free seat"]
        client.invite(mine.id, f"{owner.name}z")
        (offer,) = next(other.agendas()).invitations
        assert (offer.table, offer.by) == (mine.id, f"{owner.bot} (bot)")
        with other.join(offer.key) as theirs:
            helper = threading.Thread(target=play_out, args=(theirs, 2))
            helper.start()
            play_out(mine)
            helper.join()
            assert theirs.state.over
        again = client.rematch(mine.id)
        assert again.id in {table.id for table in client.agenda().tables}
        again.close()


def test_one_program_on_two_seats_sees_whose_turn_it_is(client: Client) -> None:
    """Where hands are hidden, only those of the seat whose turn it is."""

    def both() -> None:
        rng = random.Random(4)
        for state in table.turns():
            assert state.position.turn == state.told.viewer.shown
            table.play(rng.choice(state.moves))

    with client.open("linx", ["me", "here"]) as table:
        helper = threading.Thread(target=both, daemon=True)
        helper.start()
        helper.join(60)
        assert not helper.is_alive()
        assert table.state.over


def test_time_is_shared_out_where_there_is_a_clock(client: Client) -> None:
    clock = ClockChoice(kind="game", seconds=60, increment=2)
    with client.open("linja", ["me", "friend"], clock=clock) as table:
        state = table.state
        assert 2.5 < (thinking_time(state, 10.0) or 0) <= 3.0
        assert thinking_time(state, 0.5) == 0.5
        assert thinking_time(state, None) is None
    with client.open("linja", ["me", "level1"]) as table:
        assert thinking_time(table.state, 10.0) == 10.0


def test_what_is_refused_is_a_sentence(owner: Owner, client: Client) -> None:
    with pytest.raises(Refused, match="There is no game 'chess'") as refused:
        client.open("chess")
    assert refused.value.status == 422
    with pytest.raises(Refused, match="This link leads to no table"):
        client.join("https://elsewhere.example/join/nowhere")
    with pytest.raises(Refused, match="There is no such table"):
        client.table("nowhere").next()
    with client.open("linja", ["me", "level1"]) as table:
        with pytest.raises(Refused, match="is no Linja move"):
            table.play("hop")
        assert table.play(table.state.moves[0]).version > 0
        table.resign()
        assert table.next().over
    with Client(f"http://{owner.server.host}", "linden_forged") as forged:
        for ask in (forged.holder, forged.agenda, lambda: next(forged.agendas())):
            with pytest.raises(Refused, match="This token is not known here") as refused:
                ask()
            assert refused.value.status == 401
    with pytest.raises(ValueError, match="begins with http"):
        Client("localhost:8000", "linden_x")


def test_what_else_is_refused_is_not_the_moves_fault(client: Client) -> None:
    with client.open("linja", ["me", "level1"]) as table:
        for state in table.turns():
            table.answer("draw", yes=False)  # nobody has offered one
            with pytest.raises(Refused, match="is no Linja move"):
                table.play("hop")
            table.answer("draw", yes=False)
            assert table.play(state.moves[0]).version > state.version
            if len(state.history) > 4:
                break


def test_a_line_that_breaks_loses_no_move_and_makes_none_twice(owner: Owner) -> None:
    relay = Relay(owner.server.port)
    with (
        Client(f"http://127.0.0.1:{relay.port}", owner.token()) as client,
        client.open("linja", ["me", "level1"]) as table,
    ):
        told: list[str] = []
        client.line.told = told.append
        rng = random.Random(3)
        for number, state in enumerate(table.turns()):
            if number % 3 == 1:
                relay.set(CUT)
                time.sleep(0.02)
                relay.set(PASSING)
            table.play(rng.choice(state.moves))
        end = table.state
        assert linden.replay(end.game, end.history) == end.position
    relay.close()


def test_a_server_that_stays_away_is_told() -> None:
    line = Line("http://127.0.0.1:9", "linden_x", patience=0.3)
    with pytest.raises(LineLost, match="does not answer"):
        line.ask(Holder, "GET", "/api/token")
    with pytest.raises(LineLost, match="does not answer"):
        line.open("/api/agenda")
    line.close()


@contextmanager
def odd(
    body: bytes, status: int = 200, headers: dict[str, str] | None = None, says: str = ""
) -> Iterator[str]:
    """The address of a server that is none of Linden's."""

    def answer(_: ServerConnection, request: Request) -> Response | None:
        if "upgrade" in request.headers.get("connection", "").lower():
            return None
        named = {**(headers or {}), "Content-Length": str(len(body)), "Connection": "close"}
        return Response(status, "", Headers(named), body)

    def talk(socket: ServerConnection) -> None:
        socket.send(says)
        socket.recv()

    with serve(talk, "127.0.0.1", 0, process_request=answer) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.socket.getsockname()[1]}"
        server.shutdown()
        thread.join()


@contextmanager
def answering(
    *statuses: int, headers: dict[str, str] | None = None
) -> Iterator[tuple[str, list[float]]]:
    """The address of a server that answers with one status after another, and with the last one
    from then on; and when it was asked."""
    asked: list[float] = []

    class Answer(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"  # as sockets want it

        def do_GET(self) -> None:
            asked.append(time.monotonic())
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            self.send_response(statuses[min(len(asked), len(statuses)) - 1])
            named = {"Content-Length": "11", "Connection": "close", **(headers or {})}
            for name, value in named.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(b'{"id": "t"}')

        def do_POST(self) -> None:
            self.do_GET()

        def log_message(self, *_: Any) -> None:
            """Nobody reads it."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Answer) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}", asked
        server.shutdown()
        thread.join()


@pytest.mark.parametrize("status", [408, 502, 504])
def test_what_may_have_been_done_is_not_done_again(status: int) -> None:
    with answering(status) as (url, asked), Client(url, "linden_x", patience=0.3) as client:
        with pytest.raises(LineLost, match=f"does not answer .status {status}"):
            client.open("linja")
        assert len(asked) == 1
        with pytest.raises(Refused, match=f"The server answered {status}"):
            client.holder()
        assert len(asked) > 2, "to look does no harm"


@pytest.mark.parametrize("status", [425, 429, 503])
def test_what_was_not_done_is_asked_for_again(status: int) -> None:
    with answering(status, 200) as (url, asked), Client(url, "linden_x") as client:
        assert client.open("linja").id == "t"
        assert len(asked) == 2


def test_a_socket_waits_for_as_long_as_it_is_told_to() -> None:
    with (
        answering(429, 404, headers={"Retry-After": "1"}) as (url, asked),
        Client(url, "linden_x") as client,
    ):
        with pytest.raises(Refused, match="The server answered 404"):
            next(client.agendas())
        assert asked[1] - asked[0] >= 1
    with (
        answering(503, headers={"Retry-After": "86400"}) as (url, asked),
        Client(url, "linden_x", patience=5) as client,
    ):
        with pytest.raises(Refused, match="The server answered 503"):
            next(client.agendas())
        assert len(asked) == 1


@pytest.mark.parametrize("body", [b"<html>", b"[]", b"{}", b"7", b"", b"\xff"])
def test_nonsense_is_a_sentence(body: bytes) -> None:
    with odd(body, says="<html>") as url, Client(url, "linden_x") as client:
        for ask in (
            client.holder,
            client.seeks,
            client.tournaments,
            lambda: next(client.agendas()),
            lambda: client.table("t").next(),
        ):
            with pytest.raises(Refused, match="not what this Linden expects"):
                ask()


def test_who_says_to_come_back_tomorrow_is_not_waited_for() -> None:
    for wait in ("86400", "9" * 400, "²", "soon"):
        began = time.monotonic()
        with (
            odd(b"{}", 503, {"Retry-After": wait.encode().decode("latin-1")}) as url,
            Client(url, "linden_x", patience=0.4) as client,
            pytest.raises(Refused, match="The server answered 503"),
        ):
            client.holder()
        assert time.monotonic() - began < 5
    with (
        odd(b"nonsense", headers={"Content-Encoding": "gzip"}) as url,
        Client(url, "linden_x", patience=0.3) as client,
        pytest.raises(LineLost, match="does not answer"),
    ):
        client.holder()


@pytest.mark.parametrize("token", ["linden_\x00", "linden x", "linden_ü", "a\nb"])
def test_what_is_no_token_is_not_sent(token: str) -> None:
    with pytest.raises(ValueError, match="no token"):
        Client("http://localhost:8000", token)
    Client("http://localhost:8000", "linden_x\n").close()


def test_a_move_that_could_not_be_kept_is_made_again() -> None:
    """As while the server's disk is full: nobody leaves a table for that."""

    class Kept:
        id, tries = "t", 0
        state = SimpleNamespace(moves=["roll"], yours=True)

        def play(self, move: str) -> Any:
            self.tries += 1
            if self.tries <= 5:
                raise Refused("This could not be kept.", retry=0.01)
            return "the next state"

    client: Any = SimpleNamespace(line=SimpleNamespace())
    table: Any = Kept()
    mind: Any = None
    after: Any = Bot(client, "random", lambda _: None)._turn(table, table.state, mind)
    assert after == "the next state"


def test_a_tournament_is_not_left_for_a_line_that_is_lost() -> None:
    """Whoever has missed a game there says again that they are here, until it is heard."""
    entered: list[str] = []

    def enter(tournament: str) -> None:
        entered.append(tournament)
        if len(entered) == 1:
            raise LineLost("Nobody answers.")

    def state(status: str) -> Any:
        mine = SimpleNamespace(you=True, gone=len(entered) < 2, place=1, points=0)
        facts = SimpleNamespace(status=status, name="The cup")
        return SimpleNamespace(standings=[mine], facts=facts, table=None)

    def every(_: str) -> Iterator[Any]:
        yield from (state(status) for status in ("running", "running", "running", "over"))

    client: Any = SimpleNamespace(line=SimpleNamespace(), enter=enter, every_tournament=every)
    told: list[str] = []
    Bot(client, "random", told.append)._follow("t")
    assert entered == ["t", "t"]
    assert told == ["Nobody answers.", "The cup is over: place 1 of 1, 0 points."]


def test_the_page_has_a_program_that_runs(owner: Owner, capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")
    program = page.split("```py\n")[1].split("```")[0]
    address, token = f"http://{owner.server.host}", owner.token()
    program = program.replace("https://games.example", address).replace("linden_…", token)
    exec(compile(program, "docs/api.md", "exec"), {"__name__": "__main__"})
    assert "won" in capsys.readouterr().out
