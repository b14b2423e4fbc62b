"""What all environments share: their names, and a sentence for what is not installed."""

from importlib import import_module
from typing import Any

import linden
from linden.core.game import Game


def environment_id(name: str) -> str:
    """The id of a game's environments, with the version of its rules.

    >>> environment_id("linja")
    'linden/Linja-v0'
    """
    words = "".join(word.capitalize() for word in name.split("_"))
    return f"linden/{words}-v{linden.load(name).facts.version}"


def needed(module: str, extra: str) -> Any:
    """A module of an extra, or one sentence that says how to get it."""
    try:
        return import_module(module)
    except ImportError as error:
        raise ImportError(
            f"This needs {module.partition('.')[0]}: pip install 'linden[{extra}]'."
        ) from error


def bounds(game: Game) -> tuple[Any, Any]:
    """The least and the most that each number of an observation can be, as ``float32``."""
    import numpy as np

    form = game.observation.form()
    flags = form.flag_words * form.columns
    low = np.zeros(form.size, np.float32)
    high = np.ones(form.size, np.float32)
    low[flags:] = form.low.astype(np.float32) * form.scale
    widest = form.bits.astype(np.int64) + form.low
    high[flags:] = widest.astype(np.float32) * form.scale
    return low, high
