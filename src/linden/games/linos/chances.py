"""How sure computers may be of Linos, as ``linden calibrate linos`` measured it."""

from linden.core.chances import Curve

CURVES = {
    ("greedy", 2): Curve(
        trust=0.0,
    ),
    ("greedy", 3): Curve(
        trust=0.0,
    ),
    ("greedy", 4): Curve(
        trust=0.0,
    ),
    ("greedy", 6): Curve(
        trust=0.0,
    ),
    ("guided", 2): Curve(
        trust=0.967,
        trust_later=0.521,
        trust_deeper=0.086,
        mover=-0.257,
        mover_later=-0.205,
        mover_deeper=-0.007,
        nodes=(50, 9910),
    ),
    ("guided", 3): Curve(
        trust=0.629,
        trust_later=0.85,
        trust_deeper=-0.046,
        mover=-0.75,
        mover_later=0.535,
        mover_deeper=-0.122,
        nodes=(50, 2966),
    ),
    ("guided", 4): Curve(
        trust=0.769,
        trust_later=0.58,
        trust_deeper=-0.01,
        mover=-0.778,
        mover_later=0.666,
        mover_deeper=-0.204,
        nodes=(50, 2952),
    ),
    ("guided", 6): Curve(
        trust=0.78,
        trust_later=0.419,
        trust_deeper=-0.026,
        mover=-0.477,
        mover_later=0.365,
        mover_deeper=-0.012,
        nodes=(50, 2996),
    ),
}
