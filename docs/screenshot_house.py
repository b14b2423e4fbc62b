"""A server with life in it, for screenshots: accounts, rated games, challenges, a tournament in the
middle, games that were looked back at, a run in the lab, a report for the moderators."""

import random
import time
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import cycle, permutations
from typing import Any

from websockets.sync.client import connect

from linden.web.store import moderators
from servers import FRIEND, ME, PATIENCE, QUICK, Person, Server, Tab

PASSWORD = "a quiet table"
ANYBODY = {"kind": "anybody"}
BLITZ = {"kind": "game", "seconds": 300, "increment": 3}
CALM = {"kind": "game", "seconds": 1800, "increment": 10}
DAYS = {"kind": "turn", "seconds": 3 * 86_400}
EXPERIMENT = {"game": "linos", "options": {"pot": [21, 31]}, "players": ["random"], "games": 150}
RATED = 48
"""Games, until everybody is ranked. They are played to the end: who resigns early again and again
is held off."""


def best_of(tab: Tab, rng: random.Random) -> str:
    """One of the moves that gain most, so that positions look like games."""
    moves = [one for one in tab.state["scene"]["moves"] if one["move"] != "pass"]
    if not moves:
        return tab.legal[0]
    most = max(one["gain"] or 0 for one in moves)
    return str(rng.choice([one["move"] for one in moves if (one["gain"] or 0) >= most - 0.5]))


def play_on(tabs: Sequence[Tab], moves: int, seed: int = 1) -> None:
    """So many moves of those who sit there, each at a tab of their own."""
    rng = random.Random(seed)
    for _ in range(moves):
        newest = max(tabs, key=lambda tab: int(tab.state["version"]))
        if newest.over:
            return
        tab = tabs[newest.state["turn"]["seat"]]
        while tab.state["version"] < newest.state["version"] or not tab.can_act:
            tab.receive()
        tab.play(best_of(tab, rng))


def resign(tab: Tab) -> None:
    tab.send(type="resign")
    tab.ended()


class House:
    """Who is there, and the addresses of what they do."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.keeper = server.keeper()
        self.ada, self.emmy, self.rosa = map(self.account, ("Ada", "Emmy", "Rosa"))
        self.hugo, self.marta = map(self.account, ("Hugo", "Marta"))
        self.bob, self.eve = server.person("Bob"), server.person("Eve")
        self.bots()
        self.run = self.experiment()
        pairs = permutations((self.ada, self.emmy, self.rosa, self.hugo), 2)
        for seed, (one, other) in zip(range(RATED), cycle(pairs), strict=False):
            self.rated(one, other, seed)
        self.tournament = self.cup()
        self.swiss, self.arena = self.other_tournaments()
        self.challenges()
        self.clocks = self.with_clocks()
        self.reports()
        self.invitation = self.friendly(self.emmy, "linos")
        self.transfer = self.along()
        self.reviewed = ""
        """A table whose review is shown; to judge all its moves takes a while."""

    def account(self, name: str) -> Person:
        person = self.server.person()
        self.post(person, "account", {"name": name, "password": PASSWORD})
        return person

    def post(self, person: Person, path: str, wish: Any = None) -> Any:
        answer = person.http.post(f"/api/{path}", json=wish or {})
        assert answer.status_code == 200, answer.text
        return answer.json()

    def bots(self) -> None:
        """Of Ada's, with a token each; one is in use."""
        self.post(self.ada, "account/bots", {"name": "AdasBot"})
        token = self.post(self.ada, "account/tokens", {"bot": "AdasBot", "name": "at home"})
        self.server.program(token["token"]).get("/api/token")
        self.post(self.ada, "account/tokens", {"name": "a notebook", "scope": "read"})

    def friendly(self, host: Person, game: str, **more: Any) -> str:
        """The link of a free seat."""
        table = self.post(host, "tables", {"game": game, "seats": [ME, FRIEND], **more})["id"]
        return str(host.get(f"/api/tables/{table}")["seats"][1]["link"])

    def together(self, host: Person, guest: Person, game: str, **more: Any) -> tuple[Tab, Tab]:
        """Two at one table."""
        table = guest.join(self.friendly(host, game, **more))
        return host.sit(table), guest.sit(table)

    def along(self) -> str:
        """The link that takes a seat to another device."""
        table = self.eve.table("linear", [ME, QUICK])
        return str(self.post(self.eve, f"tables/{table}/seats/0/transfer")["link"])

    # -- what is there

    def experiment(self) -> str:
        """A run of the lab that is done."""
        name = str(self.post(self.keeper, "lab", EXPERIMENT)["id"])
        self.wait_for(
            lambda: all(one["state"] == "done" for one in self.keeper.get("/api/lab")["runs"])
        )
        return name

    def rated(self, one: Person, other: Person, seed: int) -> None:
        """A rated game."""
        tabs = self.together(one, other, "linja", rated=True)
        play_on(tabs, 999, seed)
        for tab in tabs:
            tab.close()

    @cached_property
    def moment(self) -> str:
        """Ada looks back at two games with a computer; where the worst moment is."""
        worst: tuple[float, str] = (0, "")
        for seed in (2, 3):
            table = self.ada.table("linear", [ME, QUICK], {"board": "6x6"})
            tab = self.ada.sit(table)
            tab.play_out(seed)
            tab.close()
            for one in self.moments(table):
                worst = max(worst, (one["loss"], f"/t/{table}/moments/{one['ply']}"))
        return worst[1]

    def moments(self, table: str) -> list[dict[str, Any]]:
        """Of a game, once all its moves are judged."""

        def asked() -> Any:
            return self.post(self.ada, f"tables/{table}/moments")

        self.wait_for(lambda: (told := asked())["done"] == told["of"])
        return list(asked()["moments"])

    def challenges(self) -> None:
        """In the lobby: some wait, others play."""
        for person, wish in (
            (self.emmy, {"game": "linja", "clock": BLITZ, "rated": True, "low": 1300}),
            (self.bob, {"game": "linos", "clock": CALM}),
            (self.rosa, {"game": "linage", "clock": DAYS, "options": {"komi": 4.5}}),
        ):
            self.post(person, "tables", {"seats": [ME, ANYBODY], **wish})
            self.stay(person)
        for number, (host, guest, game) in enumerate(
            ((self.hugo, self.eve, "linear"), (self.emmy, self.bob, "linja"))
        ):
            seats = [ME, ANYBODY]
            table = self.post(host, "tables", {"game": game, "seats": seats, "clock": CALM})["id"]
            self.post(guest, f"seeks/{table}")
            play_on((host.sit(table), guest.sit(table)), 12, number)

    def stay(self, person: Person) -> None:
        """Keep the lobby open: a challenge goes soon after whoever made it."""
        address = f"ws://{self.server.host}/api/seeks"
        person.open.enter_context(
            connect(address, additional_headers=person.headers, max_size=None, max_queue=None)
        )

    def with_clocks(self) -> str:
        """A table of Ada's where time runs."""
        tabs = self.together(self.ada, self.bob, "linja", clock=CALM)
        play_on(tabs, 11, seed=4)
        return f"/t/{tabs[0].table}"

    def cup(self) -> str:
        """A round robin in its second round, between one that is over and one to be joined."""
        six = [self.ada, self.emmy, self.rosa, self.hugo, self.bob, self.eve]
        self.set_up(six[4:], "robin", name="Two for tea", game="linear")
        middle = self.set_up(six, "robin", name="Evening cup", game="linja")
        arena = {"kind": "arena", "name": "Sunday arena", "game": "linos", "clock": BLITZ}
        self.post(self.emmy, "tournaments", {**arena, "minutes": 90})
        for number in (1, 2):
            self.play_round(six, middle, number, 3 if number == 1 else 2)
        return f"/tournaments/{middle}"

    def other_tournaments(self) -> tuple[str, str]:
        """A Swiss in its second round, and an arena in which some wait."""
        five = [self.rosa, self.ada, self.emmy, self.hugo, self.bob]
        swiss = self.set_up(five, "swiss", name="Slow Swiss", game="linage", rounds=3)
        self.play_round(five, swiss, 1, 2)
        self.play_round(five, swiss, 2, 1)
        six = [self.hugo, self.ada, self.emmy, self.rosa, self.bob, self.eve]
        arena = self.set_up(six, "arena", name="An hour of Linear", game="linear", minutes=60)
        self.play_round(six, arena, 1, 2)
        return f"/tournaments/{swiss}", f"/tournaments/{arena}"

    def set_up(self, people: list[Person], kind: str, **wish: Any) -> str:
        """A tournament of these that has begun; of two alone it is played to its end."""
        wish = {"kind": kind, "clock": CALM, **wish}
        found = str(self.post(people[0], "tournaments", wish)["id"])
        for person in people[1:]:
            self.post(person, f"tournaments/{found}/entry")
        self.post(people[0], f"tournaments/{found}/start")
        if len(people) == 2:
            self.play_round(people, found, 1, 1)
        return found

    def play_round(self, people: list[Person], tournament: str, number: int, ended: int) -> None:
        """All games of a round are begun, and so many of them end."""

        def round_of(person: Person) -> list[Any]:
            state = person.get(f"/api/tournaments/{tournament}")
            return [one for one in state["games"] if one["round"] == number and one["table"]]

        self.wait_for(lambda: len(round_of(people[0])) == len(people) // 2)
        tables = [person.get(f"/api/tournaments/{tournament}")["table"] for person in people]
        for count, table in enumerate(sorted({table for table in tables if table})):
            pair = [one.sit(table) for one, at in zip(people, tables, strict=True) if at == table]
            pair.sort(key=lambda tab: tab.state["viewer"]["seats"])
            play_on(pair, 6, count)
            if count < ended:
                resign(pair[count % 2])
            for tab in pair:
                tab.close()
        self.wait_for(lambda: sum(one["result"] != "" for one in round_of(people[0])) == ended)

    def reports(self) -> None:
        """What waits for the moderator, and what was done."""
        moderators.appoint(self.server.place, "Marta", True)
        for person, wish in (
            (
                self.rosa,
                {"name": "Hugo", "reason": "words", "text": "Not what one says at a table."},
            ),
            (
                self.emmy,
                {"name": "Rosa", "reason": "leaving", "text": "Left two games in the middle."},
            ),
        ):
            self.post(person, "account/reports", wish)
        deed = {"what": "suspend", "days": 2, "why": "Time to calm down."}
        self.post(self.marta, "moderation/accounts/Hugo", deed)

    def wait_for(self, true: Callable[[], bool]) -> None:
        began = time.monotonic()
        while not true():
            assert time.monotonic() - began < PATIENCE
            time.sleep(0.1)
