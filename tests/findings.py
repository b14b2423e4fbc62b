"""What axe-core finds on a page."""

from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize

from hands import DESKTOP, PHONE

SERIOUS = ("serious", "critical")
Scheme = Literal["light", "dark"]
OPTIONS = {"resultTypes": ["violations"], "selectors": False}
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
"""All that another theme can change."""
AT_REST = """async () => {
  let moving = [];
  do {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    moving = document.getAnimations().filter((animation) => animation.playState === "running");
    await Promise.allSettled(moving.map((animation) => animation.finished));
  } while (moving.length);
}"""
_axe = Axe()


def findings(page: Page, **options: Any) -> list[str]:
    """What axe-core calls serious or critical, in words."""
    page.evaluate(AT_REST)  # a colour on its way to another may have too little contrast
    if not page.evaluate("'axe' in window"):
        page.evaluate(_axe.axe_script)
    found = page.evaluate("(options) => axe.run(options)", {**OPTIONS, **options})["violations"]
    return [
        f"{one['id']}: {one['help']}: {[node['html'][:120] for node in one['nodes'][:3]]}"
        for one in found
        if one["impact"] in SERIOUS
    ]


def findings_in_every_look(page: Page) -> list[str]:
    """The same at a telephone's size and a desktop's, and for the other theme's colours."""
    found = []
    looks: list[tuple[ViewportSize, Scheme, dict[str, Any]]] = [
        (PHONE, "light", {}),
        (PHONE, "dark", COLOURS),
        (DESKTOP, "light", {}),
        (DESKTOP, "dark", COLOURS),
    ]
    for size, scheme, options in looks:
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=scheme)
        told = findings(page, **options)
        found += [f"{scheme}, {size['width']} wide: {one}" for one in told]
    return found
