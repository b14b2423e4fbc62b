"""HTTP and live messages: made of the server's schema and the typed models of the wire."""

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from docstrings import in_a_cell, of_fields, paragraphs
from linden.web import messages
from linden.web.app import create_app

HTTP = "reference/http.md"
MESSAGES = "reference/messages.md"


def pages() -> dict[str, str]:
    """The page of the requests and the page of the messages."""
    return {HTTP: http_page(), MESSAGES: messages_page()}


# -- requests ------------------------------------------------------------------------------------


def http_page() -> str:
    """Every address that answers, with what it takes and gives."""
    schema = create_app(Path("unused.sqlite"), prepare=False).openapi()
    parts = [
        "# HTTP",
        "Everything a page of Linden does, a program can do: the page has no other ways in. This "
        "is made from the schema that a running server gives out at `/api/openapi.json`.",
        "- Who asks is told by a token, `Authorization: Bearer …`: [Programs that play](../api.md) "
        "has how to get one. Browsers have a signed cookie instead, which the first answer sets.\n"
        "- What is refused has a status of 4xx or 5xx and the body "
        f"[`Problem`](messages.md#{_anchor('Problem')}), a sentence. `Retry-After` says after how "
        "many seconds it is worth trying again.\n"
        "- [Serving](../serving.md#limits) has the limits.\n"
        "- A table as it happens is a WebSocket, `/api/tables/{table}/live`: "
        "[Messages](messages.md) has what is said there.",
    ]
    for path, methods in schema["paths"].items():
        parts += [_request(method.upper(), path, told) for method, told in methods.items()]
    return "\n\n".join(parts) + "\n"


def _request(method: str, path: str, told: dict[str, Any]) -> str:
    parts = [f"## {method} `{path}`", told.get("description", "")]
    rows = [_parameter_row(one) for one in told.get("parameters", []) if one["in"] != "cookie"]
    if rows:
        parts.append("\n".join(["| takes | where | type | default |", "|---|---|---|---|", *rows]))
    body = told.get("requestBody", {}).get("content", {}).get("application/json", {})
    if body:
        parts.append(f"Body: {_schema_text(body['schema'])}")
    for status, answer in told["responses"].items():
        if status == "default":
            continue
        content = answer.get("content", {})
        shapes = [_schema_text(shape["schema"]) for shape in content.values() if "schema" in shape]
        kinds = ", ".join(shapes) or ", ".join(f"`{kind}`" for kind in content) or "nothing"
        parts.append(f"Answer {status}: {kinds}")
    return "\n\n".join(filter(None, parts))


def _parameter_row(one: dict[str, Any]) -> str:
    schema = one["schema"]
    default = f"`{schema['default']}`" if "default" in schema else ""
    return f"| `{one['name']}` | {one['in']} | {_schema_text(schema)} | {default} |"


def _schema_text(schema: dict[str, Any]) -> str:
    """A JSON schema in a few words."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[-1]
        return f"[`{name}`](messages.md#{_anchor(name)})"
    if "anyOf" in schema:
        return " or ".join(map(_schema_text, schema["anyOf"]))
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    if schema.get("type") == "array":
        return f"a list of {_schema_text(schema.get('items', {}))}"
    if schema.get("type") == "object":
        return "an object"
    if not schema:
        return "as its `Content-Type` says"
    bounds = [f"from {schema['minimum']}"] if "minimum" in schema else []
    bounds += [f"to {schema['maximum']}"] if "maximum" in schema else []
    bounds += [f"up to {schema['maxLength']} characters"] if "maxLength" in schema else []
    words = {"null": "nothing", "boolean": "true or false", "number": "a number"}
    words |= {"integer": "a whole number", "string": "text"}
    return " ".join([words.get(schema["type"], schema["type"]), *bounds])


# -- messages ------------------------------------------------------------------------------------


def messages_page() -> str:
    """Every model of the wire, room by room."""
    parts = [
        "# Messages",
        paragraphs(messages.__doc__),
        "Names are given as on the wire. A field with a default may be left out.",
    ]
    for module in messages.PARTS:
        parts.append(f"## {inspect.cleandoc(module.__doc__ or '').rstrip('.')}")
        parts += map(_model, _models(module))
    return "\n\n".join(parts) + "\n"


def models() -> list[type[BaseModel]]:
    """All models of the wire."""
    return [model for module in messages.PARTS for model in _models(module)]


def _models(module: ModuleType) -> list[type[BaseModel]]:
    """The models that a module defines, in the order of its source."""
    return [
        value
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, BaseModel)
        and value.__module__ == module.__name__
        and value.model_fields
    ]


def _model(model: type[BaseModel]) -> str:
    told = of_fields(model)
    rows = []
    for name, field in model.model_fields.items():
        if field.exclude:
            continue
        wire = field.serialization_alias or field.alias or name
        rows.append(
            f"| `{wire}` | {_type(field)} | {_default(field)} | {in_a_cell(told.get(name))} |"
        )
    written = inspect.cleandoc(vars(model).get("__doc__") or "")
    table = "\n".join(["| field | type | default | |", "|---|---|---|---|", *rows])
    return "\n\n".join(filter(None, [f"### {model.__name__}", paragraphs(written), table]))


def _default(field: FieldInfo) -> str:
    return "" if field.is_required() else f"`{field.get_default(call_default_factory=True)!r}`"


def _type(field: FieldInfo) -> str:
    """A field's type, with links to the models in it."""
    named = {found.__name__: found for found in _inside(field.annotation)}
    text = re.sub(r"\b(?:[a-z_]\w*\.)+(\w+)", r"\1", inspect.formatannotation(field.annotation))
    linked = re.split(rf"\b({'|'.join(named)})\b", text) if named else [text]
    return "".join(
        f"[`{part}`](#{_anchor(part)})" if part in named else f"`{part}`" for part in linked if part
    )


def _inside(kind: Any) -> Iterator[type[BaseModel]]:
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        yield kind
    for part in get_args(kind):
        yield from _inside(part)


def _anchor(name: str) -> str:
    return name.lower()
