"""OpenSpiel: its own simulation tests through the registry, and truthful information states."""

import pickle
import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

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
    pyspiel.random_sim_test(ours.load(name, **options), num_sims=1, serialize=True, verbose=False)


@every_seating
def test_the_library_s_test_of_python_games(name: str, options: dict[str, Any]) -> None:
    """With pickled games, states and types."""
    from open_spiel.python.tests import games_sim_test  # brings SciPy along

    games_sim_test.GamesSimTest("test_pig").sim_game(ours.load(name, **options))


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


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_a_seat_has_not_seen_is_drawn_anew(players: int) -> None:
    """To the seat everything looks as before; the others' hands are other ones."""
    state = ours.load("linx", players=players).new_initial_state()
    rng = random.Random(players)
    hands: set[str] = set()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(rng.choice(state.chance_outcomes())[0])
            continue
        seat = rng.randrange(players)
        other = state.resample_from_infostate(seat, rng.random)
        assert other.information_state_string(seat) == state.information_state_string(seat)
        assert other.observation_tensor(seat) == state.observation_tensor(seat)
        assert other.current_player() == state.current_player()
        assert len(other.history()) == len(state.history())
        again = pickle.loads(pickle.dumps(other))
        assert str(again) == str(other)
        assert again.information_state_string(1) == other.information_state_string(1)
        if seat == state.current_player():
            assert other.legal_actions() == state.legal_actions()
        if str(other) != str(state):
            hands.add(str(other))
        state.apply_action(rng.choice(state.legal_actions()))
    assert len(hands) > 3


def test_what_is_drawn_anew_is_as_likely_as_its_number_of_tiles() -> None:
    """Another seat's first hand, dealt anew 300 times: every kind of tile comes up as often."""
    state = ours.load("linx").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    assert state.current_player() == 0
    rng = random.Random(1)
    drawn = [0, 0, 0]
    for _ in range(300):
        told = state.resample_from_infostate(0, rng.random).information_state_string(1)
        for kind, letter in enumerate("RPS"):
            drawn[kind] += told.count(f"draw {letter}")
    whole = sum(drawn)
    assert all(0.25 < count / whole < 0.42 for count in drawn), drawn


def test_where_nothing_is_hidden_the_course_stays_as_it_is() -> None:
    state = ours.load("linja").new_initial_state()
    for _ in range(6):
        state.apply_action(state.legal_actions()[0])
    assert state.resample_from_infostate(1, random.random).history() == state.history()


def test_wrong_use_is_told_and_changes_nothing() -> None:
    state = ours.load("linja").new_initial_state()
    before = str(state)
    with pytest.raises(linden.IllegalMove, match="no legal action here"):
        state.apply_action(16)
    assert str(state) == before
    assert state.history() == []
    rng = random.Random(1)
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    end, moves = str(state), state.history()
    with pytest.raises(linden.IllegalMove, match="0 of 17 are"):
        state.apply_action(0)
    assert (str(state), state.history()) == (end, moves)


def test_searches_of_the_library_play_our_games() -> None:
    game = pyspiel.load_game("linden_linja")
    state = game.new_initial_state()
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 1.4, 5, 10, False, 1, False)
    # Not bot.step: it lets go of the interpreter's lock, which copying a Python state needs.
    assert bot.mcts_search(state).best_child().action in state.legal_actions()
    hands = pyspiel.load_game("linden_linx(players=3)")
    state = hands.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    rng = np.random.RandomState(1)
    searcher = ismcts.ISMCTSBot(
        hands, mcts.RandomRolloutEvaluator(1, rng), 1.4, 5, random_state=rng
    )
    assert searcher.step(state) in state.legal_actions()
