"""How sure computers may be of Linear Progression, as ``linden calibrate linear`` measured it."""

from linden.core.chances import Curve

CURVES = {
    ("greedy", 2): Curve(
        trust=0.263,
        trust_later=1.491,
        mover=0.208,
        mover_later=-0.696,
        nodes=(1, 168),
    ),
    ("guided", 2): Curve(
        trust=1.324,
        trust_later=0.189,
        trust_deeper=-0.123,
        mover=-0.32,
        mover_later=-0.059,
        mover_deeper=-0.078,
        nodes=(52, 9450),
    ),
}
