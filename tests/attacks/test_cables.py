"""Two machines, nodes on one and PostgreSQL on the other: packets are lost without a word when the
cable between them is pulled, and all goes on when it is back.

``LINDEN_CUTS=30`` runs the long form.
"""

import os
import subprocess
import sys
from pathlib import Path

from machines import two_machines

CUTS = int(os.environ.get("LINDEN_CUTS", "2"))


def test_a_cable_is_pulled(tmp_path: Path) -> None:
    with two_machines() as (here, there):
        words = [str(tmp_path), str(there.pid), there.address, str(CUTS)]
        done = subprocess.run(
            here.command(sys.executable, "-m", "attacks.apart", *words),
            cwd=Path(__file__).parents[1],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
        )
    print(done.stdout, end="")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("all went on") == CUTS
