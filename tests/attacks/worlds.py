"""A server on which something private goes on, everybody who might try to get at it, and a second
world that differs from it only in what is hidden."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import Connection, Engine, text

from databases import engine_of
from owners import Owner
from servers import FRIEND, ME, Person, Server, Tab, ask, serving

DAYS = {"kind": "turn", "seconds": 3 * 86_400}
SPECTATORS = ("guest", "account", "bot", "reader", "blocked", "blocked bot")
"""Who has nothing to do with the tables, each by their own way in."""


@dataclass
class Private:
    """A table that was offered to nobody but by its link."""

    id: str
    game: str
    links: list[str]
    """What is known to those alone who were given it: keys of seats, of transfers."""


class World:
    """Ada and Bob have accounts and play where nobody was asked to; others have nothing to do
    with it."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self._engine: Engine | None = None
        self.ada, self.bob, self.eve = (Owner(server, name) for name in ("ada", "bob", "eve"))
        self.cyd = Owner(server, "cyd")
        self.who: dict[str, Person] = {
            "ada": self.ada.person,
            "bob": self.bob.person,
            "guest": server.person("Gus"),
            "account": self.eve.person,
            "bot": self.eve.program(),
            "reader": server.program(self.eve.token(bot="", scope="read")),
            "blocked": self.cyd.person,
            "blocked bot": self.cyd.program(),
        }
        for one in (self.ada, self.bob):
            blocked = one.person.http.post("/api/account/blocks", json={"name": self.cyd.name})
            assert blocked.status_code == 200, blocked.text
        self.hands = self.running("linx")
        self.board = self.running("linja", clock=DAYS)
        self.rated = self.running("linja", clock=DAYS, rated=True)
        self.waiting = self.alone()
        self.withdrawn = self.alone()
        seek = f"/api/seeks/{self.withdrawn.id}"
        assert self.ada.person.http.put(seek, json={}).status_code == 200
        assert self.ada.person.http.delete(seek).status_code == 200
        self.over = self.running("linja")
        tab = self.bob.person.sit(self.over.id)
        tab.send(type="resign")
        tab.ended()
        self.rematch = self.followed(self.over)
        self.hands.links.append(self.taken_along(self.hands))
        self.invited = self.alone()
        self.ada.invite(self.invited.id, self.bob.name)
        self.tournament = self.organised()
        self.callers = {name: Caller(dict(one.headers)) for name, one in self.who.items()}

    @property
    def tables(self) -> dict[str, Private]:
        """Those that are private."""
        return {name: one for name, one in vars(self).items() if isinstance(one, Private)}

    def alone(self) -> Private:
        """A table at which Ada waits for whoever has the link."""
        table = self.ada.person.table("linja", [ME, FRIEND])
        return self._private(self.ada.person.sit(table))

    def running(self, game: str, **wish: Any) -> Private:
        """A table of the two, after Ada's first move."""
        whole = {"game": game, "seats": [ME, FRIEND], **wish}
        made = self.ada.person.http.post("/api/tables", json=whole)
        assert made.status_code == 200, made.text
        tab = self.ada.person.sit(made.json()["id"])
        found = self._private(tab)
        self.bob.person.join(f"/join/{found.links[0]}")
        tab.next_state(lambda state: state["turn"]["kind"] == "you")
        tab.play(tab.legal[0])
        if game == "linx":  # she draws, then it is his turn; others have more than one move in one
            tab.next_state(lambda state: state["turn"]["kind"] == "other")
        return found

    def _private(self, tab: Tab) -> Private:
        return Private(
            tab.table, tab.state["game"]["name"], [tab.state["seats"][1]["link"].rpartition("/")[2]]
        )

    def followed(self, before: Private) -> Private:
        """The next game of the same two."""
        made = self.ada.person.http.post(f"/api/tables/{before.id}/rematch")
        assert made.status_code == 200, made.text
        return Private(str(made.json()["id"]), before.game, [])

    def taken_along(self, table: Private) -> str:
        """The key of a link that takes Ada's seat to another device."""
        seat = self.ada.person.sit(table.id).state["viewer"]["seats"][0]
        link = self.ada.person.http.post(f"/api/tables/{table.id}/seats/{seat}/transfer")
        assert link.status_code == 200, link.text
        return str(link.json()["link"].rpartition("/")[2])

    def organised(self) -> str:
        """A tournament that Ada has set up, which is for everybody to see."""
        wish = {
            "kind": "swiss",
            "game": "linja",
            "clock": {"kind": "turn", "seconds": 60},
            "computers": True,
        }
        made = self.ada.person.http.post("/api/tournaments", json=wish)
        assert made.status_code == 200, made.text
        return str(made.json()["id"])

    def rows(self, table: str) -> list[Any]:
        """All that is kept of a table, past the server."""
        if self._engine is None:
            self._engine = engine_of(self.server.place)
        with self._engine.connect() as connection:
            return [list(rows(connection, name, key, table)) for name, key in KEPT]


KEPT = (("tables", "id"), ("seats", "table_id"), ("moves", "table_id"), ("listings", "table_id"))


def rows(connection: Connection, name: str, key: str, table: str) -> Iterator[tuple[Any, ...]]:
    ordered = "" if name in ("tables", "listings") else ", number" if name == "seats" else ", ply"
    wanted = text(f"SELECT * FROM {name} WHERE {key} = :table ORDER BY {key}{ordered}")
    for row in connection.execute(wanted, {"table": table}):
        yield tuple(row)


@dataclass
class Caller:
    """Somebody who asks, by the same name and with the same proof of who they are in both
    worlds."""

    headers: dict[str, str]

    def ask(self, server: Server, method: str, path: str, **more: Any) -> httpx.Response:
        headers = {**self.headers, "Host": "localhost"}
        return ask(method, f"http://{server.host}{path}", headers=headers, **more)


@contextmanager
def twins(folder: Path) -> Iterator[tuple[World, Server]]:
    """A world, and a second one in which Bob has drawn other tiles."""
    first, second = folder / "first", folder / "second"
    first.mkdir()
    with serving(first) as server:
        world = World(server)
        for person in world.who.values():
            person.open.close()
        server.stop()
        shutil.copytree(first, second, ignore=shutil.ignore_patterns("serving*"))
        redraw(second / "tables.db", world.hands.id)
        server.start()
        with serving(second) as other:
            yield world, other


def redraw(place: Path, table: str) -> None:
    """Give the second seat of a Linx table another first hand."""
    engine = engine_of(place)
    with engine.begin() as connection:
        first = text("SELECT move FROM moves WHERE table_id = :table AND ply = :ply")
        change = text("UPDATE moves SET move = :move WHERE table_id = :table AND ply = :ply")
        mine = [{"table": table, "ply": ply} for ply in SECOND_HAND]
        drawn = [connection.scalar(first, one) for one in mine]
        assert all(str(move).startswith("draw ") for move in drawn)
        other = "draw S" if drawn == ["draw R"] * len(drawn) else "draw R"
        for one in mine:
            connection.execute(change, {**one, "move": other})
    engine.dispose()


SECOND_HAND = (3, 4, 5)
"""The plies at which the second seat of Linx draws its first hand."""
