"""What an environment shows: text, text on the terminal, or an image."""

from io import BytesIO
from typing import Any

import numpy as np

from linden.core.position import Position
from linden.core.svg import LIGHT, resolved

MODES = ["ansi", "human", "rgb_array"]
WIDTH = 480
"""Of an image, in pixels."""


def check(mode: str | None) -> None:
    if mode is not None and mode not in MODES:
        raise ValueError(f"A render mode is {' or '.join(MODES)}, not {mode!r}.")


def render(view: Position, mode: str | None) -> Any:
    """A view in the way that was asked for; ``human`` prints it, and returns nothing."""
    if mode == "human":
        print(view)
    elif mode == "ansi":
        return str(view)
    elif mode == "rgb_array":
        return image(view)
    return None


def image(view: Position) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """The drawing of a view as pixels: height, width, red-green-blue."""
    import resvg_py

    try:
        from PIL import Image
    except ImportError:
        raise ImportError(
            "Images of positions need Pillow; pip install 'linden[rl]' brings it."
        ) from None
    drawing = resolved(view.svg(theme="light"), LIGHT)
    painted = resvg_py.svg_to_bytes(
        svg_string=drawing,
        width=WIDTH,
        background=LIGHT["ground"],
        sans_serif_family="DejaVu Sans",
    )
    return np.asarray(Image.open(BytesIO(bytes(painted))).convert("RGB"))
