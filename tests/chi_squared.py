"""Pearson's chi-squared test, as far as the tests need it."""

from collections.abc import Sequence


def implausible(seen: Sequence[int], expected: Sequence[float]) -> bool:
    """Whether counts lie more than six standard deviations from what they should be.

    Uses the cube-root transform of Wilson and Hilferty (1931), which makes chi-squared nearly
    normal.
    """
    freedom = len(seen) - 1
    if freedom == 0:
        return False
    statistic = sum((s - e) ** 2 / e for s, e in zip(seen, expected, strict=True))
    spread = 2 / (9 * freedom)
    return bool(((statistic / freedom) ** (1 / 3) - (1 - spread)) / spread**0.5 > 6)
