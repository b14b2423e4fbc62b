"""``linden bot``: an engine in a process of its own plays at a server, whatever happens to it."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import pytest

from linden.client import Client
from linden.client.bot import Bot
from linden.web.tables.seek import MOST_OPEN
from owners import Owner
from programs import program
from servers import FRIEND, ME, PATIENCE, Person, Server, Tab, serving
from web.test_tournaments_played import new, post

FIRST_MOVE = """
import linden
game = linden.load("breakthrough")
seen = game.parse(position) if position != "startpos" else game.start()
print("bestmove", seen.moves[0], flush=True)
"""


class Running:
    """The command in a process, and what it says."""

    def __init__(self, server: Server, token: str, *words: str) -> None:
        command = [sys.executable, "-m", "linden", "bot", "--url", f"http://{server.host}", *words]
        self.said: list[str] = []
        self._process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "LINDEN_TOKEN": token, "COLUMNS": "500"},
        )
        self._hearing = threading.Thread(target=self._hear, daemon=True)
        self._hearing.start()

    def _hear(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.said.append(line.strip())

    def until(self, words: str) -> str:
        """The first sentence in which these words are."""
        began = time.monotonic()
        while time.monotonic() - began < PATIENCE:
            for line in list(self.said):
                if words in line:
                    return line
            assert self._process.poll() is None or self._hearing.is_alive(), self.said
            time.sleep(0.02)
        raise AssertionError(f"{words!r} is not among {self.said}")

    def end(self) -> int:
        """How it ended by itself."""
        return self._process.wait(PATIENCE)

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(PATIENCE)
        self._hearing.join(PATIENCE)
        assert self._process.stdout is not None
        self._process.stdout.close()


def invited(owner: Owner, game: str = "breakthrough") -> Tab:
    """A table at which the bot is awaited."""
    table = owner.person.table(game, [ME, FRIEND])
    owner.invite(table, owner.bot)
    return owner.person.sit(table)


def challenges_of(person: Person, bot: str) -> list[Any]:
    """What this bot offers in the lobby, as somebody is shown it."""
    found = person.get("/api/seeks")["seeks"]
    return [seek for seek in found if seek["players"][0]["account"] == bot]


def offered_by(person: Person, bot: str, *, but: Collection[str] = ()) -> Any:
    """A challenge of this bot's that is none of these, as soon as there is one."""
    began = time.monotonic()
    while time.monotonic() - began < PATIENCE:
        for seek in challenges_of(person, bot):
            if seek["table"] not in but:
                return seek
        time.sleep(0.02)
    raise AssertionError(f"{bot} offers nothing new")


def take(person: Person, table: str) -> Tab:
    answer = person.http.post(f"/api/seeks/{table}", json={})
    assert answer.status_code == 200, answer.text
    return person.sit(table)


def some_moves(tab: Tab, count: int) -> None:
    """Play some turns; the bot answers each."""
    for _ in range(count):
        tab.settled()
        if tab.over:
            return
        tab.play(tab.legal[-1])


@pytest.fixture
def engine(tmp_path: Path) -> str:
    return program(tmp_path, FIRST_MOVE)


@pytest.fixture
def bots() -> Iterator[list[Running]]:
    running: list[Running] = []
    yield running
    for one in running:
        one.stop()


def test_an_engine_sits_down_when_invited_and_plays(
    server: Server, engine: str, bots: list[Running]
) -> None:
    owner = Owner(server, "ada")
    bot = Running(
        server, owner.token(), "--engine", engine, "--games", "breakthrough", "--tables=1"
    )
    bots.append(bot)
    assert owner.bot in bot.until("waits to be invited")
    tab = invited(owner)
    bot.until(f"{owner.name} invites to breakthrough; sitting down.")
    some_moves(tab, 60)
    assert tab.over
    bot.until(f"Table {tab.table} is ")
    owner.invite(owner.person.table("linja", [ME, FRIEND]), owner.bot)
    bot.until("which is declined: this bot plays breakthrough.")
    owner.person.http.delete(f"/api/account/tokens/{owner.page['tokens'][0]['id']}")
    bot.until("This token is not known here, or was revoked")
    assert bot.end() == 2


def test_it_goes_on_after_the_server_was_killed(
    tmp_path: Path, engine: str, bots: list[Running]
) -> None:
    with serving(tmp_path) as server:
        owner = Owner(server, "ada")
        bots.append(Running(server, owner.token(), "--engine", engine))
        tab = invited(owner)
        some_moves(tab, 2)
        server.kill()
        bots[0].until("does not answer; trying again.")
        server.start()
        bots[0].until("answers again.")
        tab.reconnect()
        some_moves(tab, 60)
        assert tab.over


def test_an_engine_that_fails_resigns_and_says_why(
    server: Server, tmp_path: Path, bots: list[Running]
) -> None:
    owner = Owner(server, "ada")
    command = program(tmp_path, 'print("bestmove nonsense", flush=True)')
    bots.append(Running(server, owner.token(), "--engine", command))
    tab = invited(owner)
    tab.settled()
    tab.play(tab.legal[0])
    tab.ended()
    assert tab.state["scene"]["result"]["how"] == "resigned"
    bots[0].until("is resigned: ")


def test_an_engine_that_is_not_there_leaves_nobody_waiting(
    server: Server, tmp_path: Path, bots: list[Running]
) -> None:
    owner = Owner(server, "ada")
    bots.append(Running(server, owner.token(), "--engine", str(tmp_path / "nothing")))
    tab = invited(owner)
    tab.settled()
    tab.play(tab.legal[0])
    tab.ended()
    assert tab.state["scene"]["result"]["how"] == "resigned"
    assert "cannot be run" in bots[0].until("is resigned: ")


def test_it_offers_challenges_as_long_as_there_is_room(
    server: Server, engine: str, bots: list[Running]
) -> None:
    owner, guest = Owner(server, "ada"), server.person()
    words = ("--engine", engine, "--offer=breakthrough", "--clock=2+1", "--tables=2")
    bots.append(Running(server, owner.token(), *words))
    first = offered_by(guest, owner.bot)
    assert (first["game"], first["rated"], first["objection"]) == ("breakthrough", False, None)
    clock = {name: first["clock"][name] for name in ("kind", "seconds", "increment")}
    assert clock == {"kind": "game", "seconds": 120, "increment": 1}
    one = take(guest, first["table"])
    second = offered_by(guest, owner.bot, but=[first["table"]])
    other = take(guest, second["table"])
    bots[0].until(f"Table {second['table']}: ")
    assert challenges_of(guest, owner.bot) == [], "two tables are what it was given"
    some_moves(one, 2)
    some_moves(other, 60)
    assert other.over
    third = offered_by(guest, owner.bot)
    assert third["table"] not in (first["table"], second["table"])
    assert sum("to anybody, at table" in line for line in bots[0].said) == 3


def test_a_challenge_that_has_lapsed_is_offered_again(
    server: Server, engine: str, bots: list[Running]
) -> None:
    owner, guest = Owner(server, "ada"), server.person()
    token = owner.token()
    words = ("--engine", engine, "--offer=breakthrough,linja", "--games=breakthrough,linja")
    bots.append(Running(server, token, *words))
    table = bots[0].until("Offers Breakthrough").rpartition(" ")[2].rstrip(".")
    bots[0].until("Offers Linja")
    bots.pop().stop()
    with Client(f"http://{server.host}", token) as client:
        client.withdraw(table)  # as it is once nobody was there for long
    assert [one["game"] for one in challenges_of(guest, owner.bot)] == ["linja"]
    bots.append(Running(server, token, *words))
    assert offered_by(guest, owner.bot, but=[challenges_of(guest, owner.bot)[0]["table"]])
    assert {one["table"] for one in challenges_of(guest, owner.bot)} >= {table}
    tab = take(guest, table)
    bots[0].until(f"Table {table}: ")
    some_moves(tab, 2)
    games = [one["game"] for one in challenges_of(guest, owner.bot)]
    assert sorted(games) == ["breakthrough", "linja"]


def test_a_challenge_that_is_refused_is_told_once_and_harms_nothing(
    server: Server, engine: str, bots: list[Running]
) -> None:
    owner = Owner(server, "ada")
    with Client(f"http://{server.host}", owner.token()) as client:
        for _ in range(MOST_OPEN):  # by another program of the same bot
            client.open("linja", ["me", "anybody"])
    bots.append(Running(server, owner.token(), "--engine", engine, "--offer=breakthrough"))
    bots[0].until("No challenge is offered: You have 5 open challenges")
    tab = invited(owner)
    some_moves(tab, 4)
    assert sum("No challenge is offered" in line for line in bots[0].said) == 1


def test_a_tournament_that_cannot_be_entered_is_told_and_ends_it(
    server: Server, engine: str, bots: list[Running]
) -> None:
    owner = Owner(server, "ada")
    people_only = new(owner.person, name="Evening cup", join=False)
    open_to_all = new(owner.person, name="Open cup", computers=True, join=False)
    for tournament, words, told in (
        ("nosuch", (), "There is no such tournament."),
        (people_only, (), "No computers take part in this tournament."),
        (
            open_to_all,
            ("--games=linx",),
            "Open cup is played in Linja, which this bot does not play.",
        ),
    ):
        bots.append(
            Running(server, owner.token(), "--engine", engine, "--tournament", tournament, *words)
        )
        assert bots[-1].end() == 2
        bots[-1].until(told)
    for tournament in (people_only, open_to_all):
        assert owner.person.http.delete(f"/api/tournaments/{tournament}").status_code == 200


def test_who_has_missed_a_game_of_a_tournament_comes_back(server: Server, engine: str) -> None:
    owner, said = Owner(server, "ada"), list[str]()
    found = new(owner.person, name="Open cup", game="breakthrough", computers=True, rounds=3)
    with Client(f"http://{server.host}", owner.token()) as client:
        bot = Bot(client, f"engine:{engine}", said.append)
        client.enter(found)
        assert post(owner.person, f"{found}/start") == (200, "")
        client.leave(found)  # as it is after a first move that nobody made
        assert client.tournament(found).standings[-1].gone
        following = threading.Thread(target=bot._follow, args=(found,))
        following.start()
        began = time.monotonic()
        while client.tournament(found).standings[-1].gone:
            assert time.monotonic() - began < PATIENCE
            time.sleep(0.05)
        assert owner.person.http.delete(f"/api/tournaments/{found}").status_code == 200
        following.join(PATIENCE)
    assert not following.is_alive()
    assert "Open cup is called off." in said


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--player", "levle5"), "not 'levle5'."),
        (("--player", "level5", "--url", "localhost"), "is no address of a server"),
        (("--player", "level5", "--token", "two words"), "This is no token"),
        (("--player", "level5", "--offer=linja", "--clock=5"), "5+3 is five minutes each"),
        (("--player", "level5", "--offer=linja", "--clock=0.05+3"), "5 s to 14 days each"),
        (("--player", "level5", "--offer=linja", "--clock=5+181"), "180 s a turn at most"),
        (("--player", "level5", "--offer=linja", "--games=linx"), "is to be among --games"),
        (("--player", "level5", "--offer=chess"), "chess"),
    ],
)
def test_what_cannot_be_is_told_before_anybody_waits(words: tuple[str, ...], told: str) -> None:
    command = [sys.executable, "-m", "linden", "bot", "--url", "http://127.0.0.1:9", "--token", "x"]
    done = subprocess.run([*command, *words], capture_output=True, text=True, check=False)
    assert (done.returncode, "Traceback" in done.stderr) == (2, False), done.stderr
    assert told in done.stderr


def test_what_is_missing_is_a_sentence() -> None:
    command = [sys.executable, "-m", "linden", "bot", "--url", "http://127.0.0.1:9", "--token", "x"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "Name a program by --engine, or a player by --player." in done.stderr
