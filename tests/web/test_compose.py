"""What whoever runs ``docker compose up`` gets: the services of ``deploy/compose.yaml`` with their
own commands, on machines that know each other by name."""

import os
import subprocess
import sys
from pathlib import Path

from machines import named_machines
from web.composed import services

WRITTEN = ("/run/postgresql", "/var/lib/nginx", "/var/log/nginx")
"""Folders that an image has for itself."""


def test_the_compose_file_does_what_it_says(tmp_path: Path) -> None:
    names = ["outside", *services()]
    with named_machines(names, "172.30.0", tmp_path / "hosts", empty=WRITTEN) as machines:
        told = [f"{name}={machine.pid},{machine.address}" for name, machine in machines.items()]
        done = subprocess.run(
            machines["outside"].command(sys.executable, "-m", "web.composed", str(tmp_path), *told),
            cwd=Path(__file__).parents[2],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
        )
    print(done.stdout, end="")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith("all of it was done\n")
