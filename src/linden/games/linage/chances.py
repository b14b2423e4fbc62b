"""How sure computers may be of Linage, as ``linden calibrate linage`` measured it."""

from linden.core.chances import Curve

CURVES = {
    ("greedy", 2): Curve(
        trust=0.278,
        trust_later=0.431,
        mover=-0.361,
        mover_later=0.069,
        nodes=(2, 122),
    ),
    ("guided", 2): Curve(
        trust=1.186,
        trust_later=-0.021,
        trust_deeper=0.081,
        mover=-0.586,
        mover_later=0.473,
        mover_deeper=-0.009,
        nodes=(52, 7946),
    ),
}
