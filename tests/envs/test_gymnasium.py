"""Gymnasium: the library's own checks, and what an agent may rely on."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import linden
from cases import OWN, redealt, seatings
from linden.envs import gymnasium as ours
from linden.envs.naming import environment_id
from linden.envs.rendering import WIDTH

every_seating = pytest.mark.parametrize(
    ("name", "options"),
    seatings(),
    ids=lambda it: it if isinstance(it, str) else str(it.get("players", "")),
)


@every_seating
@pytest.mark.filterwarnings("ignore:.*Box observation space.*:UserWarning")
def test_the_library_s_own_check(name: str, options: dict[str, Any]) -> None:
    """It heeds no masks, so what is illegal loses."""
    env = gymnasium.make(environment_id(name), illegal="lose", **options)
    check_env(env.unwrapped, skip_render_check=True)
    drawn = gymnasium.make(environment_id(name), render_mode="ansi", **options)
    drawn.reset(seed=1)
    assert isinstance(drawn.render(), str)
    painted = gymnasium.make(environment_id(name), render_mode="rgb_array", **options)
    painted.reset(seed=1)
    image = painted.render()
    assert image.dtype == np.uint8
    assert image.shape[1:] == (WIDTH, 3)
    assert len(np.unique(image.reshape(-1, 3), axis=0)) > 20, "a board has colours"


@every_seating
def test_games_are_played_to_their_end(name: str, options: dict[str, Any]) -> None:
    env = gymnasium.make(environment_id(name), **options)
    env.action_space.seed(5)
    players = linden.load(name, **options).players
    ends = []
    for seed in range(3):
        seen, info = env.reset(seed=seed)
        for _ in range(2000):
            assert seen in env.observation_space
            action = env.action_space.sample(info["action_mask"])
            seen, reward, over, cut, info = env.step(action)
            assert not cut
            if over:
                break
            assert reward == 0
            assert info["action_mask"].any()
        ends.append(reward)
        if over:
            assert not info["action_mask"].any()
            with pytest.raises(gymnasium.error.ResetNeeded, match="The game is over"):
                env.unwrapped.step(action)
    # Lost, or won, alone or with others.
    assert set(ends) <= {-1.0, *(players / winners - 1 for winners in range(1, players + 1))}


def test_wrong_use_is_told_and_changes_nothing() -> None:
    env = gymnasium.make("linden/Linja-v0", opponent="level1", seat=0).unwrapped
    with pytest.raises(gymnasium.error.ResetNeeded, match="Call reset"):
        env.step(0)
    env.reset(seed=1)
    before = env.position
    with pytest.raises(linden.IllegalMove, match="no legal action here"):
        env.step(16)
    assert env.position == before
    for wrong in ({"seat": 2}, {"illegal": "ignore"}, {"render_mode": "oil"}, {"opponent": "god"}):
        with pytest.raises(ValueError, match=r"\."):
            ours.GameEnv("linja", **wrong)


def test_an_opponent_that_can_play_wins_more() -> None:
    won = 0.0
    env = gymnasium.make("linden/Linja-v0", opponent="level3")
    for seed in range(6):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            action = env.action_space.sample(info["action_mask"])
            _, reward, over, _, info = env.step(action)
        won += float(reward)
    assert won < 0


@every_seating
def test_the_vector_is_as_the_library_has_it(name: str, options: dict[str, Any]) -> None:
    """Terminal observations are shown, and the step after them begins the next game."""
    env = gymnasium.make_vec(environment_id(name), num_envs=6, **options)
    assert env.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.NEXT_STEP
    seen, info = env.reset(seed=3)
    again, _ = env.reset(seed=3)
    assert (seen == again).all()
    rng = np.random.default_rng(1)
    ended = np.zeros(6, np.bool_)
    games = 0
    for _ in range(75):
        assert seen in env.observation_space
        masks = info["action_mask"]
        assert (masks.any(axis=1) == ~ended).all()
        actions = [rng.choice(np.flatnonzero(row)) if row.any() else 0 for row in masks]
        before = ended
        seen, rewards, ended, cut, info = env.step(np.array(actions))
        assert not cut.any()
        assert not (ended & before).any()
        assert not rewards[~ended].any()
        games += int(ended.sum())
    assert games > 0 or name not in OWN
    assert seen.dtype == env.observation_space.dtype


def test_the_vector_refuses_what_is_wrong() -> None:
    env = gymnasium.make_vec("linden/Linja-v0", num_envs=2, opponent="greedy", seat=1)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(np.zeros(2, int))
    _, info = env.reset(seed=1)
    before = env.unwrapped._batch.states.tobytes()
    with pytest.raises(linden.IllegalMove, match="Nothing was played"):
        env.step(np.array([16, 16]))
    for illegal in (-1, -2, 2**32):
        with pytest.raises(
            linden.IllegalMove, match=f"1 of 2 actions are illegal, the first in game 1: {illegal}"
        ):
            env.step(np.array([int(info["action_mask"][0].argmax()), illegal]))
    for wrong in (0, np.zeros(1, int), np.zeros((2, 2), int), np.zeros(2)):
        with pytest.raises(ValueError, match="2 whole numbers"):
            env.step(wrong)
    assert env.unwrapped._batch.states.tobytes() == before
    with pytest.raises(ValueError, match="are not drawn"):
        ours.GameVectorEnv("linja", render_mode="ansi")
    with pytest.raises(ValueError, match="A seat is"):
        ours.GameVectorEnv("linja", seat=5)


def test_hidden_facts_reach_no_agent() -> None:
    """Deal the others' hands anew: what the seat is given stays the same."""
    env = gymnasium.make("linden/Linx-v0", players=3, seat=1, render_mode="ansi").unwrapped
    env.reset(seed=4)
    for _ in range(5):
        told = env._seen(), env._info(), env.render()
        real = env._episode.position
        for seed in range(4):
            env._episode.position = redealt(real, 1, seed)
            assert (env._seen() == told[0]).all()
            assert (env._info()["action_mask"] == told[1]["action_mask"]).all()
            assert env.render() == told[2]
        env._episode.position = real
        *_, over, _, _ = env.step(int(np.flatnonzero(real.mask)[0]))
        if over:
            break
