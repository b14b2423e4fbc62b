"""Strange requests and messages, made from the server's own description of itself: nothing breaks,
nothing hangs, the answers are as described, and no hidden hand is told.

More of them: ``LINDEN_EXAMPLES=500 pytest tests/attacks/test_api.py``.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import Failure
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from linden.web.app import create_app
from linden.web.http.describing import live_schema
from owners import Owner
from servers import FRIEND, ME, PATIENCE, QUICK, Program, Server, Tab, ask
from web.test_agenda import listening
from web.test_hidden import search, shown_hands

EXAMPLES = int(os.environ.get("LINDEN_EXAMPLES", "4"))
"""Of each kind of request; of messages ten times as many."""
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
DOCUMENT = create_app(Path("nothing is kept"), prepare=False).openapi()
OPERATIONS = [(method, path) for path, methods in DOCUMENT["paths"].items() for method in methods]

quiet = settings(
    max_examples=EXAMPLES,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


class Scene:
    """Two people at a table with hidden hands, and a bot at the second seat."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.owner = Owner(server, "ada")
        self.bot = self.owner.program()
        person = self.owner.person
        self.table = person.table("linx", [ME, FRIEND])
        self.host = person.sit(self.table)
        self.key = self.host.state["seats"][1]["link"].rpartition("/")[2]
        self.bot.join(f"/join/{self.key}")

    def real(self, name: str) -> str | None:
        """What there is under this name of a parameter."""
        return {"table": self.table, "key": self.key, "name": "linx", "seat": "1"}.get(name)


@pytest.fixture(scope="module")
def scene(running: Server) -> Iterator[Scene]:
    yield Scene(running)
    running.dismiss()


def test_the_document_is_served_and_describes_every_request(scene: Scene) -> None:
    served = ask("GET", f"http://{scene.server.host}/api/openapi.json", timeout=PATIENCE).json()
    assert served["paths"].keys() == DOCUMENT["paths"].keys()
    for path, methods in served["paths"].items():
        for method, told in methods.items():
            assert told["description"], (method, path)
            assert "default" in told["responses"]
            assert "422" not in told["responses"]


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_requests_made_from_the_document(scene: Scene, method: str, path: str) -> None:
    operation = schemathesis.openapi.from_dict(DOCUMENT)[path][method]
    headers = dict(scene.bot.headers)
    if path.startswith("/api/account"):
        # As a browser: tokens do nothing there. Somebody new, for they may leave by it.
        headers = scene.server.person().headers
    count = 0

    @quiet
    @given(case=operation.as_strategy())
    def ask(case: Any) -> None:
        nonlocal count
        count += 1
        if count % 2:
            for name in case.path_parameters or {}:
                case.path_parameters[name] = scene.real(name) or case.path_parameters[name]
        base = f"http://{scene.server.host}"
        answer = case.call(base_url=base, headers=headers, timeout=PATIENCE)
        case.validate_response(answer, checks=CHECKS)
        kind = answer.headers["content-type"][0]
        if "image/png" not in kind and not path.startswith("/api/games/"):  # stored games are open
            assert shown_hands(answer.text) <= {1}, "the other hand"

    try:
        ask()
    except Failure as failure:
        pytest.fail(f"{method} {path}: {failure}")


# -- live ------------------------------------------------------------------------------------------

VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 70),
    st.integers(),
    st.floats(),
    st.text(max_size=20),
    st.sampled_from(["3-4", "pass", "draw R", "roll", "takeback", "hello", "hand-r", "x" * 500]),
    st.lists(st.text(max_size=5), max_size=8),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=3),
)


def said(schema: dict[str, Any]) -> st.SearchStrategy[str]:
    """Messages of the described kinds, with fields that may be anything; and anything else."""
    kinds = []
    for part in schema["$defs"]["PlayerSays"]["oneOf"]:
        described = schema["$defs"][part["$ref"].rpartition("/")[2]]
        fields = dict(described["properties"])
        names = fields.pop("type")
        kind = st.sampled_from(names.get("enum") or [names["const"]])
        kinds.append(st.fixed_dictionaries({"type": kind}, optional=dict.fromkeys(fields, VALUES)))
    objects = st.one_of(*kinds, st.dictionaries(st.text(max_size=5), VALUES, max_size=4))
    return st.one_of(objects.map(json.dumps), st.text(max_size=60), st.just("[" * 2000))


def test_messages_made_from_the_schema(scene: Scene) -> None:
    """At a table with hidden hands, at one's own seat, and by a token that only looks."""
    schema = scene.bot.get("/api/messages.json")
    assert schema == live_schema()
    served = {**schema, "$ref": "#/$defs/TableSays"}
    describes = jsonschema_rs.validator_for(served)
    reader = scene.server.program(scene.owner.token(scope="read"))
    seats: list[tuple[Program, Tab]] = [(one, one.sit(scene.table)) for one in (scene.bot, reader)]

    @settings(quiet, max_examples=10 * EXAMPLES)
    @given(text=said(schema), which=st.integers(0, 1))
    def speak(text: str, which: int) -> None:
        if seats[which][1].over:  # it has resigned
            seats[:] = anew(scene, seats)
        tab = seats[which][1]
        tab.socket.send(text.replace("\ud800", ""))
        tab.send(type="ping")
        answer = tab.until(lambda message: message["type"] == "pong")
        assert answer == {"type": "pong"}

    speak()
    for _, tab in seats:
        for text in tab.traffic:
            message = json.loads(text)
            assert describes.is_valid(message), message["type"]
        search(tab.traffic, 1, 2)


def anew(scene: Scene, seats: list[tuple[Program, Tab]]) -> list[tuple[Program, Tab]]:
    """Another table, as this one is over."""
    person = scene.owner.person
    table = person.table("linx", [ME, FRIEND])
    link = person.sit(table).state["seats"][1]["link"]
    scene.bot.join(link)
    return [(program, program.sit(table)) for program, _ in seats]


def test_nobody_hears_more_by_talking_to_the_agenda(scene: Scene) -> None:
    schema = {**scene.bot.get("/api/messages.json"), "$ref": "#/$defs/AgendaSays"}
    describes = jsonschema_rs.validator_for(schema)
    with listening(scene.bot) as ear:

        @settings(quiet, max_examples=EXAMPLES)
        @given(text=said(live_schema()))
        def speak(text: str) -> None:
            ear.socket.send(text)

        speak()
        scene.bot.table("linja", [ME, QUICK])
        while True:
            message = ear.next()
            assert describes.is_valid(message)
            if message["type"] == "agenda" and len(message["tables"]) > 1:
                break
        assert {one["game"] for one in message["tables"]} <= {"linx", "linja"}
