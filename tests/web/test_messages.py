"""What is said on the wire is written down for the browser's code, and stays so."""

import json
import re

from linden.web import messages
from linden.web.messages import typescript


def test_the_browsers_types_are_those_of_the_messages() -> None:
    kept = typescript.FILE.read_text(encoding="utf-8")
    assert kept == typescript.declarations(), (
        "types.d.ts is out of date; python -m linden.web.messages.typescript writes it anew."
    )


def test_every_message_is_declared_once() -> None:
    declared = re.findall(r"^export (?:interface|type) (\w+)", typescript.declarations(), re.M)
    assert len(declared) == len(set(declared))
    known = {
        name
        for name in messages.__all__
        if isinstance(getattr(messages, name), type) and getattr(messages, name).model_fields
    }
    assert known <= set(declared)


def test_names_are_those_of_the_wire() -> None:
    """What is declared for a message is what is sent, name by name."""
    sent = json.loads(
        messages.Scene(
            ply=0, drawing="", text="", to_move=None, scores=[], status=""
        ).model_dump_json(by_alias=True)
    )
    declared = typescript.interface(messages.Scene)
    assert re.findall(r"^  (\w+)\??:", declared, re.M) == list(sent)


def test_what_a_browser_sends_may_leave_defaults_out() -> None:
    assert "  ply?: number;" in typescript.interface(messages.Line)
    assert "  ply: number;" in typescript.interface(messages.Scene)
