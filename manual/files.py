"""Files of the project that texts link to, such as models: each becomes a page of the site."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parent.parent
PLACE = "files"
"""Where those pages are in the site."""
_LINK = re.compile(r"(\]\()([^)#\s]+)((?:#[^)\s]*)?\))")
_COLOURS = {".pml": "promela", ".apml": "promela", ".pch": "promela", ".yml": "yaml", ".toml": "toml", ".py": "python"}


def outside(page: str, target: str) -> str | None:
    """The path in the project of what a page of docs/ links to, if that is a file outside of docs/."""
    if "://" in target or target.startswith(("/", "mailto:")):
        return None
    path = posixpath.normpath(posixpath.join("docs", posixpath.dirname(page), target))
    is_ours = path.startswith(("docs/", "..")) or not (ROOT / path).is_file()
    return None if is_ours else path


def linked(page: str, text: str) -> set[str]:
    """The files outside of docs/ that a page links to."""
    return {path for _, target, _ in _LINK.findall(text) if (path := outside(page, target))}


def rewritten(page: str, text: str) -> str:
    """A page with these links leading to pages of the site."""

    def link(found: re.Match[str]) -> str:
        path = outside(page, found[2])
        if path is None:
            return found[0]
        return found[1] + posixpath.relpath(page_of(path), posixpath.dirname(page) or ".") + found[3]

    return _LINK.sub(link, text)


def page_of(path: str) -> str:
    return f"{PLACE}/{path}.md"


def shown(path: str) -> str:
    """The page that shows a file."""
    text = (ROOT / path).read_text()
    fence = "`" * max(3, *(len(run) + 1 for run in re.findall(r"`+", text)), 3)
    colours = _COLOURS.get(PurePosixPath(path).suffix, "text")
    return f"# {path}\n\n{fence}{colours}\n{text.rstrip()}\n{fence}\n"
