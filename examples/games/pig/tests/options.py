"""Option sets to test Pig with, and some that must be refused."""

from typing import Any

SETS: list[dict[str, Any]] = [
    {},
    {"goal": 10},
    {"players": 3, "goal": 20},
    {"players": 4, "goal": 15},
]
BAD: list[dict[str, Any]] = [{"goal": 9}, {"goal": "far"}, {"players": 5}, {"dice": 2}]
