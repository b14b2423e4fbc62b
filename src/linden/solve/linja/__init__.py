"""Linja solved: the final margin, under perfect play, of every position at the start of a turn.

A side's pawns are a *formation*: how many have travelled 0, 1, … 7 rows. There are 45,636 with no
more than six in an inner row, ranked by their progress (the rows travelled by all twelve) and
numbered. A position is two formations, the mover's and the other's, each seen from its own start
line. Its value is the mover's final points minus the other's.

Every turn gains at least one row (LJ-3), so layers of equal total progress are solved from the last
backwards. A forced pass stays in its layer, and leads to a position where the other can move, or
ends the game (LJ-7); so a layer takes two sweeps. The file holds the layers in the order they are
solved, a layer its blocks of equal progress, a block one row for each formation of the other side::

    index = origin[progress of the other, of the mover] + other * (movers like this) + mover
"""

SOLVER = "linden.solve.linja.solver:LinjaSolver"
