"""What docstrings say, of classes, functions and single fields, as Markdown."""

import ast
import inspect
import re
import textwrap
from functools import cache
from itertools import pairwise
from typing import Any


def paragraphs(text: str | None) -> str:
    """A docstring as Markdown: examples fenced, ``::`` blocks as they are.

    >>> paragraphs("One.\\n\\n>>> 1 + 1\\n2\\n")
    'One.\\n\\n```pycon\\n>>> 1 + 1\\n2\\n```'
    """
    blocks = re.split(r"\n\s*\n", inspect.cleandoc(text or ""))
    written = []
    for block in blocks:
        if block.lstrip().startswith(">>>"):
            block = f"```pycon\n{textwrap.dedent(block)}\n```"
        elif block.endswith("::"):
            block = block[:-1]
        written.append(block)
    return "\n\n".join(written)


def in_a_cell(text: str | None) -> str:
    """A docstring in one cell of a table; bars are left alone in code, where they part nothing."""
    line = " ".join(inspect.cleandoc(text or "").split())
    parts = re.split(r"(`+[^`]+`+)", line)
    return "".join(part if part.startswith("`") else part.replace("|", "\\|") for part in parts)


def of_fields(owner: type) -> dict[str, str]:
    """The docstrings below the fields of a class, its bases' included."""
    found: dict[str, str] = {}
    for base in reversed(owner.__mro__):
        found |= _of_own_fields(base)
    return found


@cache
def _of_own_fields(owner: type) -> dict[str, str]:
    """Those of its own fields alone: most classes share their bases."""
    try:
        source = textwrap.dedent(inspect.getsource(owner))
    except (OSError, TypeError):
        return {}
    body = getattr(ast.parse(source).body[0], "body", [])
    return {
        name: inspect.cleandoc(str(below.value.value))
        for field, below in pairwise(body)
        if (name := _field_name(field))
        and isinstance(below, ast.Expr)
        and isinstance(below.value, ast.Constant)
    }


def of_constant(module: Any, name: str) -> str:
    """The docstring below a constant of a module."""
    body = ast.parse(inspect.getsource(module)).body
    for field, below in pairwise(body):
        if _field_name(field) == name and isinstance(below, ast.Expr):
            value = below.value
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                return inspect.cleandoc(value.value)
    return ""


def _field_name(node: ast.stmt) -> str | None:
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        return node.target.id
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        return node.targets[0].id
    return None
