"""Option sets to test Linja with: all eight."""

from itertools import product
from typing import Any

SETS: list[dict[str, Any]] = [
    {"bonus": bonus, "meddle": meddle, "own_side": own_side}
    for bonus, meddle, own_side in product(("followup", "any"), (False, True), (-1, 0))
]

BAD: list[dict[str, Any]] = [
    {"bonus": "none"},
    {"bonus": None},
    {"meddle": "maybe"},
    {"meddle": 2},
    {"own_side": 1},
    {"own_side": -1.0},
    {"own_side": True},
    {"rows": 8},
]
