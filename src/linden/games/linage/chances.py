"""How sure computers may be of Linage, as ``linden calibrate linage`` measured it."""

from linden.core.chances import Curve

CURVES = {
    ("greedy", 2): Curve(
        trust=0.0,
    ),
    ("guided", 2): Curve(
        trust=1.186,
        trust_later=-0.021,
        trust_deeper=0.081,
        mover=-0.586,
        mover_later=0.473,
        mover_deeper=-0.009,
        steps=(
            (0.0, 0.0),
            (0.059, 0.047),
            (0.147, 0.13),
            (0.249, 0.225),
            (0.352, 0.374),
            (0.45, 0.422),
            (0.55, 0.594),
            (0.651, 0.689),
            (0.751, 0.797),
            (0.853, 0.849),
            (0.945, 0.933),
            (1.0, 1.0),
        ),
        nodes=(52, 7946),
    ),
}
