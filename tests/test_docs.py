"""What people read is true: examples run, commands exist, links lead somewhere, menus are whole."""

import doctest
import re
import runpy
import shlex
import tomllib
from fnmatch import fnmatch
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import click
import pytest
import yaml
from fastapi.routing import APIRoute

import docstrings
import linden
import message_pages
import pages
from linden.cli.main import cli
from linden.web.http import builds, games, health, home, invitations, review, tables
from linden.web.http import pages as web_pages

ROOT = Path(__file__).parents[1]
WRITTEN = sorted(
    path.relative_to(ROOT).as_posix()
    for path in (*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"))
)
FENCE = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```", re.S | re.M)
LINK = re.compile(r"(?<!\\)\]\(([^)\s]+)\)")


def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


@cache
def made() -> dict[str, str]:
    """The pages of the site that nobody writes."""
    return {page: str(text) for page, text in pages.generated().items() if page.endswith(".md")}


def blocks(text: str, *languages: str) -> list[str]:
    return [block for language, block in FENCE.findall(text) if language in languages]


# -- Python --------------------------------------------------------------------------------------

EXAMPLES = [
    pytest.param(block, id=f"{page}-{number}")
    for page in WRITTEN
    for number, block in enumerate(blocks(text_of(page), "python", "pycon"), 1)
]


def test_the_pages_have_examples() -> None:
    told = {str(example.id).rsplit("-", 1)[0] for example in EXAMPLES}
    assert {"README.md", "docs/index.md"} <= told


def prompts(text: str, name: str) -> None:
    """Run what stands after ``>>>``, and compare what it prints."""
    example = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    told: list[str] = []
    doctest.DocTestRunner(verbose=False).run(example, out=told.append)
    assert not told, "".join(told)


@pytest.mark.parametrize("block", EXAMPLES)
def test_the_examples_run(block: str) -> None:
    if ">>>" in block:
        prompts(block, "example")
    else:
        exec(compile(block, "example", "exec"), {})


def test_the_examples_of_made_pages_run() -> None:
    """Those of the API are run as doctests where they stand."""
    for page, text in made().items():
        if page.startswith("games/"):
            for block in blocks(text, "pycon"):
                prompts(block, page)


def test_docstrings_become_markdown() -> None:
    assert doctest.testmod(docstrings).failed == 0
    assert docstrings.in_a_cell("a | b, `c | d`") == "a \\| b, `c | d`"
    assert docstrings.of_fields(linden.Record)["position"].startswith("The starting position")


@pytest.mark.parametrize("page", WRITTEN)
def test_toml_can_be_read(page: str) -> None:
    for block in blocks(text_of(page), "toml"):
        tomllib.loads(block)


# -- commands ------------------------------------------------------------------------------------

STAND_INS = {"GAME": "linja", "NAME": "linja", "my_game": "linja", "N": "2", "…": ""}
"""What a word that stands for others is tried with."""


def commands(text: str) -> list[str]:
    """The lines of shell examples, and the commands inside sentences."""
    lines = [
        part
        for block in blocks(text, "", "sh", "bash")
        for line in block.splitlines()
        for part in re.split(r"\s{2,}(?=linden )|\s{4,}", line)
    ]
    lines += re.findall(r"^    ((?:linden|make) .*)$", text, re.M)
    lines += re.findall(r"`((?:linden|make) [^`\n]+)`", FENCE.sub("", text))
    return [line.strip() for line in lines]


def words_of(command: str) -> list[str]:
    words = shlex.split(command, comments=True)
    while words and re.fullmatch(r"[A-Z_]+=.*", words[0]):
        del words[0]
    return words


def check_linden(words: list[str]) -> None:
    """Read a ``linden`` command as the program does, without running it."""
    words = [STAND_INS.get(word, re.sub(r"=S\b", "=1", word)) for word in words if word != "…"]
    if not words or words[0] in ("COMMAND", "--version"):
        return
    context = click.Context(cli, info_name="linden")
    command = cli.get_command(context, words[0])
    assert command is not None, f"there is no linden {words[0]}"
    if isinstance(command, click.Group) and len(words) > 1:
        context = click.Context(command, parent=context)
        command, words = command.get_command(context, words[1]), words[1:]
        assert command is not None
    if len(words) == 2 and words[1] in {flag for one in command.params for flag in one.opts}:
        return  # a flag alone speaks of the flag
    if len(words) > 1:  # as a name alone speaks of the command
        command.make_context(words[0], words[1:], parent=context)


def check_make(words: list[str]) -> None:
    targets = re.findall(r"^([a-z]+):", text_of("Makefile"), re.M)
    for word in words:
        assert "=" in word or word.rstrip(".,") in targets, f"there is no make {word}"


COMMANDS = [
    pytest.param(words_of(line), id=f"{page}: {line}"[:90])
    for page in WRITTEN
    for line in commands(text_of(page))
    if words_of(line) and words_of(line)[0] in ("linden", "make", "python")
]


@pytest.mark.parametrize("words", COMMANDS)
def test_the_commands_exist(words: list[str]) -> None:
    program, *rest = words
    if program == "linden":
        check_linden(rest)
    elif program == "make":
        check_make(rest)
    elif rest[0] != "-m":
        assert (ROOT / rest[0]).is_file(), f"there is no {rest[0]}"


def test_a_command_that_does_not_exist_is_found() -> None:
    with pytest.raises(AssertionError):
        check_linden(["conquer", "linja"])
    with pytest.raises(click.UsageError):
        check_linden(["perft", "linja", "--depht", "3"])
    with pytest.raises(AssertionError):
        check_make(["tset"])


# -- links ---------------------------------------------------------------------------------------


def anchors(text: str) -> set[str]:
    """The names of a page's headings, as the site and the repository's pages make them."""
    found = set()
    for heading in re.findall(r"^#+ (.+)$", FENCE.sub("", text), re.M):
        plain = re.sub(r"[^\w\s-]", "", re.sub(r"[`*]", "", heading).lower())
        found.add(re.sub(r"[-\s]+", "-", plain).strip("-"))
    return found


@pytest.mark.parametrize("page", WRITTEN)
def test_links_lead_somewhere(page: str) -> None:
    text = text_of(page)
    for target in LINK.findall(FENCE.sub("", text)):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        whole = (ROOT / page).parent / path if path else ROOT / page
        inside = whole.resolve().relative_to(ROOT).as_posix()
        there = made().get(inside.removeprefix("docs/")) if inside.startswith("docs/") else None
        if there is None:
            assert whole.exists(), f"{page}: {target}"
            there = whole.read_text(encoding="utf-8") if anchor else ""
        assert not anchor or anchor in anchors(there), f"{page}: {target}"


def test_links_of_made_pages_lead_somewhere() -> None:
    known = made() | {
        page.removeprefix("docs/"): text_of(page) for page in WRITTEN if page.startswith("docs/")
    }
    for page, text in made().items():
        here = Path("/site") / page
        for target in LINK.findall(FENCE.sub("", pages.finished(page, text))):
            path, _, anchor = target.partition("#")
            if re.match(r"[a-z]+:", target) or path.endswith(".svg"):
                continue
            there = (here.parent / path).resolve() if path else here
            name = there.relative_to("/site").as_posix()
            assert name in known, f"{page}: {target}"
            assert not anchor or anchor in anchors(known[name]), f"{page}: {target}"


# -- the site ------------------------------------------------------------------------------------


def settings() -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load(text_of("mkdocs.yml"))
    return read


def menu(entries: Any) -> list[str]:
    if isinstance(entries, str):
        return [entries]
    if isinstance(entries, dict):
        return [page for inside in entries.values() for page in menu(inside)]
    return [page for entry in entries for page in menu(entry)]


def test_the_menu_has_every_page_once() -> None:
    named = menu(settings()["nav"])
    assert len(named) == len(set(named))
    written = {page.removeprefix("docs/") for page in WRITTEN if page.startswith("docs/")}
    there = written | set(made())
    assert set(named) <= there, "the menu names pages that are not there"
    games = {f"games/{name}.md" for name in linden.games()}  # the hook adds them
    aside = [line.strip().lstrip("/") for line in settings()["not_in_nav"].splitlines()]
    beside = {page for page in there if any(fnmatch(page, pattern) for pattern in aside)}
    assert there - set(named) - games - beside == set(), "pages that the menu does not have"


def test_the_site_asks_nobody_else() -> None:
    read = settings()
    assert read["theme"]["font"] is False
    assert any("iframe-worker" in script for script in read["extra"]["polyfills"])
    for path in (ROOT / "docs" / "site" / "theme").rglob("*.*"):
        assert not re.search(r"https?://", path.read_text(encoding="utf-8")), path


def test_every_public_name_and_message_has_its_place() -> None:
    reference = made()["reference/python.md"]
    for name in linden.__all__:
        assert f"### `linden.{name}`\n" in reference
    told = made()["reference/messages.md"]
    for model in message_pages.models():
        assert f"### {model.__name__}\n" in told
    for name in cli.commands:
        assert f"## linden {name}\n" in made()["reference/commands.md"]


def test_every_address_says_what_it_answers() -> None:
    """What stands there is on the page of the HTTP API."""
    rooms = (home, health, games, tables, review, builds, invitations, web_pages)
    routes = [it for room in rooms for it in room.router.routes if isinstance(it, APIRoute)]
    assert len(routes) > 25
    assert [it.path for it in routes if not it.endpoint.__doc__] == []


def test_every_game_has_its_page() -> None:
    for name in linden.games():
        game, page = linden.load(name), made()[f"games/{name}.md"]
        assert page.startswith(f"# {game.title}\n")
        assert all(f"| `{option.name}` |" in page for option in game.facts.options)


# -- what is said in several places --------------------------------------------------------------


def test_all_places_name_the_same_pythons() -> None:
    project = tomllib.loads(text_of("pyproject.toml"))["project"]
    low, high = re.findall(r"3\.(\d+)", project["requires-python"])
    versions = [f"3.{minor}" for minor in range(int(low), int(high))]
    named = [c.rsplit(" ", 1)[1] for c in project["classifiers"] if "Python :: 3." in c]
    assert named == versions
    workflow = yaml.safe_load(text_of(".github/workflows/test.yml"))
    assert workflow["jobs"]["test"]["strategy"]["matrix"]["python"] == versions
    assert f"(3, {low}) <= sys.version_info[:2] <= (3, {int(high) - 1})" in text_of("Makefile")
    spoken = f"Python {versions[0]} to {versions[-1]}"
    assert spoken in text_of("README.md")
    assert spoken in text_of("docs/index.md")


def test_all_places_name_the_same_version() -> None:
    cited = yaml.safe_load(text_of("CITATION.cff"))
    assert cited["version"] == linden.__version__
    told = re.findall(
        r"^## (?:(Unreleased)|(\d+\.\d+\.\d+), \d{4}-\d\d-\d\d)$", text_of("CHANGELOG.md"), re.M
    )
    assert told, "the changelog's headings are Unreleased or like 1.2.3, 2026-01-31"
    assert len(told) == len(re.findall(r"^## ", text_of("CHANGELOG.md"), re.M))


@pytest.mark.parametrize(
    "path", [p.relative_to(ROOT).as_posix() for p in sorted((ROOT / ".github").rglob("*.yml"))]
)
def test_forms_and_workflows_can_be_read(path: str) -> None:
    read = yaml.safe_load(text_of(path))
    if "workflows" in path:
        assert read["permissions"] == {"contents": "read"}
        assert all("timeout-minutes" in job for job in read["jobs"].values())


def test_workflows_call_what_anybody_can_call() -> None:
    """What a workflow checks is a target of make, so that it can be had at home."""
    for path in (ROOT / ".github" / "workflows").glob("*.yml"):
        for job in yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"].values():
            for step in job["steps"]:
                for line in step.get("run", "").splitlines():
                    if line.startswith("make "):
                        check_make(shlex.split(line)[1:])


# -- pictures ------------------------------------------------------------------------------------


def test_every_page_has_its_screenshots_and_they_are_small(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.syspath_prepend(ROOT / "docs")
    told = runpy.run_path(str(ROOT / "docs" / "make_screenshots.py"))
    addresses = told["ADDRESSES"]
    of_their_own = {"/nothing", "/offline"}
    same = {"/puzzles/{game}"}  # chooses one of /puzzles/{game}/{id}
    assert set(addresses.values()) == (set(web_pages.PARTS) - same) | of_their_own
    looks = product(sorted(addresses), told["SIZES"], told["THEMES"])
    found = {path.stem: path.stat().st_size for path in told["FOLDER"].glob("*.webp")}
    assert set(found) == {"-".join(look) for look in looks}
    assert max(found.values()) <= told["LARGEST"]
    assert sum(found.values()) < 8_000_000
    gallery = (ROOT / "docs" / "screenshots.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"screenshots/([\w-]+)\.webp", gallery))
    assert shown == set(found), "the page of them shows all"


SAYS_WHAT = re.compile(r"""["'](LINDEN_[A-Z_]+)["']""")


def named_in(folder: str) -> set[str]:
    """The variables that programs in a folder ask for."""
    programs = (ROOT / folder).rglob("*.py")
    return {name for path in programs for name in SAYS_WHAT.findall(path.read_text("utf-8"))}


def test_every_variable_of_the_environment_is_told() -> None:
    rows = set(
        re.findall(r"^\| `(LINDEN_[A-Z_]+)", text_of("docs/sites.md").split("## All")[1], re.M)
    )
    assert rows == named_in("src/linden")
    told = "".join(map(text_of, WRITTEN))
    asked = {name for name in named_in("tests") if f'environ.get("{name}"' in SOURCES}
    asked.remove("LINDEN_TEST_CLOCK")  # set by tests alone
    assert len(asked) > 10
    assert [name for name in sorted(asked) if name not in told] == []


SOURCES = "".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("*.py"))
