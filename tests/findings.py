"""What axe-core finds on a page."""

from itertools import product
from typing import Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from hands import DESKTOP, PHONE

SERIOUS = ("serious", "critical")
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
AT_REST = """() => Promise.allSettled(
  document.getAnimations().map((animation) => animation.finished)
).then(() => null)"""


def findings(page: Page) -> list[str]:
    """What axe-core calls serious or critical, in words."""
    page.evaluate(AT_REST)  # a colour on its way to another may have too little contrast
    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {one['help']}: {[node['html'][:120] for node in one['nodes'][:3]]}"
        for one in found
        if one["impact"] in SERIOUS
    ]


def findings_in_every_look(page: Page) -> list[str]:
    """The same for both themes, at a telephone's size and a desktop's."""
    found = []
    for size, scheme in product((PHONE, DESKTOP), SCHEMES):
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=scheme)
        found += [f"{scheme}, {size['width']} wide: {one}" for one in findings(page)]
    return found
