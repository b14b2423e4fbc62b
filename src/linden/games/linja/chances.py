"""How sure computers may be of Linja, as ``linden calibrate linja`` measured it."""

from linden.core.chances import Curve

CURVES = {
    ("alphabeta", 2): Curve(
        trust=3.68,
        trust_later=3.762,
        trust_deeper=0.049,
        mover=0.076,
        mover_later=-0.031,
        mover_deeper=-0.029,
        nodes=(51, 294778),
    ),
    ("greedy", 2): Curve(
        trust=2.847,
        trust_later=3.819,
        mover=-0.127,
        mover_later=-0.468,
        nodes=(1, 13),
    ),
}
