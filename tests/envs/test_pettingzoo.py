"""PettingZoo: the library's own tests, every game and every number of players."""

from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.env_registry.registration import make
from pettingzoo.test import api_test, render_test, seed_test

import linden
from cases import seatings
from linden.envs import pettingzoo as ours
from linden.envs.naming import environment_id

every_seating = pytest.mark.parametrize(
    ("name", "options"),
    seatings(),
    ids=lambda it: it if isinstance(it, str) else str(it.get("players", "")),
)


# It says so of its own games with masks too: what agents see is a dictionary.
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@every_seating
def test_the_library_s_api_test(
    name: str, options: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    api_test(make("aec", environment_id(name), **options), num_cycles=60)
    assert "Passed API test" in capsys.readouterr().out


@every_seating
def test_the_library_s_seed_test(name: str, options: dict[str, Any]) -> None:
    seed_test(lambda: ours.env(name, **options), num_cycles=30)


@pytest.mark.parametrize("name", linden.games())
def test_the_library_s_render_test(name: str) -> None:
    render_test(lambda render_mode: ours.env(name, render_mode=render_mode))


@every_seating
def test_games_end_with_their_returns(name: str, options: dict[str, Any]) -> None:
    env = ours.env(name, max_cycles=3000, **options)
    env.reset(seed=2)
    for agent in env.agent_iter():
        seen, _, over, cut, _ = env.last()
        mask = seen["action_mask"]
        waiting = [it for it in env.agents if it != agent]
        assert not any(env.observe(it)["action_mask"].any() for it in waiting)
        rng = np.random.default_rng(len(waiting))
        env.step(None if over or cut else int(rng.choice(np.flatnonzero(mask))))
    unwrapped = env.unwrapped
    if unwrapped.position.over:
        assert sum(unwrapped.rewards.values()) == pytest.approx(0)


def test_games_are_cut_short_after_max_cycles() -> None:
    env = ours.env("linja", max_cycles=4)
    env.reset(seed=1)
    moves = 0
    for _ in env.agent_iter():
        seen, _, over, cut, _ = env.last()
        if over or cut:
            assert cut
            env.step(None)
        else:
            moves += 1
            env.step(int(np.flatnonzero(seen["action_mask"])[0]))
    assert moves == 4


def test_wrong_use_is_told_and_changes_nothing() -> None:
    env = ours.env("linja")
    env.reset(seed=1)
    before = env.unwrapped.position
    with pytest.raises(linden.IllegalMove, match="no legal action here"):
        env.step(16)
    assert env.unwrapped.position == before
    bare = ours.SeatsEnv("linja")
    with pytest.raises(ValueError, match="call reset"):
        bare.step(0)
    bare.reset(seed=1)
    while not bare.position.over:
        bare.step(int(np.flatnonzero(bare.position.mask)[0]))
    end = bare.position
    with pytest.raises(ValueError, match="the only valid action is None"):
        bare.step(0)
    for _ in range(2):
        bare.step(None)
    with pytest.raises(ValueError, match="The game is over"):
        bare.step(0)
    assert bare.position == end
    with pytest.raises(ValueError, match="A render mode is"):
        ours.env("linja", render_mode="oil")
    assert isinstance(env.unwrapped, pettingzoo.AECEnv)
