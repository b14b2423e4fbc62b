"""Strange requests, made from the server's own description of itself, by whoever may make them:
nothing breaks, nothing hangs, the answers are as described, and no hidden hand is told.

More of them, by everybody: ``LINDEN_EXAMPLES=500 pytest tests/attacks/test_api.py``.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import Failure
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from attacks.document import DOCUMENT
from linden.web.store import moderators
from owners import PASSWORD, Owner
from servers import FRIEND, ME, PATIENCE, Server, ask
from sites import Site
from web.test_hidden import shown_hands

FEW = 4
EXAMPLES = int(os.environ.get("LINDEN_EXAMPLES", FEW))
"""Of each kind of request by whoever gets furthest there; where there are more than a few, a tenth
as many by everybody else."""
CHECKS = [
    not_a_server_error,
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
]
pytestmark = pytest.mark.filterwarnings(
    # of schemathesis's own making
    "ignore:Do not use the `random` module:hypothesis.errors.HypothesisDeprecationWarning"
)
OPERATIONS = [(method, path) for path, methods in DOCUMENT["paths"].items() for method in methods]

quiet = settings(
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


@dataclass
class Asker:
    """Somebody who makes requests, and what there is of theirs."""

    headers: dict[str, str]
    seats: set[int] = field(default_factory=set)
    """Whose hands they may see."""
    own: dict[str, str] = field(default_factory=dict)
    """What stands in addresses for what is theirs."""


class Scene:
    """Two people at a table with hidden hands, a bot at the second seat; and all else that can be
    asked about."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.owner = Owner(server, "ada")
        self.moderator = Owner(server, "mod")
        self.bot = self.owner.program()
        person = self.owner.person
        self.table = person.table("linx", [ME, FRIEND])
        host = person.sit(self.table)
        self.key = str(host.state["seats"][1]["link"].rpartition("/")[2])
        self.bot.join(f"/join/{self.key}")
        self.moved = person.table("linx", [ME, FRIEND])
        link = person.http.post(f"/api/tables/{self.moved}/seats/0/transfer").json()["link"]
        self.transfer = str(link.rpartition("/")[2])
        self.offered = person.table("linja", [ME, FRIEND])
        assert person.http.put(f"/api/seeks/{self.offered}", json={}).status_code == 200
        clock = {"kind": "turn", "seconds": 60}
        wish = {"kind": "swiss", "game": "linja", "clock": clock, "computers": True}
        self.tournament = str(person.http.post("/api/tournaments", json=wish).json()["id"])
        report = {"name": self.moderator.name, "reason": "other", "text": "to see"}
        assert person.http.post("/api/account/reports", json=report).status_code == 200
        moderators.appoint(server.place, self.moderator.name, True)
        self.report = str(self.moderator.person.get("/api/moderation")["reports"][0]["id"])
        self.keeper = server.keeper()
        run = {"game": "pig", "players": ["random"], "games": 3}
        started = self.keeper.http.post("/api/lab", json=run).json()
        assert started["error"] is None, started
        self.run = str(started["id"])
        self.puzzle = str(person.get("/api/puzzles/linja")["id"])
        self._askers: dict[str, Asker] = {}

    def asker(self, who: str, method: str, path: str) -> Asker:
        """Who makes requests in this part; somebody of their own for what ends an account, or its
        session."""
        if (method, path) in ENDING and who == "account":
            return self._new_account()
        if who not in self._askers:
            self._askers[who] = self._made(who)
        return self._askers[who]

    def _made(self, who: str) -> Asker:
        match who:
            case "bot":
                return Asker(self.bot.headers, {1})
            case "host":
                return self._asker(self.owner, {0})
            case "reader":
                token = self.owner.token(bot="", scope="read")
                return Asker({"Authorization": f"Bearer {token}"}, {0})
            case "guest":
                return Asker(self.server.person("Gus").headers)
            case "moderator":
                return self._asker(self.moderator, set())
            case "keeper":
                return Asker(self.keeper.headers)
        return self._new_account()

    def _asker(self, owner: Owner, seats: set[int]) -> Asker:
        page = owner.page
        blocked = page["blocks"] or [{"id": "x"}]
        return Asker(
            owner.person.headers,
            seats,
            {
                "bots/{name}": owner.bot,
                "sessions/{shown}": page["sessions"][-1]["id"],
                "tokens/{shown}": page["tokens"][0]["id"] if page["tokens"] else "x",
                "blocks/{shown}": blocked[0]["id"],
            },
        )

    def _new_account(self) -> Asker:
        """An account that has just shown who it is, with a bot, a token, and somebody blocked."""
        owner = Owner(self.server, "new")
        owner.token()
        blocked = owner.person.http.post("/api/account/blocks", json={"name": self.owner.name})
        assert blocked.status_code == 200, blocked.text
        return self._asker(owner, set())

    def real(self, path: str, name: str, asker: Asker) -> str | None:
        """What there is under this name of a parameter."""
        for ending, value in asker.own.items():
            if path.endswith(ending) and f"{{{name}}}" in ending:
                return value
        if name == "table":
            elsewhere = {"/api/seeks": self.offered, "/api/transfer": self.moved}
            return next(
                (table for start, table in elsewhere.items() if path.startswith(start)), self.table
            )
        if name == "key":
            return self.transfer if "/transfer/" in path else self.key
        if name == "name":
            return self._name(path)
        known: dict[str, str] = {"number": "1", "report": self.report}
        known |= {"seat": "1", "game": "linja", "ply": "1", "tournament": self.tournament}
        return known.get(name)

    def _name(self, path: str) -> str:
        for beginning, name in (
            ("/api/people", self.owner.name),
            ("/api/moderation", self.owner.name),
            ("/api/lab", self.run),
            ("/api/puzzles", self.puzzle),
            ("/api/learn", "open"),
        ):
            if path.startswith(beginning):
                return name
        return "linx"

    @property
    def fields(self) -> dict[str, Any]:
        """What there is under the names of what is sent."""
        return {
            "game": "linja",
            "table": self.table,
            "ply": 1,
            "seat": 0,
            "name": self.owner.name,
            "password": PASSWORD,
            "players": ["random"],
            "games": 2,
            "options": {},
            "position": None,
            "open": False,
            "bot": "",
            "precision": None,
        }


ENDING = {
    ("delete", "/api/account"),
    ("delete", "/api/account/session"),
    ("delete", "/api/account/sessions/{shown}"),
    ("post", "/api/account/session"),
    ("put", "/api/account/password"),
}
WRITTEN = ("application/json", "image/svg", "text/")
FOR_KEEPERS = ("/api/lab", "/api/reach", "/api/games/{name}/truth")
EVERYBODY = ("guest", "host", "bot", "reader", "account", "moderator", "keeper")


def may(method: str, path: str) -> str:
    """Who gets furthest there."""
    if path.startswith("/api/account"):
        return "account"
    if path.startswith("/api/moderation"):
        return "moderator"
    if path.startswith(FOR_KEEPERS) and method != "get":
        return "keeper"
    return "bot"


def askers(method: str, path: str) -> tuple[str, ...]:
    if EXAMPLES <= FEW:
        return (may(method, path),)
    needed = ("host", "moderator") if path.startswith("/api/account") else ()
    return tuple(who for who in EVERYBODY if who not in needed)  # others rely on their accounts


ASKED = [(method, path, who) for method, path in OPERATIONS for who in askers(method, path)]


@pytest.fixture(scope="module")
def scene(running: Server) -> Iterator[Scene]:
    made = Scene(running)
    yield made
    if not isinstance(running, Site):  # whoever serves a site has settled who comes in
        made.keeper.http.put("/api/reach", json={"open": False}).raise_for_status()
    running.dismiss()


def test_the_document_is_served_and_describes_every_request(scene: Scene) -> None:
    served = ask("GET", f"http://{scene.server.host}/api/openapi.json", timeout=PATIENCE).json()
    assert served["paths"].keys() == DOCUMENT["paths"].keys()
    for path, methods in served["paths"].items():
        for method, told in methods.items():
            assert told["description"], (method, path)
            assert "default" in told["responses"]
            assert "422" not in told["responses"]


@pytest.mark.parametrize(("method", "path", "who"), ASKED)
def test_requests_made_from_the_document(scene: Scene, method: str, path: str, who: str) -> None:
    operation = schemathesis.openapi.from_dict(DOCUMENT)[path][method]
    asker = scene.asker(who, method, path)
    count, answered = 0, set()

    most = EXAMPLES if who == may(method, path) else max(FEW, EXAMPLES // 10)

    @settings(quiet, max_examples=most)
    @given(case=operation.as_strategy())
    def ask(case: Any) -> None:
        nonlocal count
        count += 1
        if count % 2:
            for name in case.path_parameters or {}:
                case.path_parameters[name] = (
                    scene.real(path, name, asker) or case.path_parameters[name]
                )
            if isinstance(case.body, dict) and count % 4 == 1:
                case.body |= {
                    name: value for name, value in scene.fields.items() if name in case.body
                }
        base = f"http://{scene.server.host}"
        answer = case.call(base_url=base, headers=asker.headers, timeout=PATIENCE)
        answered.add(answer.status_code)
        case.validate_response(answer, checks=CHECKS)
        kind = answer.headers["content-type"][0]
        if kind.startswith(WRITTEN) and not path.startswith("/api/games/"):  # those are open
            assert shown_hands(answer.text) <= asker.seats, "another hand"

    try:
        ask()
    except Failure as failure:
        pytest.fail(f"{method} {path}: {failure}")
    if who == may(method, path):
        assert answered - {401, 403}, "they may"
