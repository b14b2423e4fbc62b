"""PettingZoo: every seat is an agent, in turn (AEC).

>>> import pettingzoo, linden.envs.pettingzoo
>>> env = linden.envs.pettingzoo.env("linx", players=3)
>>> env.reset(seed=1)
>>> env.agents
['seat_0', 'seat_1', 'seat_2']

Importing this module registers all games. An agent that has several moves in one turn is selected
several times; one that waits has a mask of zeros.
"""

from typing import Any

import numpy as np

import linden
from linden.core.position import Position
from linden.envs import rendering
from linden.envs.episode import Episode
from linden.envs.naming import bounds, environment_id, needed

gymnasium: Any = needed("gymnasium", "rl")
pettingzoo: Any = needed("pettingzoo", "rl")
registration: Any = needed("pettingzoo.env_registry.registration", "rl")
wrappers: Any = needed("pettingzoo.utils.wrappers", "rl")

SEEDS = 2**31


class SeatsEnv(pettingzoo.AECEnv):  # type: ignore[misc]
    """All seats of a game. Rewards are the returns, at the end.

    An illegal action is an ``IllegalMove`` and changes nothing. After ``max_cycles`` moves, if
    given, the game is cut short.
    """

    def __init__(
        self,
        name: str,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self.game = linden.load(name, **options)
        rendering.check(render_mode)
        self.metadata = {
            "name": environment_id(name),
            "render_modes": list(rendering.MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.players)]
        self.agents: list[str] = []
        box, acts = gymnasium.spaces.Box, self.game.actions.count
        low, high = bounds(self.game)
        self.observation_spaces = {
            agent: gymnasium.spaces.Dict(
                {
                    "observation": box(low, high, dtype=np.float32),
                    "action_mask": box(0, 1, (acts,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: gymnasium.spaces.Discrete(acts) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None or not hasattr(self, "np_random"):
            self.np_random, self.np_random_seed = gymnasium.utils.seeding.np_random(seed)
        while True:
            self._episode = Episode(self.game, int(self.np_random.integers(SEEDS)))
            if not self.position.over:
                break
        self._moves = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._chooser()

    @property
    def position(self) -> Position:
        return self._episode.position

    def _chooser(self) -> str:
        seat = self.position.to_move
        return self.possible_agents[0 if seat is None else seat]

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.possible_agents.index(agent)
        mask = self.position.mask
        may_act = self.position.to_move == seat and not self.truncations.get(agent, False)
        return {
            "observation": self.position.observe(seat),
            "action_mask": (mask if may_act else np.zeros_like(mask)).astype(np.int8),
        }

    def step(self, action: Any) -> None:
        if not self.agents:
            raise ValueError("The game is over, or was never begun; call reset.")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._episode.play_action(int(action))  # what is illegal is told before anything changes
        self._moves += 1
        self._cumulative_rewards[agent] = 0
        if self.position.over:
            gains = self.position.returns
            self.rewards = {
                it: float(gain) for it, gain in zip(self.possible_agents, gains, strict=True)
            }
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_cycles is not None and self._moves >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self.agent_selection = self._chooser()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """What the seat to move may see of the board, as text or as an image."""
        view = self.position.view(self.possible_agents.index(self.agent_selection))
        return rendering.render(view, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""


def env(name: str, **how: Any) -> Any:
    """The environment of a game, wrapped as the library's own are."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(SeatsEnv(name, **how)))


def register() -> None:
    """Make all games known to PettingZoo under their ids."""
    for name in linden.games():
        known = environment_id(name)
        if known not in registration.aec_registry:
            entry_point = "linden.envs.pettingzoo:env"
            registration.register("aec", known, entry_point, kwargs={"name": name})


register()
