"""The server described for programs: the HTTP API as OpenAPI, live messages as JSON Schema."""

from functools import cache
from typing import Any

from fastapi import APIRouter
from pydantic import TypeAdapter

from linden.web import messages
from linden.web.http.reading import CarefulRoute

router = APIRouter(prefix="/api", route_class=CarefulRoute)

ABOUT = (
    "Everything a page of Linden does, a program can do. A program shows a token with every "
    "request, `Authorization: Bearer …`; docs/api.md of Linden tells how it gets one. What is "
    "refused has a status of 4xx or 5xx and a sentence. A table as it happens is a WebSocket, "
    "/api/tables/{table}/live, and so are what concerns you, /api/agenda, what is open to "
    "anybody, /api/seeks, a tournament, /api/tournaments/{tournament}/live, and the lab, /api/lab; "
    "/api/messages.json has the schema of what is said there."
)
REFUSED = {
    "description": "What was asked for is refused, with a sentence.",
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
}
KNOWN_BY = {
    "token": {"type": "http", "scheme": "bearer"},
    "session": {"type": "apiKey", "in": "cookie", "name": "linden_session"},
    "guest": {"type": "apiKey", "in": "cookie", "name": "linden"},
}


def described(schema: dict[str, Any]) -> dict[str, Any]:
    """What FastAPI says of the server, with what it cannot know: refusals, and who may come."""
    schema["info"]["description"] = ABOUT
    parts = schema["components"]["schemas"]
    for unused in ("HTTPValidationError", "ValidationError"):
        parts.pop(unused, None)
    parts["Problem"] = messages.Problem.model_json_schema()
    schema["components"]["securitySchemes"] = KNOWN_BY
    for path, operations in schema["paths"].items():
        account = path.startswith(("/api/account", "/api/moderation"))
        for operation in operations.values():
            operation["responses"].pop("422", None)
            operation["responses"]["default"] = REFUSED
            kinds = ("session", "guest") if account else ("token", "session", "guest")
            operation["security"] = [{}, *({kind: []} for kind in kinds)]
    return schema


@cache
def live_schema() -> dict[str, Any]:
    """What is said through the WebSockets, each way, as one JSON Schema with named parts."""
    said: dict[str, TypeAdapter[Any]] = {
        "TableSays": TypeAdapter(messages.ServerMessage),
        "PlayerSays": messages.requests,
        "AgendaSays": TypeAdapter(messages.Agenda | messages.Refused | messages.Pong),
        "SeeksSay": TypeAdapter(messages.Seeks | messages.Refused | messages.Pong),
        "TournamentSays": TypeAdapter(messages.TournamentState | messages.Refused | messages.Pong),
        "LabSays": TypeAdapter(messages.LabRuns | messages.Refused | messages.Pong),
    }
    _, whole = TypeAdapter.json_schemas(
        [(name, "validation", adapter) for name, adapter in said.items()],
        ref_template="#/$defs/{model}",
        title="Linden, live",
    )
    parts = whole["$defs"]
    for name, adapter in said.items():
        alone = adapter.json_schema(ref_template="#/$defs/{model}")
        alone.pop("$defs", None)
        parts[name] = alone if "$ref" not in alone else {"allOf": [alone]}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **whole}


@router.get("/messages.json")
async def live_messages() -> dict[str, Any]:
    """The JSON Schema of live messages: ``TableSays`` and ``PlayerSays`` at a table,
    ``AgendaSays`` at the agenda, ``SeeksSay`` at the open challenges, ``TournamentSays`` at a
    tournament, ``LabSays`` at the lab."""
    return live_schema()
