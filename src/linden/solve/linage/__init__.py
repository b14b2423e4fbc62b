"""Small Linage boards solved: the final margin of every legal set of stones, komi aside.

A set is legal if each region has a line. Stones are bits, row by row from the bottom left, and the
set itself is the index. The tablebase says by how much Vertical will lead: its first half when
Vertical is to move, its second when Horizontal is. On a square board there is no second half:
turned over its diagonal, a set is worth to Horizontal what it is worth to Vertical.

A set's successors have one stone more, so layers are solved from many stones to few. With ``v`` and
``h`` the best placements of the two sides and ``s`` the score as it stands, passing makes a set
worth ``max(v, min(h, s))`` to Vertical on move and ``min(h, max(v, s))`` to Horizontal.
"""

SOLVER = "linden.solve.linage.solver:LinageSolver"
