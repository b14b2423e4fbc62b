"""Gymnasium: one seat learns, players of Linden have the others.

>>> import gymnasium, linden.envs.gymnasium
>>> env = gymnasium.make("linden/Linja-v0", opponent="random")
>>> seen, info = env.reset(seed=1)
>>> seen.shape, int(info["action_mask"].sum()) > 0
((20,), True)

Importing this module registers all games. ``make_vec`` runs them on the batch engine.
"""

from typing import Any

import numpy as np

import linden
from linden.batch.kernels import HOLD
from linden.batch.vector import Batch, refuse, whole_numbers
from linden.core.errors import IllegalMove
from linden.core.game import Game
from linden.core.seats import OVER
from linden.envs import rendering
from linden.envs.episode import Episode
from linden.envs.naming import bounds, environment_id, needed
from linden.players.player import Player
from linden.players.registry import player

gym: Any = needed("gymnasium", "rl")
vector: Any = needed("gymnasium.vector", "rl")

SEEDS = 2**31


def spaces(game: Game) -> tuple[Any, Any]:
    """What is seen, and what can be done."""
    low, high = bounds(game)
    return gym.spaces.Box(low, high, dtype=np.float32), gym.spaces.Discrete(game.actions.count)


class GameEnv(gym.Env):  # type: ignore[misc]
    """One seat of a game. The reward is the seat's return, at the end.

    ``seat`` is a number, or ``"random"`` to draw one for every game. ``opponent`` is a player as it
    is written everywhere. An illegal action is an ``IllegalMove`` and changes nothing; with
    ``illegal="lose"`` it loses the game, for programs that cannot heed ``info["action_mask"]``.
    """

    metadata = {"render_modes": rendering.MODES, "render_fps": 1}  # noqa: RUF012 - as the library has it

    def __init__(
        self,
        name: str,
        opponent: str = "random",
        seat: int | str = "random",
        illegal: str = "raise",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.game = linden.load(name, **options)
        self.observation_space, self.action_space = spaces(self.game)
        if seat != "random" and seat not in range(self.game.players):
            raise ValueError(f"A seat is random or 0 to {self.game.players - 1}, not {seat!r}.")
        if illegal not in ("raise", "lose"):
            raise ValueError(f"What is illegal can raise or lose, not {illegal!r}.")
        rendering.check(render_mode)
        self.opponent = opponent
        self.render_mode = render_mode
        self._seat = seat
        self._illegal = illegal
        self._episode: Episode | None = None
        player(self.game, opponent)  # one that does not exist is told now

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        while True:
            dice, theirs = (int(it) for it in self.np_random.integers(SEEDS, size=2))
            seats = self.game.players
            drawn = int(self.np_random.integers(seats))
            self.seat = drawn if self._seat == "random" else int(self._seat)
            self._others: list[Player] = [
                player(self.game, self.opponent, seed=theirs + step) for step in range(seats)
            ]
            self._episode = Episode(self.game, dice)
            self._lost = False
            self._play_others()
            if not self.position.over:  # else it ended before this seat could do anything
                break
        self._show()
        return self._seen(), self._info()

    @property
    def position(self) -> Any:
        if self._episode is None:
            raise gym.error.ResetNeeded("Call reset before anything else.")
        return self._episode.position

    def _play_others(self) -> None:
        assert self._episode is not None
        while not self.position.over and self.position.to_move != self.seat:
            other = self._others[self.position.to_move]
            self._episode.play(other.choose(self.position).move)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if self.position.over or self._lost:
            raise gym.error.ResetNeeded("The game is over; call reset to begin another.")
        assert self._episode is not None
        try:
            self._episode.play_action(int(action))
        except IllegalMove:
            if self._illegal == "raise":
                raise
            self._lost = True
            return self._seen(), -1.0, True, False, self._info()
        self._play_others()
        self._show()
        over = bool(self.position.over)
        reward = float(self.position.returns[self.seat]) if over else 0.0
        return self._seen(), reward, over, False, self._info()

    def _seen(self) -> Any:
        return self.position.observe(self.seat)

    def _info(self) -> dict[str, Any]:
        mask = self.position.mask & (not self._lost)
        return {"action_mask": mask.astype(np.int8), "seat": self.seat}

    def action_masks(self) -> Any:
        """The legal actions, as Stable-Baselines3's maskable algorithms ask for them."""
        return self.position.mask

    def render(self) -> Any:
        """What the seat may see of the board, as text or as an image."""
        if self.render_mode != "human":  # which is shown after every step
            return rendering.render(self.position.view(self.seat), self.render_mode)
        return None

    def _show(self) -> None:
        if self.render_mode == "human":
            rendering.render(self.position.view(self.seat), "human")


class GameVectorEnv(vector.VectorEnv):  # type: ignore[misc]
    """Many games on the batch engine, one seat of each learning.

    Masks are in ``info["action_mask"]``. A game that ended is shown once more, and the next step
    begins another (``AutoresetMode.NEXT_STEP``).
    """

    def __init__(
        self,
        name: str,
        num_envs: int = 1,
        opponent: str = "random",
        seat: int | str = "random",
        threads: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if render_mode is not None:
            raise ValueError("Many games at once are not drawn; leave render_mode out.")
        self.game = linden.load(name, **options)
        if seat != "random" and seat not in range(self.game.players):
            raise ValueError(f"A seat is random or 0 to {self.game.players - 1}, not {seat!r}.")
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": vector.AutoresetMode.NEXT_STEP, "render_modes": []}
        self.render_mode = None
        self.single_observation_space, self.single_action_space = spaces(self.game)
        batched = vector.utils.batch_space
        self.observation_space = batched(self.single_observation_space, num_envs)
        self.action_space = batched(self.single_action_space, num_envs)
        self._seat = seat
        self._seats = np.zeros(num_envs, np.int32)
        self._opponent = opponent
        self._others: list[Player] = []
        player(self.game, opponent)
        self._batch = Batch(self.game, num_envs, threads=threads, waits=True)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        dice, theirs = (int(it) for it in self.np_random.integers(SEEDS, size=2))
        self._others = [
            player(self.game, self._opponent, seed=theirs + step)
            for step in range(self.game.players)
        ]
        self._batch.reset(dice)
        every = np.ones(self.num_envs, np.bool_)
        self._draw_seats(every)
        self._play_others(every)
        return self._seen(), self._info()

    def _draw_seats(self, where: Any) -> None:
        if self._seat == "random":
            drawn = self.np_random.integers(self.game.players, size=self.num_envs)
            self._seats[where] = drawn[where]
        else:
            self._seats[:] = int(self._seat)

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        if not self._others:
            raise gym.error.ResetNeeded("Call reset before anything else.")
        resting = self._batch.to_move == OVER
        chosen = np.where(resting, 0, whole_numbers(actions, self.num_envs))
        if (chosen < 0).any():  # -1 would hold a game
            refuse(chosen < 0, chosen)
        self._batch.step(chosen)
        self._draw_seats(resting)
        rewards, ended = self._gains(), self._batch.over.copy()
        more, ended_later = self._play_others(resting)
        truncated = np.zeros(self.num_envs, np.bool_)
        return self._seen(), rewards + more, ended | ended_later, truncated, self._info()

    def _gains(self) -> Any:
        return self._batch.returns[np.arange(self.num_envs), self._seats].astype(np.float64)

    def _play_others(self, begun: Any) -> tuple[Any, Any]:
        """Let the others act until every game waits for its learner or has ended; return what the
        learners won meanwhile, and where. A game that has just ``begun`` and ends before its
        learner could act is followed by another."""
        batch = self._batch
        gains, ended = np.zeros(self.num_envs), np.zeros(self.num_envs, np.bool_)
        while True:
            over = batch.to_move == OVER
            waiting = ~over & (batch.to_move != self._seats)
            idle = over & begun
            if not (waiting | idle).any():
                return gains, ended
            batch.step(np.where(waiting, self._choices(waiting), np.where(idle, 0, HOLD)))
            self._draw_seats(idle)
            gains += np.where(begun, 0, self._gains())
            ended |= batch.over & ~begun

    def _choices(self, waiting: Any) -> Any:
        if self._opponent == "random":
            return self._batch.sample()
        chosen = np.zeros(self.num_envs, np.int32)
        for i in np.flatnonzero(waiting).tolist():
            position = self._batch.position(i)
            chosen[i] = position.action(
                self._others[int(self._batch.to_move[i])].choose(position).move
            )
        return chosen

    def _seen(self) -> Any:
        return self._batch.observe(seats=self._seats)

    def _info(self) -> dict[str, Any]:
        every = np.ones(self.num_envs, np.bool_)
        return {
            "action_mask": self._batch.mask().astype(np.int8),
            "_action_mask": every,
            "seat": self._seats.copy(),
            "_seat": every.copy(),
        }


def register() -> None:
    """Make all games known to Gymnasium under their ids."""
    for name in linden.games():
        known = environment_id(name)
        if known not in gym.registry:
            gym.register(
                known,
                entry_point="linden.envs.gymnasium:GameEnv",
                vector_entry_point="linden.envs.gymnasium:GameVectorEnv",
                kwargs={"name": name},
            )


register()
