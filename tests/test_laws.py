"""Laws that every registered game keeps. A game that lacks what a law needs fails it."""

import copy
import pickle
import random
import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import linden
from cases import (
    CASES,
    GAMES,
    IDS,
    NAMES,
    OWN,
    bad_options,
    folder,
    option_sets,
    perfts,
    somewhere,
    walk,
)
from linden import CHANCE, Game, Position, Record
from linden.core import conformance, entry, kernel, registry, secrecy

every_case = pytest.mark.parametrize("game", GAMES, ids=IDS)
SECRETIVE = [game for game in GAMES if game.facts.hidden]
every_game = pytest.mark.parametrize("name", NAMES)
seeds = st.integers(0, 2**32 - 1)
few = settings(max_examples=6, deadline=None)


# -- the folders are complete --------------------------------------------------------------------


def test_no_game_is_left_out() -> None:
    assert registry.faults() == []


@pytest.mark.parametrize("name", OWN)
def test_a_game_of_linden_brings_all_its_parts(name: str) -> None:
    """A game from outside may leave out what has a default."""
    wanted = ("rules.py", "features.py", "notation.py", "drawing.py", "showcase.linden")
    for file in (*wanted, "texts/rules.md"):
        assert (registry.folder(name) / file).is_file(), f"games/{name} lacks {file}"
    for file in ("naive.py", "options.py", "perft.json", "test_rulings.py"):
        assert (folder(name) / file).is_file(), f"tests/games/{name} lacks {file}"


@every_game
def test_every_ruling_is_told_and_tested(name: str) -> None:
    """The rules text numbers its rulings without gaps; each has a test that cites it."""
    told = re.findall(r"\*\*([A-Z]{1,4}-\d+)\*\*", linden.load(name).rules_text)
    assert told or name not in OWN
    prefix = told[0].split("-")[0] if told else ""
    assert told == [f"{prefix}-{n}" for n in range(1, len(told) + 1)]
    tests = folder(name) / "test_rulings.py"
    cited = set(re.findall(rf'"""({prefix}-\d+)', tests.read_text())) if told else set()
    assert cited == set(told)


@every_case
def test_what_only_playing_shows(game: Game) -> None:
    """Every index is checked: too many moves, a wrong observation, a game that hides too much."""
    assert conformance.faults(game, seeds=range(2)) == []


@every_game
def test_the_showcase_is_a_whole_game(name: str) -> None:
    stored = linden.load(name).showcase
    assert stored is not None or name not in OWN
    if stored is not None:
        record = Record.parse(stored)
        assert record.game.name == name
        assert record.end().over


@every_game
def test_facts_are_stated(name: str) -> None:
    facts = linden.load(name).facts
    text = linden.load(name).rules_text
    assert facts.designer.casefold() in text.casefold()
    assert facts.publisher.casefold() in text.casefold()
    assert facts.summary.endswith(".")
    assert all(option.explanation for option in facts.options)


@every_game
def test_option_sets_touch_every_option(name: str) -> None:
    sets = option_sets(name)
    for option in linden.load(name).facts.options:
        values = {linden.load(name, **chosen).options[option.name] for chosen in sets}
        choices = {choice for choice in option.kind.choices if len(option.kind.choices) <= 4}
        assert len(values) > 1 or len(option.kind.choices) == 1, option.name
        assert values >= choices, option.name


def test_no_state_type_begins_another() -> None:
    """Numba would take a record whose fields begin another's for its supertype."""
    first = {game.name: game.state_type.names[0] for game in GAMES}
    assert len(set(first.values())) == len(NAMES)


# -- options -------------------------------------------------------------------------------------


@every_game
def test_bad_options_are_refused_with_what_is_allowed(name: str) -> None:
    for options in bad_options(name):
        with pytest.raises(linden.OptionError, match=r"\w.*\."):
            linden.load(name, **options)


@every_case
def test_options_survive_their_own_spelling(game: Game) -> None:
    from linden.core.options import write

    spelled = {name: write(value) for name, value in game.options.items()}
    assert linden.load(game.name, **spelled) == game


# -- moves ---------------------------------------------------------------------------------------


@every_case
@few
@given(seed=seeds)
def test_legal_moves_are_playable_and_nothing_else_is(game: Game, seed: int) -> None:
    position = somewhere(game, seed)
    before = position.text
    codes = {position.code(move) for move in position.moves}
    assert len(codes) == len(position.moves)
    assert (not codes) == position.over
    for move in position.moves:
        assert position.play(move) is not None
    rng = random.Random(seed)
    for code in rng.sample(range(game.rules.MOVES), min(60, game.rules.MOVES)):
        if code not in codes:
            text = _text_or_none(position, code)
            if text is not None and text not in position.moves and not _alias(position, text):
                with pytest.raises(linden.IllegalMove, match=r"\."):
                    position.play(text)
    assert position.text == before


def _text_or_none(position: Position, code: int) -> str | None:
    """A move number's notation, if it means anything here."""
    try:
        return position.game.notation.move_text(position.state, code)
    except (ValueError, IndexError):
        return None


def _alias(position: Position, text: str) -> bool:
    """Whether the rules accept this as another spelling of a legal move (LP-3)."""
    try:
        return position.game.notation.read_move(position.state, text) in position._facts[1]
    except ValueError:
        return False


@every_case
@few
@given(seed=seeds)
def test_move_notation_round_trips(game: Game, seed: int) -> None:
    position = somewhere(game, seed)
    state = position.state
    for move in position.moves:
        code = position.code(move)
        assert game.notation.move_text(state, code) == move
        assert game.notation.read_move(state, move) == code
        assert game.notation.read_move(state, f" {move.upper()} ") == code
        assert position.describe(move).endswith(".")


@every_case
@few
@given(seed=seeds)
def test_click_paths_tell_moves_apart(game: Game, seed: int) -> None:
    position = somewhere(game, seed)
    if position.to_move not in (None, CHANCE):
        paths = [position.touches(move) for move in position.moves]
        assert all(paths)
        assert len(set(paths)) == len(paths)


@every_case
@few
@given(seed=seeds)
def test_chance_is_a_distribution(game: Game, seed: int) -> None:
    for position in walk(game, seed):
        if position.to_move == CHANCE:
            assert list(position.outcomes) == position.moves
            assert sum(position.outcomes.values()) == pytest.approx(1)
            assert min(position.outcomes.values()) > 0
        else:
            assert position.outcomes == {}


# -- positions -----------------------------------------------------------------------------------


@every_case
@few
@given(seed=seeds)
def test_position_text_round_trips(game: Game, seed: int) -> None:
    for position in walk(game, seed):
        assert "\n" not in position.text
        again = game.parse(position.text)
        assert again == position
        assert again.text == position.text
        assert again.key == position.key


@every_case
@few
@given(seed=seeds)
def test_positions_that_a_move_parts_have_different_keys(game: Game, seed: int) -> None:
    """Searches take equal keys for equal positions."""
    position = somewhere(game, seed)
    near = {position, *(position.play(move) for move in position.moves)}
    assert len({one.key for one in near}) == len(near)


@every_case
@few
@given(seed=seeds)
def test_positions_are_values(game: Game, seed: int) -> None:
    position = somewhere(game, seed)
    restored = pickle.loads(pickle.dumps(position))
    assert restored == position
    assert hash(restored) == hash(position)
    assert restored.last == position.last
    assert copy.deepcopy(position) == position
    state = position.state
    state.turn = 1 - state.turn
    assert position.state != state
    with pytest.raises(ValueError, match="read-only"):
        position._state[0] = state


@every_case
@few
@given(seed=seeds)
def test_replay_reproduces_and_records_round_trip(game: Game, seed: int) -> None:
    rng = random.Random(seed)
    position, moves = game.start(), list[str]()
    for _ in range(rng.randrange(200)):
        if position.over:
            break
        moves.append(rng.choice(position.moves))
        position = position.play(moves[-1])
    assert linden.replay(game, moves) == position
    record = Record(game, tuple(moves), {"Date": "2026-01-31", game.seats[0]: "Someone"})
    assert Record.parse(record.text) == record
    assert Record.parse_json(record.json) == record
    assert [move for _, turn in record.turns() for move in turn] == moves
    middle = record.positions()[len(moves) // 2]
    rest = Record(game, tuple(moves[len(moves) // 2 :]), {}, middle.text)
    assert Record.parse(rest.text) == rest
    assert Record.parse_json(rest.json).end() == position


# -- results -------------------------------------------------------------------------------------


@every_case
@few
@given(seed=seeds)
def test_returns_sum_to_zero_and_come_at_the_end(game: Game, seed: int) -> None:
    for position in walk(game, seed):
        assert len(position.scores) == len(position.returns) == game.players
        assert sum(position.returns) == pytest.approx(0)
        if not position.over:
            assert not any(position.returns)
    assert all(gain == -1 or gain >= 0 for gain in position.returns), (
        "a seat loses 1, or wins what the losers lost"
    )


# -- compiled and interpreted --------------------------------------------------------------------


@every_case
@settings(max_examples=2, deadline=None)
@given(seed=seeds)
def test_compiled_and_interpreted_agree_move_by_move(game: Game, seed: int) -> None:
    plain = {verb: kernel.interpreted(getattr(entry, verb)) for verb in ("examine", "advance")}
    rng = random.Random(seed)
    position = game.start()
    while not position.over:
        if rng.random() < 0.5:  # about half of the positions: interpreted rules are slow
            assert _examined(plain["examine"], position) == _examined(entry.examine, position)
        move = position.code(rng.choice(position.moves))
        target = np.zeros(1, game.state_type)
        source = position._state.copy()
        with np.errstate(over="ignore"):
            plain["advance"](source, move, target)
        position = position.play_code(move)
        assert target.tobytes() == position._state.tobytes()
    assert _examined(plain["examine"], position) == _examined(entry.examine, position)


def _examined(examine: Any, position: Position) -> list[Any]:
    most, seats = position.game.rules.MOST_MOVES, position.game.players
    filled = [np.zeros(most, np.int32), np.zeros(most, np.int64)]
    filled += [np.zeros(seats), np.zeros(seats), np.zeros(3, np.int64)]
    with np.errstate(over="ignore"):
        examine(position._state.copy(), *filled)
    seat, n, _ = filled[-1].tolist()
    shares = filled[1][:n].tolist() if seat == CHANCE else []
    return [filled[0][:n].tolist(), shares, *(array.tolist() for array in filled[2:])]


@every_case
def test_sample_draws_every_legal_move_and_only_those(game: Game) -> None:
    """``sample``, however a game writes it, is uniform over ``legal``, or follows ``weights``."""
    from chi_squared import implausible

    sample = kernel.interpreted(kernel.sample)
    for seed in range(4):
        position = somewhere(game, seed)
        if position.over or len(position.moves) > 60:
            continue
        rng = np.array([seed], np.uint64)
        seen = dict.fromkeys(position._facts[1], 0)
        state = position.state
        draws = 40 * len(seen)
        for _ in range(draws):
            seen[sample(state, rng)] += 1
        shares = position._facts[2] or [1] * len(seen)
        expected = [draws * share / sum(shares) for share in shares]
        assert not implausible(list(seen.values()), expected)


@pytest.mark.parametrize(("name", "options", "moves", "counts"), perfts())
def test_perft_matches_stored_counts(
    name: str, options: dict[str, Any], moves: list[str], counts: list[int]
) -> None:
    position = linden.replay(linden.load(name, **options), moves)
    assert [linden.perft(position, depth) for depth in range(1, len(counts) + 1)] == counts


@every_game
def test_playouts_depend_on_the_seed_alone(name: str) -> None:
    start = linden.load(name).start()
    one, two = (linden.playouts(start, 200, seed=7) for _ in range(2))
    assert one.lengths.tolist() == two.lengths.tolist()
    assert one.scores.tolist() == two.scores.tolist()
    other = linden.playouts(start, 200, seed=8)
    assert other.lengths.tolist() != one.lengths.tolist() or (other.scores != one.scores).any()
    fewer = linden.playouts(start, 50, seed=7)
    assert fewer.scores.tolist() == one.scores[:50].tolist()


# -- views ---------------------------------------------------------------------------------------


@every_case
@few
@given(seed=seeds)
def test_a_view_reveals_nothing_hidden(game: Game, seed: int) -> None:
    """Deal anew what a seat cannot know, as often as you like: it sees the same."""
    position = somewhere(game, seed)
    for seat in range(game.players):
        view = position.view(seat)
        if not game.facts.hidden:
            assert view is position
        for redeal in range(3):
            other = secrecy.redealt(position, seat, seed + redeal)
            assert other.view(seat) == view
            assert other.view(seat).text == view.text
            assert other.view(seat).moves == view.moves
            assert str(other.view(seat)) == str(view)
            assert other.view(seat).svg() == view.svg()
            assert (other.observe(seat) == position.observe(seat)).all()
            if position.to_move == seat:
                assert (other.mask == position.mask).all()
            assert other.scores == position.scores
        assert view.view(seat) == view
        assert game.parse(view.text) == view
        if position.to_move == seat:
            assert view.moves == position.moves


@pytest.mark.parametrize("game", SECRETIVE, ids=[IDS[GAMES.index(game)] for game in SECRETIVE])
def test_views_keep_the_secret_and_can_be_played_on(game: Game) -> None:
    """Whole games are replayed as each seat may read them."""
    assert secrecy.faults(game, seeds=range(2)) == []


# -- what agents see and do ----------------------------------------------------------------------


@every_case
@few
@given(seed=seeds)
def test_actions_are_the_legal_moves_numbered(game: Game, seed: int) -> None:
    position = somewhere(game, seed)
    mask = position.mask
    assert mask.shape == (game.actions.count,)
    if position.to_move in (None, CHANCE):
        assert not mask.any()
        return
    numbers = [position.action(move) for move in position.moves]
    assert sorted(numbers) == np.flatnonzero(mask).tolist()
    for number, move in zip(numbers, position.moves, strict=True):
        assert position.play_action(number) == position.play(move)
        assert game.actions.name(number)
    for wrong in (-1, len(mask), *np.flatnonzero(~mask)[:3]):
        with pytest.raises(linden.IllegalMove, match="no legal action"):
            position.play_action(int(wrong))


@every_case
@few
@given(seed=seeds)
def test_all_types_of_observation_tell_the_same(game: Game, seed: int) -> None:
    """Numbers can be read back from bytes and from bits, and lie where they are declared."""
    position = somewhere(game, seed)
    seen = game.observation
    for seat in range(game.players):
        rows = {dtype: position.observe(seat, dtype) for dtype in ("float32", "uint8", "bool")}
        assert rows["float32"].shape == seen.shape
        flags = seen.flag_planes * seen.rows * seen.columns
        form = seen.form()
        exact = [
            round(value / scale) - low
            for value, scale, low in zip(
                rows["float32"][flags:].tolist(),
                form.scale.tolist(),
                form.low.tolist(),
                strict=True,
            )
        ]
        assert all(0 <= number <= most for number, most in zip(exact, form.bits, strict=True))
        for dtype in ("uint8", "bool"):
            assert rows[dtype].dtype == dtype
            assert (rows[dtype][:flags] == rows["float32"][:flags]).all()
            other = seen.form(dtype)
            read = dict.fromkeys(other.place.tolist(), 0)
            parts = zip(
                other.place.tolist(), other.shift.tolist(), rows[dtype][flags:], strict=True
            )
            for place, shift, part in parts:
                read[place] += int(part) << shift
            assert list(read.values()) == exact
        planes, numbers = seen.split(rows["float32"])
        assert planes.shape == seen.board
        assert numbers.shape == (len(seen.numbers),)
        truth = position.observe(seat, all_seats=True)
        assert (truth[: seen.size] == rows["float32"]).all()
        assert len(truth) == seen.size + len(seen.hidden)
    assert bool(seen.hidden) == game.facts.hidden or game.name not in OWN
    told = seen.describe()
    assert all(plane.name in told and plane.meaning in told for plane in seen.planes)
    assert all(number.name in told and number.meaning in told for number in seen.numbers)


@pytest.mark.parametrize("game", [linden.load(name) for name in OWN], ids=OWN)
def test_no_plane_or_number_says_what_another_says(game: Game) -> None:
    """Of those that vary in some random games, no two are always equal or always opposite; and
    every plane varies (some numbers tell of what is rare)."""
    rows = [
        position.observe(seat)
        for seed in range(40)
        for position in walk(game, seed)
        for seat in range(game.players)
    ]
    seen = game.observation
    planes, numbers = seen.split(np.array(rows))
    assert all(planes[:, i].any() and not planes[:, i].all() for i in range(len(seen.planes)))
    names = [plane.name for plane in seen.planes], [number.name for number in seen.numbers]
    for parts, declared in zip((planes, numbers), names, strict=True):
        told = [(name, parts[:, i]) for i, name in enumerate(declared) if np.ptp(parts[:, i])]
        for i, (name, part) in enumerate(told):
            for other, values in told[:i]:
                assert (part != values).any(), (name, other)
                assert (part != part.max() - values).any(), (name, other)


@every_case
@settings(max_examples=3, deadline=None)
@given(seed=seeds)
def test_symmetries_are_not_noticed_by_the_rules(game: Game, seed: int) -> None:
    """Two games whose moves are images of each other: so are all that is seen and all masks."""
    for symmetry in game.observation.symmetries:
        rng = random.Random(seed)
        here = there = game.start()
        for _ in range(25):
            for seat in range(game.players):
                image = symmetry.observation(here.observe(seat))
                assert (image == there.observe(seat)).all(), symmetry.name
            assert here.over == there.over
            if here.over:
                break
            if here.to_move == CHANCE:
                here = here.play(rng.choice(here.moves))
                there = next(
                    it for it in map(there.play, there.moves) if images(symmetry, here, it)
                )
                continue
            assert (symmetry.mask(here.mask) == there.mask).all(), symmetry.name
            action = rng.choice(np.flatnonzero(here.mask).tolist())
            here = here.play_action(action)
            there = there.play_action(int(symmetry.action(action)))


def images(symmetry: Any, here: Position, there: Position) -> bool:
    """Whether all seats see there what they see here, turned."""
    return all(
        (symmetry.observation(here.observe(seat)) == there.observe(seat)).all()
        for seat in range(here.game.players)
    )


# -- drawings ------------------------------------------------------------------------------------


@every_case
@few
@given(seed=seeds)
def test_drawings_are_well_formed(game: Game, seed: int) -> None:
    from xml.etree import ElementTree

    position = somewhere(game, seed)
    for theme in ("auto", "light", "dark", "page"):
        root = ElementTree.fromstring(position.svg(theme=theme))
        ids = [node.get("id") for node in root.iter() if node.get("id")]
        assert len(ids) == len(set(ids))
    colours = re.sub(r"<style>.*?</style>", "", position.svg(theme="page"))
    assert not re.search(r"#[0-9a-fA-F]{3,8}\b", colours), "colours are roles, not numbers"
    assert max(map(len, str(position).splitlines())) <= 80
    touchable = {node.get("data-at") for node in root.iter() if node.get("data-at")}
    if position.to_move not in (None, CHANCE):
        for move in position.moves:
            for mark in position.touches(move):
                assert mark in touchable or mark == "pass" or " " in mark or mark.isalpha(), mark


def test_the_cases_cover_every_game() -> None:
    assert {name for name, _, _ in CASES} == set(linden.games())
