"""Tensors: the same games as ``Batch`` plays on the CPU, on whatever device there is."""

import importlib.util
import io
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import linden

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("torch") is None, reason="the extra torch is not installed"
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
    again = TensorGames(game, 50, seed=9, device="cpu")
    again.load_state_dict(torch.load(kept, weights_only=True))
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
    wrong = torch.full((50,), game.actions.count, device=games.device)

    def go_wrong() -> None:
        games.step(wrong)
        games.check()

    with pytest.raises(linden.IllegalMove, match="50 of 50 actions"):
        go_wrong()


def test_the_example_of_ppo_runs(tmp_path: Path) -> None:
    program = Path(__file__).parents[2] / "examples" / "learning" / "ppo.py"
    curve = tmp_path / "curve.json"
    words = [
        "--games",
        "64",
        "--updates",
        "2",
        "--matches",
        "2",
        "--opponents",
        "random",
        "--curve",
    ]
    subprocess.run([sys.executable, str(program), *words, str(curve)], check=True, timeout=300)
    assert '"random"' in curve.read_text()
