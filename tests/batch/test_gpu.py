"""The GPU: every game compiles for it anywhere; where there is one, it plays the same games."""

from typing import Any
from unittest import mock

import numba
import numpy as np
import pytest
from numba import cuda

import linden
from cases import NAMES, option_sets
from linden.batch import gpu
from linden.batch.kernels import Numbering
from linden.batch.spelling import Spelling

GPU = cuda.is_available()

u4, u8, i4, i8 = numba.uint32, numba.uint64, numba.int32, numba.int64
f4, f8 = numba.float32, numba.float64


def games(name: str) -> list[linden.Game]:
    """A game of each state type, with its defaults where they have it."""
    found: dict[Any, linden.Game] = {}
    for options in [{}, *option_sets(name)]:
        game = linden.load(name, **options)
        found.setdefault(game.state_type, game)
    return list(found.values())


def ptx(source: Any, *types: Any) -> str:
    """The kernel in the GPU's assembly, compiled for an H200 without one."""
    chip = mock.Mock(compute_capability=(9, 0))
    with mock.patch("numba.cuda.dispatcher.get_current_device", return_value=chip):
        text, _ = cuda.compile_ptx(source, numba.void(*types), cc=(9, 0))
    return str(text)


@pytest.mark.parametrize("name", NAMES)
def test_playouts_run_on_the_gpu(name: str) -> None:
    """Compiled anywhere; played and compared game by game where there is a GPU."""
    for game in games(name):
        state = numba.from_dtype(game.state_type)
        types = (state[::1], u8, u8, f8[:, ::1], f8[:, ::1], i8[::1], u8[::1])
        text = ptx(gpu.playout_source(game.state_type), *types)
        assert ".visible .entry" in text
        assert "sm_90" in text
    for options in option_sets(name) if GPU else []:
        start = linden.load(name, **options).start()
        ours = linden.playouts(start, 2000, seed=5)
        theirs = linden.playouts(start, 2000, seed=5, device="gpu")
        assert (ours.lengths == theirs.lengths).all()
        assert (ours.scores == theirs.scores).all()
        assert (ours.returns == theirs.returns).all()
        assert (ours.keys == theirs.keys).all()


@pytest.mark.parametrize("name", NAMES)
def test_the_vector_runs_on_the_gpu(name: str) -> None:
    """Compiled anywhere; stepped and compared state by state where there is a GPU."""
    for number, game in enumerate(games(name)):
        compile_vector(game, everything=number == 0)
    if GPU:
        follow_on_gpu(linden.load(name))


PLAYS = ("begin", "step", "sample", "observe")
"""The parts that run a game's own rules; the others are the same for all its types of states."""


def compile_vector(game: linden.Game, *, everything: bool) -> None:
    states = numba.from_dtype(game.state_type)[::1]
    streams, flags, words = u8[:, ::1], numba.boolean[::1], u4[:, ::1]
    numbering = numba.typeof(Numbering(1, 1, 1, 1))
    arrays = (i4[::1], u4[::1], u4[::1], i4[::1], f4[::1])
    form = numba.types.NamedTuple((i8, i8, *arrays), Spelling)
    signatures = {
        "seek": (streams, u8, u8[::1]),
        "begin": (states, states, streams, u8, u8[::1], words, i4[::1]),
        "check": (words, numbering, i4[::1], i4[::1], i8[::1], i4[::1]),
        "step": (
            *(states, states, streams, u8, u8[::1], i4[::1], flags, f4[:, ::1], f4[:, ::1]),
            *(numba.boolean, words, i4[::1], i8[::1]),
        ),
        "sample": (states, streams, i4[::1]),
        "observe": (states, i4[::1], i8, words),
        "mask": (words, numbering, numba.boolean[:, ::1]),
        "spell": (words, form, numba.boolean, f4[:, ::1]),
    }
    sources = gpu.sources()
    assert signatures.keys() == sources.keys()
    for part, types in signatures.items():
        if everything or part in PLAYS:
            assert ".visible .entry" in ptx(sources[part], *types)


def test_without_a_gpu_one_sentence_says_so() -> None:
    game = linden.load("linja")
    with mock.patch.object(cuda, "is_available", return_value=False):
        with pytest.raises(linden.DeviceError, match="needs an NVIDIA GPU"):
            linden.Batch(game, 4, device="gpu")
        with pytest.raises(linden.DeviceError, match="needs an NVIDIA GPU"):
            linden.playouts(game.start(), 4, device="gpu")


def test_without_the_extra_one_sentence_says_how_to_get_it() -> None:
    with (
        mock.patch("linden.batch.gpu.find_spec", return_value=None),
        pytest.raises(linden.DeviceError, match=r"pip install 'linden\[gpu\]'"),
    ):
        linden.playouts(linden.load("linja").start(), 4, device="gpu")


def follow_on_gpu(game: linden.Game) -> None:
    ours, theirs = (linden.Batch(game, 500, seed=3, device=device) for device in ("cpu", "gpu"))
    for _ in range(150):
        moves = ours.sample()
        assert (theirs.sample().copy_to_host() == moves).all()
        ours.step(moves)
        theirs.step(moves)
        assert theirs.states.copy_to_host().tobytes() == ours.states.tobytes()
        assert (theirs.returns.copy_to_host() == ours.returns).all()
        assert (theirs.mask().copy_to_host() == ours.mask()).all()
        for dtype in (np.float32, np.uint8, np.bool_):
            seen = theirs.observe(dtype=dtype, all_seats=True).copy_to_host()
            assert (seen == ours.observe(dtype=dtype, all_seats=True)).all()
        assert (theirs.observe().copy_to_host() == ours.observe()).all()
    kept = theirs.save()
    before = theirs.states.copy_to_host().tobytes()
    theirs.step(np.full(500, game.actions.count))
    with pytest.raises(linden.IllegalMove, match="500 of 500 actions were illegal"):
        theirs.check()
    assert theirs.states.copy_to_host().tobytes() == before
    theirs.step(theirs.sample())
    theirs.restore(kept)
    ours.restore(kept)
    assert (theirs.sample().copy_to_host() == ours.sample()).all()
    assert theirs.states.copy_to_host().tobytes() == before
