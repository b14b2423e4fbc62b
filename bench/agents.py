"""The speed of a step as an agent sees it: with the mask and the observation, every step.

python bench/agents.py [--device cpu|gpu] [--only GAME ...] [--kin] [--json FILE]

*Bare* is a random legal action in every game and a checked step; *agent* is the mask, the
observation as float32, and then the same. Both are measured in turns in one run, so their ratio
can be trusted where the figures move with the machine. ``--kin`` adds, where they are installed, on
a GPU the games of Pgx (JAX), on the CPU the same games as EnvPool has them (C++), with mask and
observation every step. EnvPool cannot choose moves; its seconds are those of its steps alone.
"""

import argparse
import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import linden

OPTIONS: dict[str, dict[str, Any]] = {"linage": {"komi": 4.5}}
SIZES = {"cpu": (1024, 8192), "gpu": (1 << 16, 1 << 18, 1 << 20)}
ROUNDS = 4


class Measured:
    """A batch of one game with the arrays that an agent would own."""

    def __init__(self, name: str, n: int, device: str, threads: int | None) -> None:
        self.game = linden.load(name, **OPTIONS.get(name, {}))
        self.batch = linden.Batch(self.game, n, seed=1, device=device, threads=threads)
        self.actions = self.batch.sample()
        self.mask, self.seen = self.batch.mask(), self.batch.observe()
        self.device = device

    def bare(self) -> None:
        self.batch.sample(self.actions)
        self.batch.step(self.actions)

    def agent(self) -> None:
        self.batch.mask(self.mask)
        self.batch.observe(self.seen)
        self.bare()

    @property
    def bytes_per_step(self) -> int:
        """What an agent reads of a step, and so the least that has to be written."""
        return self.game.actions.count + 4 * self.game.observation.size


def per_second(n: int, once: Callable[[], None], wait: Callable[[], None], least: float) -> float:
    """Steps per second, over at least so many seconds."""
    steps, began = 0, time.perf_counter()
    while True:
        for _ in range(8):
            once()
        steps += 8
        wait()
        spent = time.perf_counter() - began
        if spent >= least:
            return steps * n / spent


def measure(name: str, n: int, device: str, threads: int | None) -> dict[str, Any]:
    measured = Measured(name, n, device, threads)
    wait = (lambda: None) if device == "cpu" else synchronize
    for _ in range(40):  # into the middle of games
        measured.bare()
    parts = {"bare": measured.bare, "agent": measured.agent}
    parts["mask"] = lambda: measured.batch.mask(measured.mask) and None
    parts["observe"] = lambda: measured.batch.observe(measured.seen) and None
    parts["sample"] = lambda: measured.batch.sample(measured.actions) and None
    if device == "cpu":
        parts = {part: parts[part] for part in ("bare", "agent")}
    best = dict.fromkeys(parts, 0.0)
    for _ in range(ROUNDS):
        for part, once in parts.items():
            best[part] = max(best[part], per_second(n, once, wait, 0.1))
    return {"game": name, "n": n, "bytes": measured.bytes_per_step, **best}


def synchronize() -> None:
    from numba import cuda

    cuda.synchronize()


def copy_bandwidth() -> float:
    """Bytes per second, read and written, of a copy on the device."""
    from numba import cuda

    size = 1 << 30
    one, two = (cuda.device_array(size, np.uint8) for _ in range(2))
    one.copy_to_device(two)
    cuda.synchronize()
    began = time.perf_counter()
    for _ in range(10):
        one.copy_to_device(two)
    cuda.synchronize()
    return 20 * size / (time.perf_counter() - began)


def pgx_games(names: tuple[str, ...], sizes: tuple[int, ...]) -> list[dict[str, Any]]:
    """Pgx on the default device of JAX: random legal actions, mask and observation used."""
    import jax
    import jax.numpy as jnp
    import pgx

    rows = []
    for name in names:
        env = pgx.make(name)
        best = 0.0
        for n in sizes:
            start = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), n))

            def turn(carry: Any, key: Any, env: Any = env, n: int = n) -> Any:
                state, total = carry
                logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
                action = jax.random.categorical(key, logits, axis=-1)
                step = pgx.experimental.auto_reset(env.step, env.init)
                state = jax.vmap(step)(state, action, jax.random.split(key, n))
                return (state, total + state.observation.sum(dtype=jnp.float32)), None

            steps = 64
            run = jax.jit(lambda carry, keys, turn=turn: jax.lax.scan(turn, carry, keys)[0])
            keys = jax.random.split(jax.random.PRNGKey(1), steps)
            carry = run((start, jnp.float32(0)), keys)
            jax.block_until_ready(carry)
            for _ in range(3):
                began = time.perf_counter()
                carry = run(carry, keys)
                jax.block_until_ready(carry)
                best = max(best, n * steps / (time.perf_counter() - began))
        rows.append({"game": f"pgx {name}", "agent": best})
        print(f"{rows[-1]['game']:22}{'':12}{best:>12.3g}", flush=True)
    return rows


def envpool_games(
    names: tuple[str, ...], sizes: tuple[int, ...], threads: int | None
) -> list[dict[str, Any]]:
    """EnvPool: random legal actions; its step writes masks and observations of all games."""
    import envpool

    rng = np.random.default_rng(1)
    rows = []
    for name in names:
        best = 0.0
        for n in sizes:
            env = envpool.make_gymnasium(
                name, num_envs=n, num_threads=threads or os.cpu_count(), seed=1
            )
            _, info = env.reset()
            for _ in range(ROUNDS):
                steps, spent = 0, 0.0
                while spent < 0.1:
                    mask = info["legal_action_mask"].reshape(n, -1)
                    chosen = (mask * rng.random(mask.shape, np.float32)).argmax(axis=1)
                    actions = chosen.astype(np.int32)
                    began = time.perf_counter()
                    *_, info = env.step(actions)
                    spent += time.perf_counter() - began
                    steps += 1
                best = max(best, steps * n / spent)
        rows.append({"game": f"EnvPool {name}", "agent": best})
        print(f"{rows[-1]['game']:22}{'':12}{best:>12.3g}", flush=True)
    return rows


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--device", choices=("cpu", "gpu"), default="cpu")
    reader.add_argument("--only", nargs="*", default=linden.games())
    reader.add_argument("--threads", type=int)
    reader.add_argument("--sizes", type=int, nargs="*")
    reader.add_argument("--kin", action="store_true")
    reader.add_argument("--json", type=Path)
    asked = reader.parse_args()
    sizes = tuple(asked.sizes or SIZES[asked.device])
    bandwidth = copy_bandwidth() if asked.device == "gpu" else 0.0
    if bandwidth:
        print(f"a copy on the device moves {bandwidth / 1e12:.2f} TB/s")
    print(f"{'':22}{'bare':>12}{'agent':>12}{'ratio':>8}{'bytes':>8}  the best of {sizes}")
    rows = []
    for name in asked.only:
        tried = [measure(name, n, asked.device, asked.threads) for n in sizes]
        row = max(tried, key=lambda it: it["agent"])
        rows += tried
        share = row["agent"] * row["bytes"] / bandwidth if bandwidth else 0.0
        more = f"  {share:.0%} of the bandwidth" if share else ""
        for part in ("mask", "observe", "sample"):
            more += f"  {part} {row[part]:.3g}" if part in row else ""
        print(
            f"{name:22}{row['bare']:>12.3g}{row['agent']:>12.3g}{row['agent'] / row['bare']:>8.2f}"
            f"{row['bytes']:>8}{more}  n={row['n']}",
            flush=True,
        )
    if asked.kin and asked.device == "gpu":
        rows += pgx_games(("connect_four", "hex", "othello", "backgammon", "go_9x9"), sizes)
    elif asked.kin:
        names = ("ConnectFour-v1", "Hex-v1", "Othello-v1", "Backgammon-v1", "Go9x9-v1")
        rows += envpool_games(names, sizes, asked.threads)
    if asked.json:
        told = {"device": asked.device, "bandwidth": bandwidth, "games": rows}
        asked.json.write_text(json.dumps(told, indent=1) + "\n")


if __name__ == "__main__":
    main()
