"""What Ray costs for search play: the same experiment with processes of this machine and on a Ray
cluster of two nodes here, in turn; and whether the files are the same.

    python bench/lab_ray.py [--rounds N] [--games N]

Two times are told: by the clock, and what processors worked for it, those of Ray's own servants
included; the second is little disturbed by whoever else is at work.
"""

import argparse
import os
import statistics
import tempfile
from pathlib import Path

from lab import timed
from linden.cli.paint import say
from linden.lab.cluster import Cluster
from linden.lab.experiment import Experiment
from linden.lab.pools import pool_of

TICKS = os.sysconf("SC_CLK_TCK")


def family() -> dict[int, tuple[int, float]]:
    """Every process by its id: whose child it is, and the seconds that processors worked for it
    and for those of its children that are gone."""
    found = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has just ended
        found[int(path.parent.name)] = int(fields[1]), sum(map(int, fields[11:15])) / TICKS
    return found


def children() -> set[int]:
    return {pid for pid, (parent, _) in family().items() if parent == os.getpid()}


def worked(roots: set[int]) -> float:
    """Processor seconds so far of this process and of some of its children, with all below."""
    known = family()
    total = sum(os.times()[:2])
    for pid, (_, seconds) in known.items():
        above = pid
        while above in known and above not in roots:
            above = known[above][0]
        total += seconds if above in roots else 0.0
    return total


def main() -> None:
    os.environ.setdefault("RAY_worker_niceness", "0")  # Ray's workers step back for others by 15
    from ray.cluster_utils import Cluster as Machines

    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--rounds", type=int, default=3)
    reader.add_argument("--games", type=int, default=400)
    asked = reader.parse_args()

    def experiment(number: int) -> Experiment:
        return Experiment("linja", {}, [["level6"]], games=asked.games, seed=number, judge="none")

    with tempfile.TemporaryDirectory() as folder, pool_of(2) as processes:
        others = children()
        timed(processes, experiment(0), Path(folder) / "first.sqlite")  # loads what is compiled
        roots = {"processes": children() - others}
        others = children()
        machines = Machines(initialize_head=True, head_node_args={"num_cpus": 1})
        machines.add_node(num_cpus=1)
        cluster = Cluster(machines.address)
        timed(cluster, experiment(0), Path(folder) / "first there.sqlite")
        roots["Ray"] = children() - others
        ratios: dict[str, list[float]] = {"clock": [], "processors": []}
        same = True
        for number in range(1, asked.rounds + 1):
            files, clock, work = [], [], []
            for name, pool in (("processes", processes), ("Ray", cluster)):
                before = worked(roots[name])
                spent, rows = timed(pool, experiment(number), Path(folder) / f"{name}{number}")
                files.append(rows)
                clock.append(spent)
                work.append(worked(roots[name]) - before)
                say(f"round {number}: {name} {spent:.2f} s, processors {work[-1]:.2f} s")
            ratios["clock"].append(clock[1] / clock[0])
            ratios["processors"].append(work[1] / work[0])
            same &= files[0] == files[1]
        cluster.close()
        machines.shutdown()
    for name, found in ratios.items():
        told = ", ".join(f"{it - 1:+.1%}" for it in found)
        say(f"Ray by {name}: {told}; median {statistics.median(found) - 1:+.1%}")
    say(f"The files are {'the same' if same else 'NOT the same'}.")


if __name__ == "__main__":
    main()
