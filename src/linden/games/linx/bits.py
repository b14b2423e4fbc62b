"""Sets of squares as the bits of one word: what touches them, and whether three are in line.

A row of squares is eight bits, so that a step to the right is 1 bit and a step up is 8. The
callers keep the outermost squares free of what they shift, and nothing runs over an edge.
"""

from typing import Any

import numpy as np

from linden.core.kernel import rule

ONE, TWO, SEVEN, EIGHT, NINE = (np.uint64(n) for n in (1, 2, 7, 8, 9))
FOURTEEN, SIXTEEN, EIGHTEEN = (np.uint64(n) for n in (14, 16, 18))


@rule
def around(squares: Any) -> Any:
    """These squares and all that touch them, diagonals included."""
    wide = squares | (squares << ONE) | (squares >> ONE)
    return wide | (wide << EIGHT) | (wide >> EIGHT)


@rule
def in_line(squares: Any) -> Any:
    """Whether three neighbours stand in a row, a column or a diagonal: the lowest of each."""
    return (
        (squares & (squares >> ONE) & (squares >> TWO))
        | (squares & (squares >> EIGHT) & (squares >> SIXTEEN))
        | (squares & (squares >> NINE) & (squares >> EIGHTEEN))
        | (squares & (squares >> SEVEN) & (squares >> FOURTEEN))
    )


@rule
def completing(squares: Any) -> Any:
    """Where one more square would make three in line; beyond the edges there is nonsense."""
    return gaps(squares, ONE) | gaps(squares, EIGHT) | gaps(squares, NINE) | gaps(squares, SEVEN)


@rule
def gaps(squares: Any, step: Any) -> Any:
    """The same along one direction: before two, after two, or between them."""
    after, before = squares << step, squares >> step
    return (after & (after << step)) | (before & (before >> step)) | (after & before)
