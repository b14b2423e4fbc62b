"""PyTorch: many games whose arrays are tensors, on the GPU or not, without a copy.

Everything lies where the games lie; nothing is fetched to the host, and an illegal action is raised
by a later call (``TensorGames.check`` waits for it). JAX takes the same tensors by DLPack.
"""

from typing import Any

import numpy as np

from linden.batch.vector import Batch
from linden.core.game import Game
from linden.core.observation import Symmetry
from linden.envs.naming import needed

torch: Any = needed("torch", "torch")

DTYPES = {"float32": torch.float32, "uint8": torch.uint8, "bool": torch.bool}


class TensorGames:
    """``n`` games side by side, each waiting for an action of the seat ``to_move``.

    All attributes are tensors that ``step`` and ``reset`` write anew in place:

    ``observation``  what the seats to move see, ``n`` rows of ``game.observation.size``
    ``mask``         their legal actions, ``n`` rows of ``game.actions.count``
    ``to_move``      who they are
    ``rewards``      what the games that the last step ended were worth, a column for each seat
    ``dones``        which these are; their places hold the next games already
    """

    def __init__(
        self,
        game: Game,
        n: int,
        seed: int = 0,
        device: str | None = None,
        dtype: str = "float32",
        **how: Any,
    ) -> None:
        wanted = device or ("gpu" if torch.cuda.is_available() else "cpu")
        self.game = game
        self.n = n
        self.batch = Batch(game, n, seed=seed, device=wanted, **how)
        self.device = torch.device("cuda" if wanted == "gpu" else "cpu")
        self._dtype = dtype
        if dtype not in DTYPES:
            raise ValueError(f"Observations are {', '.join(DTYPES)}, not {dtype!r}.")
        size = game.observation.form(dtype).size
        self.observation = torch.empty((n, size), dtype=DTYPES[dtype], device=self.device)
        self.mask = torch.empty((n, game.actions.count), dtype=torch.bool, device=self.device)
        self.to_move = self._tensor(self.batch.to_move)
        self.rewards = self._tensor(self.batch.returns)
        self.scores = self._tensor(self.batch.scores)
        self.dones = self._tensor(self.batch.over)
        self._look()

    def _tensor(self, array: Any) -> Any:
        """The same memory as a tensor."""
        return torch.as_tensor(array, device=self.device)

    def _array(self, tensor: Any) -> Any:
        """The same memory as the batch takes it."""
        return tensor.numpy() if self.device.type == "cpu" else tensor

    def _look(self) -> None:
        self.batch.mask(self._array(self.mask))
        self.batch.observe(self._array(self.observation), self._dtype)

    def reset(self, seed: int | None = None) -> None:
        """Every place starts its first game again."""
        self.batch.reset(seed)
        self._look()

    def step(self, actions: Any, *, check: bool = True) -> None:
        """Take an action in every game, a tensor of whole numbers on the same device."""
        self.batch.step(self._array(actions.detach().to(torch.int32)), check=check)
        self._look()

    def sample(self) -> Any:
        """A uniformly random legal action for each game."""
        out = torch.empty(self.n, dtype=torch.int32, device=self.device)
        self.batch.sample(self._array(out))
        return out

    def check(self) -> None:
        """Wait for the device, and raise ``IllegalMove`` if a step found an illegal action."""
        self.batch.check()

    def truth(self) -> Any:
        """Observations with all that is hidden, for a critic that trains with open hands."""
        size = self.game.observation.form("float32", all_seats=True).size
        out = torch.empty((self.n, size), dtype=torch.float32, device=self.device)
        self.batch.observe(self._array(out), all_seats=True)
        return out

    # -- augmentation

    def symmetry(self, which: int) -> Any:
        """The observations and masks as they are on a turned or mirrored board, and a tensor that
        says which action each action becomes; ``game.observation.symmetries`` names them.
        Observations are as ``float32``."""
        if self._dtype != "float32":
            raise ValueError(f"Symmetries are of observations as float32, not as {self._dtype}.")
        turned: Symmetry = self.game.observation.symmetries[which]
        sources = self._tensor(np.ascontiguousarray(turned.sources))
        actions = self._tensor(np.ascontiguousarray(turned.action_sources))
        images = self._tensor(np.ascontiguousarray(turned.images))
        return self.observation[:, sources], self.mask[:, actions], images

    # -- keeping

    def state_dict(self) -> dict[str, Any]:
        """All that is needed to go on from here, to the bit; ``torch.save`` keeps it."""
        return {
            name: torch.from_numpy(value.view(np.uint8)) if name == "states" else plain(value)
            for name, value in self.batch.save().items()
        }

    def load_state_dict(self, kept: dict[str, Any]) -> None:
        """Go on from what ``state_dict`` returned, on any device."""
        saved = {name: value.cpu().numpy() if isinstance(value, torch.Tensor) else value
                 for name, value in kept.items()}  # fmt: skip
        for name in ("rngs", "picks", "numbers"):
            saved[name] = saved[name].view(np.uint64)
        saved["marks"] = saved["marks"].view(np.uint32)
        saved["states"] = saved["states"].view(self.game.state_type).reshape(-1)
        self.batch.restore(saved)
        self._look()


def plain(value: Any) -> Any:
    """Arrays as tensors; PyTorch has few unsigned types, so those travel as signed ones."""
    if not isinstance(value, np.ndarray):
        return value
    signed = {"uint64": np.int64, "uint32": np.int32}.get(value.dtype.name)
    return torch.from_numpy(np.ascontiguousarray(value if signed is None else value.view(signed)))
