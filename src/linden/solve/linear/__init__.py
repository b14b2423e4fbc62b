"""Small Linear boards solved: the final margin of every way the tokens can lie.

A position is a number in base three, a digit a square: 0 empty, 1 the mover's token, 2 the other's.
Its value is the mover's final tokens minus the other's. Every slide fills an empty square, so
layers of equally many tokens are solved from the full board backwards. A forced pass stays in its
layer (LP-4), so a layer takes two sweeps.

The colours are alike, and one table serves both, except with ``equal_moves``: then its first half
is for White to move and its second for Black (LP-6).
"""

SOLVER = "linden.solve.linear.solver:LinearSolver"
