"""What MkDocs is told while it builds the site: the made pages, the palette, the games' menu."""

import os
import re
from pathlib import Path

os.environ.setdefault("NUMBA_DISABLE_JIT", "1")  # a few positions: compiling would take longer

from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

import game_pages
import pages
from linden.core import svg

PALETTE = "assets/palette.css"
LEAF, LEAF_SOURCE = "assets/leaf.svg", "src/linden/web/client/leaf.svg"


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """The menu has every game."""
    for entry in config.nav or []:
        if "Games" in entry:
            entry["Games"] += [{title: page} for title, page in game_pages.titles().items()]
    config.extra_css.insert(0, PALETTE)
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Pages that are made join those that are written."""
    for path, content in pages.generated().items():
        files.append(File.generated(config, path, content=content))
    files.append(File.generated(config, PALETTE, content=palette()))
    files.append(File.generated(config, LEAF, abs_src_path=str(pages.ROOT / LEAF_SOURCE)))
    return files


def palette() -> str:
    """The colours of Linden's drawings, for the site's two schemes."""
    return "".join(
        f"[data-md-color-scheme={scheme}]{{color-scheme:{name};{svg.variables(colours)}}}\n"
        for scheme, name, colours in (
            ("default", "light", svg.LIGHT),
            ("slate", "dark", svg.DARK),
        )
    )


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Links to files outside the site become links to their pages, or their names."""
    return pages.finished(page.file.src_uri, markdown)


def on_post_build(config: MkDocsConfig) -> None:
    """No page asks anybody else for anything: it would not work without a network, and tell them
    who reads it."""
    fetched = re.compile(
        r"""<(?:script|link|img|iframe)\b[^>]*\b(?:src|href)=["']?https?://[^"' >]+"""
    )
    for page in Path(config.site_dir).rglob("*.html"):
        found = fetched.search(page.read_text(encoding="utf-8"))
        if found:
            raise PluginError(f"{page.name} would fetch from elsewhere: {found[0]}")
