"""People with accounts and bots, for tests of programs that play."""

import time
from typing import Any

from servers import Person, Program, Server

PASSWORD = "a quiet table"


def fresh_name(word: str) -> str:
    """Everybody in the tests of a folder shares a server."""
    return f"{word}{time.time_ns() % 10**12}"


def sign_up(person: Person, word: str) -> str:
    """Make an account; its name."""
    name = fresh_name(word)
    answer = person.http.post("/api/account", json={"name": name, "password": PASSWORD})
    assert answer.status_code == 200, answer.text
    return name


class Owner:
    """Somebody with a bot."""

    def __init__(self, server: Server, word: str, person: Person | None = None) -> None:
        self.server = server
        self.person = person or server.person()
        self.name = sign_up(self.person, word)
        self.bot = self.make_bot(f"{self.name}b")

    def make_bot(self, name: str) -> str:
        made = self.person.http.post("/api/account/bots", json={"name": name})
        assert made.status_code == 200, made.text
        return name

    def token(self, **wish: Any) -> str:
        made = self.person.http.post("/api/account/tokens", json={"bot": self.bot, **wish})
        assert made.status_code == 200, made.text
        return str(made.json()["token"])

    def program(self, **wish: Any) -> Program:
        return self.server.program(self.token(**wish))

    def invite(self, table: str, name: str, seat: int | None = None) -> None:
        wish = {"name": name, "seat": seat}
        answer = self.person.http.post(f"/api/tables/{table}/invitations", json=wish)
        assert answer.status_code == 200, answer.text

    @property
    def page(self) -> Any:
        return self.person.get("/api/account")["account"]
