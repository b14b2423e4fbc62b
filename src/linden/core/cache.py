"""Where compiled kernels are kept: one directory per state of the sources.

Numba's disk cache looks only at the file of the function it compiled, so an edit in a
function called from there would go unnoticed. Linden therefore names the cache directory
by a hash of every kernel source: any edit begins an empty directory, and stale answers
cannot be found. Rules from outside the package have a directory of their own, named by a hash of
theirs as well, so that an edit there costs the others nothing.
"""

import hashlib
import os
import re
import shutil
import sys
import tempfile
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
KEPT_DAYS = 30

_DECLARES = re.compile(r"^@rule\b", re.M)
_IMPORT = re.compile(
    r"^\s*(?:from\s+linden([\w.]*)\s+import\s+\(?([\w, \t]*)|import\s+linden([\w.]+))", re.M
)


def python_files(folder: Path, pattern: str = "**/*.py") -> list[Path]:
    """The sources in a folder, without what editors put beside them: locks, folders of copies."""
    found = folder.glob(pattern)
    return sorted(path for path in found if path.name[0] != "." and path.is_file())


def kernel_sources(package: Path = PACKAGE) -> list[Path]:
    """Every file that declares rules with ``@rule``, and every file of ours those import."""
    texts = {path: path.read_text(encoding="utf-8") for path in python_files(package)}
    imports = {path: _imported(text, package) & texts.keys() for path, text in texts.items()}
    kernel = package / "core" / "kernel.py"
    found: set[Path] = set()
    waiting = [kernel, *(path for path, text in texts.items() if _DECLARES.search(text))]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting.extend(imports[path])
    return sorted(found)


def _imported(text: str, package: Path) -> set[Path]:
    files = set()
    for module, names, plain in _IMPORT.findall(text):
        base = package.joinpath(*(module or plain).split(".")[1:])
        files.add(base.with_suffix(".py"))
        files.update(base / f"{name.split()[0]}.py" for name in names.split(",") if name.strip())
    return files


def fingerprint(package: Path = PACKAGE) -> str:
    """A short hash of the kernel sources and of what compiles them."""
    from importlib.metadata import version

    digest = hashlib.sha256()
    compiler = [sys.version, version("numba"), version("llvmlite"), version("numpy")]
    digest.update("\n".join(compiler).encode())
    for path in kernel_sources(package):
        digest.update(str(path.relative_to(package)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


# -- rules from outside the package --------------------------------------------------------------


def outside(source: str) -> Path | None:
    """What a file from outside the package belongs to: the outermost package around it, or itself.
    ``None`` for our own files."""
    path = Path(source).resolve()
    if path.is_relative_to(PACKAGE.resolve()) or not path.is_file():
        return None
    whole = path
    while (whole.parent / "__init__.py").is_file():
        whole = whole.parent
    return whole


@cache
def source_digest(whole: Path) -> str:
    """A short hash of all Python sources of a folder, or of one file."""
    digest = hashlib.sha256()
    for path in python_files(whole) if whole.is_dir() else [whole]:
        digest.update(str(path.relative_to(whole)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


# -- where ---------------------------------------------------------------------------------------


def directory_for(source: str) -> Path:
    """The directory for what is compiled from this source file."""
    whole = outside(source)
    return directory() if whole is None else _directory_of(whole)


def place_for(source: str) -> Path:
    """The place in that directory, wherever the sources lie."""
    whole = outside(source)
    root = PACKAGE.resolve() if whole is None else whole.parent
    inside = Path(source).resolve().parent.relative_to(root)
    return directory_for(source) / "-".join(("rules", *inside.parts))


@cache
def _directory_of(whole: Path) -> Path:
    here = directory()
    own = here.with_name(f"{here.name}-{whole.stem}-{source_digest(whole)}")
    own.mkdir(exist_ok=True)
    os.utime(own)
    return own


@cache
def directory() -> Path:
    """This version's cache directory, created; ``LINDEN_CACHE_DIR`` overrides where."""
    name = fingerprint()
    places = homes()
    for home in places:
        here = home / "kernels" / name
        try:
            here.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=here):
                os.utime(here)
        except OSError:
            continue
        _forget_old(here)
        return here
    raise OSError(
        f"Linden can keep compiled kernels neither in {places[0]} nor in {places[-1]}; "
        "set LINDEN_CACHE_DIR to one that can be written."
    )


def homes() -> list[Path]:
    """Where Linden may keep things that can be made again, the usual place first."""
    usual = Path(os.environ.get("LINDEN_CACHE_DIR") or _usual_home())
    owner = f"-{os.getuid()}" if hasattr(os, "getuid") else ""  # without, it is one's own folder
    return [usual, Path(tempfile.gettempdir()) / f"linden-cache{owner}"]


def _usual_home() -> str:
    import platformdirs

    return platformdirs.user_cache_dir("linden")


def _forget_old(here: Path) -> None:
    """Remove the directories of other versions that nobody has used for a month.

    A month before this one was, just now: all were marked by the same clock. The wall clock may be
    wrong, or another's, and would make all of them old, this one too.
    """
    oldest = here.stat().st_mtime - KEPT_DAYS * 86400
    for sibling in here.parent.iterdir():
        if sibling.is_dir() and sibling != here and sibling.stat().st_mtime < oldest:
            shutil.rmtree(sibling, ignore_errors=True)
