"""Compiling rules with Numba: cached under names that say what they are, announced, and refused
with a sentence where it cannot be done."""

import hashlib
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core import event
from numba.core.caching import FunctionCache, IndexDataCacheFile
from numba.core.compiler import run_frontend
from numba.core.dispatcher import Dispatcher
from numba.core.registry import CPUDispatcher

from linden.core import cache
from linden.core.catalogues import sentences
from linden.core.errors import GameError
from linden.core.states import game_of, module_of
from linden.core.verbs import VERBS

say = sentences(__file__)

# Numba numbers record types, and files in its cache, by counting. Two processes count differently:
# code that they compiled for two kinds of states can end up under one name, and a third process
# would run the one for the other. So both are named by what they are.


def _digest(words: str) -> str:
    return hashlib.sha256(words.encode()).hexdigest()[:15]


numba.types.Record.mangling_args = property(
    lambda record: ("Record", (int(_digest(record.name), 16),))
)


class _CacheFile(IndexDataCacheFile):  # type: ignore[misc]
    def save(self, key: Any, data: Any) -> None:
        name = self._index_name.removesuffix("nbi") + f"{_digest(repr(key))}.nbc"
        self._save_data(name, data)
        self._save_index(self._load_index() | {key: name})


class _Cache(FunctionCache):  # type: ignore[misc]
    """Knows code for states of a game from outside the package by that game's sources too."""

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        key = super()._index_key(sig, codegen)
        digests = sorted({digest for dtype in dtypes_in(sig) if (digest := _outside_digest(dtype))})
        return (*key, *digests) if digests else key


def dtypes_in(arguments: Iterable[Any]) -> Iterator[np.dtype[Any]]:
    """The types of games' states in Numba types: records, arrays of them, tuples of those."""
    for argument in arguments:
        if isinstance(argument, numba.types.BaseTuple):
            yield from dtypes_in(argument)
            continue
        record = argument
        if not isinstance(record, numba.types.Record):
            record = getattr(argument, "dtype", None)
        if isinstance(record, numba.types.Record):
            dtype = numba.np.numpy_support.as_dtype(record)
            if module_of(dtype) is not None:
                yield dtype


def is_outside(module: str) -> bool:
    """Whether a rules module comes from outside the package."""
    return _whole(module) is not None


def _whole(module: str) -> Path | None:
    file = getattr(sys.modules.get(module), "__file__", None)
    return cache.outside(file) if file else None


def _sources(module: str) -> list[Path]:
    """The Python files beside a rules module, itself first."""
    file = Path(str(getattr(sys.modules.get(module), "__file__", "")))
    if not file.is_file():
        return []
    return [file, *(it for it in cache.python_files(file.parent, "*.py") if it != file)]


def _outside_digest(dtype: np.dtype[Any]) -> str | None:
    whole = _whole(str(module_of(dtype)))
    return None if whole is None else cache.source_digest(whole)


# -- one rule ------------------------------------------------------------------------------------


class _Rule(CPUDispatcher):  # type: ignore[misc]
    """A compiled rule that says in a sentence why it could not be compiled."""

    def _compile_for_args(self, *arguments: Any, **named: Any) -> Any:
        try:
            return super()._compile_for_args(*arguments, **named)
        except GameError:
            raise
        except Exception as error:  # the compiler has many, not all its own
            known = list(dtypes_in(map(numba.typeof, arguments)))
            if not known:
                raise
            sources = _sources(str(module_of(known[0])))
            raise GameError(explained(game_of(known[0]), error, sources)) from error


def compiled(function: Callable[..., Any]) -> Any:
    """``function``, compiled for the CPU when it is first called and then kept on disk.

    Rules from outside the package are compiled with every index checked: a list of moves that is
    longer than ``MOST_MOVES`` is an error there, and overwrites nothing. None can be called from C,
    which nobody does: that would be compiled for each, too.
    """
    source = function.__code__.co_filename
    checked = cache.outside(source) is not None
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache.directory_for(source))
    try:
        made = numba.njit(
            cache=True, nogil=True, boundscheck=checked or None, no_cfunc_wrapper=True
        )(function)
    finally:
        numba.config.CACHE_DIR = before
    if isinstance(made, Dispatcher):
        made.__class__ = _Rule
        made._cache.__class__ = _Cache
        _keep_in(made._cache, cache.place_for(source))
    return made


def _keep_in(kept: Any, place: Path) -> None:
    """Numba would name the directory by where the source lies; the same sources in two places (a
    checkout and another, an environment made anew) are to find what either compiled."""
    kept._cache_path = kept._impl.locator._cache_path = str(place)
    kept._cache_file = _CacheFile(
        str(place), kept._impl.filename_base, kept._cache_file._source_stamp
    )


# -- what did not compile ------------------------------------------------------------------------

_PLACE = re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+)')
_HEAD = re.compile(r"Failed in \w+ mode pipeline \(step: [^)]*\)")
_NO_CAUSE = re.compile(r"(There (is|are)|- Of which|\w* ?Overload|With arg|Rejected|No match|\*)")


def explained(game: str, error: BaseException | str, sources: Sequence[Path] = ()) -> str:
    """One sentence from a compiler's pages: which rule, where, and the last cause."""
    plain = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    cause = f"the state has no field {plain}" if isinstance(error, KeyError) else _cause(plain)
    where = _where(game, plain, sources) or _where_named(cause, sources) or _unread(sources)
    verb = next((verb for verb in VERBS if f"<function {verb} at " in plain), None)
    verb = verb or _function_at(where, sources)
    guilty = (f" its rule {verb}" if verb else " a rule") + (f" ({where})" if where else "")
    return (
        f"The rules of {game} do not compile:{guilty}: {cause}. "
        "NUMBA_DISABLE_JIT=1 runs them as plain Python, to debug them there."
    )


def _cause(text: str) -> str:
    """What was wrong in the innermost of the messages that stand in one another."""
    inner = re.split(r"\n\s*(?:During:|File \")", _HEAD.split(text)[-1])[0]
    lines = [line.strip() for line in inner.splitlines()]
    asked = next((line for line in lines if line.startswith(">>> ")), None)
    if asked is not None:
        cause = f"nothing does {asked.removeprefix('>>> ')}"
    else:
        said = [line for line in lines if line and not _NO_CAUSE.match(line)]
        cause = said[-1] if said else "the compiler does not say why"
    cause = re.sub(r"Record\(.*?;(True|False)\)", "a state", cause)
    return re.sub(r"\.+ Raised from None", "", cause).rstrip(". ")[:300]


def _where(game: str, text: str, sources: Sequence[Path]) -> str:
    """The innermost place in the game's own files."""
    for found in _PLACE.finditer(text):
        path = Path(found["file"])
        if path.parent.name == game and path.name in {source.name for source in sources}:
            return f"{path.name}, line {found['line']}"
    return ""


def _unread(sources: Sequence[Path]) -> str:
    """The first rule that is written in a way the compiler cannot even read."""
    from linden.core.kernel import rules_in

    files = {str(source) for source in sources}
    for module in [name for name, it in sys.modules.items() if _file(it) in files]:
        for function in rules_in(module).values():
            code = getattr(function, "py_func", function).__code__
            try:
                run_frontend(getattr(function, "py_func", function))
            except Exception:
                return f"{Path(code.co_filename).name}, line {code.co_firstlineno + 1}"
    return ""


def _file(module: object) -> str:
    return str(getattr(module, "__file__", ""))


def _function_at(where: str, sources: Sequence[Path]) -> str | None:
    """The function around a line."""
    name, _, line = where.partition(", line ")
    for source in sources:
        if source.name == name:
            before = _lines(source)[: int(line)]
            found = re.findall(r"^def (\w+)", "\n".join(before), re.M)
            return found[-1] if found else None
    return None


def _lines(source: Path) -> list[str]:
    """What stands in a file; some are written in another code than most."""
    return source.read_text(encoding="utf-8", errors="replace").splitlines()


def _where_named(cause: str, sources: Sequence[Path]) -> str:
    """Where the name stands that a cause speaks of, if it stands in one place."""
    named = re.search(r"'(\w+)'", cause)
    places = [
        f"{source.name}, line {number}"
        for source in sources
        for number, line in enumerate(_lines(source), 1)
        if named and re.search(rf"\b{named[1]}\b", line.partition("#")[0])
    ]
    return places[0] if places else ""


# -- saying what takes the time ------------------------------------------------------------------


def _say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


class Announcer(event.Listener):  # type: ignore[misc]
    """Says, once a process and game, that its rules are being compiled."""

    def __init__(self) -> None:
        self.say: Callable[[str], None] = _say
        self._said: set[str] = set()

    def on_start(self, ev: Any) -> None:
        for dtype in dtypes_in(ev.data["args"]):
            if (name := game_of(dtype)) not in self._said:
                self._said.add(name)
                told = say(
                    "Preparing {game}: compiling its rules for this machine. This takes some "
                    "seconds, and happens once.",
                    game=name,
                )
                self.say(told)

    def on_end(self, ev: Any) -> None:
        """Nothing to say: what was being waited for now appears."""


announcer = Announcer()
event.register("numba:compile", announcer)
