"""Models of lessons, with the numbers of their lines; they run in the browser where `make site` was before."""

from __future__ import annotations

import posixpath
import re
import shutil
from html import escape
from pathlib import Path

from manual.files import ROOT

PAGE = ROOT / "build" / "site" / "index.html"
"""The page that works without a server; the manual is in a directory beside it."""
MODELS = "models"
"""Where the texts of the models are in the manual."""
_LISTING = re.compile(r'^```promela title="(examples/course/[^"]+)"\n.*?^```$', re.MULTILINE | re.DOTALL)
_FRAME = """

<details class="live" markdown="0"><summary>Run it here, in your browser</summary>
<iframe src="{address}" title="{title}" loading="lazy" height="560"></iframe></details>
"""


def with_live_models(place: str, text: str) -> str:
    return _LISTING.sub(lambda found: _numbered(found[0]) + _frame(place, found[1]), text)


def _numbered(listing: str) -> str:
    return listing.replace('"\n', '" linenums="1"\n', 1)


def _frame(place: str, path: str) -> str:
    """A frame that is closed, so that nothing is loaded until the reader opens it."""
    if not PAGE.is_file():
        return ""
    name = posixpath.basename(path)
    above = "../" * (place.count("/") + 1)
    address = f"{above}index.html?embed=1&model=docs/{MODELS}/{name}"
    return _FRAME.format(address=escape(address), title=escape(f"{name}, live"))


def copy_models(directory: Path) -> None:
    target = directory / MODELS
    target.mkdir(parents=True, exist_ok=True)
    for model in sorted((ROOT / "examples" / "course").glob("*.p*")):
        shutil.copy(model, target)
