"""Programs from outside for tests: they greet as they should, and then do what a test says."""

import sys
import textwrap
from pathlib import Path

GREETING = """
import sys
position = asked = ""
def hear():
    line = sys.stdin.readline()
    if not line:
        sys.exit()
    return line.strip().partition(" ")
def greet():
    global position, asked
    while True:
        word, _, rest = hear()
        if word == "ugi":
            print("ugiok", flush=True)
        elif word == "isready":
            print("readyok", flush=True)
        elif word == "position":
            position = rest
        elif word == "go":
            asked = rest
            go()
"""


def program(folder: Path, go: str, name: str = "program.py") -> str:
    """A program that greets well and then does this when it should move; the command to run it."""
    path = folder / name
    path.write_text(GREETING + f"\ndef go():\n{textwrap.indent(go, '    ')}\ngreet()\n")
    return f"{sys.executable} {path}"
