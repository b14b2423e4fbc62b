"""The reference of the public names, made of their signatures and docstrings."""

import dataclasses
import inspect
import re
import sys
from typing import Any

import linden
from docstrings import in_a_cell, of_constant, of_fields, paragraphs
from linden.core import registry

SECTIONS = {
    "linden.core": "Games and positions",
    "linden.batch": "Many games at once",
    "linden.players": "Players",
    "linden.solve": "What is known for certain",
}
ERRORS = "Errors"
OTHERS = "Others"


def pages() -> dict[str, str]:
    """The one page there is."""
    return {"reference/python.md": page()}


def page() -> str:
    """All of ``linden.__all__``, in sections."""
    sections: dict[str, list[str]] = {}
    for name in linden.__all__:
        sections.setdefault(_section(_public(name)), []).append(name)
    parts = [
        "# The Python API",
        "`import linden` is quick: what is heavy is loaded when it is first used. These are all "
        "the public names; everything below them may change from one version to the next.",
    ]
    for title in (*SECTIONS.values(), ERRORS, OTHERS):
        if title in sections:
            parts.append(f"## {title}")
            parts += [entry(name) for name in sorted(sections[title], key=str.lower)]
    return "\n\n".join(parts) + "\n"


def _public(name: str) -> Any:
    value = getattr(linden, name)
    # a package of the same name may stand in the function's place, and answers the call
    return getattr(registry, name) if inspect.ismodule(value) else value


def _section(value: Any) -> str:
    if isinstance(value, type) and issubclass(value, Exception):
        return ERRORS
    home = getattr(value, "__module__", None) or "linden.core"
    return next((title for room, title in SECTIONS.items() if home.startswith(room)), OTHERS)


def entry(name: str) -> str:
    """One public name."""
    value = _public(name)
    if isinstance(value, type):
        return _class(name, value)
    if callable(value):
        return _callable(f"### `linden.{name}`", f"linden.{name}", value)
    return f"### `linden.{name}`\n\n`{name} = {value!r}`\n\n{_constant(name)}"


def _constant(name: str) -> str:
    """What is written below a public constant, in whichever module it is."""
    rooms = [module for room, module in sorted(sys.modules.items()) if room.startswith("linden.")]
    told = (of_constant(module, name) for module in rooms if name in vars(module))
    return next(filter(None, told), "")


def _class(name: str, owner: type) -> str:
    told = inspect.getdoc(owner) if "__doc__" in vars(owner) else ""
    if told and dataclasses.is_dataclass(owner) and told.startswith(f"{owner.__name__}("):
        told = ""  # made by dataclasses, not written
    parts = [f"### `linden.{name}`"]
    if issubclass(owner, Exception):
        bases = ", ".join(f"`{base.__name__}`" for base in owner.__bases__)
        return "\n\n".join([*parts, f"{paragraphs(told)} Derives from {bases}."])
    if "__init__" in vars(owner) and not getattr(owner, "_is_protocol", False):
        parts.append(_signature(name, owner.__init__))
    parts.append(paragraphs(told))
    parts += _fields(owner)
    for member, value in _members(owner):
        title = f"#### `{name}.{member}`"
        if inspect.isdatadescriptor(value) or hasattr(value, "attrname"):  # cached_property
            parts.append(_property(title, value))
        else:
            parts.append(_callable(title, f"{name}.{member}", getattr(owner, member)))
    return "\n\n".join(filter(None, parts))


def _fields(owner: type) -> list[str]:
    if not dataclasses.is_dataclass(owner):
        return []
    told = of_fields(owner)
    rows = [
        f"| `{one.name}` | `{_type_text(one.type)}` | {in_a_cell(told.get(one.name))} |"
        for one in dataclasses.fields(owner)
    ]
    return ["\n".join(["| field | type | |", "|---|---|---|", *rows])]


def _members(owner: type) -> list[tuple[str, Any]]:
    """What a class has for its callers, in the order of the source; bases of Linden included."""
    found: dict[str, Any] = {}
    for base in reversed(owner.__mro__):
        if base.__module__.startswith("linden"):
            found |= vars(base)
    fields = {f.name for f in dataclasses.fields(owner)} if dataclasses.is_dataclass(owner) else ()
    wanted = (property, classmethod, staticmethod)
    return [
        (name, value)
        for name, value in found.items()
        if not name.startswith("_")
        and name not in fields
        and (inspect.isfunction(value) or isinstance(value, wanted) or hasattr(value, "attrname"))
    ]


def _property(title: str, value: Any) -> str:
    getter = value.func if hasattr(value, "attrname") else value.fget
    kind = getter.__annotations__.get("return", "")
    typed = f"`{_type_text(kind)}`" if kind else ""
    return "\n\n".join(filter(None, [title, typed, paragraphs(inspect.getdoc(value))]))


def _callable(title: str, name: str, value: Any) -> str:
    return "\n\n".join([title, _signature(name, value), paragraphs(inspect.getdoc(value))]).rstrip()


def _signature(name: str, value: Any) -> str:
    """How it is called, a parameter a line where one line would be long."""
    signature = inspect.signature(value)
    given = [p for p in signature.parameters.values() if p.name not in ("self", "cls")]
    written = [re.sub(r"linden(\.\w+)+\.(\w+)", r"\2", _parameter(p)) for p in given]
    for at, parameter in enumerate(given):
        if parameter.kind is parameter.KEYWORD_ONLY:
            if not any(p.kind is p.VAR_POSITIONAL for p in given):
                written.insert(at, "*")
            break
    answer = signature.return_annotation
    arrow = "" if answer in (inspect.Signature.empty, None) else f" -> {_type_text(answer)}"
    line = f"{name}({', '.join(written)}){arrow}"
    if len(line) > 76:
        line = f"{name}(\n    " + ",\n    ".join(written) + f",\n){arrow}"
    return f"```python\n{line}\n```"


def _parameter(parameter: inspect.Parameter) -> str:
    text = parameter.name
    if parameter.kind is parameter.VAR_POSITIONAL:
        text = f"*{text}"
    elif parameter.kind is parameter.VAR_KEYWORD:
        text = f"**{text}"
    typed = parameter.annotation is not parameter.empty
    if typed:
        text += f": {_type_text(parameter.annotation)}"
    if parameter.default is not parameter.empty:
        text += f" = {parameter.default!r}" if typed else f"={parameter.default!r}"
    return text


def _type_text(kind: Any) -> str:
    """A type as people write it, without the modules it comes from."""
    text = kind if isinstance(kind, str) else str(inspect.formatannotation(kind))
    text = text.replace("ForwardRef(", "").replace("'", "").replace('"', "")
    return re.sub(r"\b(?:[a-z_]\w*\.)+(\w+)", r"\1", text)
