"""OpenSpiel: its own simulation tests through the registry, and truthful information states."""

import pickle
import random
from typing import Any

import numpy as np
import pyspiel
import pytest

import linden
from cases import seatings
from linden.envs import openspiel as ours

ours.register()

every_seating = pytest.mark.parametrize(
    ("name", "options"),
    seatings(),
    ids=lambda it: it if isinstance(it, str) else str(it.get("players", "")),
)


@every_seating
def test_the_library_s_random_sim_test(name: str, options: dict[str, Any]) -> None:
    pyspiel.random_sim_test(ours.load(name, **options), num_sims=2, serialize=False, verbose=False)


@pytest.mark.parametrize("name", linden.games())
def test_games_are_loaded_by_name(name: str) -> None:
    game = pyspiel.load_game(f"linden_{name}")
    facts = linden.load(name).facts
    kinds = pyspiel.GameType.Information
    hidden = game.get_type().information == kinds.IMPERFECT_INFORMATION
    assert hidden == facts.hidden
    state = game.new_initial_state()
    rng = random.Random(1)
    for _ in range(30):
        if state.is_terminal():
            break
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(share for _, share in outcomes) == pytest.approx(1)
            state.apply_action(rng.choice(outcomes)[0])
            continue
        player = state.current_player()
        assert state.legal_actions() == np.flatnonzero(state.position.mask).tolist()
        assert state.action_to_string(player, state.legal_actions()[0]) in state.position.moves
        copy = state.clone()
        assert str(copy) == str(state)
        seen = state.observation_tensor(player)
        assert np.float32(seen).tolist() == state.position.observe(player).tolist()
        state.apply_action(rng.choice(state.legal_actions()))
        assert str(copy) != str(state) or state.is_terminal()
    assert pickle.loads(pickle.dumps(game)).num_distinct_actions() == game.num_distinct_actions()


def test_players_are_a_parameter() -> None:
    assert pyspiel.load_game("linden_linx(players=3)").num_players() == 3
    assert pyspiel.load_game("linden_linos", {"players": 6}).num_players() == 6


@pytest.mark.parametrize("players", [2, 3, 4])
def test_information_states_tell_what_the_seat_has_seen_and_no_more(players: int) -> None:
    """Two courses of play that differ in another seat's draws alone look the same."""
    state = ours.load("linx", players=players).new_initial_state()
    other = state.clone()
    while state.is_chance_node():
        mine = state.position.turn == 0
        outcomes = [action for action, _ in state.chance_outcomes()]
        state.apply_action(outcomes[0])
        other.apply_action(outcomes[0 if mine else -1])
        assert state.information_state_string(0) == other.information_state_string(0)
        assert state.observation_string(0) == other.observation_string(0)
        assert state.observation_tensor(0) == other.observation_tensor(0)
    assert state.information_state_string(1) != other.information_state_string(1)
    assert str(state) != str(other)


def test_a_search_of_the_library_plays_our_games() -> None:
    from open_spiel.python.algorithms import mcts

    game = pyspiel.load_game("linden_linja")
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(game, 1.4, 5, evaluator, random_state=np.random.RandomState(1))
    state = game.new_initial_state()
    assert bot.step(state) in state.legal_actions()
