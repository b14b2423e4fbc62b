"""Rules as kernels: the ``@rule`` decorator and the verbs that generic code is written in.

A game's rules are plain functions over one NumPy record. ``@rule`` compiles them with Numba on
first use; generic code calls *verbs*, which find the game's function by the record's dtype, while
compiling and while interpreting alike. So perft, playouts and search are written once, compile
once per game, and are found again in the disk cache by the next process.
"""

import hashlib
import sys
import types as python_types
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numba
import numpy as np
from numba.core import event
from numba.core.caching import IndexDataCacheFile
from numba.core.dispatcher import Dispatcher
from numba.extending import overload

from linden.core import cache
from linden.core.seats import CHANCE, OVER

__all__ = [
    "CHANCE",
    "OVER",
    "blank",
    "conceal",
    "evaluate",
    "interpreted",
    "key",
    "legal",
    "mover",
    "observe",
    "play",
    "returns",
    "rule",
    "sample",
    "scores",
    "state_type",
    "veil",
    "weights",
]

Function = TypeVar("Function", bound=Callable[..., Any])

if numba.config.DISABLE_JIT:
    # Interpreted, integers wrap around silently as they do compiled.
    np.seterr(over="ignore")


# -- declaring rules -----------------------------------------------------------------------------

_module_of: dict[np.dtype[Any], str] = {}
_rules_of: dict[str, dict[str, Callable[..., Any]]] = {}


def state_type(module: str, fields: Sequence[tuple[Any, ...]]) -> np.dtype[Any]:
    """The record type of a game's state, bound to the rules of ``module``.

    The first field's name must be unlike any other game's: Numba takes a record whose fields
    begin another's for its supertype.
    """
    dtype = np.dtype((np.record, np.dtype(list(fields), align=True)))
    first = fields[0][0]
    for other, owner in _module_of.items():
        if other.names is not None and other.names[0] == first and owner != module:
            raise TypeError(f"{module} and {owner} both begin their state with {first!r}")
    _module_of[dtype] = module
    return dtype


def blank(dtype: np.dtype[Any]) -> Any:
    """A state of zeros."""
    return np.zeros(1, dtype)[0]


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


def rule(function: Function) -> Function:
    """Compile ``function`` when it is first called, and keep the result on disk.

    A rule whose name is a verb answers that verb for the states declared in its module.
    """
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache.directory())
    try:
        compiled = numba.njit(cache=True, nogil=True)(function)
    finally:
        numba.config.CACHE_DIR = before
    if isinstance(compiled, Dispatcher):
        compiled._cache._cache_file.__class__ = _CacheFile
    _rules_of.setdefault(function.__module__, {})[function.__name__] = compiled
    return compiled  # type: ignore[no-any-return]


_plain: dict[Any, Callable[..., Any]] = {}


def interpreted(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same function as plain Python, all the way down: for debugging and for comparison."""
    if not isinstance(function, Dispatcher):
        return function
    if function not in _plain:
        source: Any = function.py_func
        names = dict(source.__globals__)
        _plain[function] = python_types.FunctionType(
            source.__code__, names, source.__name__, source.__defaults__, source.__closure__
        )
        for name in source.__code__.co_names:
            if isinstance(names.get(name), Dispatcher):
                names[name] = interpreted(names[name])
    return _plain[function]


# -- finding the rule for a state ----------------------------------------------------------------


def game_of(dtype: np.dtype[Any]) -> str:
    """The name of the game whose states have this type."""
    module = _module_of.get(dtype)
    if module is None:
        raise TypeError(f"no game has states of the type {dtype}")
    return module.split(".")[-2]


def _rule_for(dtype: np.dtype[Any], verb: str) -> Any:
    from linden.core import defaults

    name = game_of(dtype)
    module = _module_of[dtype]
    found = _rules_of[module].get(verb)
    if found is None and hasattr(defaults, verb):
        found = getattr(defaults, verb)(sys.modules[module])
    if found is None:
        raise TypeError(f"the rules of {name} lack the verb {verb!r}")
    return found


def _call(verb: str, state: Any, *arguments: Any) -> Any:
    with np.errstate(over="ignore"):
        return interpreted(_rule_for(state.dtype, verb))(state, *arguments)


def _compiled(verb: str, state: Any) -> Any:
    if not isinstance(state, numba.types.Record):
        return None
    found = _rule_for(numba.np.numpy_support.as_dtype(state), verb)
    return getattr(found, "py_func", found)


# -- the verbs -----------------------------------------------------------------------------------
# Each is a stub that dispatches when interpreted, and an overload that dispatches when compiled.


def mover(state: Any) -> int:
    """Who acts: a seat, ``CHANCE`` or ``OVER``."""
    return int(_call("mover", state))


def legal(state: Any, out: Any) -> int:
    """Write the legal moves, or the chance outcomes, into ``out``; return how many."""
    return int(_call("legal", state, out))


def weights(state: Any, out: Any) -> None:
    """At a chance node: write the integer weight of each outcome, in the order of ``legal``."""
    _call("weights", state, out)


def play(state: Any, move: int) -> None:
    """Make a move that is known to be legal, in place."""
    _call("play", state, move)


def scores(state: Any, out: Any) -> None:
    """Write the game's own points per seat, as they stand."""
    _call("scores", state, out)


def returns(state: Any, out: Any) -> None:
    """Write what each seat has won: zeros until the game is over."""
    _call("returns", state, out)


def key(state: Any) -> Any:
    """A 64-bit hash of the position."""
    return _call("key", state)


def veil(state: Any, seat: int) -> None:
    """Reduce the state, in place, to what ``seat`` may know."""
    _call("veil", state, seat)


def conceal(state: Any, seat: int, rng: Any) -> None:
    """Redraw, in place and consistently, everything that ``seat`` cannot know."""
    _call("conceal", state, seat, rng)


def observe(state: Any, seat: int, out: Any) -> None:
    """Write the position as ``seat`` sees it, as numbers for learning agents."""
    _call("observe", state, seat, out)


def evaluate(state: Any, out: Any) -> None:
    """Write a guess at the final points per seat."""
    _call("evaluate", state, out)


def sample(state: Any, rng: Any) -> int:
    """A uniformly random legal move, or a chance outcome by its weight."""
    return int(_call("sample", state, rng))


def urgent(state: Any, rng: Any) -> int:
    """A move that no sensible player would miss, or -1."""
    return int(_call("urgent", state, rng))


def _answers(stub: Callable[..., Any]) -> Callable[[Function], Function]:
    """Give a verb its compiled meaning: the decorated function picks the rule for a state."""

    def bind(choose: Function) -> Function:
        overload(stub)(choose)
        return choose

    return bind


@_answers(mover)
def _mover(state: Any) -> Any:
    return _compiled("mover", state)


@_answers(legal)
def _legal(state: Any, out: Any) -> Any:
    return _compiled("legal", state)


@_answers(weights)
def _weights(state: Any, out: Any) -> Any:
    return _compiled("weights", state)


@_answers(play)
def _play(state: Any, move: Any) -> Any:
    return _compiled("play", state)


@_answers(scores)
def _scores(state: Any, out: Any) -> Any:
    return _compiled("scores", state)


@_answers(returns)
def _returns(state: Any, out: Any) -> Any:
    return _compiled("returns", state)


@_answers(key)
def _key(state: Any) -> Any:
    return _compiled("key", state)


@_answers(veil)
def _veil(state: Any, seat: Any) -> Any:
    return _compiled("veil", state)


@_answers(conceal)
def _conceal(state: Any, seat: Any, rng: Any) -> Any:
    return _compiled("conceal", state)


@_answers(observe)
def _observe(state: Any, seat: Any, out: Any) -> Any:
    return _compiled("observe", state)


@_answers(evaluate)
def _evaluate(state: Any, out: Any) -> Any:
    return _compiled("evaluate", state)


@_answers(sample)
def _sample(state: Any, rng: Any) -> Any:
    return _compiled("sample", state)


@_answers(urgent)
def _urgent(state: Any, rng: Any) -> Any:
    return _compiled("urgent", state)


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
            record = getattr(argument, "dtype", argument)
            if isinstance(record, numba.types.Record):
                dtype = numba.np.numpy_support.as_dtype(record)
                if dtype in _module_of and (name := game_of(dtype)) not in self._said:
                    self._said.add(name)
                    self.say(
                        f"Preparing {name}: compiling its rules for this machine. "
                        "This takes some seconds, and happens once."
                    )

    def on_end(self, ev: Any) -> None:
        """Nothing to say: what was being waited for now appears."""


announcer = Announcer()
event.register("numba:compile", announcer)
