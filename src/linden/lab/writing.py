"""An experiment written down as the TOML file that ``read_toml`` reads again."""

import json
import math
from dataclasses import fields
from typing import Any

from linden.lab.experiment import Experiment


def as_toml(experiment: Experiment) -> str:
    """The file, with what is not as usual.

    >>> print(as_toml(Experiment("linos", {"pot": [21, 25]}, [["level2"]], games=400)))
    game = "linos"
    players = "level2"
    games = 400
    <BLANKLINE>
    [options]
    pot = [21, 25]
    <BLANKLINE>
    """
    lines = [f"game = {_value(experiment.game)}"]
    if len(experiment.players) > 1:
        lines.append(f"players = {_value(experiment.players)}")
    else:
        [lineup] = experiment.players
        lines.append(f"players = {_value(lineup[0] if len(lineup) == 1 else lineup)}")
    plain = Experiment(experiment.game)
    for it in fields(experiment):
        value = getattr(experiment, it.name)
        if it.name in ("game", "options", "players") or value == getattr(plain, it.name):
            continue
        lines.append(f"{it.name} = {_value(value)}")
    if experiment.options:
        lines += ["", "[options]"]
        for name, values in experiment.options.items():
            lines.append(f"{name} = {_value(values[0] if len(values) == 1 else values)}")
    return "\n".join(lines) + "\n"


def _value(value: Any) -> str:
    """JSON and TOML write these alike: texts, numbers, true and false, lists."""
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError(f"{value} cannot be written down.")
    if isinstance(value, str | int | float | bool):
        # TOML has no surrogates, in which JSON writes what is beyond its first plane.
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    return json.dumps(str(value))
