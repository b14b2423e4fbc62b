"""What Ray costs for search play: the same experiment with processes of this machine and on a Ray
cluster of two nodes here, in turn; and whether the files are the same.

    python bench/lab_ray.py [--rounds N] [--games N]
"""

import argparse
import tempfile
from pathlib import Path

from lab import timed
from linden.cli.paint import say
from linden.lab.cluster import Cluster
from linden.lab.experiment import Experiment
from linden.lab.pools import pool_of


def main() -> None:
    from ray.cluster_utils import Cluster as Machines

    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--rounds", type=int, default=3)
    reader.add_argument("--games", type=int, default=60)
    asked = reader.parse_args()
    machines = Machines(initialize_head=True, head_node_args={"num_cpus": 1})
    machines.add_node(num_cpus=1)
    cluster = Cluster(machines.address)
    best: dict[str, float] = {}
    same = True
    with tempfile.TemporaryDirectory() as folder, pool_of(2) as processes:
        for number in range(asked.rounds + 1):  # the first one loads what is compiled
            experiment = Experiment(
                "linja", {}, [["level6"]], games=asked.games, seed=number, judge="none"
            )
            files = []
            for name, pool in (("processes", processes), ("Ray", cluster)):
                spent, rows = timed(pool, experiment, Path(folder) / f"{name}{number}.sqlite")
                files.append(rows)
                if number:
                    best[name] = min(spent, best.get(name, spent))
                    say(f"round {number}: {name} {spent:.2f} s")
            same &= files[0] == files[1]
    cluster.close()
    machines.shutdown()
    say(
        f"best: processes {best['processes']:.2f} s, Ray {best['Ray']:.2f} s, "
        f"{best['Ray'] / best['processes'] - 1:+.1%}; the files are "
        f"{'the same' if same else 'NOT the same'}."
    )


if __name__ == "__main__":
    main()
