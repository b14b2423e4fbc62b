"""Compiling rules with Numba: cached under names that say what they are, announced, and refused
with a sentence where it cannot be done."""

import hashlib
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core import event
from numba.core.caching import FunctionCache, IndexDataCacheFile
from numba.core.dispatcher import Dispatcher
from numba.core.errors import NumbaError
from numba.core.registry import CPUDispatcher

from linden.core import cache
from linden.core.errors import GameError
from linden.core.states import game_of, module_of
from linden.core.verbs import VERBS

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
        digests = sorted({digest for one in sig if (digest := _outside_digest(one))})
        return (*key, *digests) if digests else key


def dtype_of(argument: Any) -> np.dtype[Any] | None:
    """The state type in a Numba type: a record, or an array of them."""
    record = getattr(argument, "dtype", argument)
    if not isinstance(record, numba.types.Record):
        return None
    dtype: np.dtype[Any] = numba.np.numpy_support.as_dtype(record)
    return dtype


def is_outside(module: str) -> bool:
    """Whether a rules module comes from outside the package."""
    return _whole(module) is not None


def _whole(module: str) -> Path | None:
    file = getattr(sys.modules.get(module), "__file__", None)
    return cache.outside(file) if file else None


def _outside_digest(argument: Any) -> str | None:
    dtype = dtype_of(argument)
    module = None if dtype is None else module_of(dtype)
    whole = None if module is None else _whole(module)
    return None if whole is None else cache.source_digest(whole)


# -- one rule ------------------------------------------------------------------------------------


class _Rule(CPUDispatcher):  # type: ignore[misc]
    """A compiled rule that says in a sentence why it could not be compiled."""

    def _compile_for_args(self, *arguments: Any, **named: Any) -> Any:
        try:
            return super()._compile_for_args(*arguments, **named)
        except NumbaError as error:
            dtypes = [dtype_of(numba.typeof(argument)) for argument in arguments]
            known = [dtype for dtype in dtypes if dtype is not None and module_of(dtype)]
            if not known:
                raise
            raise GameError(explained(game_of(known[0]), str(error))) from error


def compiled(function: Callable[..., Any]) -> Any:
    """``function``, compiled for the CPU when it is first called and then kept on disk.

    Rules from outside the package are compiled with every index checked: a list of moves that is
    longer than ``MOST_MOVES`` is an error there, and overwrites nothing.
    """
    source = function.__code__.co_filename
    checked = cache.outside(source) is not None
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache.directory_for(source))
    try:
        made = numba.njit(cache=True, nogil=True, boundscheck=checked or None)(function)
    finally:
        numba.config.CACHE_DIR = before
    if isinstance(made, Dispatcher):
        made.__class__ = _Rule
        made._cache.__class__ = _Cache
        made._cache._cache_file.__class__ = _CacheFile
    return made


# -- what did not compile ------------------------------------------------------------------------

_PLACE = re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+)')
_NOISE = re.compile(
    r"Failed in|During|There (is|are) |- Of which|Overload |With argument|Rejected as|"
    r"No implementation of function|>>>|File |This error|To see|Enable|<source|\^|raised from"
)


def explained(game: str, message: str) -> str:
    """One sentence from a compiler's pages: which rule, where, and the last cause."""
    plain = re.sub(r"\x1b\[[0-9;]*m", "", message)
    verbs = [verb for verb in VERBS if f"<function {verb} at " in plain]
    places = [
        found
        for found in _PLACE.finditer(plain)
        if Path(found["file"]).parent.name == game or f"/{game}/" in found["file"]
    ]
    verb = f" its rule {verbs[0]}" if verbs else " a rule"
    where = ""
    if places:
        where = f" ({Path(places[0]['file']).name}, line {places[0]['line']})"
        cause = _cause(plain[: places[0].start()])
    else:
        cause = _cause(plain)
    return (
        f"The rules of {game} do not compile:{verb}{where}: {cause}. "
        "NUMBA_DISABLE_JIT=1 runs them as plain Python, to debug them there."
    )


def _cause(text: str) -> str:
    """The last line that says what was wrong."""
    lines = [line.strip() for line in text.splitlines()]
    lines = [line for line in lines if line and not _NOISE.match(line)]
    last = lines[-1] if lines else "the compiler does not say why"
    last = re.sub(r"Record\(.{40,}?\)(?=[,) ]|$)", "a state", last)
    return re.sub(r"^\w*(Error|Exception): ", "", last).rstrip(". ")[:300]


# -- saying what takes the time ------------------------------------------------------------------


def _say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


class Announcer(event.Listener):  # type: ignore[misc]
    """Says, once a process and game, that its rules are being compiled."""

    def __init__(self) -> None:
        self.say: Callable[[str], None] = _say
        self._said: set[str] = set()

    def on_start(self, ev: Any) -> None:
        for argument in ev.data["args"]:
            dtype = dtype_of(argument)
            if (
                dtype is not None
                and module_of(dtype)
                and (name := game_of(dtype)) not in self._said
            ):
                self._said.add(name)
                self.say(
                    f"Preparing {name}: compiling its rules for this machine. "
                    "This takes some seconds, and happens once."
                )

    def on_end(self, ev: Any) -> None:
        """Nothing to say: what was being waited for now appears."""


announcer = Announcer()
event.register("numba:compile", announcer)
