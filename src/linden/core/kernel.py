"""Rules as kernels: the ``@rule`` decorator and the verbs that generic code is written in.

A game's rules are plain functions over one NumPy record. ``@rule`` compiles them with Numba on
first use; generic code calls *verbs*, which find the game's function by the record's dtype, while
compiling and while interpreting alike. So perft, playouts and search are written once, compile
once per game, and are found again in the disk cache by the next process.
"""

import importlib
import inspect
import sys
import types as python_types
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, TypeVar

import numba
import numpy as np
from numba.core.dispatcher import Dispatcher
from numba.core.errors import NumbaError
from numba.core.target_extension import current_target
from numba.extending import overload

from linden.core.compiling import announcer, compiled, is_outside
from linden.core.errors import GameError
from linden.core.seats import CHANCE, OVER
from linden.core.states import blank, game_of, module_of, state_type
from linden.core.types import StateRecord
from linden.core.verbs import VERBS, Verb

__all__ = [
    "CHANCE",
    "OVER",
    "action_of",
    "announcer",
    "blank",
    "conceal",
    "evaluate",
    "game_of",
    "interpreted",
    "key",
    "legal",
    "mask",
    "move_of",
    "mover",
    "observe",
    "outlook",
    "play",
    "returns",
    "reveal",
    "rule",
    "sample",
    "scores",
    "state_type",
    "urgent",
    "veil",
    "weights",
]

Function = TypeVar("Function", bound=Callable[..., Any])

if numba.config.DISABLE_JIT:
    # Interpreted, integers wrap around silently as they do compiled.
    np.seterr(over="ignore")


# -- declaring rules -----------------------------------------------------------------------------

_rules_of: dict[str, dict[str, Callable[..., Any]]] = {}


def rule(function: Function) -> Function:
    """Compile ``function`` when it is first called, and keep the result on disk.

    A rule whose name is a verb answers that verb for the states declared in its module, or in the
    ``rules`` beside it.
    """
    made = compiled(function)
    _rules_of.setdefault(function.__module__, {})[function.__name__] = made
    return made  # type: ignore[no-any-return]


def rules_in(module: str) -> dict[str, Callable[..., Any]]:
    """The rules that a module declared, by name."""
    return _rules_of.get(module, {})


_plain: dict[Any, Callable[..., Any]] = {}


def interpreted(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same function as plain Python, all the way down: for debugging, for comparison, and for
    what is asked once and would take longer to load compiled."""
    source = getattr(function, "py_func", function)
    if source is function and not _calls_rules(function):
        return function
    if function not in _plain:
        _plain[function] = _all_plain(function, source)
    return _plain[function]


def _calls_rules(function: Callable[..., Any]) -> bool:
    if not isinstance(function, python_types.FunctionType):
        return False
    known = map(function.__globals__.get, function.__code__.co_names)
    return any(isinstance(it, Dispatcher) for it in known)


def _all_plain(key: Any, source: Any) -> Callable[..., Any]:
    """``source`` with plain functions for all the rules that it calls."""
    names = dict(source.__globals__)
    _plain[key] = python_types.FunctionType(
        source.__code__, names, source.__name__, source.__defaults__, source.__closure__
    )
    for name in source.__code__.co_names:
        if isinstance(names.get(name), Dispatcher):
            names[name] = interpreted(names[name])
    return _plain[key]


# -- finding the rule for a state ----------------------------------------------------------------


def features_of(module: str) -> str | None:
    """The module beside a game's rules that has what is not in its rules page, loaded; ``None``
    if there is none."""
    beside = f"{module.rpartition('.')[0]}.features"
    if beside not in sys.modules:
        if "." not in module or find_spec(beside) is None:
            return None
        importlib.import_module(beside)
    return beside


def rule_for(dtype: np.dtype[Any], verb: str) -> Any:
    """What answers ``verb`` for states of this type: the game's own rule, or the default."""
    from linden.core import defaults

    name = game_of(dtype)
    module = str(module_of(dtype))
    found = _rules_of[module].get(verb)
    if found is None and (beside := features_of(module)) is not None:
        found = _rules_of.get(beside, {}).get(verb)
    if found is None and hasattr(defaults, verb):
        found = getattr(defaults, verb)(sys.modules[module], dtype)
    if found is None:
        raise GameError(f"The rules of {name} lack the rule {VERBS[verb].call}.")
    return found


def _plain_rule_for(dtype: np.dtype[Any], verb: str) -> Callable[..., Any]:
    if (dtype, verb) not in _plain:
        found = rule_for(dtype, verb)
        if isinstance(found, Dispatcher):
            _plain[dtype, verb] = interpreted(found)
        else:
            _all_plain((dtype, verb), found)
    return _plain[dtype, verb]


def _call(verb: str, state: StateRecord, *arguments: Any) -> Any:
    with np.errstate(over="ignore"):
        return _plain_rule_for(state.dtype, verb)(state, *arguments)


def _compiled(verb: str, state: StateRecord, *arguments: Any) -> Any:
    if not isinstance(state, numba.types.Record):
        return None
    dtype = numba.np.numpy_support.as_dtype(state)
    found = rule_for(dtype, verb)
    if not isinstance(found, Dispatcher):
        return found
    if current_target() != "cuda" and is_outside(str(module_of(dtype))):
        _check_answer(verb, found, (state, *arguments))

        # Called, not taken apart: so it keeps the checks it is compiled with.
        def checked(state: StateRecord, *arguments: Any) -> Any:
            return found(state, *arguments)

        return checked
    return found.py_func


def _check_answer(verb: str, found: Dispatcher, arguments: tuple[Any, ...]) -> None:
    """Raise ``GameError`` for a rule that returns nothing, or forgets to in some case: compiled, it
    would be told by whatever takes the answer."""
    if not (VERBS[verb].whole or VERBS[verb].hashed):
        return
    kinds = tuple(map(numba.types.unliteral, arguments))
    try:
        found.compile(kinds)
    except NumbaError:
        return  # the call says so, with its place
    answer = numba.types.unliteral(found.overloads[kinds].signature.return_type)
    if not isinstance(answer, numba.types.Number | numba.types.Boolean):
        forgets = isinstance(answer, numba.types.NoneType | numba.types.Optional)
        dtype = numba.np.numpy_support.as_dtype(arguments[0])
        raise _no_number(VERBS[verb], dtype, None if forgets else answer)


def _no_number(verb: Verb, dtype: np.dtype[Any], answer: object) -> GameError:
    said = f"The rules of {game_of(dtype)} have a rule {verb.call} that answered {answer!r}"
    return GameError(f"{said}; it returns a whole number.")


# -- the verbs -----------------------------------------------------------------------------------


def _verb(name: str) -> Callable[..., Any]:
    """The verb of the table: it dispatches when interpreted, its overload when compiled."""
    verb = VERBS[name]

    def ask(state: StateRecord, *arguments: Any) -> Any:
        answer = _call(name, state, *arguments)
        if not (verb.whole or verb.hashed):
            return answer
        try:
            number = int(answer)
        except (TypeError, ValueError, OverflowError):
            raise _no_number(verb, state.dtype, answer) from None
        return number if verb.whole else answer

    def choose(state: StateRecord, *arguments: Any) -> Any:
        return _compiled(name, state, *arguments)

    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    signature = inspect.Signature([inspect.Parameter(it, kind) for it in verb.parameters])
    for made in (ask, choose):
        made.__name__ = made.__qualname__ = name
        made.__doc__ = verb.meaning
        made.__signature__ = signature  # type: ignore[attr-defined]
    overload(ask, {"no_cfunc_wrapper": True}, strict=False)(choose)
    return ask


mover = _verb("mover")
legal = _verb("legal")
weights = _verb("weights")
play = _verb("play")
scores = _verb("scores")
returns = _verb("returns")
key = _verb("key")
veil = _verb("veil")
conceal = _verb("conceal")
observe = _verb("observe")
reveal = _verb("reveal")
mask = _verb("mask")
action_of = _verb("action_of")
move_of = _verb("move_of")
evaluate = _verb("evaluate")
sample = _verb("sample")
urgent = _verb("urgent")
outlook = _verb("outlook")
