"""Seeds, as the streams of the rules take them."""

import operator


def checked(seed: int) -> int:
    """A seed, also one of NumPy's numbers, if there are streams of it."""
    number = operator.index(seed)
    if not 0 <= number < 2**64:
        raise ValueError(f"A seed is 0 to 2**64 - 1, not {number}.")
    return number
