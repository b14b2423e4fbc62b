"""What is said to people goes through the catalogues: a sentence that stands in the code by itself
would be English for everybody. (That those in the catalogues are translated: ``test_texts.py``.)"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import linden
from linden.web import texts, translating

WEB = Path(texts.__file__).parent
CLIENT = WEB / "client"
HOME = Path(linden.__file__).parent

SPOKEN = re.compile(r"\b(?:t|counting)\(\s*(?:\"(?:[^\"\\]|\\.)*\"[,\s]*){1,2}")
"""What the browser's code says in the reader's language."""
COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'])//[^\n]*", re.DOTALL)
LITERAL = re.compile(r"\"((?:[^\"\\\n]|\\.)*)\"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`")
SENTENCE = re.compile(r"[A-Z][a-z]+(?:[ ,][^<>;=]*)?[ ][^<>;=]*[a-z0-9}][.?!…]?|[A-Z][a-z]+[.?!…]")
"""Words of which the first has a capital; neither markup nor style."""

REFUSALS = {"Refusal", "ServeError", "UsageError", "ClickException", "IllegalMove"}
BUILDERS = {
    *("bot.py", "calibrating.py", "checking.py", "compiling.py", "computing.py", "count.py"),
    *("database.py", "lab.py", "lab_tuning.py", "moderators.py", "new_game.py", "puzzling.py"),
    *("ranking.py", "template"),
}
"""Commands for who measures and builds: English, as docs/words.md says."""
NOTATION = {"Linden record 1"}
FOR_PROGRAMS = {
    "moves were made, ",  # kept by an older Linden; told in the log
    "is not the number of a move that can be played here.",
    "Chance acts here; its outcomes are no actions.",
    "move is a text, not",
    "is no legal action here",
}


def lonely_in_browser(code: str) -> list[str]:
    """The sentences in a script that no catalogue has."""
    left = SPOKEN.sub("", COMMENT.sub("", code))
    found = (next(filter(None, one), "") for one in LITERAL.findall(left))
    return [one for one in found if SENTENCE.fullmatch(one) and one not in NOTATION]


@pytest.mark.parametrize(
    "path", [pytest.param(it, id=it.name) for it in sorted(CLIENT.rglob("*.js"))]
)
def test_no_script_says_anything_by_itself(path: Path) -> None:
    assert lonely_in_browser(path.read_text(encoding="utf-8")) == []


def test_a_sentence_that_stands_alone_is_seen() -> None:
    for code in (
        'toast("The server cannot be reached.");',
        "toast('Nobody is here');",
        "throw new Refusal(0, `The server answered ${status}.`);",
        'toast(ok ? t("Done.") : "Failed.");',
    ):
        assert lonely_in_browser(code), code
    for code in (
        'toast(t("The server cannot be reached."));',
        'counting("{n} game was lost.", "All {n} games were lost.", n)',
        '// "The server cannot be reached."',
        'h("p", { class: "quiet small" }, "Linden")',
    ):
        assert not lonely_in_browser(code), code


def lonely_in_python(tree: ast.AST) -> Iterator[str]:
    """What somebody is refused with in words that no catalogue has."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        called = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        called = node.func.id if isinstance(node.func, ast.Name) else called
        if called not in REFUSALS:
            continue
        for part in (node.args[0], *_joined(node.args[0])):
            if isinstance(part, ast.JoinedStr) or (
                isinstance(part, ast.Constant) and isinstance(part.value, str)
            ):
                yield ast.unparse(part)


def _joined(node: ast.expr) -> list[ast.expr]:
    """Both sides of ``a + b``, and both of ``a if c else b``."""
    if isinstance(node, ast.BinOp):
        return [node.left, node.right]
    return [node.body, node.orelse] if isinstance(node, ast.IfExp) else []


@pytest.mark.parametrize("room", ["core", "games", "web", "cli"])
def test_nobody_is_refused_in_english_alone(room: str) -> None:
    found = [
        f"{path.relative_to(HOME)}: {said}"
        for path in sorted((HOME / room).rglob("*.py"))
        if room != "cli" or not BUILDERS & {path.name, *path.relative_to(HOME).parts}
        for said in lonely_in_python(ast.parse(path.read_text(encoding="utf-8")))
        if not any(words in said for words in FOR_PROGRAMS)
    ]
    assert found == []


def test_a_refusal_in_english_alone_is_seen() -> None:
    for code in (
        "raise Refusal('Nobody is here.', 404)",
        "raise click.UsageError(f'{path} is finished.')",
        "raise Refusal('One.' if one else say('Two.'))",
    ):
        assert list(lonely_in_python(ast.parse(code))), code
    for code in ("raise Refusal(say('Nobody is here.'))", "raise Refusal(str(error))"):
        assert not list(lonely_in_python(ast.parse(code))), code


def test_who_is_handed_a_printer_does_not_call_it_as_the_catalogue() -> None:
    """What a parameter called ``say`` prints looks translated to who collects sentences."""
    found = []
    for folder, name in ((WEB, "say"), (translating.CLI, "phrase"), (translating.CORE, "say")):
        for path in folder.rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                    given = [*node.args.args, *node.args.kwonlyargs, *node.args.posonlyargs]
                    found += [f"{path}: {node.name}" for it in given if it.arg == name]
    catalogues = ("options.py: told", "game.py: _told_seats")  # these are given a catalogue
    assert [one for one in found if not one.endswith(catalogues)] == []
