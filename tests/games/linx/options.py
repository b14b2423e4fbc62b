"""Option sets to test Linx with: all three."""

from typing import Any

SETS: list[dict[str, Any]] = [{"players": 2}, {"players": 3}, {"players": 4}]

BAD: list[dict[str, Any]] = [
    {"players": 1},
    {"players": 5},
    {"players": 0},
    {"players": -2},
    {"players": 2.0},
    {"players": True},
    {"players": None},
    {"players": "two"},
    {"players": ""},
    {"players": "2 3"},
    {"players": [2]},
    {"players": (2,)},
    {"players": {"players": 2}},
    {"players": "٣"},
    {"players": 10**30},
    {"seats": 2},
    {"players": 2, "neutral": True},
]
