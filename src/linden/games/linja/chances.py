"""How sure computers may be of Linja, as ``linden calibrate linja`` measured it."""

from linden.core.chances import Curve

CURVES = {
    ("alphabeta", 2): Curve(
        trust=3.353,
        trust_later=3.984,
        trust_deeper=0.104,
        mover=0.099,
        mover_later=-0.152,
        mover_deeper=-0.03,
        steps=(
            (0.0, 0.0),
            (0.05, 0.039),
            (0.145, 0.119),
            (0.25, 0.214),
            (0.352, 0.361),
            (0.455, 0.444),
            (0.552, 0.585),
            (0.646, 0.675),
            (0.749, 0.766),
            (0.856, 0.837),
            (0.948, 0.948),
            (1.0, 1.0),
        ),
        nodes=(50, 294778),
    ),
    ("greedy", 2): Curve(
        trust=2.701,
        trust_later=4.052,
        mover=-0.141,
        mover_later=-0.469,
        steps=(
            (0.0, 0.0),
            (0.055, 0.045),
            (0.149, 0.126),
            (0.251, 0.216),
            (0.349, 0.376),
            (0.449, 0.483),
            (0.55, 0.573),
            (0.648, 0.657),
            (0.748, 0.701),
            (0.853, 0.862),
            (0.944, 0.953),
            (1.0, 1.0),
        ),
        nodes=(1, 13),
    ),
}
