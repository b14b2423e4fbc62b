"""Strange requests and messages, made from the server's own description of itself: nothing breaks,
nothing hangs, the answers are as described, and no hidden hand is told.

More of them: ``LINDEN_EXAMPLES=500 pytest tests/attacks/test_api.py``.
"""

import os
from collections.abc import Iterator
from pathlib import Path
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

from linden.web.app import create_app
from owners import Owner
from servers import FRIEND, ME, PATIENCE, Server, ask
from web.test_hidden import shown_hands

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
