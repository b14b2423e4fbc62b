"""How sure computers may be of Linx, as ``linden calibrate linx`` measured it."""

from linden.core.chances import Curve

CURVES = {
    ("greedy", 2): Curve(
        trust=0.0,
    ),
    ("greedy", 3): Curve(
        trust=0.471,
        trust_later=1.328,
        mover=-0.718,
        mover_later=-1.153,
        nodes=(1, 77),
    ),
    ("greedy", 4): Curve(
        trust=0.726,
        trust_later=0.379,
        mover=-1.465,
        mover_later=-0.754,
        nodes=(1, 77),
    ),
    ("guided", 2): Curve(
        trust=0.321,
        trust_later=1.994,
        trust_deeper=0.031,
        mover=0.053,
        mover_later=-1.365,
        mover_deeper=-0.087,
        nodes=(52, 19776),
    ),
    ("guided", 3): Curve(
        trust=0.483,
        trust_later=0.885,
        trust_deeper=0.004,
        mover=-0.199,
        mover_later=-0.031,
        mover_deeper=0.018,
        nodes=(50, 2992),
    ),
    ("guided", 4): Curve(
        trust=0.392,
        trust_later=0.65,
        trust_deeper=0.007,
        mover=-0.176,
        mover_later=-0.403,
        mover_deeper=-0.105,
        nodes=(50, 2992),
    ),
}
