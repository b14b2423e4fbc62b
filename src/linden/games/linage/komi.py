"""The fair komi of boards: what Horizontal must get for moving second.

Where a board is solved it is the exact margin with which Vertical wins, so that best play is a draw
(``docs/solved.md``). On larger boards it is the komi at which the computer's search finds both
sides equal; each was searched three times.
"""

# By columns and rows: the margin of Vertical for lines of 2, 3, 4 and 5, as far as they fit, when
# Vertical begins, and then when Horizontal does: on the board turned over its diagonal that is
# Horizontal's, the sign changed.
SOLVED = {
    (3, 3): ((2, 4), (-2, -4)),
    (3, 4): ((2, 5), (0, 4)),
    (3, 5): ((3, 6), (0, 0)),
    (3, 6): ((4, 1), (2, 0)),
    (4, 4): ((0, 5, 9), (0, -5, -9)),
    (4, 5): ((0, -4, 11), (0, -13, 10)),
    (4, 6): ((0, 1, 13), (0, -2, 13)),
    (5, 5): ((0, 7, 12, 0), (0, -7, -12, 0)),
    (5, 6): ((1, 8, 15, 19), (0, 3, 7, 18)),
    (5, 7): ((2, 10, 12, 22), (0, 6, -24, -26)),
    (6, 6): ((0, 0, 7, 21), (0, 0, -7, -21)),
}
SEARCHED: dict[tuple[int, int, int], float] = {
    (7, 7, 3): 0.5,
    (9, 9, 3): 1,
    (11, 11, 3): 1.5,
    (13, 13, 3): 1.5,
    (9, 13, 3): 3.5,
    (13, 9, 3): -0.5,
}
"""By columns, rows and line. On larger boards three searches do not agree to a point or two."""


def fair_komi(columns: int, rows: int, line: int) -> float | None:
    """The fair komi of a board, if it is known.

    >>> fair_komi(5, 5, 3), fair_komi(6, 5, 3)
    (7, -3)
    """
    if (columns, rows) in SOLVED:
        return SOLVED[columns, rows][0][line - 2]
    if (rows, columns) in SOLVED:
        return -SOLVED[rows, columns][1][line - 2]
    return SEARCHED.get((columns, rows, line))
