"""How sure computers may be of Linear Progression, as ``linden calibrate linear`` measured it."""

from linden.core.chances import Curve

CURVES = {
    ("greedy", 2): Curve(
        trust=0.263,
        trust_later=1.491,
        mover=0.208,
        mover_later=-0.696,
        steps=(
            (0.0, 0.0),
            (0.058, 0.042),
            (0.149, 0.153),
            (0.248, 0.199),
            (0.357, 0.36),
            (0.453, 0.479),
            (0.551, 0.564),
            (0.647, 0.646),
            (0.749, 0.779),
            (0.855, 0.834),
            (0.946, 0.943),
            (1.0, 1.0),
        ),
        nodes=(1, 168),
    ),
    ("guided", 2): Curve(
        trust=1.324,
        trust_later=0.189,
        trust_deeper=-0.123,
        mover=-0.32,
        mover_later=-0.059,
        mover_deeper=-0.078,
        steps=(
            (0.0, 0.0),
            (0.055, 0.035),
            (0.141, 0.152),
            (0.25, 0.219),
            (0.356, 0.397),
            (0.443, 0.467),
            (0.544, 0.522),
            (0.649, 0.646),
            (0.752, 0.788),
            (0.849, 0.809),
            (0.944, 0.918),
            (1.0, 1.0),
        ),
        nodes=(52, 9450),
    ),
}
