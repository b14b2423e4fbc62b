"""Blocks on a Ray cluster; a block whose worker died is played again by another.

Ray comes with the extra ``cluster``. Nothing of a game travels but its name: the machines of a
cluster have the same Linden installed, and the same games from outside.
"""

import os
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from linden.lab.experiment import ExperimentError
from linden.lab.pools import Block, play_block

RETRIES = 20
"""How often a block is given to another worker when one has died over it."""

QUEUED = 3
"""For each processor, how many times what a process of this machine is given ahead: with less, a
node waited for its next block while another had two."""


class Cluster:
    """All processors of a Ray cluster; ``""`` starts one on this machine."""

    def __init__(self, address: str) -> None:
        try:
            import ray
        except ImportError:
            raise ExperimentError(
                "--ray needs Ray, an extra: pip install 'linden[cluster]'."
            ) from None
        self._ray: Any = ray
        self._mine = not ray.is_initialized()
        if self._mine:
            passed = {
                name: value
                for name, value in os.environ.items()
                if name.startswith("LINDEN_") or name == "PYTHONPATH"
            }
            how: dict[str, Any] = {"log_to_driver": False, "runtime_env": {"env_vars": passed}}
            try:
                ray.init(address=address or None, **how)
            except ConnectionError:
                raise ExperimentError(
                    f"No Ray cluster answers at {address}; ray start --head begins one."
                ) from None
        self.workers = QUEUED * max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        self._remote: dict[Callable[..., Any], Any] = {}

    def submit(self, text: str, block: Block) -> "Future[bytes]":
        """The rows of a block."""
        return self.call(play_block, text, block)

    def call(self, function: Callable[..., Any], *arguments: Any) -> "Future[Any]":
        """Have a function called somewhere in the cluster."""
        if function not in self._remote:
            made = self._ray.remote(max_retries=RETRIES, num_cpus=1)
            self._remote[function] = made(function)
        found: Future[Any] = self._remote[function].remote(*arguments).future()
        return found

    def close(self) -> None:
        if self._mine:
            self._ray.shutdown()
