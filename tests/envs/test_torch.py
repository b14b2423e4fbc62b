"""Tensors: the same games as ``Batch`` plays on the CPU, on whatever device there is."""

import importlib.util
import io
from typing import Any

import pytest

import linden

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("torch") is None,
    reason="PyTorch is heavy, and not installed: pip install 'linden[torch]'",
)
GAMES: list[tuple[str, dict[str, Any]]] = [("linja", {}), ("linx", {"players": 3}), ("linos", {})]


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_tensors_show_the_games_of_a_batch(name: str, options: dict[str, Any]) -> None:
    import torch

    from linden.envs.torch import TensorGames

    game = linden.load(name, **options)
    games, batch = TensorGames(game, 50, seed=4), linden.Batch(game, 50, seed=4)
    for _ in range(40):
        actions = games.sample()
        assert (actions.cpu().numpy() == batch.sample()).all()
        games.step(actions)
        batch.step(actions.cpu().numpy())
        assert (games.observation.cpu().numpy() == batch.observe()).all()
        assert (games.mask.cpu().numpy() == batch.mask()).all()
        assert (games.rewards.cpu().numpy() == batch.returns).all()
        assert (games.dones.cpu().numpy() == batch.over).all()
        assert (games.to_move.cpu().numpy() == batch.to_move).all()
    assert (games.truth().cpu().numpy() == batch.observe(all_seats=True)).all()
    kept = io.BytesIO()
    torch.save(games.state_dict(), kept)
    kept.seek(0)
    there = torch.load(kept, weights_only=True, map_location=games.device)
    again = TensorGames(game, 50, seed=9, device="cpu")
    again.load_state_dict(there)
    for _ in range(30):
        actions = games.sample()
        assert (again.sample() == actions.cpu()).all()
        games.step(actions)
        again.step(actions.cpu())
        assert (again.observation == games.observation.cpu()).all()
    for which, symmetry in enumerate(game.observation.symmetries):
        seen, mask, images = games.symmetry(which)
        assert (seen.cpu().numpy() == symmetry.observation(games.observation.cpu().numpy())).all()
        assert (mask.cpu().numpy() == symmetry.mask(games.mask.cpu().numpy())).all()
        assert images.tolist() == symmetry.images.tolist()
    with pytest.raises(ValueError, match="Symmetries are of observations as float32, not as uint8"):
        TensorGames(game, 50, device="cpu", dtype="uint8").symmetry(0)
    wrong = torch.full((50,), game.actions.count, device=games.device)

    def go_wrong() -> None:
        games.step(wrong)
        games.check()

    with pytest.raises(linden.IllegalMove, match="50 of 50 actions"):
        go_wrong()


@pytest.mark.skipif(
    importlib.util.find_spec("jax") is None,
    reason="JAX is heavy, and not installed: pip install jax",
)
def test_jax_takes_the_tensors_and_gives_actions_back() -> None:
    """By DLPack; on a GPU it is the same memory."""
    import jax
    import numpy as np
    import torch

    from linden.envs.torch import TensorGames

    games = TensorGames(linden.load("linja"), 64, seed=4)
    for _ in range(20):
        seen = jax.dlpack.from_dlpack(games.observation)
        mask = jax.dlpack.from_dlpack(games.mask.view(torch.uint8))
        assert (np.asarray(seen) == games.observation.cpu().numpy()).all()
        if games.device.type == "cuda":
            assert seen.unsafe_buffer_pointer() == games.observation.data_ptr()
            assert mask.unsafe_buffer_pointer() == games.mask.data_ptr()
        first = jax.block_until_ready(jax.numpy.argmax(mask, axis=1).astype("int32"))
        games.step(torch.from_dlpack(first))
    games.check()
