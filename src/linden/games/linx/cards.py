"""The cards of Linx: thick, with a symbol in one line on the front and a weave on the back."""

from functools import cache

from linden.core.svg import tag, words
from linden.core.types import StateRecord

ROLES = ("yellow", "blue", "pink", "green")
CARD = 64.0  # a card is drawn this size, and scaled
CARD_RULES = (
    ".under{fill:var(--shade)}",
    ".rim{fill:none;stroke:var(--ink);stroke-opacity:.28;stroke-width:1.5}",
    ".sheet{fill:var(--paper)}",
    ".sign{fill:none;stroke:var(--ink);stroke-width:3.4;stroke-linecap:round;stroke-linejoin:round}",
    ".pale .sign{stroke:var(--quiet)}",
    *(f".{role}{{fill:var(--{role})}}" for role in ROLES),
    ".neutral{fill:var(--line)}",
)
SIGNS = (
    "M14-6L-2-3L-7 14L-16 8L-14-5L-4-14L7-13L14-6L17 6L8 14L-7 14",
    "M5-16L5-8L13-8L5-16L-13-16L-13 16L13 16L13-8",
    "M-9-17L6.4 4.6A5.8 5.8 0 1 1 2.4 8.6L0 3L-2.4 8.6A5.8 5.8 0 1 1-6.4 4.6L9-17",
)
# Strokes, checks, dots, ripples: the tile of each pattern, its size, and its path.
WEAVES = (
    (8, "M-2 10L10-2M-2 2L2-2M6 10L10 6"),
    (10, "M0 0H5V5H0ZM5 5H10V10H5Z"),
    (9, "M2.2 2.2h.01M6.7 6.7h.01"),
    (10, "M0 3Q2.5 0 5 3T10 3M0 8Q2.5 5 5 8T10 8"),
)


def weaves(state: StateRecord) -> str:
    """The patterns of the seats, to be filled in by ``url(#weave-0)``."""
    patterns = []
    for seat in range(state.players):
        size, path = WEAVES[seat]
        on = f"var(--on-{ROLES[seat]})"
        look: dict[str, object] = {"fill": "none", "stroke": on, "stroke_width": 2}
        if seat == 1:
            look = {"fill": on}
        if seat == 2:
            look |= {"stroke_width": 3.6, "stroke_linecap": "round"}
        patterns.append(
            tag(
                "pattern",
                tag("path", d=path, opacity=0.42, **look),
                id=f"weave-{seat}",
                width=size,
                height=size,
                patternUnits="userSpaceOnUse",
            )
        )
    return tag("defs", *patterns)


def card(
    state: StateRecord,
    colour: int,
    symbol: int | None,
    at: tuple[float, float],
    scale: float,
    extra: str = "",
    turn: float = 0.0,
    **attributes: object,
) -> str:
    """A thick card, moved, turned and scaled to where it lies."""
    neutral = colour >= state.players
    rotate = f" rotate({turn:.1f})" if turn else ""
    return tag(
        "g",
        _face("neutral" if neutral else ROLES[colour], symbol),
        extra,
        class_="tile pale" if neutral else "tile",
        data_kind=None if neutral else f"tile {ROLES[colour]}",
        transform=f"translate({at[0]:.1f} {at[1]:.1f}){rotate} scale({scale:.3f})",
        **attributes,
    )


@cache
def _face(role: str, symbol: int | None) -> str:
    """Colour and weave all over, and if face up a sheet with the symbol."""
    whole = {"x": -32.0, "width": 64.0, "height": 64.0, "rx": 10.0}
    parts = [
        tag("rect", class_=role, y=-28.0, **whole),
        tag("rect", class_="under", y=-28.0, data_part="shade", **whole),
        tag("rect", class_=role, y=-32.0, **whole),
    ]
    if role in ROLES:
        parts.append(tag("rect", y=-32.0, fill=f"url(#weave-{ROLES.index(role)})", **whole))
    parts.append(tag("rect", class_="rim", y=-32.0, **whole))
    if symbol is not None:
        sheet = {"x": -23.0, "y": -23.0, "width": 46.0, "height": 46.0, "rx": 6.0}
        parts.append(tag("rect", class_="sheet", **sheet))
        parts.append(tag("path", class_="sign", d=SIGNS[symbol]))
    return "".join(parts)


def badge(x: float, y: float, number: int, scale: float) -> str:
    """A number on the back of a card."""
    size = 13 * scale + 4
    return tag("circle", cx=x, cy=y, r=size, fill="var(--paper)") + words(
        x, y + size * 0.37, str(number), size * 1.08
    )
