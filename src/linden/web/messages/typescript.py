"""The messages as TypeScript, which the browser's code is checked against.

``python -m linden.web.messages.typescript`` writes ``client/js/types.d.ts``; a test fails while
that file is not what this would write.
"""

import inspect
import json
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from linden.web import messages
from linden.web.messages.base import Body, Incoming, Message

FILE = Path(__file__).parents[1] / "client" / "js" / "types.d.ts"
HEAD = """\
// What server and browser say to each other, made from src/linden/web/messages by
// python -m linden.web.messages.typescript: whoever edits it there runs that again.
"""
WORDS = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null"}


def declarations() -> str:
    """The whole file."""
    parts = [HEAD]
    for module in messages.PARTS:
        parts.append(f"// {inspect.cleandoc(module.__doc__ or '')}\n")
        parts += map(interface, models(module))
        parts += (f"export type {name} = {written(kind)};\n" for name, kind in unions(module))
    return "\n".join(parts)


def models(module: ModuleType) -> Iterator[type[Message]]:
    """The messages that a module defines, in the order of its source."""
    for value in vars(module).values():
        known = isinstance(value, type) and issubclass(value, Message)
        if known and value.__module__ == module.__name__:
            yield value


def unions(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """The names a module gives to one message of several."""
    for name, value in vars(module).items():
        kinds = get_args(plain(value))
        if kinds and all(isinstance(kind, type) and issubclass(kind, Message) for kind in kinds):
            yield name, value


def interface(model: type[Message]) -> str:
    """One message. What a browser sends may leave out what has a default; what it gets is whole.

    >>> from linden.web.messages import Undo
    >>> print(interface(Undo).split("*/")[1])
    <BLANKLINE>
    export interface Undo {
      type: "undo";
      version: number;
    }
    <BLANKLINE>
    """
    [base, *_] = model.__bases__
    inherits = f" extends {base.__name__}" if issubclass(base, Message) and fields_of(base) else ""
    lines = [f"export interface {model.__name__}{inherits} {{"]
    sent = issubclass(model, Body | Incoming)
    for name, field in fields_of(model).items():
        if not field.exclude and name not in fields_of(base):
            optional = "?" if sent and not field.is_required() else ""
            lines.append(f"  {field.alias or name}{optional}: {written(field.annotation)};")
    return "\n".join([*comment(model), *lines, "}", ""])


def fields_of(kind: type) -> dict[str, Any]:
    return kind.model_fields if issubclass(kind, Message) else {}


def comment(model: type[Message]) -> list[str]:
    """What its docstring says, for whoever points at the name in an editor."""
    said = inspect.cleandoc(vars(model).get("__doc__") or "")
    return [f"/** {' '.join(said.split())} */"] if said else []


def plain(kind: Any) -> Any:
    """A type without what is noted about it."""
    return plain(get_args(kind)[0]) if get_origin(kind) is Annotated else kind


def written(annotation: Any) -> str:
    """A type of Python in TypeScript.

    >>> written(dict[str, list[int | None]])
    'Record<string, (number | null)[]>'
    >>> written(Literal["points", "wins"] | None)
    '"points" | "wins" | null'
    """
    kind = plain(annotation)
    origin, inside = get_origin(kind), get_args(kind)
    if kind is Any:
        return "unknown"
    if origin in (Union, UnionType):
        return " | ".join(map(written, inside))
    if origin is Literal:
        return " | ".join(map(json.dumps, inside))
    if origin is list:
        [item] = map(written, inside)
        return f"({item})[]" if " | " in item else f"{item}[]"
    if origin is tuple:
        return f"[{', '.join(map(written, inside))}]"
    if origin is dict:
        return f"Record<{', '.join(map(written, inside))}>"
    if kind in WORDS:
        return WORDS[kind]
    if isinstance(kind, type) and issubclass(kind, Message):
        return kind.__name__
    raise TypeError(f"{kind} has no TypeScript yet; say in {__name__} how it is written.")


if __name__ == "__main__":
    FILE.write_text(declarations(), encoding="utf-8")
