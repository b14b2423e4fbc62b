"""Option sets to test Breakthrough with, and some that must be refused."""

from typing import Any

SETS: list[dict[str, Any]] = [{"side": side} for side in (8, 4, 5, 6, 7)]
BAD: list[dict[str, Any]] = [{"side": 3}, {"side": 9}, {"side": "wide"}, {"rows": 8}]
