"""Which tests need what, or take long. ``make quick`` leaves these out, and says so.

A test is named by the beginning of its id: a folder, a file or a function.
"""

MARKS: dict[str, tuple[str, ...]] = {
    "browser": ("tests/browser/",),
    "cold": (
        "tests/cli/test_new_game.py",
        "tests/core/test_cache.py",
        "tests/core/test_contract.py",
        "tests/core/test_interpreted.py",
        "tests/players/test_bounds.py",
        "tests/test_wheel.py",
        "tests/web/test_prepare.py",
    ),
    "gpu": ("tests/batch/test_gpu.py", "tests/solve/test_gpu.py"),
    "slow": (
        "tests/attacks/",
        "tests/batch/test_vector.py::test_every_place_plays_by_the_rules",
        "tests/batch/test_vector.py::test_threads_make_no_difference",
        "tests/cli/test_commands.py::test_a_whole_game_between_computers",
        "tests/games/linx/test_hidden.py",
        "tests/players/test_expectation.py",
        "tests/players/test_iterative_deepening.py",
        "tests/players/test_levels.py",
        "tests/players/test_mcts.py",
        "tests/solve/test_linja.py",
        "tests/solve/test_perfect.py",
        "tests/solve/test_small_boards.py",
        "tests/test_against_naive.py",
        "tests/test_hostile.py::test_position_texts",
        "tests/test_laws.py::test_a_view_reveals_nothing_hidden",
        "tests/test_laws.py::test_compiled_and_interpreted_agree_move_by_move",
        "tests/test_laws.py::test_drawings_are_well_formed",
        "tests/test_laws.py::test_replay_reproduces_and_records_round_trip",
        "tests/test_laws.py::test_sample_draws_every_legal_move_and_only_those",
        "tests/test_laws.py::test_what_only_playing_shows",
        "tests/web/test_friends.py",
        "tests/web/test_hidden.py",
        "tests/web/test_hostile.py",
        "tests/web/test_pages.py",
        "tests/web/test_playing.py::test_against_computers_to_the_end",
        "tests/web/test_restart.py",
        "tests/web/test_serve.py",
        "tests/web/test_truth.py",
        "tests/web/test_undo_and_offers.py",
    ),
}
