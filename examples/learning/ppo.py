"""PPO that learns a two-player game of Linden by playing against itself, in one file.

    python examples/learning/ppo.py --game linja --minutes 10

All games run side by side in one vector of tensors (``linden.envs.torch``), on a GPU if there is
one. Both seats share one network, which sees the board from the seat to move. A move is worth what
its seat wins in the end, so values change sign where the seat changes: that is all the difference
to the PPO of one player, which CleanRL's single files explain well.

docs/environments.md tells what it reaches, in what time, on what machine.
"""

import argparse
import json
import time
from pathlib import Path
from typing import Any

import torch
from torch import nn

import linden
from linden.envs.torch import TensorGames

STEPS = 32  # of every game between two updates
PASSES, PARTS = 2, 8  # over what was played, and in how many minibatches
CLIP, ENTROPY, RATE = 0.2, 0.01, 3e-4
DECAY = 0.97  # lambda of the advantages; what is won is not discounted
WIDTH = 256


class Network(nn.Module):
    """One trunk, a policy over all actions, and the value for the seat that looks."""

    def __init__(self, game: linden.Game, width: int = WIDTH) -> None:
        super().__init__()
        layers: list[nn.Module] = [nn.Linear(game.observation.size, width), nn.ReLU()]
        for _ in range(2):
            layers += [nn.Linear(width, width), nn.ReLU()]
        self.trunk = nn.Sequential(*layers)
        self.policy = nn.Linear(width, game.actions.count)
        self.value = nn.Linear(width, 1)
        nn.init.zeros_(self.policy.weight)  # every legal action is as likely at first

    def forward(self, seen: Any, mask: Any) -> tuple[Any, Any]:
        trunk = self.trunk(seen)
        logits = self.policy(trunk).masked_fill(~mask, -1e9)
        return torch.distributions.Categorical(logits=logits), self.value(trunk).squeeze(-1)


class Trainer:
    """The network, the games it plays, and room for a stretch of them."""

    def __init__(self, game: linden.Game, n: int, seed: int) -> None:
        torch.manual_seed(seed)
        self.games = TensorGames(game, n, seed=seed)
        self.device = self.games.device
        self.network = Network(game).to(self.device)
        self.optimizer = torch.optim.Adam(self.network.parameters(), RATE, eps=1e-5)
        self.n = n
        shape = (STEPS, n)

        def room(*more: int, dtype: Any = torch.float32) -> Any:
            return torch.zeros((*shape, *more), dtype=dtype, device=self.device)

        self.seen = room(game.observation.size)
        self.mask = room(game.actions.count, dtype=torch.bool)
        self.actions, self.seats = room(dtype=torch.int64), room(dtype=torch.int64)
        self.logs, self.values, self.gains = room(), room(), room()
        self.ends = room(dtype=torch.bool)

    @torch.no_grad()
    def play(self) -> None:
        """A stretch of all games, kept for the update."""
        games = self.games
        for t in range(STEPS):
            self.seen[t], self.mask[t] = games.observation, games.mask
            self.seats[t] = games.to_move
            policy, self.values[t] = self.network(games.observation, games.mask)
            self.actions[t] = policy.sample()
            self.logs[t] = policy.log_prob(self.actions[t])
            games.step(self.actions[t], check=False)  # the mask leaves nothing illegal
            self.gains[t] = games.rewards.gather(1, self.seats[t][:, None]).squeeze(1)
            self.ends[t] = games.dones

    @torch.no_grad()
    def advantages(self) -> Any:
        """Generalized advantage estimation, seen from the seat that moved each time."""
        _, following = self.network(self.games.observation, self.games.mask)
        whose = self.games.to_move.long()
        found = torch.zeros_like(self.gains)
        later = torch.zeros(self.n, device=self.device)
        for t in reversed(range(STEPS)):
            # What is good for the next seat is bad for this one, unless it is the same.
            sign = torch.where(whose == self.seats[t], 1.0, -1.0) * (~self.ends[t]).float()
            surprise = self.gains[t] + sign * following - self.values[t]
            later = surprise + DECAY * sign * later
            found[t] = later
            following, whose = self.values[t], self.seats[t]
        return found

    def update(self) -> None:
        """Several passes over the stretch, in minibatches."""
        advantages = self.advantages()
        goals = (advantages + self.values).flatten()
        flat = [it.flatten(0, 1) for it in (self.seen, self.mask, self.actions, self.logs)]
        scaled = advantages.flatten()
        for _ in range(PASSES):
            for part in torch.randperm(len(goals), device=self.device).chunk(PARTS):
                seen, mask, actions, logs = (it[part] for it in flat)
                policy, values = self.network(seen, mask)
                ratio = (policy.log_prob(actions) - logs).exp()
                better = scaled[part]
                better = (better - better.mean()) / (better.std() + 1e-8)
                clipped = ratio.clamp(1 - CLIP, 1 + CLIP)
                loss = -torch.min(ratio * better, clipped * better).mean()
                loss = loss + 0.5 * (values - goals[part]).square().mean()
                loss = loss - ENTROPY * policy.entropy().mean()
                self.optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
                self.optimizer.step()

    # -- how good it is

    @torch.no_grad()
    def likeliest(self, position: linden.Position) -> int:
        """What the network thinks best in one position."""
        assert position.to_move is not None
        seen = torch.as_tensor(position.observe(position.to_move), device=self.device)[None]
        mask = torch.as_tensor(position.mask, device=self.device)[None]
        return int(self.network(seen, mask)[0].probs.argmax())

    def score(self, opponent: str, matches: int) -> float:
        """The share of the win against a player, seats in turn."""
        from linden.envs.episode import Episode

        game, won = self.games.game, 0.0
        for number in range(matches):
            ours, other = number % 2, linden.player(game, opponent, seed=number)
            episode = Episode(game, number)
            moves = 0
            while not episode.position.over and moves < 1000:
                moves += 1
                if episode.position.to_move == ours:
                    episode.play_action(self.likeliest(episode.position))
                else:
                    episode.play(other.choose(episode.position).move)
            won += (episode.position.returns[ours] + 1) / 2
        return won / matches


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    reader.add_argument("--game", default="linja")
    reader.add_argument("--games", type=int, default=8192, help="side by side")
    reader.add_argument("--minutes", type=float, default=10)
    reader.add_argument("--updates", type=int, help="no more than so many")
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--matches", type=int, default=40, help="to measure it by")
    reader.add_argument("--opponents", nargs="*", default=["random", "level1", "level2", "level3"])
    reader.add_argument("--every", type=float, default=60, help="seconds between measurements")
    reader.add_argument("--curve", type=Path, help="where to keep what it reached, and when")
    asked = reader.parse_args()
    options: dict[str, Any] = {"komi": 4.5} if asked.game == "linage" else {}
    trainer = Trainer(linden.load(asked.game, **options), asked.games, asked.seed)
    curve, steps, spent, measured, updates = [], 0, 0.0, 0.0, 0
    while spent < asked.minutes * 60 and updates != asked.updates:
        began = time.perf_counter()
        trainer.play()
        trainer.update()
        if trainer.device.type == "cuda":
            torch.cuda.synchronize()
        spent += time.perf_counter() - began
        steps += STEPS * asked.games
        updates += 1
        if spent - measured >= asked.every or updates == asked.updates:
            measured = spent
            reached = {name: trainer.score(name, asked.matches) for name in asked.opponents}
            curve.append({"seconds": spent, "steps": steps, **reached})
            shown = "  ".join(f"{name} {share:.0%}" for name, share in reached.items())
            rate = steps / spent
            print(f"{spent:6.0f} s  {steps:12,} steps  {rate:10,.0f} a second  {shown}", flush=True)
    if asked.curve:
        asked.curve.write_text(json.dumps({"game": asked.game, "curve": curve}, indent=1) + "\n")


if __name__ == "__main__":
    main()
