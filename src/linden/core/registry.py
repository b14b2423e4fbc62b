"""Which games there are: Linden's own, and those from outside.

Linden's own are the folders of ``games/``. Others come from folders that ``LINDEN_GAMES`` names
(each holds game folders; several are separated as in ``PATH``), and from installed packages with
an entry point in the group ``linden.games`` (``pig = "my_games.pig"``). A game that does not keep
its contract is left out with a sentence (``faults``) and harms no other.
"""

import dis
import hashlib
import importlib
import os
import pkgutil
import re
import sys
import traceback
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from linden.core import contract
from linden.core.cache import PACKAGE, homes, source_digest
from linden.core.catalogues import quoted, sentences
from linden.core.declaration import Declaration
from linden.core.errors import GameError, OptionError
from linden.core.facts import declared

say = sentences(__file__)

VARIABLE = "LINDEN_GAMES"
GROUP = "linden.games"
HOME = "linden.games"
"""The package whose modules Linden's games, and those of the named folders, are."""
OWN = PACKAGE / "games"
NAME = re.compile("[a-z][a-z0-9_]{0,39}")
"""What a game may be called: databases and addresses have room for so much."""
NAMED = "a game is named in lower-case letters, digits and underscores, 40 at most"


@dataclass(frozen=True)
class Found:
    """A game that was found, good or not."""

    name: str
    module: str
    origin: str
    """Where it comes from, in words: a folder, an installed package."""


@dataclass(frozen=True)
class Fault:
    """Why a game was left out."""

    name: str
    sentence: str


def games() -> list[str]:
    """The names of all games that keep their contract."""
    return sorted(name for name, said in _judged(_wish()).items() if said is None)


def faults() -> list[Fault]:
    """What was left out, and why."""
    told = [Fault(name, said) for name, said in _judged(_wish()).items() if said is not None]
    return [*_survey(_wish())[1], *told]


def find(name: str) -> Found:
    """The game called ``name``, or ``OptionError``."""
    if name in _own():
        return _own()[name]
    found = _survey(_wish())[0].get(name)
    if found is None:
        have = ", ".join(games())
        raise OptionError(
            say("There is no game {name}; there are {games}.", name=quoted(name), games=have)
        )
    return found


def declaration(name: str) -> Declaration:
    """The facts of the game called ``name``."""
    found = find(name)
    if name not in _own() and (said := _judged(_wish())[name]) is not None:
        raise OptionError(said)
    try:
        return _declared(found)
    except GameError as error:
        raise OptionError(_left_out(found, error)) from error


def module(name: str, part: str = "") -> ModuleType:
    """The package of a game, or a module in it."""
    whole = find(name).module
    return importlib.import_module(f"{whole}.{part}" if part else whole)


def has(name: str, part: str) -> bool:
    """Whether a game's package has this module."""
    return find_spec(f"{find(name).module}.{part}") is not None


def folder(name: str) -> Path:
    """Where a game's files lie."""
    file = module(name).__file__
    assert file is not None
    return Path(file).parent


# -- looking around ------------------------------------------------------------------------------


def _wish() -> str:
    return os.environ.get(VARIABLE, "")


@cache
def _own() -> dict[str, Found]:
    names = (it.name for it in pkgutil.iter_modules([str(OWN)]) if it.ispkg)
    return {name: Found(name, f"{HOME}.{name}", f"games/{name}") for name in names}


@cache
def _survey(wish: str) -> tuple[dict[str, Found], list[Fault]]:
    """Every game, and what cannot be one, under this value of ``LINDEN_GAMES``."""
    found = dict(_own())
    wrong: list[Fault] = []
    for candidate in [*_in_folders(wish, wrong), *_installed()]:
        taken = found.get(candidate.name)
        if taken is not None:
            said = f"there is one of that name already, in {taken.origin}"
            wrong.append(Fault(candidate.name, _left_out(candidate, said)))
        elif not NAME.fullmatch(candidate.name):
            wrong.append(Fault(candidate.name, _left_out(candidate, NAMED)))
        else:
            found[candidate.name] = candidate
    return found, wrong


def folders(wish: str | None = None) -> list[Path]:
    """The folders that ``LINDEN_GAMES`` names."""
    named = (_wish() if wish is None else wish).split(os.pathsep)
    return list(dict.fromkeys(_place(it) for it in named if it.strip()))


def _place(named: str) -> Path:
    try:
        return Path(named).expanduser().resolve()
    except (OSError, RuntimeError):  # nobody has that name, or links lead in a circle
        return Path(named)


def open_folders() -> None:
    """Let the modules in the named folders be found as ``linden.games.<name>``."""
    package = importlib.import_module(HOME)
    package.__path__ = [str(OWN), *map(str, folders())]


def _in_folders(wish: str, wrong: list[Fault]) -> Iterable[Found]:
    open_folders()
    for place in folders(wish):
        try:
            inside = sorted(place.iterdir())
        except (NotADirectoryError, FileNotFoundError):
            said = f"{VARIABLE} names {place}, which is no folder; it names folders of games."
            wrong.append(Fault(str(place), said))
            continue
        except OSError as error:
            said = f"{VARIABLE} names {place}, which cannot be read: {error.strerror}."
            wrong.append(Fault(str(place), said))
            continue
        for path in inside:
            candidate = Found(path.name, f"{HOME}.{path.name}", str(path))
            try:
                declares, rules = ((path / it).is_file() for it in ("__init__.py", "rules.py"))
            except OSError as error:
                said = f"its folder cannot be read: {error.strerror}"
                wrong.append(Fault(path.name, _left_out(candidate, said)))
                continue
            if declares:
                yield candidate
            elif rules:
                said = "it has no __init__.py, which would declare its GAME"
                wrong.append(Fault(path.name, _left_out(candidate, said)))


def _installed() -> Iterable[Found]:
    from importlib.metadata import entry_points

    for point in entry_points(group=GROUP):
        package = f" of {point.dist.name}" if point.dist else ""
        yield Found(point.name, point.value, f"the installed module {point.value}{package}")


# -- judging -------------------------------------------------------------------------------------


def _left_out(found: Found, why: object) -> str:
    return f"The game {found.name} ({found.origin}) is left out: {why}."


@cache
def _declared(found: Found) -> Declaration:
    if found.module.rpartition(".")[2] != found.name:
        raise GameError(f"its module {found.module} should end in the game's name, .{found.name}")
    return declared(found.name, load_module(found.module))


@cache
def _judged(wish: str) -> dict[str, str | None]:
    """For each game a sentence if it cannot be used, under this value of ``LINDEN_GAMES``."""
    verdicts: dict[str, str | None] = {}
    owners: dict[str, str] = {}
    for name, found in _survey(wish)[0].items():
        try:
            first = _checked(found)
            for field in first:
                if owners.setdefault(field, name) != name:
                    raise GameError(
                        f"its state begins with the field {field!r}, as that of {owners[field]} "
                        "does; two games' states must begin with different names"
                    )
            verdicts[name] = None
        except GameError as error:
            verdicts[name] = _left_out(found, error)
        except BaseException as error:
            if called_off(error):
                raise
            verdicts[name] = _left_out(found, cause(error))
        if verdicts[name] is not None:  # its states might be taken for another game's
            _forget(f"{found.module}.rules")
    return verdicts


def _checked(found: Found) -> list[str]:
    """The names that the game's states begin with, or ``GameError``.

    What was found good once is not looked at again until its sources change, for the rules bring
    the compiler along; a file in the cache remembers it.
    """
    facts = _declared(found)
    seal = _seal(found, sys.modules[found.module])
    if seal.is_file():
        return seal.read_text(encoding="utf-8").split()
    rules = load_module(f"{found.module}.rules")
    contract.check_rules(facts, rules)
    options = {option.name: option.default for option in facts.options}
    contract.check_start(rules, rules.start(options))
    parts = {
        part: load_module(f"{found.module}.{part}")
        for part in ("notation", "drawing", "guidance", "players", "setup")
        if find_spec(f"{found.module}.{part}") is not None
    }
    contract.check_notation(facts, parts.get("notation"))
    contract.check_parts(parts)
    first = contract.first_fields(rules)
    try:
        seal.parent.mkdir(parents=True, exist_ok=True)
        seal.write_text(" ".join(first), encoding="utf-8")
    except OSError:
        pass  # then it is looked at again next time
    return first


def _seal(found: Found, package: ModuleType) -> Path:
    """The file that says: these sources were found good by this version of the checks."""
    core = source_digest(PACKAGE / "core")
    own = source_digest(Path(str(package.__file__)).parent)
    named = hashlib.sha256(f"{found} {core} {own} {sys.version}".encode()).hexdigest()[:20]
    return homes()[0] / "checked" / f"{found.name}-{named}"


def load_module(name: str) -> ModuleType:
    """Import a game's module; whatever goes wrong there is a ``GameError`` that says where."""
    try:
        return importlib.import_module(name)
    except GameError:
        _forget(name)
        raise
    except BaseException as error:
        _forget(name)
        if called_off(error):
            raise
        raise GameError(cause(error)) from error


def _forget(name: str) -> None:
    """A module that was not loaded answers for no states."""
    states = sys.modules.get("linden.core.states")  # not loaded for this: it brings NumPy along
    if states is not None:
        states.forget(name)


# -- what goes wrong later -----------------------------------------------------------------------


def called_off(error: BaseException) -> bool:
    """Whether somebody has pressed Ctrl-C, and it is no ``raise KeyboardInterrupt`` of a game."""
    innermost = error.__traceback__
    while innermost is not None and innermost.tb_next is not None:
        innermost = innermost.tb_next
    if innermost is None or not isinstance(error, KeyboardInterrupt):
        return isinstance(error, KeyboardInterrupt)
    return innermost.tb_frame.f_code.co_code[innermost.tb_lasti] != dis.opmap["RAISE_VARARGS"]


def blame(error: BaseException) -> str | None:
    """A sentence about the game that does not keep its contract, or in whose code something else
    went wrong; ``None`` where it was no game's."""
    if isinstance(error, GameError):
        return str(error)
    name = at_fault(error)
    return None if name is None else f"The game {name} has a fault: {cause(error)}."


def fault_of(name: str, error: BaseException) -> str:
    """The same where it is known which game was asked, in whosever code it went wrong."""
    return blame(error) or f"The game {name} has a fault: {cause(error)}."


def at_fault(error: BaseException) -> str | None:
    """The game in whose code something went wrong, where it was in a game's."""
    frames = reversed(traceback.extract_tb(error.__traceback__))
    return next((name for it in frames if (name := _whose(it.filename)) is not None), None)


def _whose(source: str) -> str | None:
    """The game whose folder holds a file."""
    for found in _survey(_wish())[0].values():
        file = getattr(sys.modules.get(found.module), "__file__", None)
        home = os.path.dirname(file) if file else found.origin  # what fails at once is not kept
        if source.startswith(f"{home}{os.sep}"):
            return found.name
    return None


def cause(error: BaseException) -> str:
    """What went wrong, and in which line of the game's files; what was said of a game already needs
    no line."""
    if isinstance(error, GameError):
        return str(error).rstrip(".")
    if isinstance(error, SyntaxError):
        return f"{place_of(error)}: {error.msg}"
    said = " ".join(str(error).split()).rstrip(".")
    return f"{place_of(error)}: {said}" if said else place_of(error)


def place_of(error: BaseException) -> str:
    """The same without what it says, which may be hidden from whoever asks."""
    kind = type(error).__name__
    if isinstance(error, SyntaxError) and error.filename:
        return f"{kind} in {Path(error.filename).name}, line {error.lineno}"
    frames = traceback.extract_tb(error.__traceback__)
    ours = str(PACKAGE / "core")
    own = [it for it in frames if _whose(it.filename) is not None]
    own = own or [it for it in frames if "importlib" not in it.filename and ours not in it.filename]
    return f"{kind} in {Path(own[-1].filename).name}, line {own[-1].lineno}" if own else kind
