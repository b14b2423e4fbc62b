"""MaskablePPO of Stable-Baselines3-contrib learns a seat of a game through Gymnasium.

    pip install 'linden[examples]'
    python examples/learning/maskable_ppo.py --game linja --minutes 10

The library sees an ordinary environment; the legal actions come from ``action_masks``. It plays
against one of Linden's players and meets the next stronger one as soon as it wins most games.

docs/environments.md tells what it reaches, in what time, on what machine.
"""

import argparse
import json
import time
from pathlib import Path

import gymnasium
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

import linden.envs.gymnasium  # noqa: F401 - registers all games
from linden.envs.naming import environment_id

TEACHERS = ("random", "level1", "level2", "level3")
ENOUGH = 0.8  # share of the win at which the next teacher comes
STEPS = 512  # of every game between two updates


def score(model: MaskablePPO, name: str, opponent: str, games: int) -> float:
    """The share of the win against a player, seats in turn, with the likeliest moves."""
    won = 0.0
    for number in range(games):
        env = gymnasium.make(environment_id(name), opponent=opponent, seat=number % 2)
        seen, info = env.reset(seed=number)
        over = False
        while not over:
            action, _ = model.predict(
                seen, action_masks=info["action_mask"].astype(bool), deterministic=True
            )
            seen, reward, over, _, info = env.step(int(action))
        won += (float(reward) + 1) / 2
    return won / games


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    reader.add_argument("--game", default="linja")
    reader.add_argument("--games", type=int, default=8, help="side by side")
    reader.add_argument("--minutes", type=float, default=10)
    reader.add_argument("--steps", type=int, help="no more than so many")
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--matches", type=int, default=40, help="to measure it by")
    reader.add_argument("--opponents", nargs="*", default=["random", "level1", "level2", "level3"])
    reader.add_argument("--every", type=float, default=60, help="seconds between measurements")
    reader.add_argument("--curve", type=Path, help="where to keep what it reached, and when")
    asked = reader.parse_args()
    envs = make_vec_env(
        environment_id(asked.game), asked.games, asked.seed, env_kwargs={"opponent": TEACHERS[0]}
    )
    model = MaskablePPO(
        "MlpPolicy",
        envs,
        n_steps=STEPS,
        batch_size=512,
        n_epochs=4,
        gamma=1.0,
        gae_lambda=0.97,
        ent_coef=0.01,
        seed=asked.seed,
        policy_kwargs={"net_arch": [256, 256]},
        device="cpu",  # networks this small are quicker there
    )
    curve, spent, measured, teacher = [], 0.0, 0.0, 0
    while spent < asked.minutes * 60 and (asked.steps is None or model.num_timesteps < asked.steps):
        began = time.perf_counter()
        model.learn(STEPS * asked.games, reset_num_timesteps=False)
        spent += time.perf_counter() - began
        ends = [env.get_wrapper_attr("get_episode_rewards")()[-20:] for env in envs.envs]
        latest = [(reward + 1) / 2 for rewards in ends for reward in rewards]
        if sum(latest) > ENOUGH * len(latest) and teacher + 1 < len(TEACHERS):
            teacher += 1
            for env in envs.envs:
                env.unwrapped.opponent = TEACHERS[teacher]
                env.get_wrapper_attr("get_episode_rewards")().clear()
        last = asked.steps is not None and model.num_timesteps >= asked.steps
        if spent - measured >= asked.every or last:
            measured = spent
            reached = {it: score(model, asked.game, it, asked.matches) for it in asked.opponents}
            curve.append({"seconds": spent, "steps": model.num_timesteps,
                          "teacher": TEACHERS[teacher], **reached})  # fmt: skip
            shown = "  ".join(f"{name} {share:.0%}" for name, share in reached.items())
            print(
                f"{spent:6.0f} s  {model.num_timesteps:10,} steps"
                f"  {model.num_timesteps / spent:8,.0f} a second"
                f"  learns from {TEACHERS[teacher]:7} {shown}",
                flush=True,
            )
    if asked.curve:
        asked.curve.write_text(json.dumps({"game": asked.game, "curve": curve}, indent=1) + "\n")


if __name__ == "__main__":
    main()
